package chart

import (
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

func TestSpark(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	ramp := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for _, c := range []struct {
		name   string
		values []float64
		width  int
		lo, hi float64
		mode   Mode
		want   string
	}{
		{"eight levels", ramp, 9, 0, 8, Block, "▁▂▃▄▅▆▇██"},
		{"braille draws blocks", ramp, 9, 0, 8, Braille, "▁▂▃▄▅▆▇██"},
		{"seven levels in ASCII", []float64{0, 1, 2, 3, 4, 5, 6}, 7, 0, 7, ASCII, ".:-=+*#"},
		{"range of the values", []float64{100, 150, 200}, 3, 0, 0, Block, "▁▅█"},
		{"beyond the range", []float64{-5, 99}, 2, 0, 8, Block, "▁█"},
		{"missing is blank", []float64{1, nan, 8, inf, -inf}, 5, 0, 8, Block, "▂ █  "},
		{"the largest of a cell", []float64{1, 8, 0, 2}, 2, 0, 8, Block, "█▃"},
		{"a value over several cells", []float64{1, 8}, 4, 0, 8, Block, "▂▂██"},
		{"nothing", nil, 3, 0, 8, Block, "   "},
		{"no room", ramp, 0, 0, 8, Block, ""},
		{"negative room", ramp, -4, 0, 8, Block, ""},
		{"flat", []float64{5, 5}, 2, 0, 0, Block, "▅▅"},
		{"flat zero is low", []float64{0, 0}, 2, 0, 0, Block, "▁▁"},
	} {
		got := ansi.Strip(Spark(theme.Dark(false), theme.SeriesA, c.values, c.width, c.lo, c.hi, c.mode))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSparkOver(t *testing.T) {
	th := theme.Dark(false)
	for _, c := range []struct {
		name   string
		values []float64
		limit  float64
		mode   Mode
		want   string
		over   []bool
	}{
		{"blocks", []float64{0, 500, 501, 1000}, 500, Block, "▁▄▆█", []bool{false, false, true, true}},
		{"ASCII", []float64{0, 500, 501, 1000}, 500, ASCII, ".=+#", []bool{false, false, true, true}},
		{"missing is neither", []float64{math.NaN(), 900}, 500, Block, " █", []bool{false, true}},
		{"limit over the range", []float64{0, 1000}, 2000, Block, "▁▂", []bool{false, false}},
		{"limit under the range", []float64{0, 1000}, -1, Block, "▆█", []bool{true, true}},
		{"no limit", []float64{0, 1000}, math.NaN(), Block, "▁█", []bool{false, false}},
	} {
		row := SparkOver(th, theme.SeriesA, c.values, len(c.values), 0, 1000, c.limit, c.mode)
		if got := ansi.Strip(row); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for i, cell := range screen(t, []string{row})[0] {
			if got := cell.style == styleOf(th, theme.Fail); got != c.over[i] {
				t.Errorf("%s: cell %d painted as over: %v, want %v", c.name, i, got, c.over[i])
			}
		}
	}
}

// Without colour, height alone tells what is over: no height is used by both.
func TestOverIsTallerThanUnder(t *testing.T) {
	for _, mode := range []Mode{Block, ASCII} {
		under, over := map[rune]bool{}, map[rune]bool{}
		for v := 0.0; v <= 1000; v++ {
			h, isOver := against(v, 0, 1000, 300)
			if isOver {
				over[sparkRune(h, mode)] = true
			} else {
				under[sparkRune(h, mode)] = true
			}
		}
		for r := range under {
			if over[r] {
				t.Errorf("mode %d: %q stands for both", mode, r)
			}
		}
	}
}
