package widget

import (
	"math"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// RangeMark shows the repeats of one figure on a scale that it shares with the
// other marks of its row: ├──●──┤ from the least over the median to the greatest.
// One repeat, or several that are alike, is a dot alone. Where a figure is
// missing nothing is drawn.
type RangeMark struct {
	Min, Median, Max model.Figure
	Low, High        float64 // the scale: the figures of its first and its last cell
}

// Scale returns the least and the greatest of the figures: the scale for the
// marks of a row. ok is false where none of them is there.
func Scale(figures ...model.Figure) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, f := range figures {
		if v, there := f.Get(); there && !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high, ok = min(low, v), max(high, v), true
		}
	}
	if !ok {
		return 0, 0, false
	}
	return low, high, true
}

// Put draws the mark into width cells.
func (m RangeMark) Put(l *Line, width int) {
	width = min(width, l.Left())
	end := l.used + width
	low, okLow := m.Min.Get()
	mid, okMid := m.Median.Get()
	high, okHigh := m.Max.Get()
	if !okLow || !okMid || !okHigh || width <= 0 {
		l.To(end)
		return
	}
	first, dot, last := m.cell(low, width), m.cell(mid, width), m.cell(high, width)
	first, last = min(first, dot), max(last, dot)
	start := l.used
	l.To(start + first)
	if first < dot {
		l.Put(theme.Muted, "├").Repeat(theme.Muted, "─", dot-first-1)
	}
	l.Put(theme.Strong, "●")
	if dot < last {
		l.Repeat(theme.Muted, "─", last-dot-1).Put(theme.Muted, "┤")
	}
	l.To(end)
}

// cell returns the cell of v on the scale; what lies outside it is at its end. A
// scale without any length puts everything in the middle.
func (m RangeMark) cell(v float64, width int) int {
	share := (v - m.Low) / (m.High - m.Low)
	if math.IsNaN(share) || math.IsInf(m.High-m.Low, 0) || m.High <= m.Low {
		return (width - 1) / 2
	}
	return int(math.Round(min(max(share, 0), 1) * float64(width-1)))
}
