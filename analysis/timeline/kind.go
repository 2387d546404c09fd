// Package timeline judges samples over time by an objective for the p99 TTFT and
// by the largest and smallest figures of columns.
//
// Start reading at Kind, then JudgeTimeline.
package timeline

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/plausible"
	"scaledeck/model"
)

// Kind returns the kind of timelines.
func Kind() finding.Kind {
	return finding.Kind{
		ID: model.KindTimeline,
		Judge: func(f *model.File, p model.Part, o gate.Options) finding.Judged {
			set := p.(*model.TimelineSet)
			list, checks := JudgeAutoscaling(f, set, o)
			var issues []model.Issue
			for i := range list {
				list[i].Complete(set.Figures(i), o)
				issues = append(issues, list[i].Doubt(plausible.Timeline(&set.Timelines[i]))...)
			}
			return finding.Judged{List: list, Checks: checks, Issues: issues}
		},
		Page: pageOf,
		Compare: func(c *finding.Compared, a, b []finding.Finding) {
			c.Named(a, b, model.KindTimeline, func(f *finding.Finding) string { return AutoscalingOf(f.Outcome).Data.Name }, compareTimelines)
		},
	}
}
