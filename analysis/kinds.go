package analysis

import (
	"slices"

	"scaledeck/analysis/arms"
	"scaledeck/analysis/comparison"
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/analysis/rollout"
	"scaledeck/analysis/startup"
	"scaledeck/analysis/timeline"
	"scaledeck/model"
)

// kinds are all kinds of results. To add one is to add a line.
var kinds = [...]finding.Kind{
	comparison.Kind(),
	rollout.Kind(),
	timeline.Kind(),
	startup.Kind(tieProfiles),
	arms.Kind(),
}

// kindOf returns the kind with the ID.
func kindOf(id model.Kind) (finding.Kind, bool) {
	i := slices.IndexFunc(kinds[:], func(k finding.Kind) bool { return k.ID == id })
	if i < 0 {
		return finding.Kind{}, false
	}
	return kinds[i], true
}

// Page returns the section of a finding without what its file has to say of it:
// the figures of its kind and its gates. Every report and the console's detail
// print this one.
func Page(f finding.Finding) page.Section {
	s := page.Section{Title: f.Title, Mark: f.Verdict.Mark()}
	if k, known := kindOf(f.Kind); known && f.Outcome != nil {
		k.Page(&s, f)
	} else {
		gate.Page(&s, f.Gates, f.Simulated)
	}
	return s
}
