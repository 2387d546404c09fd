package chart

import (
	"math"
	"testing"

	"scaledeck/tui/internal/theme"
)

// mostAllocations is what a chart of 100×20 may allocate.
var mostAllocations = map[Mode]float64{Braille: 60, Block: 60, ASCII: 60}

// Every frame of every band pays these; they are counted, not timed.
func TestAllocations(t *testing.T) {
	th := theme.Dark(false)
	for _, mode := range []Mode{Braille, Block, ASCII} {
		s := dense(mode)
		if got := testing.AllocsPerRun(20, func() { Render(th, s) }); got > mostAllocations[mode] {
			t.Errorf("mode %d: %v allocations a chart, at most %v are allowed", mode, got, mostAllocations[mode])
		}
	}
	y := dense(Braille).Series[0].Y
	if got := testing.AllocsPerRun(20, func() { Spark(th, theme.SeriesA, y, 100, 0, 4, Braille) }); got > 2 {
		t.Errorf("%v allocations a spark, at most 2 are allowed", got)
	}
}

// The work depends on the plot, not on the samples: strokes per column.
func TestWorkIsBoundedByThePlot(t *testing.T) {
	s := dense(Braille)
	for _, n := range []int{300, 30_000, 300_000} {
		y := make([]float64, n)
		for i := range y {
			y[i] = float64(i % 2 * 4) // from the bottom to the top at every step
		}
		s.X.Max = float64(n - 1)
		s.Series = []Series{{Y: y}}
		_, work := render(theme.None(false), s)
		columns, rows := 2*91, 4*18
		if most := columns * 3 * rows; work > most {
			t.Errorf("%d dots for %d samples, at most %d fit", work, n, most)
		}
	}
}

// An outlier far off the axis must not be walked to.
func TestOutlierIsNotWalkedTo(t *testing.T) {
	s := Spec{Width: 100, Height: 20, X: Axis{Min: 0, Max: 4}, Y: Axis{Min: 0, Max: 1}}
	s.Series = []Series{{Y: []float64{0.5, 1e7, 0.5, -math.MaxFloat64, 0.5}}}
	if _, work := render(theme.None(false), s); work > 5*4*20 {
		t.Errorf("%d dots", work)
	}
}

// A frame goes over a slow line only where it changed, but it is also compared
// and copied whole: runs of style keep it small.
func TestBytesOfAFrame(t *testing.T) {
	total := 0
	for _, l := range Render(theme.Dark(false), dense(Braille)) {
		total += len(l)
	}
	if total > 12_000 { // 2 000 cells of at most three bytes, and their styles
		t.Errorf("%d bytes", total)
	}
}
