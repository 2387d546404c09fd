package timeline

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func autoscalingOf(f *model.File, o gate.Options) ([]finding.Finding, []finding.Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return JudgeAutoscaling(f, f.Doc.Timelines(), o)
}
