package chart

import (
	"math"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// TimeScale draws the time axis of a Spec alone, for a screen that stacks charts
// over one axis: ticks and labels in two rows, or both in one.
func TimeScale(th *theme.Theme, s Spec, rows int) []string {
	f := newFrame(th, &s)
	f.axisRows(min(max(rows, 0), 2))
	return f.lines()
}

// MarkRow draws the marks of a Spec alone, in one row.
func MarkRow(th *theme.Theme, s Spec) string {
	f := newFrame(th, &s)
	f.markRow()
	return f.lines()[0]
}

// span is text in a row below the plot.
type span struct {
	col, cells int
	text       string
	token      theme.Token
}

// axisRows writes the axis with its notches and the labels below it, or, in one
// row, the labels in the place of the notches.
func (f *frame) axisRows(rows int) {
	if rows == 0 {
		return
	}
	columns, labels := f.timeTicks()
	if rows == 1 {
		columns = nil
	}
	f.begin()
	f.brush.spaces(f.gutter - 1)
	if f.gutter > 0 {
		f.brush.put(theme.Faint, f.set.corner)
	}
	next := 0
	for col := 0; col < f.pw; col++ {
		for len(columns) > 0 && columns[0] < col {
			columns = columns[1:]
		}
		if rows == 1 && next < len(labels) && labels[next].col == col {
			f.brush.text(theme.Muted, labels[next].text)
			col += labels[next].cells - 1
			next++
			continue
		}
		switch {
		case col == f.head:
			f.brush.put(theme.Playhead, f.set.cross)
		case len(columns) > 0 && columns[0] == col:
			f.brush.put(theme.Faint, f.set.notch)
		default:
			f.brush.put(theme.Faint, f.set.floor)
		}
	}
	if rows > 1 {
		f.begin()
		f.brush.spaces(f.gutter)
		f.spans(labels)
	}
}

// spans writes texts at their columns and blanks between; they ascend and do
// not overlap.
func (f *frame) spans(texts []span) {
	col := 0
	for _, t := range texts {
		f.brush.spaces(t.col - col)
		f.brush.text(t.token, t.text)
		col = t.col + t.cells
	}
	f.brush.spaces(f.pw - col)
}

// timeTicks returns the columns of the notches and the labels: the finest
// division whose labels all stand whole and apart.
func (f *frame) timeTicks() (columns []int, labels []span) {
	if f.pw == 0 {
		return nil, nil
	}
	lo, hi := f.xs.ends()
	if f.xs.log {
		t := Ticks(lo, hi, true, max(f.pw/8, 2))
		return f.layOut(t, newLabeller(f.X, t, true))
	}
	cell := hi/float64(f.pw) - lo/float64(f.pw)
	by := timeStep(cell*4, f.X.Unit)
	for range maxTicks {
		t := multiples(lo, hi, by, f.pw)
		say := newLabeller(f.X, t, false)
		room := f.widest(t, say) + apart
		if len(t) <= 2 || float64(room)*cell <= by {
			columns, labels = f.layOut(t, say)
			if len(labels) == len(columns) || len(t) <= 2 || f.X.Hide {
				break
			}
		}
		by = timeStep(max(by*1.01, float64(room)*cell), f.X.Unit)
	}
	return columns, labels
}

// apart is the least number of blank cells between two labels.
const apart = 2

// widest returns the cells of the widest of the outermost labels.
func (f *frame) widest(ticks []float64, say labeller) int {
	if len(ticks) == 0 {
		return 0
	}
	_, a := f.spell(say.withUnit(ticks[0]))
	_, b := f.spell(say.withUnit(ticks[len(ticks)-1]))
	return max(a, b)
}

// layOut places a label at each tick, centred where there is room. A label that
// would touch the one before it is left out.
func (f *frame) layOut(ticks []float64, say labeller) (columns []int, labels []span) {
	columns, labels = make([]int, 0, len(ticks)), make([]span, 0, len(ticks))
	free := 0
	for _, v := range ticks {
		col, in := f.xs.column(v, f.pw)
		if !in {
			continue
		}
		columns = append(columns, col)
		if f.X.Hide {
			continue
		}
		text, cells := f.spell(say.withUnit(v))
		if at := max(min(col-cells/2, f.pw-cells), 0); at >= free && at+cells <= f.pw {
			labels = append(labels, span{at, cells, text, theme.Muted})
			free = at + cells + apart
		}
	}
	return columns, labels
}

// multiples returns the multiples of by from lo to hi, at most n.
func multiples(lo, hi, by float64, n int) []float64 {
	var t []float64
	first := math.Ceil(lo/by - 1e-9)
	for i := range n {
		v := (first + float64(i)) * by
		if v > hi+by*1e-9 || !finite(v) {
			break
		}
		if len(t) == 0 || v > t[len(t)-1] {
			t = append(t, v+0)
		}
	}
	return t
}

// timeSteps are the divisions of a minute, an hour and a day, in seconds.
var timeSteps = [...]float64{10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 14400, 21600, 43200, 86400}

// timeStep returns the smallest usual step of at least v; steps of seconds are
// those of a clock.
func timeStep(v float64, u model.Unit) float64 {
	if u == model.Seconds && v > 5 && v <= 86400 {
		for _, s := range timeSteps {
			if s >= v {
				return s
			}
		}
	}
	return niceStep(v)
}

// markRow writes the marks at their columns. Of two in one column the first
// stands; a label that would touch the next mark is left out.
func (f *frame) markRow() {
	f.begin()
	f.brush.spaces(f.gutter)
	if f.pw == 0 {
		return
	}
	taken := make([]bool, f.pw+1)
	for i := range f.Marks {
		if c, in := f.xs.column(f.Marks[i].X, f.pw); in {
			taken[c] = true
		}
	}
	text := make([]span, f.pw) // by the column each begins in
	for i := range f.Marks {
		f.placeMark(&f.Marks[i], taken, text)
	}
	for col := 0; col < f.pw; {
		if text[col].cells == 0 {
			f.brush.space()
			col++
			continue
		}
		f.brush.text(text[col].token, text[col].text)
		col += text[col].cells
	}
}

func (f *frame) placeMark(m *Mark, taken []bool, text []span) {
	c, in := f.xs.column(m.X, f.pw)
	if !in || text[c].cells > 0 {
		return
	}
	glyph := m.Glyph
	if glyph == 0 {
		glyph = f.set.mark
	}
	tok := min(m.Token, theme.NumTokens-1)
	if c > f.until {
		tok = theme.Faint
	}
	g, n := f.spell(string(glyph))
	if n != 1 {
		g = string(f.set.mark)
	}
	text[c] = span{c, 1, g, tok}
	if m.Label == "" {
		return
	}
	label, cells := f.spell(m.Label)
	at := c + 1
	if at+cells > f.pw {
		at = c - cells
	}
	if cells == 0 || at < 0 {
		return
	}
	// One blank cell stays between a label and what is next to it.
	for col := at - 1; col <= at+cells; col++ {
		if col >= 0 && col != c && taken[min(col, f.pw)] {
			return
		}
	}
	for col := at; col < at+cells; col++ {
		taken[col] = true
	}
	text[at] = span{at, cells, label, tok}
}
