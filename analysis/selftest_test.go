package analysis

import (
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/policy"
	"scaledeck/model"
)

func TestSelfTestBuiltIn(t *testing.T) {
	proofs := SelfTest(gate.BuiltIn())
	if len(proofs) != 10 {
		t.Fatalf("%d proofs", len(proofs))
	}
	for _, p := range proofs {
		if !p.OK() || p.Rule.Op.Meets(p.Red.Value, p.Rule.Limit) && !p.Rule.Magnitude {
			t.Errorf("%s: %s, red %v, green %v", p.Rule.ID, p.Problem(), p.Red, p.Green)
		}
	}
}

// TestSelfTestEveryMetric proves a sound rule on every statistic of every metric.
func TestSelfTestEveryMetric(t *testing.T) {
	for _, s := range policy.Subjects() {
		for _, statistic := range s.Statistics {
			for _, relation := range []gate.Relation{gate.Absolute, gate.Difference, gate.ChangePercent} {
				if relation != gate.Absolute && s.Kind != gate.KindScaleOut {
					continue
				}
				r := gate.Rule{ID: "own.rule", Name: "rule", Kind: s.Kind, Metric: s.Metric.ID, Statistic: statistic, Relation: relation, Op: gate.AtMost, Limit: 0.5, MinSamples: 3}
				r.Unit = s.Unit(r)
				if s.Metric.ID == model.EPPRestarts.ID && relation != gate.Absolute {
					continue // the baseline of 1 is the most there is: a change can only fall
				}
				if p := SelfTest(gate.Policy{Name: "own", Rules: []gate.Rule{r}})[0]; !p.OK() {
					t.Errorf("%s of %s, %v: %s", statistic, s.Metric.ID, relation, p.Problem())
				}
			}
		}
	}
}

// TestSelfTestFinds holds that a rule which cannot go red, or cannot pass, is found.
func TestSelfTestFinds(t *testing.T) {
	const head = "version: 1\nrules:\n  - id: own.rule\n    "
	tests := []struct{ name, in, want string }{
		{"more than all requests fail", head + "metric: canary_error_rate\n    operator: at_most\n    limit: 1\n", "no figure that a file can hold breaks it: it can never fail"},
		{"more than full", head + "metric: max_kv_cache_pct\n    statistic: max\n    operator: at_most\n    limit: 100\n", "no figure that a file can hold breaks it: it can never fail"},
		{"less than nothing served", head + "metric: served_rps_per_gpu\n    statistic: median\n    operator: at_least\n    limit: -100\n    baseline: change_percent\n", "no figure that a file can hold breaks it: it can never fail"},
		{"negative errors", head + "metric: canary_error_rate\n    operator: at_most\n    limit: -1\n", "no figure that a file can hold meets it: it can never pass"},
		{"fewer than no windows", head + "metric: p99_ttft_ms\n    statistic: windows over SLO\n    operator: below\n    limit: 0\n", "no figure that a file can hold meets it: it can never pass"},
		{"only warns", head + "metric: canary_error_rate\n    operator: at_most\n    limit: 0.1\n    severity: warn\n", ""},
		{"optional", head + "metric: canary_error_rate\n    operator: at_most\n    limit: 0.1\n    optional: true\n", ""},
		{"an own objective", head + "metric: p99_ttft_ms\n    statistic: windows over SLO\n    operator: at_most\n    limit: 3\nslo: 2s\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := SelfTest(mustPolicy(t, tt.in))[0].Problem(); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestOptional holds that what no run carries is listed and not missed, and that
// what some runs carry is missed where it is not there.
func TestOptional(t *testing.T) {
	p := mustPolicy(t, "version: 1\nrules:\n  - id: own.queue\n    metric: max_epp_queue\n    statistic: max\n    operator: at_most\n    limit: 1e9\n    optional: true\n")
	tests := []struct {
		name   string
		state  func(row int) model.Figure
		strict bool
		want   gate.Verdict
	}{
		{"in no run", func(int) model.Figure { return model.Figure{} }, false, gate.Info},
		{"in no run, strict", func(int) model.Figure { return model.Figure{} }, true, gate.Undecided},
		{"null in a run", func(i int) model.Figure { return [2]model.Figure{{}, model.Missing(model.Null)}[min(i, 1)] }, false, gate.Undecided},
		{"in every run", func(int) model.Figure { return model.Of(1) }, false, gate.Pass},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := known.FreeOfErrors()
			for i := range s.Rows {
				s.Rows[i].Figures[model.MaxEPPQueue] = tt.state(i % 3)
			}
			f, _ := scaleOutOf(known.FileOf(s), gate.Options{Policy: p, Strict: tt.strict})
			if got := f.Gates[0].Verdict; got != tt.want {
				t.Errorf("%v: %s", got, f.Gates[0].Reason)
			}
		})
	}
}
