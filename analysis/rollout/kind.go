// Package rollout judges builds that are taken through stages of growing traffic:
// the first stage that breaks a gate ends a rollout.
//
// Start reading at Kind, then JudgeRollout.
package rollout

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Kind returns the kind of canary rollouts.
func Kind() finding.Kind {
	return finding.Kind{
		ID: model.KindRollout,
		Judge: func(f *model.File, p model.Part, o gate.Options) finding.Judged {
			set := p.(*model.RolloutSet)
			list, checks := JudgeCanary(f, set, o)
			for i := range list {
				list[i].Complete(set.Figures(i), o)
			}
			return finding.Judged{List: list, Checks: checks, Issues: limitNotes(f.Doc.File, set, o)}
		},
		Page: pageOf,
		Compare: func(c *finding.Compared, a, b []finding.Finding) {
			c.Named(a, b, model.KindRollout, func(f *finding.Finding) string { return CanaryOf(f.Outcome).Data.Name }, compareRollouts)
		},
	}
}
