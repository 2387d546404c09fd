// Package widget draws the small things that screens share: lines, badges,
// tables, ladders, range marks, the transport bar. They are pure functions of
// their arguments; none keeps state.
//
// Start reading at Line, which everything else writes through: it is the one
// place that counts cells.
package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// Line assembles one screen line of at most a given width in cells. Text past
// the width is cut between characters, never within one. The zero value is not
// usable; see NewLine.
type Line struct {
	th       *theme.Theme
	b        strings.Builder
	width    int
	used     int
	last     theme.Token
	open     bool
	selected bool
}

// NewLine returns an empty line of at most width cells.
func NewLine(th *theme.Theme, width int) *Line {
	l := &Line{th: th, width: max(width, 0)}
	l.b.Grow(l.width + 64)
	return l
}

// Select paints everything that follows on the background of a selected row.
func (l *Line) Select(on bool) *Line { l.selected = on; return l }

// Used returns the cells written so far.
func (l *Line) Used() int { return l.used }

// Left returns the cells that still fit.
func (l *Line) Left() int { return l.width - l.used }

// Put adds text as a run of the token, cut where it no longer fits.
func (l *Line) Put(tok theme.Token, s string) *Line {
	s = Fit(l.th.Spell(s), l.Left())
	if s == "" {
		return l
	}
	l.run(tok)
	l.b.WriteString(s)
	l.used += Width(s)
	return l
}

// Raw adds text that is already painted and known to be cells wide, such as a
// row of a chart. It is left out where it does not fit.
func (l *Line) Raw(s string, cells int) *Line {
	if cells > l.Left() {
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
	w := Width(l.th.Spell(s))
	l.To(max(l.width-w, min(l.used+1, l.width)))
	return l.Put(tok, s)
}

// Column puts text into a column that ends at col, cut with an ellipsis where it is wider.
func (l *Line) Column(tok theme.Token, s string, col int) *Line {
	l.Put(tok, Ellipsis(l.th, s, col-l.used))
	return l.To(col)
}

// ColumnRight is Column with the text at the column's right edge.
func (l *Line) ColumnRight(tok theme.Token, s string, col int) *Line {
	room := col - l.used
	s = Ellipsis(l.th, s, room)
	l.To(col - Width(l.th.Spell(s)))
	return l.Put(tok, s)
}

// String returns the line. A selected line is filled to its width first.
func (l *Line) String() string {
	if l.selected {
		l.To(l.width)
	}
	l.end()
	return l.b.String()
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

// Width returns the cells that s takes.
func Width(s string) int {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Fit returns the longest beginning of s that takes at most n cells.
func Fit(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if Width(s) <= n {
		return s
	}
	return ansi.Truncate(s, n, "")
}

// Ellipsis returns s cut to at most n cells, with an ellipsis where it was cut.
func Ellipsis(th *theme.Theme, s string, n int) string {
	if n <= 0 {
		return ""
	}
	if s = th.Spell(s); Width(s) <= n {
		return s
	}
	tail := th.Spell("…")
	if n <= len(tail) && th.ASCII {
		return Fit(s, n)
	}
	return ansi.Truncate(s, n, tail)
}
