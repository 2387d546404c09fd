package widget

import (
	"strconv"

	"scaledeck/tui/internal/theme"
)

// Table draws rows in columns. It adapts to its width: spare room goes to the
// flexible columns, missing room is taken from them down to their least width,
// and where that is not enough columns are dropped, those of the lowest
// priority first. Only the rows that are seen are asked for.
type Table struct {
	Columns  []Column
	Len      int                // rows
	Row      func(i int) []Cell // the cells of row i, one a column; it may reuse its slice
	Selected int                // row, −1 for a table in which nothing can be selected
	Top      int                // the row wished for at the top; moved so that Selected is seen
	Headless bool               // without the line of titles
	Gap      int                // cells between two columns; 0 is 2, less is none
	Bare     bool               // without the selected row's mark and the line that says which rows are seen
}

// Column describes one column.
type Column struct {
	Title    string
	Token    theme.Token // of the title; Text is Muted
	Width    int         // cells wished for; 0 is the width of the title
	Min      int         // the least cells; 0 is Width: the column does not shrink
	Flex     int         // share in spare room; 0 takes none
	Right    bool
	Priority int // a column of lower priority is dropped earlier; of equal ones the rightmost
}

// Cell is one cell: text, or something that draws itself.
type Cell struct {
	Token theme.Token
	Text  string
	Draw  Inline // drawn instead of Text where it is set
}

// gap returns the cells between two columns.
func (t Table) gap() int {
	if t.Gap == 0 {
		return 2
	}
	return max(t.Gap, 0)
}

// Lines returns the table as exactly h lines of exactly w cells. Where not all
// rows fit and there is room for it, the last line says which ones are seen.
func (t Table) Lines(th *theme.Theme, w, h int) []string {
	h = max(h, 0)
	lines := make([]string, 0, h)
	widths := t.layout(th, w)
	if !t.Headless && h > 0 {
		lines = append(lines, t.header(th, widths, w))
	}
	top, seen := t.Window(h)
	for i := top; i < top+seen; i++ {
		lines = append(lines, t.row(th, i, widths, w))
	}
	if t.says(h) {
		for len(lines) < h-1 {
			lines = append(lines, NewLine(th, w).full())
		}
		at := strconv.Itoa(top+1) + "–" + strconv.Itoa(top+seen) + " of " + strconv.Itoa(t.Len)
		lines = append(lines, NewLine(th, w).Right(theme.Muted, at).full())
	}
	for len(lines) < h {
		lines = append(lines, NewLine(th, w).full())
	}
	return lines
}

// Window returns the first row that is seen on h lines and how many are. The
// first is Top, moved as little as it takes to see the selected row and to leave
// no line empty that could show a row.
func (t Table) Window(h int) (top, seen int) {
	room := t.room(h)
	if t.says(h) {
		room--
	}
	seen = min(room, max(t.Len, 0))
	top = min(max(t.Top, 0), max(t.Len, 0)-seen)
	if t.Selected >= 0 && t.Selected < t.Len && seen > 0 {
		top = min(max(top, t.Selected-seen+1), t.Selected)
	}
	return top, seen
}

// room returns the lines of h that are left below the titles.
func (t Table) room(h int) int {
	if !t.Headless {
		h--
	}
	return max(h, 0)
}

// says reports whether a line is kept to say which rows are seen. With fewer
// than three lines for rows it would cost more than it tells.
func (t Table) says(h int) bool {
	room := t.room(h)
	return t.Len > room && room >= 3 && !t.Bare
}

// margin returns the cells before the first column: a blank, after the mark of
// the selected row where there can be one.
func (t Table) margin() int {
	if t.Selected >= 0 && !t.Bare {
		return 2
	}
	return 1
}

func (t Table) header(th *theme.Theme, widths []int, w int) string {
	l := NewLine(th, w).To(t.margin())
	first := true
	for i, c := range t.Columns {
		if widths[i] == 0 {
			continue
		}
		first = l.apart(first, t.gap())
		tok := c.Token
		if tok == theme.Text {
			tok = theme.Muted
		}
		l.cell(Cell{Token: tok, Text: c.Title}, widths[i], c.Right)
	}
	return l.full()
}

func (t Table) row(th *theme.Theme, i int, widths []int, w int) string {
	l := NewLine(th, w)
	if i == t.Selected {
		if l.Select(true); !t.Bare {
			l.Put(theme.Accent, "▶")
		}
	}
	l.To(t.margin())
	cells := t.Row(i)
	first := true
	for j, c := range t.Columns {
		if widths[j] == 0 {
			continue
		}
		first = l.apart(first, t.gap())
		if j < len(cells) {
			l.cell(cells[j], widths[j], c.Right)
		} else {
			l.To(l.used + widths[j])
		}
	}
	return l.full()
}

// apart adds the blanks between two columns, except before the first.
func (l *Line) apart(first bool, gap int) bool {
	if !first {
		l.To(l.used + gap)
	}
	return false
}

func (l *Line) cell(c Cell, width int, right bool) {
	switch {
	case c.Draw != nil:
		l.Inline(c.Draw, width)
	case right:
		l.ColumnRight(c.Token, c.Text, l.used+width)
	default:
		l.Column(c.Token, c.Text, l.used+width)
	}
}
