package analysis

import (
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestUsed(t *testing.T) {
	tests := []struct {
		name            string
		op              gate.Op
		magnitude       bool
		observed, limit model.Figure
		want            model.Figure
	}{
		{"below the limit", gate.AtMost, false, model.Of(3), model.Of(6), model.Of(0.5)},
		{"over the limit", gate.Below, false, model.Of(12), model.Of(6), model.Of(2)},
		{"at the limit", gate.AtMost, false, model.Of(6), model.Of(6), model.Of(1)},
		{"a gain under a limit of losses", gate.AtMost, false, model.Of(-3), model.Of(6), model.Of(-0.5)},
		{"the size of a fall", gate.AtMost, true, model.Of(-3), model.Of(6), model.Of(0.5)},
		{"a loss within what is allowed", gate.AtLeast, false, model.Of(-6), model.Of(-15), model.Of(0.4)},
		{"a loss beyond it", gate.AtLeast, false, model.Of(-30), model.Of(-15), model.Of(2)},
		{"a gain where a loss is allowed", gate.Above, false, model.Of(3), model.Of(-15), model.Of(-0.2)},
		{"a floor that is met", gate.AtLeast, false, model.Of(10), model.Of(5), model.Of(0.5)},
		{"a floor that is not", gate.AtLeast, false, model.Of(2.5), model.Of(5), model.Of(2)},
		{"a floor and nothing", gate.AtLeast, false, model.Of(0), model.Of(5), model.Figure{}},
		{"an improvement asked for and given", gate.AtMost, false, model.Of(-10), model.Of(-5), model.Of(0.5)},
		{"an improvement asked for and not given", gate.AtMost, false, model.Of(10), model.Of(-5), model.Figure{}},
		{"a limit of zero", gate.AtMost, false, model.Of(5), model.Of(0), model.Figure{}},
		{"no figure", gate.AtMost, false, model.Missing(model.Null), model.Of(5), model.Figure{}},
		{"no limit", gate.AtMost, false, model.Of(5), model.Figure{}, model.Figure{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gate.Gate{Rule: gate.Rule{Op: tt.op, Magnitude: tt.magnitude}, Observed: tt.observed, Limit: tt.limit}
			if got := g.Used(); got != tt.want {
				t.Errorf("Used = %+v, want %+v", got, tt.want)
			}
		})
	}
}
