package model

// Evidence is a table with one row a run: a small one that lies next to a result
// file and holds its runs again, such as summary.csv, or one that was computed
// from raw records.
type Evidence struct {
	File    string   // cleaned name of the file, or of those it was computed from
	Columns []string // the header, cleaned; "" for a name that stands twice
	Rows    []EvidenceRow

	// Rules say how each column was computed from raw records, in words. nil for a
	// table that was read as it is: what it has is a copy of whatever its writer
	// had, and no proof of it.
	Rules []string
}

// Computed reports whether the table was computed from raw records.
func (e *Evidence) Computed() bool { return e.Rules != nil }

// EvidenceRow is one row of such a table: one figure and one truth value a
// column, at most one of which is present. A row may be shorter than the header.
type EvidenceRow struct {
	Line    int // 1-based, of the file
	Figures []Figure
	Flags   []Flag
}

// Beside is the evidence that lies in the directory of a result file. It is
// immutable.
type Beside struct {
	Tables []Evidence // summary.csv and run-evidence.csv, as far as they could be read
	Raw    []string   // files of raw records that are there and were not read
	Issues []Issue    // why a table was not read
}
