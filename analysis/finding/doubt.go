package finding

import (
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/plausible"
	"scaledeck/model"
	"scaledeck/model/text"
)

// Doubt keeps a finding from passing where one of its gates rests on a figure that
// can hardly be right, and returns all cautions as issues of the file.
func (f *Finding) Doubt(cautions []plausible.Caution) []model.Issue {
	var issues []model.Issue
	var why []string
	for _, c := range cautions {
		issues = append(issues, c.Issue(f.File.Name))
		touched := false
		for i := range f.Gates {
			g := &f.Gates[i]
			if g.NotInFile || !c.Touches(g.Rule.Metric) {
				continue
			}
			touched = touched || g.Verdict == gate.Pass || g.Verdict == gate.Undecided || g.Verdict == gate.Running
			if g.Verdict == gate.Pass {
				g.Verdict, g.Reason = gate.Undecided, gate.Reason{Code: gate.Implausible, Detail: c.String()}
			}
		}
		if touched {
			why = append(why, c.String())
		}
	}
	if len(why) == 0 {
		return issues
	}
	before := f.Verdict
	f.Verdict = gate.Worst(f.Verdict, gate.Undecided)
	said := text.Listed(why, MaxNamed)
	f.Why = strings.TrimPrefix(f.Why+" · "+said, " · ")
	if rest, ok := strings.CutPrefix(f.Sentence, before.String()+": "); ok {
		f.Sentence = f.Verdict.String() + ": " + rest
	}
	f.Sentence = strings.TrimSpace(f.Sentence + " " + text.Capital(said) + ".")
	return issues
}
