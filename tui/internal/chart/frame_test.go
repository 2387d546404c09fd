package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/model"
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

// plain draws without labels or colour, to look at the shape of lines.
func plain(s Spec) []string {
	var out []string
	for _, l := range Render(theme.None(false), s) {
		out = append(out, ansi.Strip(l))
	}
	return out
}

func TestShapes(t *testing.T) {
	nan := math.NaN()
	xy := func(x, y []float64) []Series { return []Series{{X: x, Y: y}} }
	box := Spec{Width: 8, Height: 4, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 4}, Mode: ASCII}
	for _, c := range []struct {
		name string
		edit func(*Spec)
		want []string
	}{
		{"a lone sample is drawn where it is", func(s *Spec) { s.Series = xy([]float64{4}, []float64{2.5}) },
			[]string{"        ", "    *   ", "        ", "        "}},
		{"a lone sample on its own axes is in the middle", func(s *Spec) { s.X, s.Y = Axis{}, Axis{Min: 7, Max: 7}; s.Series = xy([]float64{4}, []float64{7}) },
			[]string{"        ", "        ", "    *   ", "        "}},
		{"in braille it is four dots", func(s *Spec) { s.Mode = Braille; s.Series = xy([]float64{4}, []float64{2.5}) },
			[]string{"        ", "    ⠶   ", "        ", "        "}},
		{"missing is a gap and not zero", func(s *Spec) {
			s.Series = xy([]float64{0, 2, 4, 6, 8}, []float64{3.5, 3.5, nan, 3.5, 3.5})
		}, []string{"***   **", "        ", "        ", "        "}},
		{"a hole in time is a gap", func(s *Spec) {
			s.Gap = 2
			s.Series = xy([]float64{0, 1, 2, 6, 7, 8}, []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5})
		},
			[]string{"***   **", "        ", "        ", "        "}},
		{"nothing begins before the first sample", func(s *Spec) { s.Series = xy([]float64{4, 8}, []float64{3.5, 3.5}) },
			[]string{"    ****", "        ", "        ", "        "}},
		{"steps hold", func(s *Spec) {
			s.Series = xy([]float64{0, 4, 8}, []float64{0, 4, 4})
			s.Series[0].Step = true
		}, []string{"    ****", "    *   ", "    *   ", "*****   "}},
		{"what is over or under the axis is said", func(s *Spec) { s.Series = xy([]float64{0, 1.5, 4.5, 6.5, 8}, []float64{1, 1, 1e7, 1, -5}) },
			[]string{" *  ^ * ", " *    * ", " *    * ", "**    *v"}},
		{"a rule runs behind the series", func(s *Spec) {
			s.Rules = []Rule{{Y: 2, Token: theme.Limit}}
			s.Series = xy([]float64{2, 2}, []float64{0, 4})
		}, []string{"  *     ", "  *     ", "--*-----", "  *     "}},
		{"a band has both its bounds", func(s *Spec) { s.Rules = []Rule{{Y: 0.5, Band: true, To: 3.5, Token: theme.Limit}} },
			[]string{"--------", ". . . . ", ". . . . ", "--------"}},
		{"a band without an upper bound", func(s *Spec) { s.Rules = []Rule{{Y: 1.5, Band: true, To: math.Inf(1), Token: theme.Limit}} },
			[]string{". . . . ", ". . . . ", "--------", "        "}},
		{"the playhead stands behind the series", func(s *Spec) {
			s.Playhead, s.HasPlayhead = 3, true
			s.Series = xy([]float64{0, 8}, []float64{2.5, 2.5})
		}, []string{"   |    ", "********", "   |    ", "   |    "}},
		{"a playhead outside is not drawn", func(s *Spec) { s.Playhead, s.HasPlayhead = 9, true },
			[]string{"        ", "        ", "        ", "        "}},
		{"dashes", func(s *Spec) {
			s.Series = xy([]float64{0, 8}, []float64{2.5, 2.5})
			s.Series[0].Dashed = true
		}, []string{"        ", "** ** **", "        ", "        "}},
		{"many samples in a column keep both extremes", func(s *Spec) {
			s.Series = xy([]float64{4.1, 4.2, 4.3, 4.4}, []float64{1.5, 3.5, 0.5, 2.5})
		}, []string{"    *   ", "    *   ", "    *   ", "    *   "}},
		{"a limit over the axis is named", func(s *Spec) { s.Rules = []Rule{{Y: 9, Label: "SLO"}} },
			[]string{"   SLO ^", "        ", "        ", "        "}},
		{"a limit below the axis is named", func(s *Spec) { s.Rules = []Rule{{Y: -9, Label: "SLO"}} },
			[]string{"        ", "        ", "        ", "   SLO v"}},
		{"block: eighths of a row", func(s *Spec) {
			s.Mode = Block
			s.Series = []Series{
				{X: []float64{0}, Y: []float64{0}}, {X: []float64{1}, Y: []float64{0.25}}, {X: []float64{2}, Y: []float64{0.5}},
				{X: []float64{3}, Y: []float64{1}}, {X: []float64{4}, Y: []float64{3.875}}, {X: []float64{5}, Y: []float64{4}},
			}
		}, []string{"    ▇█  ", "        ", "        ", "▁▂▄█    "}},
	} {
		s := box
		c.edit(&s)
		got := plain(s)
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A braille line by hand: from the lower left dot of four cells to the upper
// right one, two dots across for each down.
func TestBrailleLine(t *testing.T) {
	got := plain(Spec{
		Width: 4, Height: 1, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 4},
		Series: []Series{{X: []float64{0, 8}, Y: []float64{0, 4}}},
	})
	if want := "⣀⠤⠒⠉"; got[0] != want {
		t.Errorf("%q, want %q", got[0], want)
	}
}

func TestColourOfASharedCell(t *testing.T) {
	th := theme.Dark(false)
	flat := func(tok theme.Token, y ...float64) Series {
		return Series{X: []float64{0, 8}, Y: y, Token: tok}
	}
	for _, c := range []struct {
		name   string
		series []Series
		want   theme.Token
	}{
		{"of equals the earlier one", []Series{flat(theme.SeriesA, 0.1, 0.1), flat(theme.SeriesB, 0.1, 0.1)}, theme.SeriesA},
		{"the one with most dots", []Series{flat(theme.SeriesA, 0.1, 0.1), flat(theme.SeriesB, 0.9, 0.1)}, theme.SeriesB},
	} {
		s := Spec{Width: 1, Height: 1, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 1}, Series: c.series}
		got := screen(t, Render(th, s))[0][0]
		if got.style != styleOf(th, c.want) {
			t.Errorf("%s: style %q, want %q", c.name, got.style, styleOf(th, c.want))
		}
	}
}

func TestAheadIsFaint(t *testing.T) {
	th := theme.Dark(false)
	cells := screen(t, Render(th, Spec{
		Width: 10, Height: 1, X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 1}, Until: 4, HasUntil: true,
		Series: []Series{{X: []float64{0, 10}, Y: []float64{0.5, 0.5}, Token: theme.SeriesA}},
	}))[0]
	for col, c := range cells {
		want := theme.SeriesA
		if col > 4 {
			want = theme.Faint
		}
		if c.style != styleOf(th, want) {
			t.Errorf("column %d has style %q, want %q", col, c.style, styleOf(th, want))
		}
	}
	// Before the beginning all of it is ahead.
	for col, c := range screen(t, Render(th, Spec{
		Width: 4, Height: 1, X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 1}, Until: -1, HasUntil: true,
		Series: []Series{{X: []float64{0, 10}, Y: []float64{0.5, 0.5}}},
	}))[0] {
		if c.style != styleOf(th, theme.Faint) {
			t.Errorf("column %d is not faint", col)
		}
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
		if changed == 0 || changed > 80 {
			t.Errorf("mode %d: %d cells changed", mode, changed)
		}
	}
}

func TestGutter(t *testing.T) {
	gutter := func(s Spec) string {
		var b strings.Builder
		for _, l := range plain(s) {
			b.WriteString(string([]rune(l)[:s.Gutter]) + "\n")
		}
		return b.String()
	}
	base := Spec{Width: 30, Height: 6, Gutter: 9}
	for _, c := range []struct {
		name string
		edit func(*Spec)
		want string
	}{
		{"ticks, the unit at the top", func(s *Spec) { s.Y = Axis{Min: 0, Max: 6, Unit: model.Milliseconds} },
			"    6 ms ┤\n         │\n       4 ┤\n         │\n       2 ┤\n       0 ┤\n"},
		{"a log axis says so", func(s *Spec) { s.Y = Axis{Min: 100, Max: 10000, Log: true, Unit: model.Milliseconds}; s.Gutter = 11 },
			" 10000 ms ┤\n      log │\n          │\n     1000 ┤\n          │\n      100 ┤\n"},
		{"a rule has its exact figure", func(s *Spec) {
			s.Y = Axis{Min: 0, Max: 6, Unit: model.Milliseconds}
			s.Rules = []Rule{{Y: 3.75}}
		}, "    6 ms ┤\n         │\n    3.75 ┼\n         │\n       2 ┤\n       0 ┤\n"},
		{"a label that does not fit is left out", func(s *Spec) { s.Y = Axis{Min: 1000, Max: 4000}; s.Gutter = 4 },
			"   ┤\n   │\n   ┤\n   │\n   ┤\n   ┤\n"},
		{"hidden", func(s *Spec) { s.Y = Axis{Min: 0, Max: 6, Hide: true}; s.Gutter = 3 },
			"   \n   \n   \n   \n   \n   \n"},
	} {
		s := base
		s.Gutter = 10
		c.edit(&s)
		if got := gutter(s); got != c.want {
			t.Errorf("%s:\n%swant:\n%s", c.name, got, c.want)
		}
	}
}

// Where the gutter has no room for it, the word goes into the plot.
func TestLogIsAlwaysSaid(t *testing.T) {
	for _, size := range [][3]int{{30, 1, 8}, {30, 2, 8}, {30, 4, 3}, {12, 3, 0}, {60, 10, 9}} {
		lines := plain(Spec{Width: size[0], Height: size[1], Gutter: size[2], Y: Axis{Min: 1, Max: 1e4, Log: true}})
		if !strings.Contains(strings.Join(lines, "\n"), "log") {
			t.Errorf("%v:\n%s", size, strings.Join(lines, "\n"))
		}
	}
}

func TestLabelsNeverCoverData(t *testing.T) {
	for _, mode := range []Mode{Braille, Block, ASCII} {
		with := surge(60, 12, mode)
		without := surge(60, 12, mode)
		without.Rules[0].Label, without.Series[0].Name, without.Series[1].Name = "", "", ""
		a, b := plain(with), plain(without)
		if strings.Join(a, "") == strings.Join(b, "") {
			t.Fatal("no label was drawn")
		}
		for row := range a {
			ra, rb := []rune(a[row]), []rune(b[row])
			for col := range ra {
				if ra[col] != rb[col] && !strings.ContainsRune(" ┄-│|·.", rb[col]) {
					t.Errorf("mode %d: a label covers %q at row %d, column %d", mode, rb[col], row, col)
				}
			}
		}
	}
}
