package requests

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"scaledeck/model/format/csvscan"
	"scaledeck/model/text"
)

// maxHeader is the longest header that is read, in bytes, and maxColumns the
// most columns.
const (
	maxHeader  = csvscan.MaxRecord
	maxColumns = 1000
)

var byteOrderMark = []byte("\xef\xbb\xbf")

// errNoHeader says that a file does not begin with a line of column names.
var errNoHeader = errors.New("no header: expected a first line of column names")

// openTable reads the header of a CSV file of so many bytes.
func openTable(name string, in io.ReaderAt, size int64) (*table, error) {
	n := int(min(size, maxHeader+int64(len(byteOrderMark))+1))
	data := make([]byte, n, n+csvscan.Padding)
	if got, err := in.ReadAt(data, 0); got < n {
		return nil, fmt.Errorf("reading %s: %w", name, cmpErr(err, io.ErrUnexpectedEOF))
	}
	body := 0
	if bytes.HasPrefix(data, byteOrderMark) {
		body = len(byteOrderMark)
	}
	t := &table{name: name, in: in, size: size, eol: csvscan.LineEnd(data[body:]), line: 1}
	for range csvscan.Padding {
		data = append(data, t.eol)
	}
	s := csvscan.Scanner{Data: data, Size: n, Final: int64(n) == size, EOL: t.eol}
	r := csvscan.Record{Ends: make([]int32, maxColumns)}
	for ; body < n; body = r.Next {
		s.Scan(body, &r)
		t.line += r.Lines
		if r.Fault != csvscan.Sound || r.N > maxColumns {
			return nil, fmt.Errorf("%s: %w", name, errNoHeader)
		}
		if r.N == 0 {
			continue
		}
		t.body = int64(r.Next)
		for i := range r.N {
			t.columns = append(t.columns, text.Clean(string(bytes.TrimSpace(csvscan.Unquote(s.Cell(&r, i))))))
		}
		return t, nil
	}
	return nil, fmt.Errorf("%s: %w", name, errNoHeader)
}

// cmpErr returns err, or other where there is none.
func cmpErr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// A heading is one way in which a figure's column is called, and what its
// figures are multiplied by to be in the unit of the first.
type heading struct {
	name  string
	scale float64
}

// named returns the headings of a column that all have one unit.
func named(names ...string) []heading {
	out := make([]heading, len(names))
	for i, n := range names {
		out[i] = heading{n, 1}
	}
	return out
}

// absent is the index of a column that the file does not have.
const absent = -1

// find returns the index of the column that is called one of the headings, and
// its scale. The first heading that the file has counts; a column that stands
// twice is an error, since nothing says which one is meant.
func (t *table) find(headings []heading) (int, float64, error) {
	for _, h := range headings {
		at := absent
		for i, c := range t.columns {
			if !strings.EqualFold(c, h.name) {
				continue
			}
			if at != absent {
				return absent, 0, fmt.Errorf("%s: two columns are called %s", t.name, strconv.Quote(c))
			}
			at = i
		}
		if at != absent {
			return at, h.scale, nil
		}
	}
	return absent, 1, nil
}

// has reports whether the table has a column by one of the names.
func (t *table) has(headings []heading) bool {
	at, _, err := t.find(headings)
	return err != nil || at != absent
}

// unlike says what was expected instead of a cell.
func unlike(cell []byte, expected string) string {
	if len(cell) == 0 {
		return "nothing there, expected " + expected
	}
	shown := text.Clean(string(cell[:min(len(cell), 40)]))
	return fmt.Sprintf("%q, expected %s", shown, expected)
}
