package sim

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxTraceLine bounds a line of a trace, so that a file without line ends does
// not fill the memory.
const maxTraceLine = 64 << 10

// traceRows reads the rows of a trace one by one.
type traceRows struct {
	r      *bufio.Reader
	line   int // 1-based, of the row that next returned
	sep    byte
	timeAt int
	dmdAt  int
	time   float64
	demand float64
	err    error
}

func newTraceRows(r io.Reader) (*traceRows, error) {
	t := &traceRows{r: bufio.NewReaderSize(r, maxTraceLine)}
	header, ok := t.scan()
	if t.err != nil {
		return nil, t.err
	}
	if !ok {
		return nil, errors.New("it is empty: a header and at least one row are needed")
	}
	header = bytes.TrimPrefix(header, []byte("\xef\xbb\xbf"))
	t.sep = ','
	for _, sep := range []byte{';', '\t'} {
		if bytes.IndexByte(header, ',') < 0 && bytes.IndexByte(header, sep) >= 0 {
			t.sep = sep
		}
	}
	t.timeAt, t.dmdAt = -1, -1
	for i, rest := 0, header; rest != nil; i++ {
		var f []byte
		f, rest = cutField(rest, t.sep)
		var at *int
		switch strings.ToLower(string(f)) {
		case "sec", "seconds", "time", "t":
			at = &t.timeAt
		case "demand", "demand_tokens":
			at = &t.dmdAt
		default:
			continue
		}
		if *at >= 0 {
			return nil, fmt.Errorf("line %d: column %d, %.40q, is a second one for the same", t.line, i+1, f)
		}
		*at = i
	}
	if t.timeAt < 0 {
		return nil, fmt.Errorf("line %d: no column sec, seconds, time or t in the header %.80q", t.line, header)
	}
	if t.dmdAt < 0 {
		return nil, fmt.Errorf("line %d: no column demand or demand_tokens in the header %.80q", t.line, header)
	}
	return t, nil
}

// next reads the next row; it returns false at the end and at an error.
func (t *traceRows) next() bool {
	row, ok := t.scan()
	if !ok {
		return false
	}
	var seen int
	for i, rest := 0, row; rest != nil; i++ {
		var f []byte
		f, rest = cutField(rest, t.sep)
		switch i {
		case t.timeAt:
			seen++
			t.time = t.figure("time", f, -1e18, 1e18)
		case t.dmdAt:
			seen++
			t.demand = t.figure("demand", f, 0, maxDemandTokens)
		}
		if t.err != nil {
			return false
		}
	}
	if seen < 2 {
		t.err = fmt.Errorf("line %d: the row ends before the columns of time and demand", t.line)
	}
	return t.err == nil
}

func (t *traceRows) figure(name string, f []byte, lo, hi float64) float64 {
	v, err := strconv.ParseFloat(string(f), 64)
	switch {
	case len(f) == 0:
		t.err = fmt.Errorf("line %d: %s is empty", t.line, name)
	case err != nil:
		t.err = fmt.Errorf("line %d: %s: %.40q is not a number", t.line, name, f)
	case !(v >= lo && v <= hi):
		t.err = fmt.Errorf("line %d: %s: %.40q is not between %v and %v", t.line, name, f, lo, hi)
	}
	return v
}

// scan returns the next line that holds anything, without its end.
func (t *traceRows) scan() ([]byte, bool) {
	for t.err == nil {
		raw, err := t.r.ReadSlice('\n')
		t.line++
		if errors.Is(err, bufio.ErrBufferFull) {
			t.err = fmt.Errorf("line %d: longer than %d bytes", t.line, maxTraceLine)
			break
		}
		if err != nil && !errors.Is(err, io.EOF) {
			t.err = fmt.Errorf("line %d: %w", t.line, err)
			break
		}
		if line := bytes.TrimSpace(raw); len(line) > 0 && line[0] != '#' {
			return bytes.TrimRight(raw, "\r\n"), true
		}
		if err != nil {
			break
		}
	}
	return nil, false
}

// cutField returns the first field of a line, without the quotes around it and
// the space around it, and what follows it; rest is nil after the last field.
func cutField(line []byte, sep byte) (field, rest []byte) {
	end := len(line)
	quoted := false
	for i, c := range line {
		if c == '"' {
			quoted = !quoted
		} else if c == sep && !quoted {
			end = i
			break
		}
	}
	field = bytes.TrimSpace(line[:end])
	if n := len(field); n >= 2 && field[0] == '"' && field[n-1] == '"' {
		field = bytes.TrimSpace(field[1 : n-1])
	}
	if end == len(line) {
		return field, nil
	}
	return field, line[end+1:]
}
