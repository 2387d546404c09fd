package chart

import "github.com/NimbleMarkets/ntcharts/v2/canvas/runes"

// nobody owns a cell without data.
const nobody = -1

// field is the plot: which dots are set and whose each cell is.
//
// A cell of braille belongs to the series with most dots in it; of equals to the
// earlier one, so that a caller puts what matters most first. Dots of the others
// stay, in the owner's colour: no datum is hidden, and colours never mix. Blocks and
// ASCII are filled to the baseline, the lower series in front.
type field struct {
	mode   Mode
	w, h   int // in cells
	sx, sy int // dots a cell, across and down

	owner []int32
	dots  []uint8 // braille: those of all series, as the bits of its glyph
	most  []uint8 // and how many are the owner's
	count []uint8 // and of the series being drawn

	level []uint8 // filled modes: eighths of a cell that its owner fills
	tops  []int32 // by column: the top dot of the series being drawn
	front []int32 // by cell: the top dot of its owner

	lane        bool    // the series of one lane are parts of one whole
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
	switch mode {
	case Braille:
		f.sx, f.sy = 2, 4
		bytes := make([]uint8, 3*n)
		f.dots, f.most, f.count = bytes[:n], bytes[n:2*n], bytes[2*n:]
		return f
	case Block:
		f.sy = 8
	}
	f.level = make([]uint8, n)
	f.tops, f.front = make([]int32, w), make([]int32, n)
	f.clear()
	return f
}

// filled reports whether series are filled to the baseline: a line of whole glyphs
// would say less.
func (f *field) filled() bool { return f.mode != Braille }

func (f *field) clear() {
	for i := range f.tops {
		f.tops[i] = nobody
	}
}

// set puts a dot of the series being drawn, or the top of a column of it; it must
// lie in the field.
func (f *field) set(x, y int) {
	f.work++
	if f.filled() {
		if top := f.tops[x]; top == nobody || int32(y) < top {
			f.tops[x] = int32(y)
		}
		return
	}
	cell := (y>>2)*f.w + x>>1
	column := rune(leftDots)
	if x&1 > 0 {
		column = ^column
	}
	f.dots[cell] |= uint8(brailleRows[y&3] & column)
	if f.count[cell] < 255 {
		f.count[cell]++
	}
}

// settle ends series i: its cells become its own where it has most dots.
func (f *field) settle(i int) {
	if f.filled() {
		f.settleFilled(int32(i))
		return
	}
	for c, n := range f.count {
		if n == 0 {
			continue
		}
		if n > f.most[c] {
			f.most[c], f.owner[c] = n, int32(i)
		}
		f.count[c] = 0
	}
}

// settleFilled fills the columns of series i: in front of what is higher, behind
// what is lower. Of two that end in one row each has every other column.
func (f *field) settleFilled(i int32) {
	for x, top := range f.tops {
		if top == nobody {
			continue
		}
		first := int(top) / f.sy
		for row := first; row < f.h; row++ {
			c := row*f.w + x
			if f.owner[c] != nobody {
				other := int(f.front[c]) / f.sy
				// Of a lane, a cell in which the front ends below what is behind it goes
				// to the larger of both: the rest of it would look like a hole.
				ends := f.lane && other == row && first < row
				if (other > first || other == first && (f.lane || x%2 == 0)) && !(ends && f.level[c] < 4) {
					if ends {
						f.level[c] = 8
					}
					continue
				}
			}
			f.owner[c], f.front[c], f.level[c] = i, top, 8
			if row == first && f.mode == Block {
				f.level[c] = uint8(8 - top&7)
			}
		}
	}
	f.clear()
}

// rune returns what stands in a cell that has an owner.
func (f *field) rune(cell int, glyph rune) rune {
	switch f.mode {
	case Braille:
		return 0x2800 | rune(f.dots[cell])
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
