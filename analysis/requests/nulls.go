package requests

import (
	"fmt"

	"scaledeck/model"
)

// nulls returns the issues that whoever reads the written document has with what
// is missing in it, so that it is judged here as it will be there.
func nulls(s *model.Comparison) []model.Issue {
	var list []model.Issue
	add := func(missing bool, format string, args ...any) {
		if missing {
			list = append(list, model.Issue{Severity: model.Warning, Code: model.CodeMissing, Pointer: fmt.Sprintf(format, args...), Message: "null: expected a figure"})
		}
	}
	for i := range s.Rows {
		r := &s.Rows[i]
		add(!r.Repeat.OK(), "/rows/%d/repeat", i)
		for _, m := range model.RunMetrics() {
			add(!r.Figures[m].OK(), "/rows/%d/%s", i, m.ID)
		}
		add(!r.EPPRestarted.OK(), "/rows/%d/epp_restarted", i)
	}
	for i := range s.Topologies {
		t := &s.Topologies[i]
		add(!t.EPPRestartedRuns.OK(), "/topologies/%s/epp_restarted_runs", t.Key)
		for _, m := range model.RunMetrics() {
			switch {
			case m == model.HTTP200: // the known files have none
			case m.Summed():
				add(!t.Figures[m].OK(), "/topologies/%s/%s", t.Key, m.ID)
			default:
				add(!t.Figures[m].OK(), "/topologies/%s/median_%s", t.Key, m.ID)
			}
		}
	}
	d := &s.Decision
	add(!d.DataPublishable.OK(), "/decision/data_publishable")
	add(!d.ScaleOutPass.OK(), "/decision/scale_out_pass")
	for _, c := range d.Comparisons {
		at := "/decision/comparisons_to_one_replica/" + c.Key
		add(!c.OfferedChange.OK(), "%s/offered_rps_per_gpu_change_pct", at)
		add(!c.LoadMatched.OK(), "%s/offered_load_matched", at)
		add(!c.ServedChange.OK(), "%s/served_rps_per_gpu_change_pct", at)
		add(!c.TTFTChange.OK(), "%s/premium_burst_p95_ttft_change_pct", at)
		add(!c.Pass.OK(), "%s/pass", at)
	}
	return list
}
