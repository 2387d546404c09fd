package analysis

import (
	"math"
	"strings"
	"testing"

	"scaledeck/analysis/known"
	"scaledeck/analysis/timeline"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// judgedOf returns the findings of one document.
func judgedOf(d *model.Document) []finding.Finding {
	return Judge(&model.Snapshot{Files: []model.File{{Key: d.File, Name: d.File, Doc: d}}}, gate.Options{}).List
}

func scaleOutDoc(edit func(s *model.Comparison)) *model.Document {
	s := known.ScaleOut()
	edit(s)
	return &model.Document{File: "b.json", Parts: []model.Part{s}}
}

// pair returns the pair of a key in the group of a name.
func pair(t *testing.T, c *finding.Compared, group, key string) finding.Pair {
	t.Helper()
	for _, g := range c.Groups {
		for _, p := range g.Pairs {
			if g.Name == group && p.Key == key {
				return p
			}
		}
	}
	t.Fatalf("no %s of %s", key, group)
	return finding.Pair{}
}

func TestCompareTopologies(t *testing.T) {
	set := func(replicas float64, m *model.Metric, v ...float64) func(*model.Comparison) {
		return func(s *model.Comparison) {
			at := 0
			for i := range s.Rows {
				if s.Rows[i].Replicas.Value == replicas {
					s.Rows[i].Figures[m] = model.Of(v[at])
					at++
				}
			}
		}
	}
	tests := []struct {
		name    string
		edit    func(*model.Comparison)
		key     string
		a, b, d float64 // of the four replicas; NaN for none
		percent float64 // NaN for none
		word    string
		because string // in the basis or the reason
	}{
		// 4 replicas: TTFT 348.565, 321.926, 306.126; median 321.926.
		{"nothing", func(*model.Comparison) {}, "premium_burst_p95_ttft_ms", 321.926, 321.926, 0, 0, "no change", "equal"},
		{"better", set(4, model.PremiumBurstP95TTFT, 200, 210, 220), "premium_burst_p95_ttft_ms", 321.926, 210, -111.926, -34.77, "better", "do not overlap"},
		{"worse", set(4, model.PremiumBurstP95TTFT, 400, 410, 420), "premium_burst_p95_ttft_ms", 321.926, 410, 88.074, 27.36, "worse", "do not overlap"},
		{"within noise", set(4, model.PremiumBurstP95TTFT, 340, 345, 420), "premium_burst_p95_ttft_ms", 321.926, 345, 23.074, 7.17, "within noise", "overlap"},
		{"within the tolerance of the load", set(4, model.ServedRPSPerGPU, 4.31, 4.32, 4.33), "served_rps_per_gpu", 4.302, 4.32, 0.018, 0.42, "within noise", "±1 %"},
		{"from zero", set(4, model.HTTPNon200, 2, 2, 3), "http_non_200", 0, 7, 7, math.NaN(), "worse", "baseline is 0"},
		{"a few from zero on", set(4, model.HTTPNon200, 0, 1, 1), "http_non_200", 0, 2, 2, math.NaN(), "within noise", ""},
		{"both zero", func(*model.Comparison) {}, "http_non_200", 0, 0, 0, 0, "no change", "the sums are equal"},
		{"a sum whose median stays", set(4, model.HTTPNon200, 0, 0, 3), "http_non_200", 0, 3, 3, math.NaN(), "within noise", "the sums differ"},
		{"more 200s may be more requests", set(4, model.HTTP200, 1, 1, 1), "http_200", 13950, 3, -13947, -99.98, "lower", "do not overlap"},
		{"neither way is good", set(4, model.MaxKVCachePct, 20, 21, 22), "max_kv_cache_pct", 6.473, 21, 14.527, 224.42, "higher", "do not overlap"},
		{"another load", set(4, model.OfferedRPSPerGPU, 5, 5, 5), "offered_rps_per_gpu", 4.306, 5, 0.694, 16.12, "higher", "do not overlap"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare("a", "b", judgedOf(scaleOutDoc(func(*model.Comparison) {})), judgedOf(scaleOutDoc(tt.edit)))
			p := pair(t, c, "4 replicas", tt.key)
			if p.A.Value != tt.a || p.B.Value != tt.b || math.Abs(p.Delta.Value-tt.d) > 1e-9 || !p.Delta.OK() {
				t.Errorf("%v to %v, delta %v", p.A, p.B, p.Delta)
			}
			if pc := p.Change.Percent; pc.OK() == math.IsNaN(tt.percent) || pc.OK() && pc.Value != tt.percent {
				t.Errorf("change %v, want %v", pc, tt.percent)
			}
			if p.Change.Word != tt.word || !strings.Contains(p.Change.Basis+p.Change.Reason, tt.because) {
				t.Errorf("%q by %q %q", p.Change.Word, p.Change.Basis, p.Change.Reason)
			}
			if p.SpreadA.N != 3 || p.SpreadB.N != 3 {
				t.Errorf("n %d and %d", p.SpreadA.N, p.SpreadB.N)
			}
		})
	}
}

// TestCompareNeedsTheSameLoad: at another load nothing that comes of it is
// called better or worse, whatever the figures.
func TestCompareNeedsTheSameLoad(t *testing.T) {
	edit := func(load float64) func(*model.Comparison) {
		return func(s *model.Comparison) {
			for i := range s.Rows {
				s.Rows[i].Figures[model.PremiumBurstP95TTFT] = model.Of(100)
				s.Rows[i].Figures[model.OfferedRPSPerGPU] = model.Of(s.Rows[i].Figures[model.OfferedRPSPerGPU].Value * load)
			}
		}
	}
	a := judgedOf(scaleOutDoc(func(*model.Comparison) {}))
	for _, tt := range []struct {
		load float64
		word string
	}{{1, "better"}, {1.009, "better"}, {1.02, ""}, {0.9, ""}, {math.NaN(), ""}} {
		p := pair(t, Compare("a", "b", a, judgedOf(scaleOutDoc(edit(tt.load)))), "1 replica", "premium_burst_p95_ttft_ms")
		if p.Change.Word != tt.word || (tt.word == "") != strings.HasPrefix(p.Change.Reason, "not judged: ") || !p.Change.Percent.OK() {
			t.Errorf("load × %v: %q, %+v", tt.load, p.Change.Word, p.Change)
		}
	}
}

// TestCompareCountsOfUnequalRequests: fewer errors among fewer requests are not
// better.
func TestCompareCountsOfUnequalRequests(t *testing.T) {
	a := judgedOf(scaleOutDoc(func(s *model.Comparison) {
		for i := range 3 {
			s.Rows[i].Figures[model.HTTPNon200] = model.Of(100)
		}
	}))
	for _, tt := range []struct {
		requests, errors float64
		word             string
	}{{1166, 0, "better"}, {1170, 0, "better"}, {10, 0, ""}, {1300, 0, "better"}, {10, 200, "worse"}, {1300, 200, ""}} {
		b := scaleOutDoc(func(s *model.Comparison) {
			for i := range 3 {
				s.Rows[i].Figures[model.Requests], s.Rows[i].Figures[model.HTTPNon200] = model.Of(tt.requests), model.Of(tt.errors)
			}
		})
		p := pair(t, Compare("a", "b", a, judgedOf(b)), "1 replica", "http_non_200")
		if p.Change.Word != tt.word || (tt.word == "") != strings.HasPrefix(p.Change.Reason, "not judged: counts are of ") || !p.Delta.OK() {
			t.Errorf("%v requests: %q, %+v", tt.requests, p.Change.Word, p.Change)
		}
	}
}

func TestCompareMatches(t *testing.T) {
	b := scaleOutDoc(func(s *model.Comparison) {
		s.Topologies = nil
		for i := range s.Rows {
			if s.Rows[i].Replicas == model.Of(4) {
				s.Rows[i].Replicas = model.Of(8)
			}
		}
	})
	c := Compare("a", "b", judgedOf(scaleOutDoc(func(*model.Comparison) {})), judgedOf(b))
	var names []string
	for _, g := range c.Groups {
		names = append(names, g.Kind.String()+" "+g.Name)
	}
	if d := cmp.Diff([]string{"scale-out 1 replica", "scale-out 2 replicas"}, names); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([][]string{{"scale-out at 4 replicas"}, {"scale-out at 8 replicas"}}, [][]string{c.OnlyA, c.OnlyB}); d != "" {
		t.Error(d)
	}
	none := Compare("a", "b", judgedOf(b), nil)
	if !none.Empty() || len(none.OnlyA) != 1 || len(none.OnlyB) != 0 {
		t.Errorf("%+v", none)
	}
	if other := Compare("a", "b", nil, judgedOf(b)); !other.Empty() || len(other.OnlyB) != 1 {
		t.Errorf("%+v", other)
	}
}

func TestCompareSumsOverUnequalRuns(t *testing.T) {
	b := scaleOutDoc(func(s *model.Comparison) { s.Rows = s.Rows[1:]; s.Rows[0].EPPRestarted = model.FlagOf(true) })
	c := Compare("a", "b", judgedOf(scaleOutDoc(func(*model.Comparison) {})), judgedOf(b))
	if p := pair(t, c, "1 replica", "requests"); p.Statistic != "median" || p.A != model.Of(1166) || p.B != model.Of(1166) {
		t.Errorf("%+v", p)
	}
	if p := pair(t, c, "1 replica", "epp_restarted"); p.Change.Reason != "sums over 3 and 2 runs" || p.Delta.OK() || p.Change.Word != "" {
		t.Errorf("%+v", p)
	}
}

// runUnder is a timeline of samples 20 s apart.
func runUnder(name string, slo float64, p99 ...float64) model.Timeline {
	t := model.Timeline{Name: name, Pointer: "/autoscaling_comparison/" + name, SLO: model.Of(slo), ColdStartSeconds: model.Of(20)}
	for i, v := range p99 {
		t.Seconds.Append(model.Of(float64(20 * i)))
		t.Append(model.P99TTFT, model.Of(v))
		t.Append(model.Ready, model.Of(float64(2+i)))
	}
	return t
}

func timelinesDoc(simulated bool, ts ...model.Timeline) *model.Document {
	return &model.Document{File: "t.json", Simulated: simulated, Parts: []model.Part{&model.TimelineSet{Pointer: "/autoscaling_comparison", Timelines: ts}}}
}

func TestCompareTimelines(t *testing.T) {
	a := timelinesDoc(true, runUnder("reactive", 500, 100, 700, 600), runUnder("leading", 500, 100, 100, 100))
	tests := []struct {
		name    string
		b       *model.Document
		key     string
		b0      model.Figure
		word    string
		because string
	}{
		{"fewer windows", timelinesDoc(true, runUnder("reactive", 500, 100, 700, 400)), "slo_breach_windows", model.Of(1), "better", "a model gives the same figure"},
		{"the same worst", timelinesDoc(true, runUnder("reactive", 500, 100, 700, 400)), "peak_p99_ttft_ms", model.Of(700), "no change", "equal"},
		{"worse", timelinesDoc(true, runUnder("reactive", 500, 100, 900, 400)), "peak_p99_ttft_ms", model.Of(900), "worse", "model"},
		{"another objective", timelinesDoc(true, runUnder("reactive", 650, 100, 700, 600)), "slo_breach_windows", model.Of(1), "", "not the same objective: 500 ms and 650 ms"},
		{"more samples", timelinesDoc(true, runUnder("reactive", 500, 100, 700, 600, 100)), "slo_breach_windows", model.Of(2), "", "of 3 and 4 samples"},
		{"measured", timelinesDoc(false, runUnder("reactive", 500, 100, 900, 600)), "peak_p99_ttft_ms", model.Of(900), "", "one run each has no spread"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare("a", "b", judgedOf(a), judgedOf(tt.b))
			p := pair(t, c, "reactive", tt.key)
			if p.B != tt.b0 || p.Change.Word != tt.word || !strings.Contains(p.Change.Basis+p.Change.Reason, tt.because) {
				t.Errorf("%v, %q by %q %q", p.B, p.Change.Word, p.Change.Basis, p.Change.Reason)
			}
			if d := cmp.Diff([]string{"autoscaling leading"}, c.OnlyA); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestSharedObjective(t *testing.T) {
	stated := func(v float64) timeline.SLO { return timeline.SLO{Limit: model.Of(v)} }
	bounds := func(lo, hi float64) timeline.SLO { return timeline.SLO{Low: model.Of(lo), High: model.Of(hi)} }
	tests := []struct {
		a, b      timeline.SLO
		low, high float64
		same      bool
	}{
		{stated(500), stated(500), 500, 500, true},
		{stated(500), stated(501), 0, 0, false},
		{stated(500), bounds(409, 502), 500, 500, true},
		{stated(600), bounds(409, 502), 0, 0, false},
		{bounds(409, 502), bounds(450, 600), 450, 502, true},
		{bounds(409, 502), bounds(550, 600), 0, 0, false},
		{bounds(409, 502), timeline.SLO{}, 0, 0, false},
	}
	for i, tt := range tests {
		low, high, same := timeline.SharedObjective(tt.a, tt.b)
		if same != tt.same || same && (low != tt.low || high != tt.high) {
			t.Errorf("%d: %v to %v, %v", i, low, high, same)
		}
	}
}

func TestCompareRollouts(t *testing.T) {
	stage := func(percent, requests, tpot, rate float64) model.Stage {
		return model.Stage{Percent: model.Of(percent), Requests: model.Of(requests), Figures: model.Values{model.TPOTDelta: model.Of(tpot), model.QualityDrop: model.Of(0.001), model.ErrorRate: model.Of(rate)}}
	}
	doc := func(stages ...model.Stage) *model.Document {
		return &model.Document{File: "c.json", Simulated: true, Parts: []model.Part{&model.RolloutSet{
			Policy:   model.GatePolicy{Limits: model.Values{model.TPOTDelta: model.Of(6), model.QualityDrop: model.Of(0.015), model.ErrorRate: model.Of(0.005)}},
			Rollouts: []model.Rollout{{Name: "build", Stages: stages}},
		}}}
	}
	c := Compare("a", "b", judgedOf(doc(stage(5, 250, 2, 0.001), stage(25, 1200, 19.6, 0.002))), judgedOf(doc(stage(5, 2000, 3, 0.001))))
	if p := pair(t, c, "build", "outcome"); p.TextA != "rolled back at 25 %" || p.TextB != "in progress" || p.Change.Word != "differs" {
		t.Errorf("%+v", p)
	}
	p := pair(t, c, "build", "tpot_delta_ms")
	if p.Label != "stage 5 %: TPOT against the baseline build" || p.Delta != model.Of(1) || p.Change.Percent != model.Of(50) || p.Change.Word != "worse" {
		t.Errorf("%+v", p)
	}
	notes := strings.Join(c.Groups[0].Notes, "\n")
	for _, part := range []string{"stage 25 % reached only in A", "stage 5 % of A: an error rate of 0.001 is less than one error in 250 requests"} {
		if !strings.Contains(notes, part) {
			t.Errorf("no %q in %q", part, notes)
		}
	}
	if strings.Contains(notes, "stage 5 % of B") {
		t.Errorf("2000 requests carry 0.001: %q", notes)
	}
}

func TestCompareColdStarts(t *testing.T) {
	doc := func(phases ...model.Phase) *model.Document {
		return &model.Document{File: "s.json", Parts: []model.Part{&model.Startup{Profiles: []model.Profile{{Name: "p", Phases: phases}}}}}
	}
	phase := func(name string, s float64) model.Phase { return model.Phase{Name: name, Seconds: model.Of(s)} }
	c := Compare("a", "b", judgedOf(doc(phase("pull", 70), phase("load", 30))), judgedOf(doc(phase("load", 20), phase("warm", 5))))
	if p := pair(t, c, "p", "total_seconds"); p.A != model.Of(100) || p.B != model.Of(25) || p.Delta != model.Of(-75) || p.Change.Word != "" || p.Change.Reason == "" {
		t.Errorf("%+v", p)
	}
	if p := pair(t, c, "p", "phase_2"); p.Label != "load" || p.Delta != model.Of(-10) {
		t.Errorf("%+v", p)
	}
	if d := cmp.Diff([]string{"phase pull only in A", "phase warm only in B"}, c.Groups[0].Notes); d != "" {
		t.Error(d)
	}
}

func TestOneOfEach(t *testing.T) {
	two := Judge(&model.Snapshot{Files: []model.File{
		{Key: "a", Name: "a.json", Doc: scaleOutDoc(func(*model.Comparison) {})}, {Key: "b", Name: "b.json", Doc: scaleOutDoc(func(*model.Comparison) {})},
	}}, gate.Options{}).List
	if err := OneOfEach(two); err == nil || err.Error() != "a.json and b.json both hold scale-out results: name one of them" {
		t.Errorf("%v", err)
	}
	if err := OneOfEach(judgedOf(timelinesDoc(true, runUnder("x", 1, 2), runUnder("y", 1, 2)))); err != nil {
		t.Errorf("two timelines of one file: %v", err)
	}
}

// TestCompareWithItself: a document compared with itself has no change but
// where a figure is missing, and swapping the sides turns better into worse.
func TestCompareWithItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() *model.Document {
			return scaleOutDoc(func(s *model.Comparison) {
				for i := range s.Rows {
					for _, m := range model.RunMetrics() {
						if v := rapid.Float64Range(0, 1000).Draw(t, "v"); rapid.IntRange(0, 9).Draw(t, "missing") > 0 {
							s.Rows[i].Figures[m] = model.Of(math.Round(v))
						} else {
							s.Rows[i].Figures[m] = model.Missing(model.Null)
						}
					}
				}
			})
		}
		a, b := judgedOf(draw()), judgedOf(draw())
		for _, g := range Compare("a", "a", a, a).Groups {
			for _, p := range g.Pairs {
				if p.Delta.OK() && (p.Change.Word != "no change" || p.Delta.Value != 0) || !p.Delta.OK() && p.Change.Word != "" {
					t.Fatalf("%s: %q %v", p.Label, p.Change.Word, p.Delta)
				}
			}
		}
		ab, ba := Compare("a", "b", a, b), Compare("b", "a", b, a)
		opposite := map[string]string{"better": "worse", "worse": "better", "higher": "lower", "lower": "higher"}
		for i, g := range ab.Groups {
			for j, p := range g.Pairs {
				q := ba.Groups[i].Pairs[j]
				// The tolerance is of either baseline, so only plain words are turned.
				if want, ok := opposite[p.Change.Word]; ok && q.Change.Word != want && q.Change.Word != "within noise" && q.Change.Word != "" {
					t.Fatalf("%s: %q one way, %q the other", p.Label, p.Change.Word, q.Change.Word)
				}
			}
		}
	})
}
