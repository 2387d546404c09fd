package comparison

import (
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

func TestUnsupportedPercentiles(t *testing.T) {
	served := func(counts ...float64) *Topology {
		top := &Topology{Label: "1 replica", Runs: len(counts), Metrics: make(map[*model.Metric]stats.Spread)}
		var values []model.Figure
		for _, c := range counts {
			values = append(values, model.Of(c))
		}
		top.Metrics[model.HTTP200] = stats.SpreadOf(values, nil)
		return top
	}
	tests := []struct {
		name string
		of   *Topology
		m    *model.Metric
		want string // part of the sentence; "" for none
	}{
		{"a p95 of 20", served(20, 20), model.PremiumBurstP95TTFT, ""},
		{"a p95 of 19", served(19, 20), model.PremiumBurstP95TTFT, "p95 NOT SUPPORTED: 1 of 2 runs served fewer than 20 requests in all (the fewest 19)"},
		{"a p99 of 100", served(100), model.PremiumBurstP99TTFT, ""},
		{"a p99 of 99", served(99, 7), model.PremiumBurstP99TTFT, "2 of 2 runs served fewer than 100 requests in all (the fewest 7)"},
		{"TPOT", served(3), model.PremiumBurstP95TPOT, "fewer than 20"},
		{"the standard tenant", served(3), model.StandardBurstP95TTFT, "fewer than 20"},
		{"no percentile", served(3), model.MaxEPPQueue, ""},
		{"200s not known", &Topology{Runs: 1}, model.PremiumBurstP99TTFT, ""},
		{"nothing served", served(0), model.PremiumBurstP99TTFT, "the fewest 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.of.Unsupported(tt.m)
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestFewRequestsAreUndecided holds that no gate is decided by a percentile that
// the requests of a run cannot give.
func TestFewRequestsAreUndecided(t *testing.T) {
	served := func(n float64, rows ...int) *model.Comparison {
		s := known.FreeOfErrors()
		s.Topologies, s.Decision.Comparisons, s.Decision.ScaleOutPass = nil, nil, model.Flag{}
		for _, r := range rows {
			s.Rows[r].Figures[model.Requests], s.Rows[r].Figures[model.HTTP200] = model.Of(n), model.Of(n)
		}
		return s
	}
	tests := []struct {
		name   string
		of     *model.Comparison
		limit  float64
		cells  []gate.Verdict // of premium TTFT, at 1, 2 and 4 replicas
		reason string         // of the last
	}{
		{"all of them", served(10, 0, 1, 2, 3, 4, 5, 6, 7, 8), 20, []gate.Verdict{gate.Info, gate.Undecided, gate.Undecided}, "p95 of at most 10 requests: at least 20 are needed"},
		{"one run", served(19, 7), 20, []gate.Verdict{gate.Info, gate.Pass, gate.Undecided}, "p95 of at most 19 requests: at least 20 are needed"},
		{"the baseline", served(19, 1), 20, []gate.Verdict{gate.Info, gate.Undecided, gate.Undecided}, "p95 of at most 19 requests: at least 20 are needed at 1 replica (baseline)"},
		{"enough", served(20, 0, 1, 2, 3, 4, 5, 6, 7, 8), 20, []gate.Verdict{gate.Info, gate.Pass, gate.Pass}, ""},
		{"a break is none either", served(10, 6, 7, 8), -50, []gate.Verdict{gate.Info, gate.Fail, gate.Undecided}, "p95 of at most 10 requests: at least 20 are needed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, _ := scaleOutOf(known.FileOf(tt.of), gate.Options{Limits: map[string]float64{gate.RulePremiumTTFT: tt.limit}})
			for i, g := range ScaleOutOf(f.Outcome).Criteria[2].Cells {
				if g.Verdict != tt.cells[i] {
					t.Errorf("cell %d: %v, %s", i, g.Verdict, g.Reason)
				}
			}
			if got := ScaleOutOf(f.Outcome).Criteria[2].Cells[2].Reason; got.String() != tt.reason {
				t.Errorf("%q", got)
			}
			if served := ScaleOutOf(f.Outcome).Criteria[1].Cells[2]; served.Verdict != gate.Pass {
				t.Errorf("throughput is no percentile: %v, %s", served.Verdict, served.Reason)
			}
		})
	}
}

func TestSupportIsChecked(t *testing.T) {
	s := known.ScaleOut()
	for i := range 3 {
		s.Rows[i].Figures[model.Requests], s.Rows[i].Figures[model.HTTP200], s.Rows[i].Figures[model.HTTPNon200] = model.Of(50), model.Of(50), model.Of(0)
	}
	_, checks := scaleOutOf(known.FileOf(s), gate.Options{})
	var got []string
	for _, c := range checks {
		if strings.Contains(c.Recomputed, "NOT SUPPORTED") {
			got = append(got, c.Pointer+" "+c.Claim+" "+c.Result.String())
		}
	}
	if len(got) != 1 || got[0] != "/topologies/1 premium burst p99 TTFT at 1 replica ambiguous" {
		t.Errorf("%q", got)
	}
}

func TestPlausibleRows(t *testing.T) {
	tests := []struct {
		name    string
		edit    func(r *model.Run)
		pointer string
		doubt   bool
	}{
		{"half a request", func(r *model.Run) {
			r.Figures[model.Requests], r.Figures[model.HTTP200] = model.Of(1166.5), model.Of(1166.5)
		}, "/rows/1/requests", true},
		{"more than all of the cache", func(r *model.Run) { r.Figures[model.MaxKVCachePct] = model.Of(100.5) }, "/rows/1/max_kv_cache_pct", true},
		{"p99 below p95", func(r *model.Run) { r.Figures[model.PremiumBurstP99TTFT] = model.Of(300) }, "/rows/1/premium_burst_p99_ttft_ms", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			tt.edit(&s.Rows[1])
			f, checks := scaleOutOf(known.FileOf(s), gate.Options{})
			if c := checkAt(t, checks, tt.pointer); c.Result != finding.Differs {
				t.Errorf("%+v", c)
			}
			if tt.doubt && f.Verdict == gate.Pass {
				t.Error("the doubt does not reach the verdict")
			}
		})
	}
	s := known.FreeOfErrors()
	s.Rows[1].Figures[model.MaxKVCachePct] = model.Of(100)
	_, checks := scaleOutOf(known.FileOf(s), gate.Options{})
	for _, c := range checks {
		if c.Pointer == "/rows/1/max_kv_cache_pct" {
			t.Errorf("a full cache is no contradiction: %+v", c)
		}
	}
}
