// Package startup compares the phases of starts. It has no gate: its verdict is INFO.
//
// Start reading at Kind, then JudgeColdStart.
package startup

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Kind returns the kind of start-up profiles. tie says what the profiles meant for
// the timelines of their document, which this package does not know.
func Kind(tie func(*model.Document, *ColdStart) []string) finding.Kind {
	return finding.Kind{
		ID: model.KindStartup,
		Judge: func(f *model.File, p model.Part, o gate.Options) finding.Judged {
			data := p.(*model.Startup)
			fd, checks := JudgeColdStart(f, data)
			c := ColdStartOf(fd.Outcome)
			c.Tie = tie(f.Doc, c)
			fd.Complete(data.Figures(), o)
			return finding.Judged{List: []finding.Finding{fd}, Checks: checks}
		},
		Page: pageOf, Compare: compareProfilesOf,
	}
}
