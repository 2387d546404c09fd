package analysis

import (
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/known"
	"scaledeck/analysis/rollout"
	"scaledeck/analysis/startup"
	"scaledeck/analysis/timeline"
	"scaledeck/model"
)

func coldStartOf(f *model.File, _ gate.Options) (finding.Finding, []finding.Check) {
	if f == nil || f.Doc == nil {
		return finding.Finding{}, nil
	}
	fd, checks := startup.JudgeColdStart(f, f.Doc.Startup())
	if c := startup.ColdStartOf(fd.Outcome); c != nil {
		c.Tie = tieProfiles(f.Doc, c)
	}
	return fd, checks
}

func canaryOf(f *model.File, o gate.Options) ([]finding.Finding, []finding.Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return rollout.JudgeCanary(f, f.Doc.Rollouts(), o)
}

func autoscalingOf(f *model.File, o gate.Options) ([]finding.Finding, []finding.Check) {
	if f == nil || f.Doc == nil {
		return nil, nil
	}
	return timeline.JudgeAutoscaling(f, f.Doc.Timelines(), o)
}

// changed is the validated build of the known file after a change.
func changed(edit func(r *model.Rollout)) model.Rollout {
	r := known.Validated()
	edit(&r)
	return r
}

func scaleOutOf(f *model.File, o gate.Options) (finding.Finding, []finding.Check) {
	return comparison.JudgeScaleOut(f, f.Doc.Comparison(), o)
}

func checkAt(t *testing.T, checks []finding.Check, pointer string) finding.Check {
	t.Helper()
	for _, c := range checks {
		if c.Pointer == pointer {
			return c
		}
	}
	t.Fatalf("no check of %s", pointer)
	return finding.Check{}
}
