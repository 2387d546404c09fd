package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// cell is what one cell of a terminal would show.
type cell struct {
	r     rune
	style string
}

// screen parses rendered lines into cells; every rune here is one cell wide.
func screen(t *testing.T, lines []string) [][]cell {
	t.Helper()
	var out [][]cell
	for _, line := range lines {
		var row []cell
		style := ""
		for line != "" {
			if rest, ok := strings.CutPrefix(line, "\x1b["); ok {
				sgr, tail, ok := strings.Cut(rest, "m")
				if !ok {
					t.Fatalf("unfinished sequence in %q", line)
				}
				if style = sgr; sgr == "" || sgr == "0" {
					style = ""
				}
				line = tail
				continue
			}
			r := []rune(line)[0]
			row = append(row, cell{r, style})
			line = line[len(string(r)):]
		}
		if style != "" {
			t.Errorf("a style is left open at the end of %q", line)
		}
		out = append(out, row)
	}
	return out
}

func styleOf(th *theme.Theme, tok theme.Token) string {
	return strings.TrimSuffix(strings.TrimPrefix(th.Open(tok), "\x1b["), "m")
}

// exact fails unless there are exactly h lines of exactly w cells.
func exact(t *testing.T, lines []string, w, h int) {
	t.Helper()
	if len(lines) != max(h, 0) {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != max(w, 0) {
			t.Fatalf("line %d is %d cells wide, want %d: %q", i, got, w, l)
		}
	}
}

func TestAnySizeAndAnyData(t *testing.T) {
	inf, nan, big := math.Inf(1), math.NaN(), math.MaxFloat64
	data := map[string][]Series{
		"none":            nil,
		"empty":           {{}},
		"one":             {{Y: []float64{5}}},
		"one, not finite": {{Y: []float64{nan}}},
		"flat":            {{Y: []float64{7, 7, 7, 7}}},
		"flat zero":       {{Y: []float64{0, 0, 0}}},
		"holes":           {{Y: []float64{1, nan, 2, inf, 3, -inf, 4}}},
		"outlier":         {{Y: []float64{0, 1e7, 1, -1e300, 1}}},
		"huge":            {{Y: []float64{-big, big, 0, math.SmallestNonzeroFloat64}}},
		"descending":      {{X: []float64{9, 5, 2, -4}, Y: []float64{1, 2, 3, 4}}},
		"duplicate x":     {{X: []float64{1, 1, 1, 2, 2}, Y: []float64{1, 9, 3, 4, 0}}},
		"x not finite":    {{X: []float64{0, nan, inf, 3}, Y: []float64{1, 2, 3, 4}}},
		"lengths differ":  {{X: []float64{0, 1}, Y: []float64{1, 2, 3}}, {X: []float64{0, 1, 2}, Y: []float64{1}}},
		"no x, empty x":   {{X: []float64{}, Y: []float64{1, 2}}},
		"steps, dashes":   {{Y: []float64{1, 5, 2}, Step: true}, {Y: []float64{3, 1, 6}, Dashed: true, Faint: true}},
		"unknown token":   {{Name: "x", Y: []float64{1, 5, 2}, Token: 250}},
	}
	axes := map[string]Axis{
		"auto": {}, "fixed": {Min: 0, Max: 1}, "log": {Min: 1, Max: 1e4, Log: true}, "auto log": {Log: true},
		"reversed": {Min: 5, Max: -5}, "equal": {Min: 3, Max: 3}, "not finite": {Min: nan, Max: inf}, "huge": {Min: -big, Max: big},
		"tiny": {Min: 0, Max: math.SmallestNonzeroFloat64}, "negative log": {Min: -9, Max: -1, Log: true, Hide: true},
	}
	sizes := [][2]int{{-3, -1}, {0, 0}, {0, 4}, {5, 0}, {1, 1}, {2, 2}, {3, 40}, {10, 1}, {20, 5}, {60, 10}, {200, 2}}
	for name, series := range data {
		for axis, a := range axes {
			for _, size := range sizes {
				for _, mode := range []Mode{Braille, Block, ASCII, 77} {
					for _, gutter := range []int{[]int{-1, 1, 5, 500}[mode%4], 9} {
						lines := Render(theme.None(false), Spec{
							Width: size[0], Height: size[1], Gutter: gutter, X: a, Y: a, Series: series, Mode: mode,
							Rules:    []Rule{{Y: 1, Band: true, To: 2, Label: "band"}, {Y: nan, Label: "nowhere"}, {Y: 1e9, Label: "high"}, {Y: 0, Band: true, To: inf}, {Y: 2, Band: true, To: nan, Label: "nan"}},
							Marks:    []Mark{{X: 1, Label: "+2"}, {X: nan}, {X: 1e9}, {X: 1, Glyph: '世', Label: "世界"}},
							Playhead: 2, HasPlayhead: true, Until: nan, HasUntil: true, TimeAxis: true, Gap: 1.5,
						})
						if t.Failed() {
							t.Fatalf("%s on a %s axis", name, axis)
						}
						exact(t, lines, size[0], size[1])
					}
				}
			}
		}
	}
	exact(t, Render(nil, Spec{Width: 9, Height: 3}), 9, 3)
}

func TestNamesAndLabelsKeepTheirCells(t *testing.T) {
	for _, name := range []string{"模型-服务", "e\u0301te\u0301", "a\tb\r\n\x1b[31mred", "\u202egnp.exe", "👩‍👩‍👧 x", "🇩", "\u0301start", "ൎx", "ᄀ", "\xff\xfe", strings.Repeat("long ", 90)} {
		for _, ascii := range []bool{false, true} {
			lines := Render(theme.Dark(ascii), Spec{
				Width: 40, Height: 9, Gutter: 8, Y: Axis{Format: func(float64) string { return name }},
				Series: []Series{{Name: name, Y: []float64{1, 2, 5}}},
				Rules:  []Rule{{Y: 4, Label: name}}, Marks: []Mark{{X: 1, Label: name}}, TimeAxis: true,
				X: Axis{Format: func(float64) string { return name }},
			})
			exact(t, lines, 40, 9)
			for _, l := range lines {
				for _, r := range ansi.Strip(l) {
					if r < ' ' || r == 0x7f || ascii && r >= 0x80 || r == '\u202e' {
						t.Errorf("%q of %q reaches the terminal", r, name)
					}
				}
			}
		}
	}
}

func TestASCIIHasNoOtherByte(t *testing.T) {
	for _, th := range []*theme.Theme{theme.Dark(true), theme.None(true), theme.Dark(false)} {
		s := surge(80, 16, ASCII)
		s.Rules[0].Label = "SLO ≤ 500 µs"
		for _, l := range append(Render(th, s), MarkRow(th, s), strings.Join(TimeScale(th, s, 2), "")) {
			for i := range len(l) {
				if l[i] >= 0x80 {
					t.Fatalf("byte %#x in %q", l[i], l)
				}
			}
		}
	}
	// An ASCII theme decides, whatever the Spec asks for.
	for _, l := range Render(theme.None(true), surge(80, 16, Braille)) {
		if strings.IndexFunc(l, func(r rune) bool { return r >= 0x80 }) >= 0 {
			t.Fatalf("%q", l)
		}
	}
}

func TestMarkersDiffer(t *testing.T) {
	series := []Series{{}, {Glyph: '*'}, {Glyph: '*'}, {Glyph: '|'}, {Glyph: 'é'}, {Glyph: 'R'}, {}}
	seen := map[rune]int{}
	for i, g := range markers(series) {
		if j, dup := seen[g]; dup {
			t.Errorf("series %d and %d are both %q", j, i, g)
		}
		seen[g] = i
	}
	if seen['*'] != 1 || seen['R'] != 5 {
		t.Errorf("the caller's glyphs were not kept: %v", seen)
	}
}

// Over a slow line only what changes is sent: moving the playhead may touch the
// columns it passed and nothing else, above all no label.
func TestOnlyTheColumnsPassedChange(t *testing.T) {
	th := theme.Dark(false)
	for _, mode := range []Mode{Braille, Block, ASCII} {
		at := func(sec float64) [][]cell {
			s := surge(100, 20, mode)
			s.Playhead, s.Until = sec, sec
			return screen(t, Render(th, s))
		}
		before, after := at(80), at(100)
		const gutter, plot = 9, 91
		from, to := gutter+80*plot/300, gutter+100*plot/300
		changed := 0
		for row := range before {
			for col := range before[row] {
				if before[row][col] == after[row][col] {
					continue
				}
				changed++
				// A mark's label reaches past its column.
				if mark := row == 17; col < from || col > to+2 || !mark && col > to {
					t.Errorf("mode %d: row %d column %d changed from %q to %q", mode, row, col, before[row][col].r, after[row][col].r)
				}
			}
		}
		most := 80
		if mode != Braille {
			most = 6 * 17 // all of the six columns below a filled line
		}
		if changed == 0 || changed > most {
			t.Errorf("mode %d: %d cells changed", mode, changed)
		}
	}
}
