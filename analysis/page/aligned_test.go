package page

import (
	"slices"
	"testing"

	"scaledeck/model"
)

func TestAligned(t *testing.T) {
	tests := []struct {
		u    model.Unit
		in   []model.Figure
		want []string
	}{
		{model.RequestsPerGPU, []model.Figure{model.Of(4.319), model.Of(4.33), model.Of(4.3)}, []string{"4.319 req/s/GPU", "4.330 req/s/GPU", "4.300 req/s/GPU"}},
		{model.Milliseconds, []model.Figure{model.Of(5182.36), model.Of(502.27), {}}, []string{"5182.4 ms", "502.3 ms", "–"}},
		{model.Count, []model.Figure{model.Of(2), model.Of(13950)}, []string{"2", "13950"}},
		{model.Share, []model.Figure{model.Of(0.5), model.Of(0.755)}, []string{"50.0 %", "75.5 %"}},
		{model.Percent, []model.Figure{model.Of(-0.3), model.Of(0), model.Of(0.25)}, []string{"−0.30 %", "0.00 %", "0.25 %"}},
	}
	for _, tt := range tests {
		if got := Aligned(tt.u, tt.in...); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := AlignedChanges([]model.Figure{model.Of(0.25), model.Of(-0.3), model.Of(0)}); !slices.Equal(got, []string{"+0.25 %", "−0.30 %", "0.00 %"}) {
		t.Errorf("%q", got)
	}
}

func TestSpan(t *testing.T) {
	tests := []struct {
		lo, hi model.Figure
		u      model.Unit
		want   string
	}{
		{model.Of(310.24), model.Of(333.4), model.Milliseconds, "310.2–333.4 ms"},
		{model.Of(2), model.Of(2), model.Milliseconds, "2 ms"},
		{model.Of(4.31), model.Of(4.319), model.RequestsPerGPU, "4.310–4.319 req/s/GPU"},
		{model.Of(0), model.Of(3), model.Count, "0–3"},
		{model.Of(0.5), model.Of(0.75), model.Share, "50–75 %"},
		{model.Figure{}, model.Of(3), model.Count, "–"},
	}
	for _, tt := range tests {
		if got := Span(tt.lo, tt.hi, tt.u); got != tt.want {
			t.Errorf("Span = %q, want %q", got, tt.want)
		}
	}
}
