package requests

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"scaledeck/model/format/csvscan"
)

// defaultChunk is the size of a chunk in bytes: small enough that the buffers of
// all workers are a few megabytes.
const defaultChunk = 1 << 20

// maxKept is how many malformed rows are named; all are counted.
const maxKept = 20

// A sink takes the sound records of one chunk that have as many cells as the
// header. It returns the column of the first cell that cannot be read and what
// was expected there, or −1.
type sink interface {
	take(s *csvscan.Scanner, r *csvscan.Record) (column int, expected string)
	// lose hears of every other record, of which only the first cells are whole.
	lose(s *csvscan.Scanner, r *csvscan.Record, whole int)
	// reset forgets everything. It returns how many of the first columns hardly
	// change from record to record, at most csvscan.MaxLead.
	reset() int
}

// table is an open CSV file whose header has been read.
type table struct {
	name    string // cleaned, for messages
	in      io.ReaderAt
	size    int64
	eol     byte
	columns []string // of the header, cleaned
	body    int64    // where the first record after the header begins
	line    int      // the line of that record, 1-based
}

// BadRow is a row that could not be read.
type BadRow struct {
	Line    int    // 1-based, of the file, where the row begins
	Column  string // cleaned name of the column, "" where it is the row as a whole
	Problem string // what was expected and what stands there
}

// part is what came of one chunk.
type part struct {
	start int64 // of the first record that was read, −1 where none begins in the chunk
	next  int64 // where the record after the last one begins
	lines int
	rows  int // records with anything in them, malformed ones included
	nbad  int
	bad   []BadRow // the first of them, lines counted from 0 at start
	sink  sink
	err   error
}

// cutting says how a table is cut.
type cutting struct {
	workers int // 0: as many as there are cores
	chunk   int // bytes, 0: defaultChunk
}

// reader reads chunks of one table; it belongs to one goroutine.
type reader struct {
	t     *table
	chunk int
	buf   []byte
	ends  []int32
}

func newReader(t *table, chunk int) *reader {
	return &reader{t: t, chunk: chunk, ends: make([]int32, len(t.columns))}
}

// bounds returns where chunk k begins and ends.
func (rd *reader) bounds(k int) (begin, end int64) {
	begin = rd.t.body + int64(k)*int64(rd.chunk)
	return begin, min(begin+int64(rd.chunk), rd.t.size)
}

// load reads the bytes from begin to as far as a record that begins before end
// can reach.
func (rd *reader) load(begin, end int64) (csvscan.Scanner, error) {
	to := min(end+csvscan.MaxRecord+1, rd.t.size)
	size := int(to - begin)
	if cap(rd.buf) < size+csvscan.Padding {
		rd.buf = make([]byte, size+csvscan.Padding)
	}
	buf := rd.buf[:size+csvscan.Padding]
	n, err := rd.t.in.ReadAt(buf[:size], begin)
	if n < size {
		if err == nil || errors.Is(err, io.EOF) {
			err = errors.New("it became shorter while it was read")
		}
		return csvscan.Scanner{}, fmt.Errorf("reading %s at byte %d: %w", rd.t.name, begin+int64(n), err)
	}
	for i := range csvscan.Padding {
		buf[size+i] = rd.t.eol
	}
	return csvscan.Scanner{Data: buf, Size: size, Final: to == rd.t.size, EOL: rd.t.eol}, nil
}

// read reads the records that begin in chunk k. Where from is negative it takes
// the first line end as the end of a record, which is wrong inside quotes: the
// caller compares.
func (rd *reader) read(k int, from int64, p *part) {
	*p = part{start: -1, sink: p.sink, bad: p.bad[:0]}
	lead := min(p.sink.reset(), csvscan.MaxLead, len(rd.ends))
	begin, end := rd.bounds(k)
	guess := from < 0 && k > 0
	switch {
	case guess:
		from = begin - 1 // the byte before, to see whether a line ends there
	case from < 0:
		from = begin
	}
	s, err := rd.load(from, end)
	if err != nil {
		p.err = err
		return
	}
	s.Lead = lead
	pos := 0
	if guess {
		i := bytes.IndexByte(s.Data[:end-from], s.EOL)
		if i < 0 {
			return
		}
		if pos = s.After(i); from+int64(pos) >= end {
			return
		}
	}
	p.start = from + int64(pos)
	rd.records(&s, pos, int(end-from), from, p)
}

// records reads the records that begin at pos and before limit, which are
// offsets from base.
func (rd *reader) records(s *csvscan.Scanner, pos, limit int, base int64, p *part) {
	r := csvscan.Record{Ends: rd.ends}
	for pos < limit {
		s.Scan(pos, &r)
		switch {
		case r.Fault != csvscan.Sound:
			rd.reject(p, r.At, r.Fault.String())
			p.sink.lose(s, &r, min(r.At, len(r.Ends)))
		case r.N == 0:
		case r.N != len(r.Ends):
			p.rows++
			p.reject("", fmt.Sprintf("%d columns, expected %d as in the header", r.N, len(r.Ends)))
			p.sink.lose(s, &r, min(r.N, len(r.Ends))-1) // the last one may be cut
		default:
			p.rows++
			if c, expected := p.sink.take(s, &r); c >= 0 {
				p.nbad++
				if len(p.bad) < maxKept {
					p.bad = append(p.bad, BadRow{Line: p.lines, Column: rd.t.columns[c], Problem: unlike(s.Cell(&r, c), expected)})
				}
			}
		}
		p.lines += r.Lines
		if r.Next < 0 {
			p.next, p.err = rd.skip(base + int64(s.Size))
			return
		}
		pos = r.Next
	}
	p.next = base + int64(pos)
}

// reject counts a record with a fault.
func (rd *reader) reject(p *part, column int, problem string) {
	p.rows++
	name := ""
	if column < len(rd.t.columns) {
		name = rd.t.columns[column]
	}
	p.reject(name, problem)
}

func (p *part) reject(column, problem string) {
	p.nbad++
	if len(p.bad) < maxKept {
		p.bad = append(p.bad, BadRow{Line: p.lines, Column: column, Problem: problem})
	}
}

// skip returns where the line after the first line end at or after the offset begins.
func (rd *reader) skip(at int64) (int64, error) {
	for at < rd.t.size {
		to := min(at+int64(defaultChunk), rd.t.size)
		s, err := rd.load(at, to)
		if err != nil {
			return 0, err
		}
		if i := bytes.IndexByte(s.Data[:s.Size], s.EOL); i >= 0 {
			return at + int64(s.After(i)), nil
		}
		at += int64(s.Size)
	}
	return rd.t.size, nil
}
