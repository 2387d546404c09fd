package analysis

import (
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// The kinds by the first part of a file, for tests of one kind alone.

func scaleOutOf(f *model.File, o gate.Options) (Finding, []Check) {
	return judgeScaleOut(f, f.Doc.Comparison(), o)
}

func canaryOf(f *model.File, o gate.Options) ([]Finding, []Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return judgeCanary(f, f.Doc.Rollouts(), o)
}

func autoscalingOf(f *model.File, o gate.Options) ([]Finding, []Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return judgeAutoscaling(f, f.Doc.Timelines(), o)
}

func coldStartOf(f *model.File, _ gate.Options) (Finding, []Check) {
	if f == nil || f.Doc == nil {
		return Finding{}, nil
	}
	return judgeColdStart(f, f.Doc.Startup())
}
