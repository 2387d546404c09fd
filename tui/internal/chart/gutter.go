package chart

import "scaledeck/tui/internal/theme"

// sideLabel is what the gutter says beside a row.
type sideLabel struct {
	text  string
	cells int
	tick  bool
}

// gutterLabels returns the labels of all rows. A label that does not fit its
// gutter is left out: a cut number would be another number.
func (f *frame) gutterLabels() []sideLabel {
	side := make([]sideLabel, f.ph)
	if f.Y.Hide {
		return side
	}
	if f.ph > 1 && f.room() > 0 {
		f.tickLabels(side)
	}
	if f.ys.log {
		f.sayLog(side)
	}
	return side
}

// room is how many cells a label of the gutter may take: all but the axis and a
// blank before it.
func (f *frame) room() int { return f.gutter - 2 }

// tickLabels writes the ticks and, in their rows, the exact figures of the
// rules instead; the topmost label has the unit.
func (f *frame) tickLabels(side []sideLabel) {
	values := make([]float64, len(f.ticks))
	for i, t := range f.ticks {
		values[i] = t.value
		side[t.row].tick = true
	}
	say := newLabeller(f.Y, values, f.ys.log)
	exact := say
	exact.decimals = -1
	next, top := len(f.ticks)-1, true
	for row := range f.ph {
		v, by, show := 0.0, say, false
		if next >= 0 && f.ticks[next].row == row {
			v, show = f.ticks[next].value, true
			next--
		}
		if r := f.ruleAt(row); r.line {
			v, by, show = r.value, exact, true
		}
		if show {
			f.label(side, row, by, v, top)
			top = false
		}
	}
}

// label writes one label; the top one has the unit, which goes to the row above
// where both do not fit.
func (f *frame) label(side []sideLabel, row int, say labeller, v float64, top bool) {
	text, cells := f.spell(say.text(v))
	if top && say.unit != "" {
		if full, n := f.spell(say.withUnit(v)); n <= f.room() {
			text, cells = full, n
		} else if unit, n := f.spell(say.unit); n <= f.room() && row > 0 {
			side[row-1].text, side[row-1].cells = unit, n
		}
	}
	if cells <= f.room() {
		side[row].text, side[row].cells = text, cells
	}
}

// sayLog writes that the axis is logarithmic: into the first free row of the
// gutter, else into the plot, else in the place of the lowest label.
func (f *frame) sayLog(side []sideLabel) {
	const word = "log"
	inGutter := f.room() >= len(word)
	for row := range side {
		if inGutter && side[row].cells == 0 && !side[row].tick {
			side[row].text, side[row].cells = word, len(word)
			return
		}
	}
	for row := range f.ph {
		for col := 1; f.ruleAt(row).token == blank && col+len(word) <= f.pw; col++ {
			if f.fits(row, col, col+len(word)) {
				f.labels = append(f.labels, label{row, col, len(word), word, theme.Muted})
				return
			}
		}
	}
	for row := f.ph - 1; inGutter && row >= 0; row-- {
		if side[row].tick && !f.ruleAt(row).line {
			side[row].text, side[row].cells = word, len(word)
			return
		}
	}
}

// gutterRow writes the gutter of a row: label, blank, axis.
func (f *frame) gutterRow(row int, l sideLabel) {
	if f.gutter == 0 {
		return
	}
	if f.Y.Hide {
		f.brush.spaces(f.gutter)
		return
	}
	f.brush.spaces(f.gutter - 1 - l.cells - min(l.cells, 1))
	r := f.ruleAt(row)
	if l.cells > 0 {
		tok := theme.Muted
		if r.line {
			tok = r.token
		}
		f.brush.text(tok, l.text)
		f.brush.space()
	}
	switch {
	case r.line:
		f.brush.put(r.token, f.set.cross)
	case l.tick:
		f.brush.put(theme.Faint, f.set.tick)
	default:
		f.brush.put(theme.Faint, f.set.axis)
	}
}
