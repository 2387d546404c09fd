package topologies

import (
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// topologyGrid is where the columns of the screen lie.
type topologyGrid struct {
	label, column int // cells
	first, count  int // which topologies are visible
}

// The least cells of a topology's column, and of the label's.
const (
	leastColumn = 18 // a figure, its change and a mark
	leastLabel  = 14
)

// grid lays the columns out so that the selected topology is among them.
func grid(w, n, selected int) topologyGrid {
	g := topologyGrid{label: min(max(w*3/10, leastLabel), 36)}
	if w >= 56 {
		g.label = max(g.label, 23) // a criterion's short name with its limit
	}
	g.count = min(max((w-g.label-1)/leastColumn, 1), max(n, 1))
	if spare := w - g.label - 1 - g.count*leastColumn; w < 56 && spare > 0 {
		g.label = min(g.label+spare, 23) // names say more than blanks
	}
	g.column = min((w-g.label-1)/g.count, 56)
	g.first = min(max(selected-g.count+1, 0), max(n-g.count, 0))
	return g
}

// columns returns the columns of a table on the grid: one of labels, then one for
// each visible topology of n, titled by title.
func (g topologyGrid) columns(label string, n int, title func(i int) widget.Column) []widget.Column {
	columns := []widget.Column{{Title: label, Width: g.label - 1}}
	for i := g.first; i < min(g.first+g.count, n); i++ {
		c := title(i)
		c.Width = g.column - 1
		columns = append(columns, c)
	}
	return columns
}

// titled is a title, painted as that of the selected topology where it is.
func titled(text string, selected bool) widget.Column {
	if selected {
		return widget.Column{Title: text, Token: theme.Accent}
	}
	return widget.Column{Title: text, Token: theme.Title}
}

// labelled is a name with its unit, which goes first where there is no room.
type labelled struct{ name, unit string }

// Put draws both into width cells.
func (n labelled) Put(l *widget.Line, width int) {
	end := l.Used() + width
	l.Cut(theme.Text, n.name, width-1)
	if l.Used()+len(n.unit)+1 <= end {
		l.Put(theme.Muted, n.unit)
	}
}
