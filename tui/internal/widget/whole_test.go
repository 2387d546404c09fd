package widget

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/model/text"
	"scaledeck/tui/internal/theme"
)

func TestWhole(t *testing.T) {
	for _, tt := range []struct {
		n     int
		forms []string
		want  string
		ascii string
	}{
		{9, []string{"5182.3 ms", "5182.3", "5182"}, "5182.3 ms", "5182.3 ms"},
		{8, []string{"5182.3 ms", "5182.3", "5182"}, "5182.3", "5182.3"},
		{4, []string{"5182.3 ms", "5182.3", "5182"}, "5182", "5182"},
		{3, []string{"5182.3 ms", "5182.3", "5182"}, "#", "#"},
		{1, []string{"5182"}, "#", "#"},
		{0, []string{"5182"}, "", ""},
		{4, []string{"", "5182"}, "5182", "5182"},
		{3, nil, "…", "..."},
		{2, []string{"≤5"}, "≤5", "#"}, // "<=5" takes three cells
	} {
		if got := Whole(bare(false), tt.n, tt.forms...); got != tt.want {
			t.Errorf("%d cells of %q: %q, want %q", tt.n, tt.forms, got, tt.want)
		}
		if got := Whole(bare(true), tt.n, tt.forms...); got != tt.ascii {
			t.Errorf("ASCII, %d cells of %q: %q, want %q", tt.n, tt.forms, got, tt.ascii)
		}
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"409.01 to 502.27 ms", 19, "409.01 to 502.27 ms"},
		{"409.01 to 502.27 ms", 18, "409.01 to 502.27…"},
		{"409.01 to 502.27 ms", 14, "409.01 to…"},
		{"409.01 to 502.27 ms", 5, "…"},
		{"TPOT +19.6 ms (limit +6.0)", 24, "TPOT +19.6 ms (limit…"},
		{"TPOT +19.6 ms (limit +6.0)", 23, "TPOT +19.6 ms (limit…"},
		{"TPOT +19.6 ms (limit +6.0)", 8, "TPOT…"},
		{"rollback_to_0_percent", 12, "rollback_to…"},
		{"peak KV use of reactive", 12, "peak KV use…"},
		{"5182", 1, "#"},
		{"−9.12 %", 5, "−9.12"},
		{"−9.12 %", 4, "#"},
		{"5182 ms", 6, "5182"},
		{"16ms", 3, "#"},
		{"3-llama-8b", 6, "3-lla…"},
		{"5182", 0, ""},
		{"", 3, ""},
	} {
		if got := Cut(bare(false), tt.s, tt.n); got != tt.want {
			t.Errorf("%q in %d cells: %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

// Whatever the width, no figure is shown that does not stand in the text.
func TestCutNeverShowsAnotherFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"5182.36", "−13.6", "(limit", "+6.0)", "at", "120", "ms,", "≤", "327"}), 1, 6).Draw(t, "words")
		n := rapid.IntRange(0, 40).Draw(t, "cells")
		got := Cut(bare(false), strings.Join(words, " "), n)
		if Width(got) > n {
			t.Fatalf("%q takes more than %d cells", got, n)
		}
		shows(t, got, words)
	})
}

// shows fails where a text shows a figure that is not the one of its place.
func shows(t *rapid.T, got string, words []string) {
	t.Helper()
	for i, w := range strings.Fields(strings.TrimRight(got, "….~ "+noRoom)) {
		if w != words[i] && text.Figure(w) {
			t.Fatalf("%q shows %q of %q", got, w, words[i])
		}
	}
}

// TestNoWidthCutsAFigure puts figures with units, alone and in sentences, through
// every way to a line that cuts, with and without a locale.
func TestNoWidthCutsAFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ascii := rapid.Bool().Draw(t, "ascii")
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"5182.36", "−13.6", "+9.12", "%", "ms", "(limit", "+6.0)", "at", "16ms", "3.3×", "~10×", "≤6", "409–502*", "p99"}), 1, 5).Draw(t, "words")
		n := rapid.IntRange(0, 40).Draw(t, "cells")
		th, s := bare(ascii), strings.Join(words, " ")
		spelt := strings.Fields(th.Spell(s))
		for _, got := range []string{
			Ellipsis(th, s, n), Cut(th, s, n), NewLine(th, n).Put(theme.Text, s).String(), NewLine(th, n).Right(theme.Text, s).String(),
			NewLine(th, n).Column(theme.Text, s, n).String(), NewLine(th, n).ColumnRight(theme.Text, s, n).String(),
			Table{Columns: []Column{{Width: 12, Min: 1, Flex: 1}}, Len: 1, Selected: -1, Headless: true, Row: func(int) []Cell { return []Cell{{Text: s}} }}.Lines(th, n, 1)[0],
		} {
			if Width(got) > n {
				t.Fatalf("%q takes more than %d cells", got, n)
			}
			shows(t, got, spelt)
		}
	})
}
