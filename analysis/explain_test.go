package analysis

import (
	"strings"
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestExplain(t *testing.T) {
	f, _ := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	rows := func(key string, numbers ...string) string {
		return "/rows/" + strings.Join(numbers, key+", /rows/") + key
	}
	tests := []struct {
		name string
		gate gate.Gate
		want []gate.Detail
	}{
		{"a change", comparison.ScaleOutOf(f.Outcome).Criteria[2].Cells[2], []gate.Detail{
			{Label: "rule", Text: "scale-out.premium-ttft: the change of the median of premium burst p95 TTFT against the baseline must be ≤ +20 %; judged only where scale-out.offered-load holds"},
			{Label: "scope", Text: "4 replicas"},
			{Label: "figure", Text: "median of premium burst p95 TTFT: 321.926 ms"},
			{Label: "unit", Text: "ms, compared in %"},
			{Label: "limit", Text: "≤ +20 %, stated in the file's criteria /decision/criteria"},
			{Label: "baseline", Text: "374.167 ms at 1 replica"},
			{Label: "change", Text: "−13.96 %"},
			{Label: "margin", Text: "+33.96 %"},
			{Label: "samples", Text: "n = 3, at least 3 needed"},
			{Label: "verdict", Text: "PASS"},
			{Label: "provenance", Text: "derived"},
			{Label: "file", Text: "scale.json /rows/7/premium_burst_p95_ttft_ms"},
			{Label: "computed from", Text: rows("/premium_burst_p95_ttft_ms", "6", "7", "8", "0", "1", "2")},
		}},
		{"the baseline's figure", comparison.ScaleOutOf(f.Outcome).Criteria[3].Cells[2], []gate.Detail{
			{Label: "rule", Text: "scale-out.non-200: the sum of non-200 responses must be ≤ 0, the baseline included"},
			{Label: "scope", Text: "4 replicas"},
			{Label: "whose figure", Text: "1 replica (baseline)"},
			{Label: "figure", Text: "sum of non-200 responses: 0"},
			{Label: "unit", Text: "count"},
			{Label: "limit", Text: "≤ 0, stated in the file's criteria /decision/criteria"},
			{Label: "baseline", Text: "5 at 1 replica"},
			{Label: "margin", Text: "−5"},
			{Label: "samples", Text: "n = 3"},
			{Label: "verdict", Text: "FAIL"},
			{Label: "reason", Text: "4 replicas: none of its own, fails on the baseline's 5"},
			{Label: "provenance", Text: "derived"},
			{Label: "file", Text: "scale.json /rows/0/http_non_200"},
			{Label: "decided by", Text: "1 replica (baseline): 5, from " + rows("/http_non_200", "0", "1", "2")},
			{Label: "own figure", Text: "4 replicas: 0, from " + rows("/http_non_200", "6", "7", "8")},
		}},
		{"not in file", gate.Apply(gate.Gate{
			Rule:  gate.Rule{ID: "canary.tpot-ceiling", Name: "TPOT", Metric: "canary_tpot_ms", Statistic: "value", Unit: model.Milliseconds, MinSamples: 2},
			Limit: model.Of(45), LimitSource: "policy built-in", NotInFile: true, File: "c.json",
		}, gate.Evidence{}, false), []gate.Detail{
			{Label: "rule", Text: "canary.tpot-ceiling: TPOT must be ≤ 0 ms"},
			{Label: "figure", Text: "TPOT: not in file"},
			{Label: "unit", Text: "ms"},
			{Label: "limit", Text: "≤ 45 ms, policy built-in"},
			{Label: "samples", Text: "n = 0, at least 2 needed"},
			{Label: "verdict", Text: "INFO"},
			{Label: "reason", Text: "not in file"},
			{Label: "provenance", Text: "measured"},
			{Label: "file", Text: "c.json"},
		}},
		{"a missing figure", gate.Apply(gate.Gate{
			Rule:  gate.Rule{ID: "x", Name: "error rate", Statistic: "value", Unit: model.Share, Limit: 0.005},
			Limit: model.Of(0.005), Observed: model.Missing(model.NotFinite), File: "c.json", Pointer: "/a",
		}, gate.Evidence{}, false), []gate.Detail{
			{Label: "rule", Text: "x: error rate must be ≤ 0.5 %"},
			{Label: "figure", Text: "error rate: – (not finite)"},
			{Label: "unit", Text: "% (a share of 1 in the file)"},
			{Label: "limit", Text: "≤ 0.5 %"},
			{Label: "samples", Text: "n = 0"},
			{Label: "verdict", Text: "UNDECIDED"},
			{Label: "reason", Text: "no figure: not finite"},
			{Label: "provenance", Text: "measured"},
			{Label: "file", Text: "c.json /a"},
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
		rule gate.Rule
		want string
	}{
		{gate.Rule{Name: "offered load", Metric: "offered_rps_per_gpu", Statistic: "median", Limit: 1, Unit: model.Percent, Relation: gate.ChangePercent, Magnitude: true},
			"the change of the median of offered load per GPU against the baseline must be within ±1 %"},
		{gate.Rule{Name: "p99 TTFT over SLO", Metric: "p99_ttft_ms", Statistic: gate.OverSLO, Unit: model.Count}, "the number of windows with p99 TTFT over the SLO must be ≤ 0"},
		{gate.Rule{Name: "quality", Statistic: "value", Op: gate.Above, Limit: 0.9, Unit: model.Score, Warn: true}, "quality must be > 0.9; a break only warns"},
		{gate.Rule{Name: "p99", Statistic: "max", Op: gate.Below, Limit: 500, Unit: model.Milliseconds, Relation: gate.Difference},
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
	g := gate.Gate{Rule: gate.Rule{Relation: gate.ChangePercent, Unit: model.Percent}, Observed: model.Of(20.00004), Limit: model.Of(20)}
	if got := gate.ObservedAgainst(g); got != "+20.00004 % (limit +20 %)" {
		t.Errorf("%q", got)
	}
}

// TestGateTexts holds the one form that figures and limits are printed in.
func TestGateTexts(t *testing.T) {
	change := gate.Rule{Relation: gate.ChangePercent, Unit: model.Percent}
	size := gate.Rule{Relation: gate.ChangePercent, Unit: model.Percent, Magnitude: true}
	tests := []struct {
		rule                    gate.Rule
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
		{gate.Rule{Metric: "tpot_delta_ms", Unit: model.Milliseconds}, 19.6, 6, "+19.6 ms", "≤ 6 ms", "−13.6 ms"},
		{gate.Rule{Metric: "quality_drop", Unit: model.Score}, 0.0041, 0.015, "0.0041", "≤ 0.015", "+0.0109"},
	}
	for _, tt := range tests {
		g := gate.Apply(gate.Gate{Rule: tt.rule, Observed: model.Of(tt.observed), Limit: model.Of(tt.limit)}, gate.Evidence{}, false)
		if got := [3]string{g.ObservedText(), g.LimitText(), g.MarginText()}; got != [3]string{tt.figure, tt.against, tt.margin} {
			t.Errorf("%v against %v: %q", tt.observed, tt.limit, got)
		}
	}
}
