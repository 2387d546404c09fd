package report

import (
	"scaledeck/analysis/page"
)

// document is a report before it has a form: what is in it, in which order, without
// how it is spelt.
type document struct {
	mark     page.Mark
	summary  string
	source   string // what was opened, and how many issues there are
	board    []boardRow
	sections []page.Section
}

// boardRow is the one line of a finding on the board.
type boardRow struct {
	mark  page.Mark
	title string
	why   string
	flags string // "SIMULATED", "stale", the file where titles are not unique
}
