// Package comparison judges a scale-out by its criteria against the smallest number
// of replicas.
//
// Start reading at Kind, then JudgeScaleOut.
package comparison

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/plausible"
	"scaledeck/model"
)

// Kind returns the kind of comparisons.
func Kind() finding.Kind {
	return finding.Kind{
		ID: model.KindComparison,
		Judge: func(f *model.File, p model.Part, o gate.Options) finding.Judged {
			data := p.(*model.Comparison)
			fd, checks := JudgeScaleOut(f, data, o)
			issues := append(criteriaNotes(f.Doc.File, data, o), fd.Doubt(plausible.Comparison(data))...)
			return finding.Judged{List: []finding.Finding{fd}, Checks: checks, Issues: issues}
		},
		Page: pageOf, Compare: compareTopologies,
	}
}
