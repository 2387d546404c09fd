package analysis

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
)

func TestExplain(t *testing.T) {
	f, _ := judgeScaleOut(fileOf(knownScaleOut()), Options{})
	rows := func(key string, numbers ...string) string {
		return "/rows/" + strings.Join(numbers, key+", /rows/") + key
	}
	tests := []struct {
		name string
		gate Gate
		want []Detail
	}{
		{"a change", f.ScaleOut.Criteria[2].Cells[2], []Detail{
			{"rule", "scale-out.premium-ttft: the change of the median of premium burst p95 TTFT against the baseline must be ≤ +20 %; judged only where scale-out.offered-load holds"},
			{"scope", "4 replicas"},
			{"figure", "median of premium burst p95 TTFT: 321.926 ms"},
			{"unit", "ms, compared in %"},
			{"limit", "≤ +20 %, stated in the file's criteria /decision/criteria"},
			{"baseline", "374.167 ms at 1 replica"},
			{"change", "−13.96 %"},
			{"margin", "+33.96 %"},
			{"samples", "n = 3, at least 3 needed"},
			{"verdict", "PASS"},
			{"provenance", "derived"},
			{"file", "scale.json /rows/7/premium_burst_p95_ttft_ms"},
			{"computed from", rows("/premium_burst_p95_ttft_ms", "6", "7", "8", "0", "1", "2")},
		}},
		{"the baseline's figure", f.ScaleOut.Criteria[3].Cells[2], []Detail{
			{"rule", "scale-out.non-200: the sum of non-200 responses must be ≤ 0, the baseline included"},
			{"scope", "4 replicas"},
			{"whose figure", "1 replica (baseline)"},
			{"figure", "sum of non-200 responses: 0"},
			{"unit", "count"},
			{"limit", "≤ 0, stated in the file's criteria /decision/criteria"},
			{"baseline", "5 at 1 replica"},
			{"margin", "−5"},
			{"samples", "n = 3"},
			{"verdict", "FAIL"},
			{"reason", "4 replicas: none of its own, fails on the baseline's 5"},
			{"provenance", "derived"},
			{"file", "scale.json /rows/0/http_non_200"},
			{"decided by", "1 replica (baseline): 5, from " + rows("/http_non_200", "0", "1", "2")},
			{"own figure", "4 replicas: 0, from " + rows("/http_non_200", "6", "7", "8")},
		}},
		{"not in file", evaluate(Gate{
			Rule:  Rule{ID: "canary.tpot-ceiling", Name: "TPOT", Metric: "canary_tpot_ms", Statistic: "value", Unit: model.Milliseconds, MinSamples: 2},
			Limit: model.Of(45), LimitSource: "policy built-in", NotInFile: true, File: "c.json",
		}, false), []Detail{
			{"rule", "canary.tpot-ceiling: TPOT must be ≤ 0 ms"},
			{"figure", "TPOT: not in file"},
			{"unit", "ms"},
			{"limit", "≤ 45 ms, policy built-in"},
			{"samples", "n = 0, at least 2 needed"},
			{"verdict", "INFO"},
			{"reason", "not in file"},
			{"provenance", "measured"},
			{"file", "c.json"},
		}},
		{"a missing figure", evaluate(Gate{
			Rule:  Rule{ID: "x", Name: "error rate", Statistic: "value", Unit: model.Share, Limit: 0.005},
			Limit: model.Of(0.005), Observed: model.Missing(model.NotFinite), File: "c.json", Pointer: "/a",
		}, false), []Detail{
			{"rule", "x: error rate must be ≤ 0.5 %"},
			{"figure", "error rate: – (not finite)"},
			{"unit", "% (a share of 1 in the file)"},
			{"limit", "≤ 0.5 %"},
			{"samples", "n = 0"},
			{"verdict", "UNDECIDED"},
			{"reason", "no figure: not finite"},
			{"provenance", "measured"},
			{"file", "c.json /a"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, tt.gate.Explain()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestRuleWords(t *testing.T) {
	tests := []struct {
		rule Rule
		want string
	}{
		{Rule{Name: "offered load", Metric: "offered_rps_per_gpu", Statistic: "median", Limit: 1, Unit: model.Percent, Relation: ChangePercent, Magnitude: true},
			"the change of the median of offered load per GPU against the baseline must be within ±1 %"},
		{Rule{Name: "p99 TTFT over SLO", Metric: "p99_ttft_ms", Statistic: overSLO, Unit: model.Count}, "the number of windows with p99 TTFT over the SLO must be ≤ 0"},
		{Rule{Name: "quality", Statistic: "value", Op: Above, Limit: 0.9, Unit: model.Score, Warn: true}, "quality must be > 0.9; a break only warns"},
		{Rule{Name: "p99", Statistic: "max", Op: Below, Limit: 500, Unit: model.Milliseconds, Relation: Difference},
			"the change of the max of p99 against the baseline must be < +500 ms"},
	}
	for _, tt := range tests {
		if got := tt.rule.Words(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// TestFiguresTellThemselvesFromTheLimit: a break by a hair must not print as
// the limit itself.
func TestFiguresTellThemselvesFromTheLimit(t *testing.T) {
	g := Gate{Rule: Rule{Relation: ChangePercent, Unit: model.Percent}, Observed: model.Of(20.00004), Limit: model.Of(20)}
	if got := observedAgainst(g); got != "+20.00004 % (limit +20 %)" {
		t.Errorf("%q", got)
	}
}

// TestGateTexts holds the one form that figures and limits are printed in.
func TestGateTexts(t *testing.T) {
	change := Rule{Relation: ChangePercent, Unit: model.Percent}
	size := Rule{Relation: ChangePercent, Unit: model.Percent, Magnitude: true}
	tests := []struct {
		rule                    Rule
		observed, limit         float64
		figure, against, margin string
	}{
		{size, 0.25469, 1, "+0.25 %", "within ±1 %", "+0.75 %"},
		{size, -0.30099, 1, "−0.3 %", "within ±1 %", "+0.7 %"},
		{size, 1.004, 1, "+1.004 %", "within ±1 %", "−0.004 %"},
		{size, -1.004, 1, "−1.004 %", "within ±1 %", "−0.004 %"},
		{size, 0.2547, 0.251, "+0.255 %", "within ±0.251 %", "−0.0037 %"},
		{change, 20.00004, 20, "+20.00004 %", "≤ 20 %", "−0.00004 %"},
		{change, -13.9622, 20, "−13.96 %", "≤ 20 %", "+33.96 %"},
		{Rule{Metric: "tpot_delta_ms", Unit: model.Milliseconds}, 19.6, 6, "+19.6 ms", "≤ 6 ms", "−13.6 ms"},
		{Rule{Metric: "quality_drop", Unit: model.Score}, 0.0041, 0.015, "0.0041", "≤ 0.015", "+0.0109"},
	}
	for _, tt := range tests {
		g := evaluate(Gate{Rule: tt.rule, Observed: model.Of(tt.observed), Limit: model.Of(tt.limit)}, false)
		if got := [3]string{g.ObservedText(), g.LimitText(), g.MarginText()}; got != [3]string{tt.figure, tt.against, tt.margin} {
			t.Errorf("%v against %v: %q", tt.observed, tt.limit, got)
		}
	}
}
