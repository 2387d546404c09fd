package chart

import (
	"slices"

	"scaledeck/tui/internal/theme"
)

// limit is the value of a rule on the grid of dots that the series are drawn on.
type limit struct {
	value float64
	dot   int // the row of dots of its line, from the top
	token theme.Token
}

// placeLimits gives every limit on the axis a row of dots of its own, with room
// for what is over it. Samples are then kept on their side of it: two figures that
// round to one dot must not trade places. A limit there is no room for has no line.
func (f *frame) placeLimits() {
	f.limits = f.limitsOnAxis()
	grain, least, most := f.limitRows()
	if n := most - least + 1; len(f.limits) > n {
		f.limits = f.limits[:max(n, 0)]
	}
	below := most + 1
	for i := range f.limits {
		l := &f.limits[i]
		row := step(f.ys.down(l.value), f.ph, f.field.sy)
		if grain > 1 {
			row = max(row-grain/2+1, 0) / grain // the nearest lower edge of a row
		}
		below = min(max(row, least+len(f.limits)-1-i), below-1)
		l.dot = below*grain + grain - 1
	}
}

// limitsOnAxis returns the limits that lie on the axis, ascending and each once.
func (f *frame) limitsOnAxis() []limit {
	if len(f.Rules) == 0 {
		return nil
	}
	all := make([]limit, 0, 2*len(f.Rules))
	add := func(v float64, tok theme.Token) {
		known := slices.ContainsFunc(all, func(l limit) bool { return l.value == v })
		if t := f.ys.down(v); finite(v) && t >= 0 && t <= 1 && !known {
			all = append(all, limit{value: v, token: min(tok, theme.NumTokens-1)})
		}
	}
	for _, r := range f.Rules {
		add(r.Y, r.Token)
		if r.Band && r.To > r.Y {
			add(r.To, r.Token)
		}
	}
	slices.SortFunc(all, func(a, b limit) int {
		if a.value < b.value {
			return -1
		}
		return 1
	})
	return all
}

// limitRows returns the rows a limit may have, counted in steps of so many dots.
// Blocks have a glyph only for a line along the lower edge of a cell, and what is
// within needs a row below it; elsewhere what is over needs a row above.
func (f *frame) limitRows() (grain, least, most int) {
	if f.field.mode == Block && f.ph > 1 {
		return 8, 0, f.ph - 2
	}
	return 1, 1, f.ph*f.field.sy - 1
}

// side returns the row of dots of a value: the one it falls on, or the nearest on
// its side of every limit. On the limit is within it.
func side(limits []limit, v float64, dot int) int {
	for _, l := range limits {
		if !(v > l.value) {
			return max(dot, l.dot)
		}
		dot = min(dot, l.dot-1)
	}
	return dot
}

// limitAt returns the row of dots of the line of a value.
func (f *frame) limitAt(v float64) (dot int, ok bool) {
	if f.field.mode == Block && f.ph == 1 {
		return 0, false // eighths of one row have no room for a line
	}
	for _, l := range f.limits {
		if l.value == v {
			return l.dot, true
		}
	}
	return 0, false
}

// brailleRows are the dots of a cell, a row of two after the other.
var brailleRows = [4]rune{0x09, 0x12, 0x24, 0xc0}

// leftDots are those of the left column: where a line has no colour, every other
// dot of it tells it from a curve.
const leftDots = 0x47

// dots returns the dots that a line leaves in its cells.
func (f *frame) dots(l int, tok theme.Token) rune {
	if f.field.mode != Braille {
		return 0
	}
	d := brailleRows[l&3]
	if f.th.Open(tok) == "" {
		d &= leftDots
	}
	return d
}
