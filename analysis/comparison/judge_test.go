package comparison

import (
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestKnownScaleOut(t *testing.T) {
	f, checks := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	if f.Verdict != gate.Fail || f.Title != "scale-out 1 → 2 → 4 replicas" {
		t.Errorf("verdict %v, title %q", f.Verdict, f.Title)
	}
	if want := "non-200 responses 5 at 1×, 1 at 2× (limit 0) · 4 of 5 criteria hold"; f.Why != want {
		t.Errorf("why\n got %s\nwant %s", f.Why, want)
	}
	want := "FAIL: 1 of 5 criteria. Zero non-200 responses: 5 at 1×, 1 at 2×. Load, throughput, latency and restarts hold. " +
		"4 replicas has none of its own and fails on the baseline's."
	if f.Sentence != want {
		t.Errorf("sentence\n got %s\nwant %s", f.Sentence, want)
	}
	assertKnown(t, f, checks)
}

// assertKnown holds every figure of the known analysis against values worked
// out by hand from its rows.
func assertKnown(t *testing.T, f finding.Finding, checks []finding.Check) {
	t.Helper()
	s := ScaleOutOf(f.Outcome)
	if len(s.Topologies) != 3 || s.Baseline != 0 || s.Holding != 4 || len(s.Doubts) != 0 {
		t.Fatalf("%d topologies, baseline %d, %d hold, doubts %v", len(s.Topologies), s.Baseline, s.Holding, s.Doubts)
	}
	type top struct {
		Replicas, Requests, Non200 float64
		Own, Verdict               gate.Verdict
		Offered, Served, TTFT      float64 // change in percent
		P95, P99                   string  // max/min
		Unstable                   bool    // of p99
	}
	want := []top{
		{1, 3498, 5, gate.Fail, gate.Fail, 0, 0, 0, "1.13", "1.42", false},
		{2, 7014, 1, gate.Fail, gate.Fail, 0.25, 0.56, -9.12, "1.05", "1.12", false},
		{4, 13950, 0, gate.Pass, gate.Fail, -0.3, 0.21, -13.96, "1.14", "1.67", true},
	}
	var got []top
	for i, x := range s.Topologies {
		change := func(m *model.Metric) float64 { return s.Change(m, i, 0).Percent.Value }
		ratio := func(m *model.Metric) string { return x.Metrics[m].Ratio.Round2().Text(model.Ratio) }
		got = append(got, top{
			float64(x.Replicas), x.Metrics[model.Requests].Sum.Value, x.Metrics[model.HTTPNon200].Sum.Value, x.Own, x.Verdict,
			change(model.OfferedRPSPerGPU), change(model.ServedRPSPerGPU), change(model.PremiumBurstP95TTFT),
			ratio(model.PremiumBurstP95TTFT), ratio(model.PremiumBurstP99TTFT), x.Metrics[model.PremiumBurstP99TTFT].Unstable,
		})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if r := s.Topologies[2].Reason; r != "fails on the baseline's non-200 responses" {
		t.Errorf("reason at 4 replicas %q", r)
	}
	results := make(map[finding.CheckResult]int)
	for _, c := range checks {
		results[c.Result]++
	}
	// 14 claims a topology, 5 a comparison, scale_out_pass and 6 relations of the rows.
	if d := cmp.Diff(map[finding.CheckResult]int{finding.Reproduced: 3*14 + 2*5 + 1 + 6, finding.NotCheckable: 3}, results); d != "" {
		t.Error(d)
	}
}

func TestKnownCells(t *testing.T) {
	f, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	got := make(map[string][]gate.Verdict)
	for _, c := range ScaleOutOf(f.Outcome).Criteria {
		for _, g := range c.Cells {
			got[c.Rule.ID] = append(got[c.Rule.ID], g.Verdict)
			if g.LimitSource != statedInCriteria || g.LimitPtr != "/decision/criteria" || g.File != "scale.json" || g.Pointer == "" || g.N != 3 {
				t.Errorf("%s at %s: limit from %q %q, figure at %q %q, n %d", c.Rule.ID, g.Scope, g.LimitSource, g.LimitPtr, g.File, g.Pointer, g.N)
			}
		}
	}
	want := map[string][]gate.Verdict{
		gate.RuleOfferedLoad: {gate.Info, gate.Pass, gate.Pass}, gate.RuleServed: {gate.Info, gate.Pass, gate.Pass}, gate.RulePremiumTTFT: {gate.Info, gate.Pass, gate.Pass},
		gate.RuleNon200: {gate.Fail, gate.Fail, gate.Fail}, gate.RuleRestarts: {gate.Pass, gate.Pass, gate.Pass},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	four := ScaleOutOf(f.Outcome).Criteria[3].Cells[2]
	if four.Whose != "1 replica (baseline)" || four.Value != model.Of(0) || four.Observed != model.Of(5) || four.Margin != model.Of(-5) ||
		four.Reason.String() != "4 replicas: none of its own, fails on the baseline's 5" {
		t.Errorf("non-200 at 4 replicas: %+v", four)
	}
	if ttft := ScaleOutOf(f.Outcome).Criteria[2].Cells[2]; ttft.Pointer != "/rows/7/premium_burst_p95_ttft_ms" || len(ttft.Pointers) != 6 || ttft.Baseline != model.Of(374.167) {
		t.Errorf("TTFT at 4 replicas: %+v", ttft)
	}
}

func TestScaleOutVerdicts(t *testing.T) {
	set := func(s *model.Comparison, m *model.Metric, f model.Figure, rows ...int) {
		for _, r := range rows {
			s.Rows[r].Figures[m] = f
		}
	}
	tests := []struct {
		name  string
		edit  func(s *model.Comparison)
		o     gate.Options
		want  gate.Verdict
		rules map[string]gate.Verdict // of the whole criterion
		says  string                  // in the sentence
	}{
		{"all holds", func(*model.Comparison) {}, gate.Options{}, gate.Pass, map[string]gate.Verdict{gate.RuleNon200: gate.Pass, gate.RuleServed: gate.Pass}, "PASS: 5 of 5 criteria hold."},
		{"one restart fails", func(s *model.Comparison) {
			s.Rows[4].EPPRestarted = model.FlagOf(true)
			s.Topologies[1].EPPRestartedRuns = model.Of(1)
		}, gate.Options{}, gate.Fail, map[string]gate.Verdict{gate.RuleRestarts: gate.Fail}, "Zero EPP restarts: 1 at 2×."},
		{"a restart flag that is not there", func(s *model.Comparison) { s.Rows[4].EPPRestarted = model.Flag{} },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RuleRestarts: gate.Undecided}, "undecided at 2×, no figure in 1 of 3 runs (absent)"},
		{"a median with a missing figure", func(s *model.Comparison) { set(s, model.PremiumBurstP95TTFT, model.Missing(model.NotFinite), 8) },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RulePremiumTTFT: gate.Undecided, gate.RuleServed: gate.Pass}, "undecided at 4×, no figure in 1 of 3 runs (not finite)"},
		{"a break stands although a figure is missing", func(s *model.Comparison) {
			set(s, model.HTTPNon200, model.Missing(model.Null), 3)
			set(s, model.HTTPNon200, model.Of(2), 4)
		}, gate.Options{}, gate.Fail, map[string]gate.Verdict{gate.RuleNon200: gate.Fail}, "2 at 2×"},
		{"another load", func(s *model.Comparison) { set(s, model.OfferedRPSPerGPU, model.Of(4.6), 6, 7, 8) },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RuleOfferedLoad: gate.Undecided, gate.RuleServed: gate.Undecided, gate.RulePremiumTTFT: gate.Undecided, gate.RuleNon200: gate.Pass},
			"Served throughput and premium burst p95 TTFT cannot be compared without that."},
		{"a baseline of zero", func(s *model.Comparison) { set(s, model.PremiumBurstP95TTFT, model.Of(0), 0, 1, 2) },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RulePremiumTTFT: gate.Undecided}, "baseline is 0, relative change undefined"},
		{"zero against zero", func(s *model.Comparison) {
			set(s, model.PremiumBurstP95TTFT, model.Of(0), 0, 1, 2, 3, 4, 5, 6, 7, 8)
			for i := range s.Topologies {
				s.Topologies[i].Figures[model.PremiumBurstP95TTFT] = model.Of(0)
			}
			for i := range s.Decision.Comparisons {
				s.Decision.Comparisons[i].TTFTChange = model.Of(0)
			}
		}, gate.Options{}, gate.Pass, map[string]gate.Verdict{gate.RulePremiumTTFT: gate.Pass}, "5 of 5"},
		{"a limit by flag", func(*model.Comparison) {}, gate.Options{Limits: map[string]float64{gate.RulePremiumTTFT: -10}},
			gate.Fail, map[string]gate.Verdict{gate.RulePremiumTTFT: gate.Fail}, "−9.12 % at 2×, limit −10 %"},
		{"counts that do not add up", func(s *model.Comparison) { set(s, model.HTTP200, model.Of(1100), 1) },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RuleNon200: gate.Pass}, "do not add up to the requests in 1 of 9 rows"},
		{"p99 below p95", func(s *model.Comparison) { set(s, model.PremiumBurstP99TTFT, model.Of(1), 1) },
			gate.Options{}, gate.Undecided, nil, "Premium burst p99 TTFT is below p95 in 1 of 9 rows"},
		{"a claimed run is not there", func(s *model.Comparison) { s.Rows = s.Rows[:8] },
			gate.Options{}, gate.Undecided, nil, "≠ the file claims 3 runs at 4 replicas, its rows give 2"},
		{"a claimed topology without rows", func(s *model.Comparison) { s.Rows = s.Rows[:6] },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RuleNon200: gate.Undecided}, "undecided at 4×, no rows"},
		{"one number of replicas", func(s *model.Comparison) { s.Rows, s.Topologies = s.Rows[:3], s.Topologies[:1] },
			gate.Options{}, gate.Undecided, map[string]gate.Verdict{gate.RuleServed: gate.Info}, "nothing to compare with"},
		{"no rows", func(s *model.Comparison) { *s = model.Comparison{} }, gate.Options{}, gate.Undecided, nil, "No rows that could be judged"},
		{"a row of no topology", func(s *model.Comparison) {
			extra := s.Rows[0]
			extra.Replicas = model.Of(1.5)
			s.Rows = append(s.Rows, extra)
		}, gate.Options{}, gate.Undecided, nil, "1 row left out"},
		{"a repeat twice", func(s *model.Comparison) { s.Rows[8].Repeat = model.Of(2) }, gate.Options{}, gate.Undecided, nil, "The same repeat twice at 4 replicas"},
		{"no runs at one replica", func(s *model.Comparison) { s.Rows, s.Topologies = s.Rows[3:], s.Topologies[1:] },
			gate.Options{}, gate.Pass, nil, "The baseline is 2 replicas, not one replica."},
		{"a fall in throughput is in its direction", func(s *model.Comparison) { set(s, model.ServedRPSPerGPU, model.Of(3), 6, 7, 8) },
			gate.Options{}, gate.Fail, map[string]gate.Verdict{gate.RuleServed: gate.Fail}, "Served throughput: −30.12 % at 4×, limit −15 %."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			tt.edit(s)
			f, _ := scaleOutOf(known.FileOf(s), tt.o)
			if f.Verdict != tt.want {
				t.Errorf("verdict %v, want %v: %s", f.Verdict, tt.want, f.Sentence)
			}
			for _, c := range ScaleOutOf(f.Outcome).Criteria {
				if want, ok := tt.rules[c.Rule.ID]; ok && c.Verdict != want {
					t.Errorf("%s %v, want %v", c.Rule.ID, c.Verdict, want)
				}
			}
			known.AssertContains(t, f.Sentence, tt.says)
			if f.Why == "" {
				t.Error("no why")
			}
		})
	}
}

func TestBaselineCountsEverywhere(t *testing.T) {
	s := known.FreeOfErrors()
	s.Rows[0].EPPRestarted = model.Flag{}
	f, _ := scaleOutOf(known.FileOf(s), gate.Options{})
	four := ScaleOutOf(f.Outcome).Topologies[2]
	if four.Own != gate.Pass || four.Verdict != gate.Undecided || four.Reason != "cannot be decided on the baseline's EPP restarts" {
		t.Errorf("own %v, verdict %v, reason %q", four.Own, four.Verdict, four.Reason)
	}
	known.AssertContains(t, f.Sentence, "2 and 4 replicas have none of their own and cannot be decided while the baseline's are not known.")
}

func TestAgainstAnotherBaseline(t *testing.T) {
	f, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	two := Against(f, 1, gate.Options{})
	// 321.926 / 340.03 − 1 = −5.324 %
	if c := ScaleOutOf(two.Outcome).Criteria[2].Cells[2]; c.BaselineOf != "2 replicas" || c.Observed.Round2() != model.Of(-5.32) {
		t.Errorf("%s %v", c.BaselineOf, c.Observed)
	}
	if ScaleOutOf(f.Outcome).Baseline != 0 {
		t.Error("the finding itself changed")
	}
	if same := Against(f, 9, gate.Options{}); ScaleOutOf(same.Outcome) != ScaleOutOf(f.Outcome) {
		t.Error("an index outside must change nothing")
	}
}

func TestScaleOutTitle(t *testing.T) {
	tests := []struct {
		sizes []int
		want  string
	}{
		{nil, "scale-out"},
		{[]int{1}, "scale-out 1 replica"},
		{[]int{2}, "scale-out 2 replicas"},
		{[]int{1, 2, 4}, "scale-out 1 → 2 → 4 replicas"},
		{[]int{1, 2, 3, 4, 5, 6, 7, 8}, "scale-out 1 → 2 → 3 → 4 → … → 8 replicas"},
	}
	for _, tt := range tests {
		s := &ScaleOut{}
		for _, n := range tt.sizes {
			s.Topologies = append(s.Topologies, Topology{Replicas: n})
		}
		if got := scaleOutTitle(s); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.sizes, got, tt.want)
		}
	}
}
