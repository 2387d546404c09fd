package widget

import "scaledeck/tui/internal/theme"

// layout returns the width of every column on a table of w cells, 0 for one
// that is dropped.
func (t Table) layout(th *theme.Theme, w int) []int {
	widths, least := make([]int, len(t.Columns)), make([]int, len(t.Columns))
	for i, c := range t.Columns {
		widths[i] = c.Width
		if c.Width <= 0 {
			widths[i] = max(Width(th.Spell(c.Title)), 1)
		}
		least[i] = widths[i]
		if c.Min > 0 {
			least[i] = min(c.Min, widths[i])
		}
	}
	room := max(w-t.margin(), 0)
	if kept := t.drop(widths, least, room); kept == 1 && t.total(least) > room {
		clip(widths, room)
	} else if over := t.total(widths) - room; over > 0 {
		over = t.shrink(widths, least, over, true)
		t.shrink(widths, least, over, false)
	}
	t.spread(widths, room-t.total(widths))
	return widths
}

// total returns the cells that the kept columns take with the gaps between them.
func (t Table) total(widths []int) int {
	sum := -t.gap()
	for _, w := range widths {
		if w > 0 {
			sum += w + t.gap()
		}
	}
	return max(sum, 0)
}

// drop takes columns out until the rest fits at its least, or one is left, and
// returns how many are.
func (t Table) drop(widths, least []int, room int) int {
	kept := len(widths)
	for ; kept > 1 && t.total(least) > room; kept-- {
		lowest := -1
		for i, c := range t.Columns {
			if widths[i] > 0 && (lowest < 0 || c.Priority <= t.Columns[lowest].Priority) {
				lowest = i
			}
		}
		widths[lowest], least[lowest] = 0, 0
	}
	return kept
}

// clip cuts the only column left to the room.
func clip(widths []int, room int) {
	for i := range widths {
		widths[i] = min(widths[i], room)
	}
}

// shrink takes over cells from the columns that are flexible, or from those that
// are not, each in proportion to what it can give, and returns what is still to
// be taken.
func (t Table) shrink(widths, least []int, over int, flexible bool) int {
	can := 0
	for i, c := range t.Columns {
		if (c.Flex > 0) == flexible {
			can += widths[i] - least[i]
		}
	}
	take := min(over, can)
	over -= take
	for i, c := range t.Columns {
		if slack := widths[i] - least[i]; (c.Flex > 0) == flexible && slack > 0 {
			part := (take*slack + can - 1) / can // up, and less for those that follow
			widths[i] -= part
			take -= part
			can -= slack
		}
	}
	return over
}

// spread gives spare cells to the flexible columns by their shares.
func (t Table) spread(widths []int, spare int) {
	shares := 0
	for i, c := range t.Columns {
		if widths[i] > 0 {
			shares += max(c.Flex, 0)
		}
	}
	for i, c := range t.Columns {
		if widths[i] > 0 && c.Flex > 0 && spare > 0 {
			part := spare * c.Flex / shares
			widths[i] += part
			spare -= part
			shares -= c.Flex
		}
	}
}
