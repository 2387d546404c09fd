package view

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// TestFiguresInFewCells: worked out by hand.
func TestFiguresInFewCells(t *testing.T) {
	some := model.Of
	for _, tt := range []struct {
		f      model.Figure
		u      model.Unit
		n      int
		signed bool
		want   string
	}{
		{some(5182.36), model.Milliseconds, 7, false, "5182 ms"},
		{some(5182.36), model.Milliseconds, 6, false, "5182"},
		{some(5182.36), model.Milliseconds, 3, false, "#"},
		{some(19.67), model.Milliseconds, 5, true, "+19.7"},
		{some(19.67), model.Milliseconds, 4, true, "+20"},
		{some(19.67), model.Milliseconds, 2, true, "#"},
		{some(-13.6), model.Milliseconds, 5, true, "−13.6"},
		{some(-13.6), model.Milliseconds, 4, true, "−14"},
		{some(0.004), model.Ratio, 4, false, "#"},
		{some(0.417), model.Share, 6, false, "41.7 %"},
		{some(0.417), model.Share, 5, false, "41.7%"},
		{some(0.417), model.Share, 3, false, "42%"},
		{some(0.417), model.Share, 2, false, "#"},
		{some(99.96), model.Milliseconds, 4, false, "100"},
		{model.Missing(model.Null), model.Milliseconds, 1, false, "–"},
		{some(5), model.Milliseconds, 0, false, ""},
	} {
		if got := WholeFigure(theme.None(false), tt.f, tt.u, tt.n, tt.signed); got != tt.want {
			t.Errorf("%v %s in %d cells: %q, want %q", tt.f.Value, tt.u, tt.n, got, tt.want)
		}
	}
	for _, tt := range []struct {
		mark     string
		v        float64
		decimals int
		n        int
		want     string
	}{
		{"", 4.33, 3, 7, "4.330"}, {"n2 ", 374.15, 1, 7, "n2 374"}, {"n2 !", 538.04, 1, 7, "n2 !538"}, {"n2 !", 5380.4, 1, 7, "#"},
		{"", 1234567.8, 1, 7, "1234568"}, {"", 12345678, 0, 7, "#"}, {"", 0.0004, 3, 7, "#"}, {"", 0, 2, 7, "0.00"}, {"", -0.5, 1, 7, "−0.5"},
	} {
		if got := FixedIn(theme.None(false), tt.mark, some(tt.v), tt.decimals, tt.n); got != tt.want {
			t.Errorf("%s%v: %q, want %q", tt.mark, tt.v, got, tt.want)
		}
	}
	for v, want := range map[float64]string{0.2547: "+0.25 %", -0.3: "−0.30 %", 8.5: "+8.50 %", 0: "0.00 %", -0.001: "−0.001 %", 100: "+100.00 %"} {
		if got := SignedPercent(some(v)); got != want {
			t.Errorf("signedPercent %v: %q, want %q", v, got, want)
		}
	}
	load := analysis.Gate{Rule: analysis.Rule{Unit: model.Percent, Magnitude: true}, Limit: some(1)}
	for v, want := range map[float64]string{0.2547: "+0.25 %", 1.004: "+1.004 %", -1.004: "−1.004 %", 1: "+1.00 %", -5: "−5.00 %"} {
		load.Observed = some(v)
		if got := changeFigure(load); got != want {
			t.Errorf("a change of %v against a limit of 1: %q, want %q", v, got, want)
		}
	}
}

// Whatever the room, what is printed is the figure rounded to its last digit, or
// the mark of something cut.
func TestFiguresAreNeverOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(-1e7, 1e7), rapid.Float64Range(-1, 1)).Draw(t, "figure")
		n := rapid.IntRange(1, 12).Draw(t, "cells")
		ascii := rapid.Bool().Draw(t, "ascii")
		got := WholeFigure(theme.None(ascii), model.Of(v), model.Milliseconds, n, false)
		if widget.Width(got) > n {
			t.Fatalf("%q takes more than %d cells", got, n)
		}
		if got == "#" {
			return
		}
		text := strings.ReplaceAll(strings.TrimSuffix(got, " ms"), "−", "-")
		read, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%q is no figure", got)
		}
		unit := 1.0
		if _, after, ok := strings.Cut(text, "."); ok {
			unit = math.Pow(10, -float64(len(after)))
		}
		if math.Abs(read-v) > unit*0.5000001 && !strings.HasSuffix(got, " ms") {
			t.Fatalf("%v reads as %q", v, got)
		}
	})
}

// TestFiguresAreNeverCut holds that a figure is whole, rounded or left out.
func TestFiguresAreNeverCut(t *testing.T) {
	tests := []struct {
		f    model.Figure
		u    model.Unit
		n    int
		want string
	}{
		{model.Of(502.27), model.Milliseconds, 8, "502.3 ms"},
		{model.Of(502.27), model.Milliseconds, 7, "502.3"},
		{model.Of(502.27), model.Milliseconds, 4, "502"},
		{model.Of(502.27), model.Milliseconds, 2, "#"},
		{model.Of(0.8156), model.Share, 7, "81.56 %"},
		{model.Of(0.8156), model.Share, 5, "81.56"},
		{model.Of(0.8156), model.Share, 4, "81.6"},
		{model.Of(-13.96), model.None, 5, "−14"},
		{model.Figure{}, model.Milliseconds, 1, "–"},
	}
	for _, tt := range tests {
		if got := FigureIn(tt.f, tt.u, tt.n); got != tt.want {
			t.Errorf("%v %s in %d cells: %q, want %q", tt.f, tt.u, tt.n, got, tt.want)
		}
	}
}
