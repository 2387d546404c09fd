package chart

import (
	"github.com/NimbleMarkets/ntcharts/v2/canvas"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/v2/canvas/runes"
)

// nobody owns a cell without data.
const nobody = -1

// field is the plot: which dots are set and whose each cell is.
//
// A cell belongs to the series with most dots in it; of equals to the earlier
// one, so that a caller puts what matters most first. Dots of the others stay,
// in the owner's colour: no datum is hidden, and colours never mix.
type field struct {
	mode   Mode
	w, h   int // in cells
	sx, sy int // dots a cell, across and down

	grid  *graph.BrailleGrid // braille: the dots of all series
	cells [][]rune           // of the grid, once all series are drawn
	owner []int32
	most  []uint8 // dots of the owner
	level []uint8 // block: eighths filled by the owner

	count []uint8 // of the series being drawn
	fill  []uint8

	over, under []int32 // by column: whose sample lies outside the axis
	work        int     // dots set, for tests of the cost
}

func newField(mode Mode, w, h int) *field {
	f := &field{mode: mode, w: w, h: h, sx: 1, sy: 1}
	n := w * h
	f.owner = make([]int32, n+2*w)
	for i := range f.owner {
		f.owner[i] = nobody
	}
	f.owner, f.over, f.under = f.owner[:n], f.owner[n:n+w], f.owner[n+w:]
	bytes := make([]uint8, 4*n)
	f.most, f.count, f.level, f.fill = bytes[:n], bytes[n:2*n], bytes[2*n:3*n], bytes[3*n:]
	switch mode {
	case Braille:
		f.sx, f.sy = 2, 4
		f.grid = graph.NewBrailleGrid(w, h, 0, float64(2*w-1), 0, float64(4*h-1))
	case Block:
		f.sy = 8
	}
	return f
}

// set puts a dot of the series being drawn; it must lie in the field.
func (f *field) set(x, y int) {
	f.work++
	var cell int
	switch f.mode {
	case Braille:
		cell = (y>>2)*f.w + x>>1
		f.grid.Set(canvas.Point{X: x, Y: y})
	case Block:
		cell = (y>>3)*f.w + x
		f.fill[cell] = max(f.fill[cell], uint8(8-y&7))
	default:
		cell = y*f.w + x
	}
	if f.count[cell] < 255 {
		f.count[cell]++
	}
}

// settle ends series i: its cells become its own where it has most dots.
func (f *field) settle(i int) {
	for c, n := range f.count {
		if n == 0 {
			continue
		}
		if n > f.most[c] {
			f.most[c], f.owner[c], f.level[c] = n, int32(i), f.fill[c]
		}
		f.count[c], f.fill[c] = 0, 0
	}
}

// rune returns what stands in a cell that has an owner.
func (f *field) rune(cell int, glyph rune) rune {
	switch f.mode {
	case Braille:
		if f.cells == nil {
			f.cells = f.grid.BraillePatterns()
		}
		return f.cells[cell/f.w][cell%f.w]
	case Block:
		return runes.LowerBlockElementFromFloat64(float64(f.level[cell]) / 8)
	}
	return glyph
}

// free reports whether no data stand in columns from up to, not including, to.
func (f *field) free(row, from, to int) bool {
	if row < 0 || row >= f.h {
		return true
	}
	for c := max(from, 0); c < min(to, f.w); c++ {
		if f.owner[row*f.w+c] != nobody {
			return false
		}
	}
	return (row != 0 || vacant(f.over, from, to)) && (row != f.h-1 || vacant(f.under, from, to))
}

func vacant(owners []int32, from, to int) bool {
	for c := max(from, 0); c < min(to, len(owners)); c++ {
		if owners[c] != nobody {
			return false
		}
	}
	return true
}
