package report

import (
	"strings"

	"scaledeck/analysis/page"
	"scaledeck/model/text"
)

// table lays a table out in aligned columns. Columns without a single cell are
// left out. The last column takes what is left of the width; text that is too
// long for its column goes on below.
func (p *printer) table(t *page.Table) {
	rows := p.spellRows(t)
	widths := p.widths(t, rows)
	p.row(t, widths, rows[0])
	last := ""
	for _, r := range rows[1:] {
		first := r[0]
		if t.Group && first == last {
			r[0] = ""
		}
		last = first
		p.row(t, widths, r)
		var below []string
		for i, c := range t.Columns {
			if p.below(c) {
				below = append(below, r[i])
			}
		}
		if text := page.Join(" · ", below...); text != "" {
			lead := strings.Repeat(" ", len(indent)+widths[0]+len(indent))
			p.wrapped(lead, lead+indent, p.spell(text))
		}
	}
}

// below reports whether the cells of a column are printed below their row.
func (p *printer) below(c page.Column) bool {
	return c.Below == page.BelowAlways || c.Below == page.BelowNarrow && p.narrow()
}

// spellRows returns head and rows as they will be written.
func (p *printer) spellRows(t *page.Table) [][]string {
	out := make([][]string, 1, len(t.Rows)+1)
	for _, c := range t.Columns {
		head := c.Head
		if p.narrow() && c.Short != "" {
			head = c.Short
		}
		out[0] = append(out[0], p.spell(head))
	}
	for _, r := range t.Rows {
		row := make([]string, len(t.Columns))
		for i := range min(len(r), len(row)) {
			if !t.Columns[i].Wide || !p.narrow() {
				row[i] = p.spell(r[i].Spell(p.narrow(), p.o.Verbose, p.o.ASCII))
			}
		}
		out = append(out, row)
	}
	return out
}

// widths returns the cells of each column, 0 for one that is left out.
func (p *printer) widths(t *page.Table, rows [][]string) []int {
	widths := make([]int, len(t.Columns))
	for i := range widths {
		if p.below(t.Columns[i]) {
			continue
		}
		filled := false
		for n, r := range rows {
			widths[i] = max(widths[i], min(text.Width(r[i]), cellCols))
			filled = filled || (n > 0 && r[i] != "")
		}
		if !filled {
			widths[i] = 0
		}
	}
	last, used := 0, 0
	for i, w := range widths {
		if w > 0 {
			last, used = i, used+len(indent)+w
		}
	}
	if !t.Columns[last].Right { // prose: as wide as it needs to be, or as the page leaves
		used -= widths[last]
		widths[last] = 0
		for _, r := range rows {
			widths[last] = max(widths[last], text.Width(r[last]))
		}
		if p.o.Width > 0 {
			widths[last] = max(min(widths[last], p.o.Width-used), 12)
		}
	}
	return widths
}

// row writes one row, on as many lines as its tallest cell takes.
func (p *printer) row(t *page.Table, widths []int, r []string) {
	parts, height := make([][]string, len(r)), 1
	for i, w := range widths {
		if w > 0 {
			parts[i] = wrap(r[i], w, true)
			height = max(height, len(parts[i]))
		}
	}
	for n := range height {
		var b strings.Builder
		for i, w := range widths {
			if w == 0 {
				continue
			}
			cell := ""
			if n < len(parts[i]) {
				cell = parts[i][n]
			}
			b.WriteString(indent)
			b.WriteString(pad(cell, w, t.Columns[i].Right))
		}
		p.line(b.String())
	}
}

// pad fills s with blanks to width cells, on its left where right is set.
func pad(s string, width int, right bool) string {
	fill := strings.Repeat(" ", max(width-text.Width(s), 0))
	if right {
		return fill + s
	}
	return s + fill
}
