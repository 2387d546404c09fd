package chart

import (
	"fmt"
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"scaledeck/tui/internal/theme"
)

func TestStep(t *testing.T) {
	for _, c := range []struct {
		share  float64
		n, sub int
		want   int
	}{
		{0, 10, 1, 0}, {1, 10, 1, 9}, {0.5, 10, 1, 5}, {0.49, 10, 1, 4},
		{0, 10, 4, 0}, {1, 10, 4, 39}, {0.5, 10, 4, 20}, {0.49, 10, 4, 19},
		{-far, 10, 4, 0}, {far, 10, 4, 39},
		{0.1 + 0.2, 10, 1, 3}, {1 - 0.8, 10, 1, 2}, // rounding lands a hair beside the border
		{0.7, 1, 1, 0},
	} {
		if got := step(c.share, c.n, c.sub); got != c.want {
			t.Errorf("step(%v, %d, %d) = %d, want %d", c.share, c.n, c.sub, got, c.want)
		}
	}
}

func TestScaleOfAnyEnds(t *testing.T) {
	inf, nan, big := math.Inf(1), math.NaN(), math.MaxFloat64
	for _, c := range []struct {
		name   string
		lo, hi float64
		log    bool
		v      float64
		share  float64
	}{
		{"plain", 0, 10, false, 2.5, 0.25},
		{"reversed", 10, 0, false, 2.5, 0.25},
		{"not finite", nan, 3, false, 0.5, 0.5},
		{"infinite", -inf, inf, false, 0.5, 0.5},
		{"equal, a tenth on both sides", 50, 50, false, 50, 0.5},
		{"zero only lies on the ground", 0, 0, false, 0, 0},
		{"as wide as numbers go", -big, big, false, 0, 0.5},
		{"log", 10, 1000, true, 100, 0.5},
		{"log of zero lies below", 10, 1000, true, 0, -far},
		{"log from zero takes three decades", 0, 1000, true, 1, 0},
		{"log without positive values is linear", -10, -5, true, -7.5, 0.5},
		{"far outside", 0, 1, false, 1e300, far},
		{"far below", 0, 1, false, -1e300, -far},
	} {
		s := newScale(c.lo, c.hi, c.log)
		if got := s.share(c.v); math.Abs(got-c.share) > 1e-9 {
			t.Errorf("%s: share(%v) = %v, want %v", c.name, c.v, got, c.share)
		}
		if got, want := s.down(c.v), min(max(1-c.share, -far), far); math.Abs(got-want) > 1.5 && math.Abs(want) > 2 || math.Abs(want) <= 2 && math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: down(%v) = %v, want %v", c.name, c.v, got, want)
		}
	}
}

// inked returns the cells of the plot that show a series, by the glyphs that
// only series have.
func inked(lines []string) map[[2]int]bool {
	at := make(map[[2]int]bool)
	for row, line := range lines {
		for col, r := range []rune(ansi.Strip(line)) {
			if r > 0x2800 && r <= 0x28ff || r >= 0x2581 && r <= 0x2588 || r == '*' {
				at[[2]int{row, col}] = true
			}
		}
	}
	return at
}

// tops returns the uppermost of them in each column: what is below it in a filled
// chart is only its ground.
func tops(lines []string) map[[2]int]bool {
	all := inked(lines)
	for at := range all {
		for row := at[0] + 1; row < len(lines); row++ {
			delete(all, [2]int{row, at[1]})
		}
	}
	return all
}

// A chart that ignores its axis draws lines in the wrong place: every sample of
// 100 to 101 must be in the row that its value has by hand, in every mode.
func TestValueLiesInItsRow(t *testing.T) {
	const rows = 20 // one row is 0.05
	for _, mode := range []Mode{Braille, Block, ASCII} {
		for i := range 11 {
			v := 100 + float64(i)/10
			lines := Render(theme.None(false), Spec{
				Width: 10, Height: rows, X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 100, Max: 101}, Mode: mode,
				Series: []Series{{X: []float64{0, 10}, Y: []float64{v, v}}},
			})
			want := min(rows-2*i, rows-1) // from the top, two rows a tenth
			for at := range tops(lines) {
				if at[0] != want {
					t.Errorf("mode %d: %v drawn in row %d, want %d", mode, v, at[0], want)
				}
			}
			if n := len(tops(lines)); n != 10 {
				t.Errorf("mode %d: %v drawn in %d cells, want 10", mode, v, n)
			}
		}
	}
}

// All modes, the gutter and the rules share one mapping: a lone sample, a rule
// and the label of the rule at one value are in one row.
func TestModesAgreeOnTheCell(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w, h := rapid.IntRange(1, 120).Draw(rt, "w"), rapid.IntRange(1, 60).Draw(rt, "h")
		lo := rapid.Float64Range(-1e6, 1e6).Draw(rt, "lo")
		hi := lo + rapid.Float64Range(1e-3, 1e6).Draw(rt, "span")
		x, y := rapid.Float64Range(0, 300).Draw(rt, "x"), rapid.Float64Range(lo, hi).Draw(rt, "y")
		where := ""
		for _, mode := range []Mode{Braille, Block, ASCII} {
			lines := Render(theme.None(false), Spec{
				Width: w, Height: h, X: Axis{Min: 0, Max: 300}, Y: Axis{Min: lo, Max: hi}, Mode: mode,
				Series: []Series{{X: []float64{x}, Y: []float64{y}}},
			})
			at := fmt.Sprint(tops(lines))
			if where != "" && at != where {
				rt.Fatalf("mode %d draws in %s, another in %s", mode, at, where)
			}
			where = at
		}
		s := newScale(lo, hi, false)
		row, ok := s.row(y, h)
		xs := newScale(0, 300, false)
		col, _ := xs.column(x, w)
		if want := fmt.Sprint(map[[2]int]bool{{row, col}: true}); ok && where != want {
			rt.Fatalf("drawn in %s, want %s", where, want)
		}
	})
}
