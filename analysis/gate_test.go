package analysis

import (
	"testing"

	"scaledeck/model"
)

func TestUsed(t *testing.T) {
	tests := []struct {
		name            string
		op              Op
		magnitude       bool
		observed, limit model.Figure
		want            model.Figure
	}{
		{"below the limit", AtMost, false, model.Of(3), model.Of(6), model.Of(0.5)},
		{"over the limit", Below, false, model.Of(12), model.Of(6), model.Of(2)},
		{"at the limit", AtMost, false, model.Of(6), model.Of(6), model.Of(1)},
		{"a gain under a limit of losses", AtMost, false, model.Of(-3), model.Of(6), model.Of(-0.5)},
		{"the size of a fall", AtMost, true, model.Of(-3), model.Of(6), model.Of(0.5)},
		{"a loss within what is allowed", AtLeast, false, model.Of(-6), model.Of(-15), model.Of(0.4)},
		{"a loss beyond it", AtLeast, false, model.Of(-30), model.Of(-15), model.Of(2)},
		{"a gain where a loss is allowed", Above, false, model.Of(3), model.Of(-15), model.Of(-0.2)},
		{"a floor that is met", AtLeast, false, model.Of(10), model.Of(5), model.Of(0.5)},
		{"a floor that is not", AtLeast, false, model.Of(2.5), model.Of(5), model.Of(2)},
		{"a floor and nothing", AtLeast, false, model.Of(0), model.Of(5), model.Figure{}},
		{"an improvement asked for and given", AtMost, false, model.Of(-10), model.Of(-5), model.Of(0.5)},
		{"an improvement asked for and not given", AtMost, false, model.Of(10), model.Of(-5), model.Figure{}},
		{"a limit of zero", AtMost, false, model.Of(5), model.Of(0), model.Figure{}},
		{"no figure", AtMost, false, model.Missing(model.Null), model.Of(5), model.Figure{}},
		{"no limit", AtMost, false, model.Of(5), model.Figure{}, model.Figure{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := Gate{Rule: Rule{Op: tt.op, Magnitude: tt.magnitude}, Observed: tt.observed, Limit: tt.limit}
			if got := g.Used(); got != tt.want {
				t.Errorf("Used = %+v, want %+v", got, tt.want)
			}
		})
	}
}
