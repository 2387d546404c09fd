package report

import "scaledeck/analysis"

// page is a report before it has a form: what is said, in which order, without
// how it is spelt. Its strings are neither escaped nor broken into lines.
type page struct {
	verdict  analysis.Verdict
	summary  string
	source   string // what was opened, and how many issues there are
	board    []boardRow
	sections []section
}

// boardRow is the one line of a finding on the board.
type boardRow struct {
	verdict analysis.Verdict
	title   string
	why     string
	flags   string // "SIMULATED", "stale", the file where titles are not unique
}

// section is a titled part of a page.
type section struct {
	verdict analysis.Verdict
	judged  bool // the title carries verdict
	title   string
	blocks  []block
}

// block is one thing in a section: a table under a label, a list under a
// label, or a paragraph led in by its label. Exactly one of the three is set.
type block struct {
	label string
	text  string
	items []string
	table *table
}

// table is rows of cells under a head. Cells are plain text.
type table struct {
	head  []string
	right []bool // columns whose cells stand at the right edge
	rows  [][]string
	group bool  // text leaves a first cell out where it repeats the one above
	under []int // columns that text prints on a line of their own below the row
}

func newTable(head ...string) *table {
	return &table{head: head, right: make([]bool, len(head))}
}

// below sets the columns that text prints below their row.
func (t *table) below(cols ...int) *table {
	t.under = cols
	return t
}

// numbers sets the columns that hold figures.
func (t *table) numbers(cols ...int) *table {
	for _, c := range cols {
		t.right[c] = true
	}
	return t
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// para appends a paragraph, or nothing where there is no text.
func (s *section) para(label, text string) {
	if text != "" {
		s.blocks = append(s.blocks, block{label: label, text: text})
	}
}

// list appends a list, or nothing where it has no items.
func (s *section) list(label string, items []string) {
	if len(items) > 0 {
		s.blocks = append(s.blocks, block{label: label, items: items})
	}
}

// tab appends a table, or nothing where it has no rows.
func (s *section) tab(label string, t *table) {
	if t != nil && len(t.rows) > 0 {
		s.blocks = append(s.blocks, block{label: label, table: t})
	}
}
