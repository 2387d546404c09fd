package analysis

import (
	"math"
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestEvaluate(t *testing.T) {
	atMost := gate.Rule{Op: gate.AtMost, MinSamples: 1}
	tests := []struct {
		name     string
		rule     gate.Rule
		observed model.Figure
		limit    model.Figure
		n        int
		notIn    bool
		strict   bool
		want     gate.Verdict
		margin   model.Figure
	}{
		{"below the limit", atMost, model.Of(4), model.Of(6), 1, false, false, gate.Pass, model.Of(2)},
		{"on the limit passes at most", atMost, model.Of(6), model.Of(6), 1, false, false, gate.Pass, model.Of(0)},
		{"over the limit", atMost, model.Of(19.5), model.Of(6), 1, false, false, gate.Fail, model.Of(-13.5)},
		{"dust is not a break", atMost, model.Of(0.1 + 0.2), model.Of(0.3), 1, false, false, gate.Pass, model.Of(0)},
		{"on the limit fails below", gate.Rule{Op: gate.Below}, model.Of(500), model.Of(500), 1, false, false, gate.Fail, model.Of(0)},
		{"at least", gate.Rule{Op: gate.AtLeast}, model.Of(-15), model.Of(-15), 1, false, false, gate.Pass, model.Of(0)},
		{"at least broken", gate.Rule{Op: gate.AtLeast}, model.Of(-16), model.Of(-15), 1, false, false, gate.Fail, model.Of(-1)},
		{"magnitude of a fall", gate.Rule{Op: gate.AtMost, Magnitude: true}, model.Of(-3), model.Of(1), 1, false, false, gate.Fail, model.Of(-2)},
		{"NaN is neither", atMost, model.Of(math.NaN()), model.Of(6), 1, false, false, gate.Undecided, model.Figure{}},
		{"null is neither", atMost, model.Missing(model.Null), model.Of(6), 1, false, false, gate.Undecided, model.Figure{}},
		{"missing limit", atMost, model.Of(1), model.Figure{}, 1, false, false, gate.Undecided, model.Figure{}},
		{"too few samples", gate.Rule{Op: gate.AtMost, MinSamples: 3}, model.Of(1), model.Of(6), 2, false, false, gate.Undecided, model.Figure{}},
		{"not in file", atMost, model.Figure{}, model.Of(45), 0, true, false, gate.Info, model.Figure{}},
		{"not in file, strict", atMost, model.Figure{}, model.Of(45), 0, true, true, gate.Undecided, model.Figure{}},
		{"a warning does not fail", gate.Rule{Op: gate.AtMost, Warn: true}, model.Of(9), model.Of(6), 1, false, false, gate.Info, model.Of(-3)},
		{"zero limit", atMost, model.Of(5), model.Of(0), 3, false, false, gate.Fail, model.Of(-5)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gate.Apply(gate.Gate{Rule: tt.rule, Observed: tt.observed, Limit: tt.limit, N: tt.n, NotInFile: tt.notIn}, gate.Evidence{}, tt.strict)
			if g.Verdict != tt.want || g.Margin != tt.margin {
				t.Errorf("verdict %v margin %v, want %v %v", g.Verdict, g.Margin, tt.want, tt.margin)
			}
			if (g.Verdict == gate.Undecided) && g.Reason.String() == "" {
				t.Error("UNDECIDED without a reason")
			}
		})
	}
}
