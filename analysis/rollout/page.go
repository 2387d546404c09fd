package rollout

import (
	"fmt"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
)

// pageOf says how a rollout ended, the stages it went through and their gates.
func pageOf(s *page.Section, f finding.Finding) {
	r := CanaryOf(f.Outcome)
	outcome := r.Ending()
	if r.Stopped >= 0 && r.Stopped < len(r.Stages) {
		outcome += fmt.Sprintf(" at stage %d of %d, %s of traffic", r.Stopped+1, len(r.Stages), finding.PercentCell(r.Stages[r.Stopped].Percent).Text)
	}
	if r.Reason != "" {
		outcome += ": " + r.Reason
	}
	if recorded := r.Disputed(); recorded != "" {
		outcome += " ≠ the file says " + recorded
	}
	s.Say("outcome", outcome)
	t := page.NewTable("stage", "requests", "by the gates", "the file says").Numbers(0, 1)
	for _, st := range r.Stages {
		verdict, recorded := page.Text("not reached"), model.Dash
		if st.Reached {
			verdict = page.Badge(st.Verdict.Mark())
		}
		if st.Data != nil && st.Data.Decision != "" {
			recorded = st.Data.Decision
			if len(st.Data.Reasons) > 0 {
				recorded += ": " + strings.Join(st.Data.Reasons, ", ")
			}
		}
		t.Add(finding.PercentCell(st.Percent), page.Value(st.Requests, model.Count), verdict, page.Text(recorded))
	}
	s.Table("stages", t)
	gate.Page(s, f.Gates, f.Simulated)
}
