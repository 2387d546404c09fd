package chart

import (
	"unicode/utf8"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// Render draws a chart: exactly Height lines of exactly Width cells, none for a
// height of 0 or less. It is safe for any size and data.
func Render(th *theme.Theme, s Spec) []string {
	lines, _ := render(th, s)
	return lines
}

// render is Render that also tells its work in dots.
func render(th *theme.Theme, s Spec) ([]string, int) {
	f := newFrame(th, &s)
	if f.height == 0 {
		return nil, 0
	}
	marks, axis := f.rowsBelow()
	f.plot(f.height - marks - axis)
	if marks > 0 {
		f.markRow()
	}
	f.axisRows(axis)
	return f.lines(), f.field.work
}

// rowsBelow returns the rows that marks and the time axis take from the plot.
func (f *frame) rowsBelow() (marks, axis int) {
	if f.TimeAxis && f.height >= 3 {
		axis = 1
		if f.height >= 8 {
			axis = 2
		}
	}
	if len(f.Marks) > 0 && f.height >= 5 {
		marks = 1
	}
	return marks, axis
}

// frame is a chart being written.
type frame struct {
	*Spec
	th            *theme.Theme
	brush         brush
	width, height int
	gutter        int // cells, at most the width
	pw, ph        int // the plot, in cells
	xs, ys        scale
	set           *glyphs
	field         *field
	labels        []label
	starts        []int // of the lines in the brush's bytes
	until         int   // the last column that is not faint
	head          int   // the column of the playhead, or −1
	limits        []limit
	ticks         []rowTick
	rules         []ruleRow
	states        [][]uint8 // of the columns of each series that is judged
	markers       []rune    // of the series, in ASCII mode
}

func newFrame(th *theme.Theme, s *Spec) *frame {
	if th == nil {
		th = theme.None(false)
	}
	if s.Mode > ASCII {
		s.Mode = Braille
	}
	if th.Blocks && s.Mode == Braille {
		s.Mode = Block
	}
	if th.ASCII {
		s.Mode = ASCII
	}
	f := &frame{Spec: s, set: &unicodeGlyphs}
	if s.Mode == ASCII {
		f.set = &asciiGlyphs
		if !th.ASCII { // labels are spelled by the theme
			plain := *th
			plain.ASCII = true
			th = &plain
		}
		f.markers = markers(s.Series)
	}
	f.th, f.brush = th, brush{th: th, last: blank}
	f.width, f.height = min(max(s.Width, 0), maxSide), min(max(s.Height, 0), maxSide)
	f.gutter = min(max(s.Gutter, 0), f.width)
	f.pw = f.width - f.gutter
	f.xs, f.ys = s.scales()
	f.until, f.head = f.pw, -1
	if s.HasUntil && finite(s.Until) {
		switch u := f.xs.share(s.Until); {
		case u < 0:
			f.until = -1
		case u <= 1:
			f.until = step(u, max(f.pw, 1), 1)
		}
	}
	if c, ok := f.xs.column(s.Playhead, f.pw); ok && s.HasPlayhead {
		f.head = c
	}
	f.brush.buf = make([]byte, 0, 4*f.width*f.height+512)
	f.starts = make([]int, 0, f.height+1)
	return f
}

// plot draws the series and everything around them.
func (f *frame) plot(rows int) {
	f.ph = max(rows, 0)
	mode := f.Mode
	if f.Lane {
		mode = Block
	}
	f.field = newField(mode, f.pw, f.ph)
	f.field.lane = f.Lane
	if f.pw > 0 && f.ph > 0 {
		f.layRows()
		f.placeLimits()
		p := pen{f: f.field, x: &f.xs, y: &f.ys, limits: f.limits, gap: f.Gap}
		for i := range f.Series {
			p.draw(&f.Series[i], i)
		}
		f.judge()
		f.placeRules()
		f.placeNames()
	}
	side := f.gutterLabels()
	for row := range f.ph {
		f.begin()
		f.gutterRow(row, side[row])
		f.plotRow(row)
	}
}

// plotRow writes the cells of one row, labels over data over playhead over rules.
func (f *frame) plotRow(row int) {
	rule := f.ruleAt(row)
	for col := 0; col < f.pw; col++ {
		if l := f.labelAt(row, col); l != nil {
			f.brush.text(l.token, l.text)
			col += l.cells - 1
			continue
		}
		if r, tok, ok := f.datum(row, col); ok {
			switch {
			case rule.line && r >= 0x2800 && r <= 0x28ff:
				r |= rule.dots
			case rule.line && !f.Lane && f.covers(row, col):
				r, tok = f.ruleRune(rule), rule.token
			}
			f.brush.put(tok, r)
			continue
		}
		switch {
		case col == f.head:
			f.brush.put(theme.Playhead, f.set.playhead)
		case rule.token == blank:
			f.brush.space()
		case rule.line:
			f.brush.put(rule.token, f.ruleRune(rule))
		case col%2 == 0:
			f.brush.put(rule.token, f.set.band)
		default:
			f.brush.space()
		}
	}
}

// ruleRune is what the line of a limit is drawn with where no data are.
func (f *frame) ruleRune(r ruleRow) rune {
	if r.dots > 0 {
		return 0x2800 | r.dots
	}
	return f.set.rule
}

// covers reports whether a filled series goes on above a cell.
func (f *frame) covers(row, col int) bool {
	return f.field.mode != Braille && row > 0 && f.field.owner[(row-1)*f.pw+col] != nobody
}

// datum returns what the series put into a cell.
func (f *frame) datum(row, col int) (rune, theme.Token, bool) {
	cell := row*f.pw + col
	owner, r := f.field.owner[cell], rune(0)
	if row == 0 && f.field.over[col] != nobody {
		owner, r = f.field.over[col], f.set.over
	} else if row == f.ph-1 && f.field.under[col] != nobody {
		owner, r = f.field.under[col], f.set.under
	}
	if owner == nobody || f.HideAhead && col > f.until {
		return 0, blank, false
	}
	s := &f.Series[owner]
	if r == 0 {
		r = f.glyph(cell, owner)
	}
	return r, f.tokenOf(s, owner, col), true
}

// glyph returns what stands in a cell of a series.
func (f *frame) glyph(cell int, owner int32) rune {
	switch {
	case f.states != nil && f.states[owner] != nil && f.states[owner][cell%f.pw] == unseen:
		return f.set.unjudged
	case f.Lane && f.Mode == ASCII:
		return rune(asciiLevels[int(f.field.level[cell]-1)*(len(asciiLevels)-1)/7])
	case f.markers != nil:
		return f.field.rune(cell, f.markers[owner])
	}
	return f.field.rune(cell, 0)
}

// tokenOf returns the token of a column of a series.
func (f *frame) tokenOf(s *Series, owner int32, col int) theme.Token {
	switch {
	case f.Lane && col == f.head:
		return theme.Playhead
	case s.Faint || col > f.until:
		return theme.Ahead(s.Token)
	case f.states == nil || f.states[owner] == nil || f.states[owner][col] == within:
		return s.Token
	case f.states[owner][col] == beyond:
		return theme.Fail
	}
	return theme.Muted
}

// judge finds the state of every column of the series that are judged.
func (f *frame) judge() {
	for i := range f.Series {
		if s := &f.Series[i]; s.Over != nil {
			if f.states == nil {
				f.states = make([][]uint8, len(f.Series))
			}
			f.states[i] = f.columnStates(s, s.Over, f.Gap)
		}
	}
}

// layRows lays the axis so that its labels fall on rows.
func (f *frame) layRows() {
	if f.Y.Hide || f.ph < 2 || f.room() <= 0 {
		return
	}
	lo, hi := f.extentY()
	log := f.ys.log
	if s, ticks, ok := lay(lo, hi, log, f.Y.Unit == model.Count, f.ph); ok {
		f.ys, f.ticks = s, ticks
		return
	}
	for row := f.ph - 1; row >= 0; row -= max(f.ph-1, 1) {
		f.ticks = append(f.ticks, rowTick{row, f.ys.middle(row, f.ph)})
	}
}

// begin starts a line.
func (f *frame) begin() {
	f.brush.end()
	f.starts = append(f.starts, len(f.brush.buf))
}

// lines cuts what was written into lines that share one string.
func (f *frame) lines() []string {
	f.brush.end()
	all := string(f.brush.buf)
	lines := make([]string, len(f.starts))
	for i, from := range f.starts {
		to := len(all)
		if i+1 < len(f.starts) {
			to = f.starts[i+1]
		}
		lines[i] = all[from:to]
	}
	return lines
}

// blank is the token of a cell that has no style.
const blank = theme.NumTokens

// brush writes runs of cells. Blank cells carry no style, so that they never
// count as changed when their neighbours are restyled.
type brush struct {
	th   *theme.Theme
	buf  []byte
	last theme.Token
}

func (b *brush) use(tok theme.Token) {
	if tok >= theme.NumTokens {
		tok = blank
	}
	if tok == b.last {
		return
	}
	b.end()
	if tok != blank {
		b.buf = append(b.buf, b.th.Open(tok)...)
	}
	b.last = tok
}

func (b *brush) end() {
	if b.last != blank && b.th.Open(b.last) != "" {
		b.buf = append(b.buf, b.th.Reset()...)
	}
	b.last = blank
}

func (b *brush) put(tok theme.Token, r rune) {
	b.use(tok)
	b.buf = utf8.AppendRune(b.buf, r)
}

func (b *brush) text(tok theme.Token, s string) {
	b.use(tok)
	b.buf = append(b.buf, s...)
}

func (b *brush) space() {
	b.use(blank)
	b.buf = append(b.buf, ' ')
}

func (b *brush) spaces(n int) {
	for range n {
		b.space()
	}
}
