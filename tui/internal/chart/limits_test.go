package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"scaledeck/tui/internal/theme"
)

// heights are the rows of dots that a column of dots has set, from the top, in any
// mode; a glyph of the chart itself has none.
func heights(lines []string, col, half int, mode Mode) []int {
	var at []int
	for row, line := range lines {
		r := []rune(ansi.Strip(line))[col]
		switch {
		case mode == Braille && r > 0x2800 && r <= 0x28ff:
			for d := range 4 {
				bit := [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}[half][d]
				if (r-0x2800)&bit != 0 {
					at = append(at, 4*row+d)
				}
			}
		case mode == Block && r >= 0x2581 && r <= 0x2588:
			at = append(at, 8*row+8-int(r-0x2580))
		case mode == ASCII && r == '*':
			at = append(at, row)
		}
	}
	return at
}

// TestSideOfTheLimit: whatever the series, the size and the limits, a sample is drawn
// above the line of a limit exactly where its value is above it.
func TestSideOfTheLimit(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		mode := Mode(rapid.IntRange(0, 2).Draw(rt, "mode"))
		log := rapid.Bool().Draw(rt, "log")
		h := rapid.IntRange(2, 30).Draw(rt, "rows")
		limit := rapid.Float64Range(1, 1000).Draw(rt, "limit")
		value := rapid.OneOf(
			rapid.Float64Range(1, 1000),
			rapid.SampledFrom([]float64{limit, math.Nextafter(limit, 0), math.Nextafter(limit, 2000), limit * 1.001, limit * 0.999}),
		)
		ys := rapid.SliceOfN(value, 1, 12).Draw(rt, "values")
		xs := make([]float64, len(ys)+1)
		for i := range xs {
			xs[i] = float64(i)
		}
		gutter := rapid.SampledFrom([]int{0, 9}).Draw(rt, "gutter")
		// Two columns a sample: the second shows it alone, held.
		s := Spec{
			Width: gutter + 2*len(ys), Height: h, Gutter: gutter, Mode: mode, X: Axis{Min: 0, Max: float64(len(ys))}, Y: Axis{Log: log},
			Series: []Series{{X: xs, Y: append(ys, ys[len(ys)-1]), Glyph: '*', Step: true}},
			Rules:  []Rule{{Y: limit, Token: theme.Limit}},
		}
		th := theme.Dark(false)
		with := Render(th, s)
		f := newFrame(th, &s)
		f.plot(h)
		line, ok := f.limitAt(limit)
		if !ok {
			rt.Fatal("the limit has no line")
		}
		for i, v := range ys {
			col := gutter + 2*i + 1
			above := false
			for _, at := range heights(with, col, 0, mode) {
				above = above || at < line
			}
			if above != (v > limit) {
				rt.Fatalf("%v, limit %v at dot %d: drawn above is %v\n%s", v, limit, line, above, ansi.Strip(strings.Join(with, "\n")))
			}
		}
	})
}

// TestTickIsTheValueOfItsRow: the label of a tick is what the middle of its row is on
// the axis, to the digits printed.
func TestTickIsTheValueOfItsRow(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lo := rapid.Float64Range(0.1, 1e5).Draw(rt, "lo")
		hi := lo * rapid.Float64Range(1.01, 1e4).Draw(rt, "times")
		h := rapid.IntRange(2, 40).Draw(rt, "rows")
		s := Spec{
			Width: 40, Height: h, Gutter: 16, Y: Axis{Log: rapid.Bool().Draw(rt, "log")},
			Series: []Series{{Y: []float64{lo, hi}}},
		}
		f := newFrame(theme.None(false), &s)
		f.plot(h)
		from, to := f.ys.ends()
		if from > lo*(1+1e-6) || to < hi*(1-1e-6) {
			rt.Fatalf("%v to %v does not hold %v to %v", from, to, lo, hi)
		}
		ticks := 0
		for row, line := range Render(theme.None(false), s) {
			label, _, ok := strings.Cut(ansi.Strip(line), "┤")
			if label = strings.TrimSpace(label); !ok || label == "log" {
				continue
			}
			ticks++
			times := 1.0
			for suffix, by := range map[string]float64{"k": 1e3, "M": 1e6, "G": 1e9} {
				if rest, ok := strings.CutSuffix(label, suffix); ok {
					label, times = rest, by
				}
			}
			got, err := strconv.ParseFloat(strings.ReplaceAll(label, "−", "-"), 64)
			if err != nil {
				rt.Fatalf("%q: %v", label, err)
			}
			share := 1 - (float64(row)+0.5)/float64(h)
			want := from + share*(to-from)
			if f.ys.log {
				want = from * math.Pow(to/from, share)
			}
			_, decimals, _ := strings.Cut(label, ".")
			if unit := math.Pow(10, -float64(len(decimals))); math.Abs(got-want/times) > unit/2+1e-9*want/times {
				rt.Fatalf("row %d of %d is %v and says %s", row, h, want, label)
			}
		}
		if ticks == 0 {
			rt.Fatal("no tick")
		}
	})
}

// TestLimitWithoutColour: a curve and a limit of one height differ in their dots where
// no colour tells them apart.
func TestLimitWithoutColour(t *testing.T) {
	s := Spec{Width: 4, Height: 1, Y: Axis{Min: 0, Max: 4}, X: Axis{Min: 0, Max: 8}, Rules: []Rule{{Y: 2, Token: theme.Limit}}}
	if got := plain(s)[0]; got != "⠄⠄⠄⠄" {
		t.Errorf("%q", got)
	}
	if got := ansi.Strip(Render(theme.Dark(false), s)[0]); got != "⠤⠤⠤⠤" {
		t.Errorf("%q", got)
	}
}
