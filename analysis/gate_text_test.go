package analysis

import (
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestGateText(t *testing.T) {
	rule := func(id string) gate.Rule {
		r, ok := gate.BuiltIn().Rule(id)
		if !ok {
			t.Fatalf("no rule %s", id)
		}
		return r
	}
	tests := []struct {
		name                    string
		rule                    gate.Rule
		observed, limit         model.Figure
		wantObserved, wantLimit string
	}{
		{"a drop has no sign", rule(gate.RuleQualityDrop), model.Of(0.028000000000000025), model.Of(0.015), "0.028", "≤ 0.015"},
		{"a TPOT delta has one", rule(gate.RuleTPOTRegression), model.Of(19.6), model.Of(6), "+19.6 ms", "≤ 6 ms"},
		{"a fall of it", rule(gate.RuleTPOTRegression), model.Of(-3.6), model.Of(6), "−3.6 ms", "≤ 6 ms"},
		{"a change", rule(gate.RuleServed), model.Of(0.56), model.Of(-15), "+0.56 %", "≥ −15 %"},
		{"no change", rule(gate.RuleServed), model.Of(0), model.Of(-15), "0 %", "≥ −15 %"},
		{"dust is no change", rule(gate.RuleServed), model.Of(1e-12), model.Of(-15), "0 %", "≥ −15 %"},
		{"a size", rule(gate.RuleOfferedLoad), model.Of(-5), model.Of(1), "−5 %", "within ±1 %"},
		{"a size over by a hair", rule(gate.RuleOfferedLoad), model.Of(-1.00004), model.Of(1), "−1.00004 %", "within ±1 %"},
		{"a count", rule(gate.RuleNon200), model.Of(5), model.Of(0), "5", "≤ 0"},
		{"over by a hair", rule(gate.RuleTPOTCeiling), model.Of(45.00004), model.Of(45), "45.00004 ms", "≤ 45 ms"},
		{"under a long limit by a hair", rule(gate.RuleTPOTCeiling), model.Of(45), model.Of(45.00004), "45.00000 ms", "≤ 45.00004 ms"},
		{"a tiny rate over none", rule(gate.RuleErrorRate), model.Of(1e-12), model.Of(0), "1e−12", "≤ 0"},
		{"missing", rule(gate.RuleErrorRate), model.Missing(model.Null), model.Figure{}, "–", "–"},
	}
	for _, tt := range tests {
		g := gate.Gate{Rule: tt.rule, Observed: tt.observed, Limit: tt.limit}
		if got := [2]string{g.ObservedText(), g.LimitText()}; got != [2]string{tt.wantObserved, tt.wantLimit} {
			t.Errorf("%s: %q, want %q beside %q", tt.name, got, tt.wantObserved, tt.wantLimit)
		}
	}
}
