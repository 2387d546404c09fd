// Package widget draws the small things that screens share: lines, badges,
// tables, ladders, bars, range marks, the transport bar. They are pure functions
// of their arguments; none keeps state, and none fails: whatever the width and
// the figures, what comes back has the width that was asked for.
//
// It imports theme, analysis for the verdicts, model for figures, Bubbles for
// key bindings and the cell arithmetic of x/ansi.
//
// Start reading at Line, which everything else writes through: it is the one
// place that counts cells.
package widget

import (
	"strings"

	"scaledeck/tui/internal/theme"
)

// Line assembles one screen line of at most a given width in cells. Text past
// the width is cut between characters, never within one. What belongs to one
// character, such as a letter and its accent, must come in one Put. The zero
// value is not usable; see NewLine.
type Line struct {
	th       *theme.Theme
	b        strings.Builder
	width    int
	used     int
	last     theme.Token
	open     bool
	selected bool
}

// NewLine returns an empty line of at most width cells; a negative width is 0.
func NewLine(th *theme.Theme, width int) *Line {
	l := &Line{th: th, width: max(width, 0)}
	l.b.Grow(2*min(l.width, 1<<12) + 64) // the other half is for escape sequences
	return l
}

// Select paints everything that follows on the background of a selected row.
func (l *Line) Select(on bool) *Line {
	l.end()
	l.selected = on
	return l
}

// Used returns the cells written so far.
func (l *Line) Used() int { return l.used }

// Left returns the cells that still fit.
func (l *Line) Left() int { return l.width - l.used }

// Put adds text as a run of the token, cut where it no longer fits, but never
// within a figure.
func (l *Line) Put(tok theme.Token, s string) *Line {
	s = spell(l.th, s)
	if l.Left() < Width(s) {
		if bare, ok := bareFigure(s); ok {
			s = Whole(l.th, l.Left(), bare)
		} else {
			s = before(s, l.Left())
		}
	}
	if s == "" {
		return l
	}
	l.run(tok)
	l.b.WriteString(s)
	l.used += Width(s)
	return l
}

// Repeat adds n copies of s as one run of the token, as many as fit whole.
func (l *Line) Repeat(tok theme.Token, s string, n int) *Line {
	s = spell(l.th, s)
	w := Width(s)
	if w == 0 || n <= 0 || l.Left() < w {
		return l
	}
	l.run(tok)
	for range min(n, l.Left()/w) {
		l.b.WriteString(s)
		l.used += w
	}
	return l
}

// Raw adds text that is already painted and known to be cells wide, such as a
// row of a chart. It is left out where it does not fit.
func (l *Line) Raw(s string, cells int) *Line {
	if cells < 0 || cells > l.Left() {
		return l
	}
	l.end()
	l.b.WriteString(s)
	l.used += cells
	return l
}

// To fills with blanks up to column col, counted from 0; text already past it stays.
func (l *Line) To(col int) *Line {
	if n := min(col, l.width) - l.used; n > 0 {
		if l.selected {
			l.run(theme.Text)
		} else {
			l.end()
		}
		for ; n > 0; n-- {
			l.b.WriteByte(' ')
			l.used++
		}
	}
	return l
}

// Right puts text at the right edge, after at least one blank; text that would
// not fit whole is cut.
func (l *Line) Right(tok theme.Token, s string) *Line {
	w := Width(spell(l.th, s))
	l.To(max(l.width-w, min(l.used+1, l.width)))
	return l.Put(tok, s)
}

// Column puts text into a column that ends at col, cut with an ellipsis where it is wider.
func (l *Line) Column(tok theme.Token, s string, col int) *Line {
	l.Put(tok, Ellipsis(l.th, s, min(col, l.width)-l.used))
	return l.To(col)
}

// ColumnRight is Column with the text at the column's right edge.
func (l *Line) ColumnRight(tok theme.Token, s string, col int) *Line {
	col = min(col, l.width)
	s = Ellipsis(l.th, s, col-l.used)
	l.To(col - Width(s))
	return l.Put(tok, s)
}

// Inline is something that draws itself into part of a line: at most width
// cells, whatever the line still holds.
type Inline interface {
	Put(l *Line, width int)
}

// Inline draws in into the next width cells and fills what it leaves with blanks.
// What would pass them is cut.
func (l *Line) Inline(in Inline, width int) *Line {
	end := min(l.used+max(width, 0), l.width)
	whole := l.width
	l.width = end
	in.Put(l, end-l.used)
	l.width = whole
	return l.To(end)
}

// Draw returns in as a line of exactly width cells.
func Draw(th *theme.Theme, in Inline, width int) string {
	return NewLine(th, width).Inline(in, width).String()
}

// String returns the line. A selected line is filled to its width first.
func (l *Line) String() string {
	if l.selected {
		l.To(l.width)
	}
	l.end()
	return l.b.String()
}

// full returns the line filled to its width with blanks.
func (l *Line) full() string {
	l.To(l.width)
	return l.String()
}

func (l *Line) run(tok theme.Token) {
	if l.open && l.last == tok {
		return
	}
	l.end()
	seq := l.th.Open(tok)
	if l.selected {
		seq = l.th.OpenSelected(tok)
	}
	if seq != "" {
		l.b.WriteString(seq)
		l.open, l.last = true, tok
	}
}

func (l *Line) end() {
	if l.open {
		l.b.WriteString(l.th.Reset())
		l.open = false
	}
}
