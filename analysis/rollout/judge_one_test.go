package rollout

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func canaryOf(f *model.File, o gate.Options) ([]finding.Finding, []finding.Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return JudgeCanary(f, f.Doc.Rollouts(), o)
}
