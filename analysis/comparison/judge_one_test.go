package comparison

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func scaleOutOf(f *model.File, o gate.Options) (finding.Finding, []finding.Check) {
	return JudgeScaleOut(f, f.Doc.Comparison(), o)
}
