package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/policy"
	"scaledeck/analysis/timeline"
	"scaledeck/model"
	"scaledeck/model/format/policyfile"
)

// readPolicy reads a policy file as the command does.
func readPolicy(in string) (gate.Policy, []model.Issue) {
	f, issues := policyfile.Read("p.yaml", []byte(in))
	if f == nil {
		return gate.Policy{}, issues
	}
	return policy.PolicyOf(f)
}

func mustPolicy(t testing.TB, in string) gate.Policy {
	t.Helper()
	p, issues := readPolicy(in)
	if len(issues) > 0 {
		t.Fatalf("%v in\n%s", issues, in)
	}
	return p
}

func TestPolicyExtends(t *testing.T) {
	p := mustPolicy(t, `version: 1
name: fleet
extends: built-in
slo: 500ms
rules:
  - id: scale-out.served-throughput
    limit: -10
    severity: warn
  - id: canary.tpot-ceiling
    off: true
  - id: canary.quality-drop
    min_samples: 200
  - id: scale-out.kv-cache
    metric: max_kv_cache_pct
    statistic: max
    operator: at_most
    limit: 90
    optional: true
`)
	want := gate.BuiltIn()
	want.Name, want.SLO, want.OwnSLO = "fleet", model.Of(500), true
	served := &want.Rules[1]
	served.Limit, served.OwnLimit, served.Warn = -10, true, true
	quality := &want.Rules[8]
	quality.MinSamples = 200 // its limit stays the files' to state
	want.Rules = append(want.Rules[:7], want.Rules[8:]...)
	want.Rules = append(want.Rules, gate.Rule{
		ID: "scale-out.kv-cache", Name: "peak KV cache use", Kind: gate.KindScaleOut, Metric: "max_kv_cache_pct", Statistic: "max", Op: gate.AtMost, Limit: 90,
		Unit: model.Percent, MinSamples: 1, Optional: true, OwnLimit: true,
	})
	if diff := cmp.Diff(want, p); diff != "" {
		t.Error(diff)
	}
}

// TestPolicyRoundTrip holds that a printed policy reads back to itself.
func TestPolicyRoundTrip(t *testing.T) {
	if diff := cmp.Diff(gate.BuiltIn(), mustPolicy(t, policy.YAML(gate.BuiltIn()))); diff != "" {
		t.Errorf("built-in: %s", diff)
	}
	all := policy.Subjects()
	rapid.Check(t, func(t *rapid.T) {
		p := gate.Policy{Name: rapid.StringMatching(`[a-zé"'\\#: -]{0,20}[a-z]`).Draw(t, "name")}
		p.Name = strings.TrimSpace(p.Name)
		if rapid.Bool().Draw(t, "slo") {
			p.SLO, p.OwnSLO = model.Of(float64(rapid.IntRange(1, 1e9).Draw(t, "µs"))/1000), rapid.Bool().Draw(t, "own")
		}
		for i := range rapid.IntRange(1, 5).Draw(t, "rules") {
			s := rapid.SampledFrom(all).Draw(t, "metric")
			r := gate.Rule{
				ID: "r" + string(rune('a'+i)), Name: "rule: # 1", Kind: s.Kind, Metric: s.Metric.ID, Op: gate.Op(rapid.IntRange(0, 3).Draw(t, "op")),
				Statistic: rapid.SampledFrom(s.Statistics).Draw(t, "statistic"), Limit: rapid.Float64().Draw(t, "limit"),
				MinSamples: rapid.IntRange(1, 9999).Draw(t, "n"), Optional: rapid.Bool().Draw(t, "optional"),
				Warn: rapid.Bool().Draw(t, "warn"), OwnLimit: rapid.Bool().Draw(t, "own"),
			}
			if r.Statistic == gate.OverSLO {
				r.Op = gate.AtMost
			}
			if s.Kind == gate.KindScaleOut {
				r.Relation = gate.Relation(rapid.IntRange(0, 2).Draw(t, "relation"))
				r.Everywhere = r.Relation == gate.Absolute && rapid.Bool().Draw(t, "everywhere")
			}
			r.Unit = s.Unit(r)
			p.Rules = append(p.Rules, r)
		}
		got, issues := readPolicy(policy.YAML(p))
		if len(issues) > 0 {
			t.Fatalf("%v in\n%s", issues, policy.YAML(p))
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Fatalf("%s in\n%s", diff, policy.YAML(p))
		}
	})
}

// TestPolicyMistakes holds every mistake to its place and to what was expected.
func TestPolicyMistakes(t *testing.T) {
	const head = "version: 1\nrules:\n"
	rule := func(lines ...string) string {
		return head + "  - id: own.rule\n    " + strings.Join(lines, "\n    ") + "\n"
	}
	const metric = "metric: max_epp_queue"
	tests := []struct{ name, in, want string }{
		{"no rules", "version: 1\n", "p.yaml: no rule is left: expected at least one, or extends: built-in"},
		{"extends another", "version: 1\nextends: prod\n", `p.yaml:2:10: extends "prod": expected built-in`},
		{"no id", head + "  - limit: 3\n", "p.yaml:3:5: a rule without an id"},
		{"odd id", head + "  - id: Own Rule\n", `p.yaml:3:9: id "Own Rule": expected lower-case words`},
		{"id twice", "version: 1\nextends: built-in\nrules:\n  - id: canary.error-rate\n    limit: 1\n  - id: canary.error-rate\n    limit: 2\n", "p.yaml:6:9: id canary.error-rate stands twice, first in line 4"},
		{"unknown metric", rule("metric: gpu_temp"), `p.yaml:4:13: unknown metric "gpu_temp": the known ones are scale-out: requests, http_200`},
		{"no metric", rule("limit: 3"), "p.yaml:3:5: rule own.rule has no metric: expected one of scale-out: requests"},
		{"no operator", rule(metric, "statistic: max", "limit: 3"), "p.yaml:3:5: rule own.rule has no operator: expected at_most, at_least, below, above"},
		{"no limit", rule(metric, "statistic: max", "operator: below"), "p.yaml:3:5: rule own.rule has no limit: expected a number"},
		{"no statistic", rule(metric, "operator: below", "limit: 3"), "p.yaml:3:5: rule own.rule has no statistic: expected median, min, max"},
		{"statistic of another kind", rule(metric, "statistic: sum", "operator: below", "limit: 3"), `p.yaml:5:16: statistic "sum" of max_epp_queue: expected median, min, max`},
		{"operator", rule(metric, "statistic: max", "operator: <", "limit: 3"), `p.yaml:6:15: operator "<": expected at_most, at_least, below, above`},
		{"severity", rule(metric, "statistic: max", "operator: below", "limit: 3", "severity: error"), `p.yaml:8:15: severity "error": expected fail, warn`},
		{"baseline", rule(metric, "statistic: max", "operator: below", "limit: 3", "baseline: relative"), `p.yaml:8:15: baseline "relative": expected absolute, difference, change_percent`},
		{"direction", rule(metric, "statistic: max", "operator: below", "limit: 3", "direction: up"), `p.yaml:8:16: direction "up": expected neither, lower, higher`},
		{"limit_from", rule(metric, "statistic: max", "operator: below", "limit: 3", "limit_from: me"), `p.yaml:8:17: limit_from "me": expected policy, file`},
		{"slo_from alone", "version: 1\nextends: built-in\nslo_from: file\n", "p.yaml:3:11: slo_from without slo"},
		{"the wrong way round", rule(metric, "statistic: max", "operator: at_least", "limit: 3"), "p.yaml:3:5: rule own.rule: less is an improvement for peak EPP queue: expected the other operator, or direction: neither"},
		{"precondition", rule(metric, "statistic: max", "operator: below", "limit: 3", "precondition: own.load"), "p.yaml:3:9: rule own.rule: its precondition own.load is no rule of the policy"},
		{"its own precondition", rule(metric, "statistic: max", "operator: below", "limit: 3", "precondition: own.rule"), "p.yaml:3:9: rule own.rule: its precondition own.rule has one itself"},
		{"precondition taken out", "version: 1\nextends: built-in\nrules:\n  - id: scale-out.offered-load\n    off: true\n", "p.yaml:4:9: rule scale-out.served-throughput needs scale-out.offered-load"},
		{"canary with a baseline", rule("metric: quality_drop", "operator: below", "limit: 3", "baseline: difference"), "p.yaml:7:15: baseline: only scale-out rules have one, and quality_drop is of canary"},
		{"everywhere, relative", rule(metric, "statistic: max", "operator: below", "limit: 3", "baseline: difference", "everywhere: true"), "everywhere counts the baseline's own figure"},
		{"at least so many windows", rule("metric: p99_ttft_ms", "statistic: windows over SLO", "operator: above", "limit: 3"), "p.yaml:6:15: operator of windows over SLO: expected at_most or below"},
		{"negative magnitude", rule(metric, "statistic: max", "operator: below", "limit: -3", "magnitude: true"), "p.yaml:7:12: limit of a magnitude: expected 0 or more"},
		{"too many repeats", rule(metric, "statistic: max", "operator: below", "limit: 3", "min_samples: 10001"), "p.yaml:8:18: min_samples 10001: expected at most 10000 repeats or samples"},
		{"off, unknown", head + "  - id: own.rule\n    off: true\n", "p.yaml:4:10: off: there is no rule own.rule to take out"},
		{"off beside others", "version: 1\nextends: built-in\nrules:\n  - id: canary.error-rate\n    off: true\n    limit: 1\n", "p.yaml:5:10: off: true beside other keys"},
		{"another meaning", "version: 1\nextends: built-in\nrules:\n  - id: canary.error-rate\n    metric: quality_drop\n", "p.yaml:5:13: metric of built-in rule canary.error-rate cannot change"},
		{"another meaning, alone", head + "  - id: scale-out.non-200\n    metric: http_non_200\n    statistic: max\n    operator: at_most\n    limit: 0\n", "p.yaml:5:16: statistic of built-in rule scale-out.non-200 cannot change"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, issues := readPolicy(tt.in)
			if len(issues) == 0 {
				t.Fatalf("read as %+v", p)
			}
			if s := issues[0].String(); !strings.Contains(s, tt.want) {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

// TestLimitPrecedence holds which limit counts: flag, policy that states one,
// file, policy that does not.
func TestLimitPrecedence(t *testing.T) {
	file := func(limit model.Figure) *model.File {
		c := &model.RolloutSet{Policy: model.GatePolicy{Pointer: "/p", Limits: model.Values{model.ErrorRate: limit}}, Rollouts: []model.Rollout{{Name: "b", Stages: []model.Stage{{
			Percent: model.Of(100), Requests: model.Of(100), Figures: model.Values{model.ErrorRate: model.Of(0.1), model.TPOTDelta: model.Of(0), model.QualityDrop: model.Of(0)},
		}}}}}
		return &model.File{Key: "f", Name: "f", Doc: &model.Document{File: "f", Parts: []model.Part{c}}}
	}
	entry := func(more string) gate.Policy {
		return mustPolicy(t, "version: 1\nname: mine\nextends: built-in\nrules:\n  - id: canary.error-rate\n"+more)
	}
	tests := []struct {
		name   string
		policy gate.Policy
		stated model.Figure
		flags  map[string]float64
		limit  model.Figure
		source string
	}{
		{"nothing stated", gate.Policy{}, model.Figure{}, nil, model.Of(0.005), "policy built-in"},
		{"the file states one", gate.Policy{}, model.Of(0.2), nil, model.Of(0.2), "stated in canary_gate_policy"},
		{"the policy states one", entry("    limit: 0.3\n"), model.Of(0.2), nil, model.Of(0.3), "policy mine"},
		{"the policy leaves it to the file", entry("    limit: 0.3\n    limit_from: file\n"), model.Of(0.2), nil, model.Of(0.2), "stated in canary_gate_policy"},
		{"the file states none", entry("    limit: 0.3\n    limit_from: file\n"), model.Figure{}, nil, model.Of(0.3), "policy mine"},
		{"the policy changes something else", entry("    min_samples: 3\n"), model.Of(0.2), nil, model.Of(0.2), "stated in canary_gate_policy"},
		{"the built-in limit first", entry("    limit_from: policy\n"), model.Of(0.2), nil, model.Of(0.005), "policy mine"},
		{"what the file states is no number", gate.Policy{}, model.Missing(model.NotFinite), nil, model.Missing(model.NotFinite), "stated in canary_gate_policy"},
		{"the policy instead of no number", entry("    limit: 0.3\n"), model.Missing(model.NotFinite), nil, model.Of(0.3), "policy mine"},
		{"a flag before all", entry("    limit: 0.3\n"), model.Of(0.2), map[string]float64{gate.RuleErrorRate: 0.4}, model.Of(0.4), "set by flag"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, _ := canaryOf(file(tt.stated), gate.Options{Policy: tt.policy, Limits: tt.flags})
			for _, g := range list[0].Gates {
				if g.Rule.ID == gate.RuleErrorRate && (g.Limit != tt.limit || g.LimitSource != tt.source) {
					t.Errorf("%v, %s", g.Limit, g.LimitSource)
				}
			}
		})
	}
}

func TestSLOPrecedence(t *testing.T) {
	policy := func(more string) gate.Policy {
		return mustPolicy(t, "version: 1\nname: mine\nextends: built-in\n"+more)
	}
	tests := []struct {
		name   string
		policy gate.Policy
		stated model.Figure
		flag   model.Figure
		over   int // of the figures 100, 200, 300 and 400 ms
		source string
	}{
		{"the file's", gate.Policy{}, model.Of(250), model.Figure{}, 2, "stated in the file"},
		{"the policy's", policy("slo: 150ms\n"), model.Of(250), model.Figure{}, 3, "policy mine"},
		{"left to the file", policy("slo: 150ms\nslo_from: file\n"), model.Of(250), model.Figure{}, 2, "stated in the file"},
		{"where the file states none", policy("slo: 150ms\nslo_from: file\n"), model.Figure{}, model.Figure{}, 3, "policy mine"},
		{"a flag before all", policy("slo: 150ms\n"), model.Of(250), model.Of(350), 1, "set by the caller"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tl := model.Timeline{Name: "t", SLO: tt.stated, Seconds: model.SeriesOf(0, 1, 2, 3), Breached: make([]model.Flag, 4)}
			tl.Set(model.P99TTFT, model.SeriesOf(100, 200, 300, 400))
			a := timeline.JudgeTimeline(&tl, timeline.SLO{}, gate.Options{Policy: tt.policy, SLO: tt.flag})
			if a.Breach != tt.over || a.SLO.Source != tt.source {
				t.Errorf("%d over, %s", a.Breach, a.SLO.Source)
			}
		})
	}
}
