package topologies

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
