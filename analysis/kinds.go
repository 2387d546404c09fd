package analysis

import (
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// kind is one sort of result: what a part of it comes to. To add one is to add
// a line to kinds.
type kind struct {
	id model.Kind
	// judge judges one part of the kind. f is the file that holds it.
	judge func(f *model.File, p model.Part, o gate.Options) outcome
}

// outcome is what one part of a document comes to.
type outcome struct {
	list   []Finding
	checks []Check
	issues []model.Issue // about limits that the policy had to bring
}

// kinds are all kinds, in the order in which equal verdicts are listed.
var kinds = [...]kind{
	{model.KindComparison, func(f *model.File, p model.Part, o gate.Options) outcome {
		data := p.(*model.Comparison)
		if len(data.Arms) > 0 {
			return outcome{list: []Finding{judgeArms(f, data)}}
		}
		finding, checks := judgeScaleOut(f, data, o)
		return outcome{[]Finding{finding}, checks, criteriaNotes(f.Doc.File, data, o)}
	}},
	{model.KindRollout, func(f *model.File, p model.Part, o gate.Options) outcome {
		set := p.(*model.RolloutSet)
		list, checks := judgeCanary(f, set, o)
		for i := range list {
			list[i].complete(set.Figures(i), o)
		}
		return outcome{list, checks, limitNotes(f.Doc.File, set, o)}
	}},
	{model.KindTimeline, func(f *model.File, p model.Part, o gate.Options) outcome {
		set := p.(*model.TimelineSet)
		list, checks := judgeAutoscaling(f, set, o)
		for i := range list {
			list[i].complete(set.Figures(i), o)
		}
		return outcome{list: list, checks: checks}
	}},
	{model.KindStartup, func(f *model.File, p model.Part, o gate.Options) outcome {
		data := p.(*model.Startup)
		finding, checks := judgeColdStart(f, data)
		finding.complete(data.Figures(), o)
		return outcome{list: []Finding{finding}, checks: checks}
	}},
}
