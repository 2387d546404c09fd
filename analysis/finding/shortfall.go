package finding

import (
	"cmp"
	"fmt"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// maxShortfall bounds the figures that a reason names.
const maxShortfall = 3

// Shortfall says which figures a finding lacks, or returns "": what is null, not
// finite or of another type, and what is absent though the document has it
// elsewhere; strict asks for everything that the kind can have. It does not matter
// whether a gate rests on the figure: a writer that lost one may have lost more,
// and missing evidence is never green.
func Shortfall(doc *model.Document, figures model.Figures, o gate.Options) string {
	var at []string
	n, unusable := 0, false
	for m := range figures {
		if m.Figure.OK() || !m.Lost() && !o.Strict || m.Limit && !limitNeeded(m.Metric, o) {
			continue
		}
		n++
		unusable = unusable || m.Figure.State != model.Absent && m.Figure.State != model.Null
		if len(at) <= maxShortfall {
			at = append(at, cmp.Or(m.Origin.At, m.Scope, "a figure without an origin"))
		}
	}
	for _, issue := range doc.Issues { // what was left out can be about any part
		if issue.Code == model.CodeTruncated && issue.Severity == model.Warning {
			n, unusable = n+1, true
			at = append(at, cmp.Or(issue.Pointer, issue.Message))
		}
	}
	if n == 0 {
		return ""
	}
	verb := " is"
	if n > 1 {
		verb = "s are"
	}
	what := " missing: "
	if unusable {
		what = " missing or cannot be used: "
	}
	more := ""
	if n > len(at[:min(len(at), maxShortfall)]) {
		at = at[:maxShortfall]
		more = fmt.Sprintf(" and %d more", n-maxShortfall)
	}
	named := strings.Join(at, ", ")
	if more == "" {
		named = text.Listed(at, maxShortfall)
	}
	return fmt.Sprintf("%d figure%s%s", n, verb, what) + named + more
}

// limitNeeded reports whether rollouts are judged by the limit of a metric that
// their file states. One that the caller or the policy brings goes first.
func limitNeeded(m *model.Metric, o gate.Options) bool {
	for _, r := range o.InForce().For(gate.KindCanary) {
		_, flagged := o.Limits[r.ID]
		if gate.LimitedBy(r.ID) == m && !flagged && !r.OwnLimit {
			return true
		}
	}
	return false
}

// Complete holds a finding to its figures: one that lacks a figure cannot pass,
// whether or not it has a gate. What runs goes on running, since the figure may
// still come, and what fails has failed.
func (f *Finding) Complete(figures model.Figures, o gate.Options) {
	why := Shortfall(f.File.Doc, figures, o)
	if why == "" {
		return
	}
	before := f.Verdict
	if f.Verdict < gate.Running {
		f.Verdict = gate.Undecided
	}
	if f.Why != "" {
		f.Why += " · "
	}
	f.Why += why
	if rest, ok := strings.CutPrefix(f.Sentence, before.String()+": "); ok {
		f.Sentence = f.Verdict.String() + ": " + rest
	}
	f.Sentence = strings.TrimSpace(f.Sentence + " " + text.Capital(why) + ".")
}

// Orphans returns an UNDECIDED finding for the parts of a file that hold nothing
// to judge though they should: without it they would be silent.
func Orphans(f *model.File) (Finding, bool) {
	for _, p := range f.Doc.Parts {
		var lost []model.Measured
		switch p := p.(type) {
		case *model.TimelineSet:
			if len(p.Timelines) == 0 {
				lost = p.Lost
			}
		case *model.RolloutSet:
			if len(p.Rollouts) == 0 {
				lost = p.Lost
			}
		}
		if len(lost) > 0 {
			return FileFinding(f, gate.Undecided, lost[0].Origin.At+": "+lost[0].Figure.State.String()), true
		}
	}
	return Finding{}, false
}
