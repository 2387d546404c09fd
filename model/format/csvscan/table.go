package csvscan

import (
	"bytes"
	"strings"

	"scaledeck/model/format/intake"
	"scaledeck/model/text"
)

// maxColumns bounds the columns of a table.
const maxColumns = 1000

// Table reads a table from its header to its end:
//
//	for t := csvscan.Read(data); t.Next(); {
//		… t.Cell(i) …
//	}
type Table struct {
	Columns []string // the header, cleaned, without space around
	Line    int      // of the current record, 1-based
	At      int      // offset of the current record
	Fault   Fault    // of the current record, Sound where it can be read
	Short   bool     // the current record has fewer or more cells than the header

	scanner Scanner
	record  Record
	next    int
	lines   int // line ends before next
}

// Read returns a table of data, of which it keeps a copy. Columns is empty where
// data does not begin with a line of names.
func Read(data []byte) *Table {
	t := &Table{}
	eol := LineEnd(data)
	padded := append(make([]byte, 0, len(data)+Padding), data...)
	for range Padding {
		padded = append(padded, eol)
	}
	t.scanner = Scanner{Data: padded, Size: len(data), Final: true, EOL: eol}
	if bytes.HasPrefix(data, []byte(intake.BOM)) {
		t.next = len(intake.BOM)
	}
	t.record.Ends = make([]int32, maxColumns)
	if !t.advance() || t.Fault != Sound || t.record.N > maxColumns {
		return t
	}
	for i := range t.record.N {
		t.Columns = append(t.Columns, text.Clean(strings.TrimSpace(string(Unquote(t.scanner.Cell(&t.record, i))))))
	}
	return t
}

// Next moves to the next record that is not a blank line.
func (t *Table) Next() bool {
	ok := t.advance()
	t.Short = ok && t.Fault == Sound && t.record.N != len(t.Columns)
	return ok
}

func (t *Table) advance() bool {
	for t.next >= 0 && t.next < t.scanner.Size {
		t.At, t.Line = t.next, t.lines+1
		t.scanner.Scan(t.next, &t.record)
		t.Fault = t.record.Fault
		t.next = t.record.Next
		t.lines += t.record.Lines
		if t.record.N > 0 || t.Fault != Sound {
			return true
		}
	}
	return false
}

// Column returns the place of the column of that name, −1 where there is none,
// and whether it is there more than once.
func (t *Table) Column(name string) (at int, twice bool) {
	at = -1
	for i, c := range t.Columns {
		if strings.EqualFold(c, name) {
			if at >= 0 {
				return at, true
			}
			at = i
		}
	}
	return at, false
}

// Cells returns how many cells the current record has.
func (t *Table) Cells() int { return min(t.record.N, len(t.record.Ends)) }

// Cell returns the text of a cell of the current record, "" for a column of −1
// and one that the record does not reach.
func (t *Table) Cell(i int) string {
	if i < 0 || i >= t.Cells() || t.Fault != Sound {
		return ""
	}
	return string(bytes.TrimSpace(Unquote(t.scanner.Cell(&t.record, i))))
}
