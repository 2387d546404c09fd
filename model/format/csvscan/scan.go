// Package csvscan reads CSV for the formats and for raw request records: by the
// rules of RFC 4180, with what is wrong in a record as a fault of that record.
// Scanner finds records in any piece of a large file; Table reads a small one from
// front to end; Number reads a cell.
//
// Start reading at Table, then Scanner.
package csvscan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// MaxRecord is the longest record that is believed, in bytes. A quote that is
// never closed would else take in the rest of the file.
const MaxRecord = 64 << 10

// Padding is how many line ends must follow the bytes of a scanner, so that it
// may read words of eight without looking where the bytes end.
const Padding = 16

// Fault is what is wrong with a record.
type Fault uint8

// The faults.
const (
	Sound      Fault = iota
	bareQuote        // a quote inside a cell that is not quoted
	afterQuote       // something between the closing quote and the comma
	openQuote        // a quote that is not closed
	strayEnd         // a carriage return or line feed that ends no line in this file
	tooLong          // over MaxRecord
)

var faultWords = [...]string{
	bareQuote:  "a quote inside a cell that does not begin with one",
	afterQuote: "text after the closing quote",
	openQuote:  "a quote that is not closed",
	strayEnd:   "half of a line end inside a cell",
	tooLong:    "longer than 64 KiB",
}

// String says what is wrong, "" where nothing is.
func (f Fault) String() string { return faultWords[f] }

// MaxLead is the most leading columns that Scanner compares as one.
const MaxLead = 4

// Record is one record of a file: cells lie in the scanner's bytes.
type Record struct {
	Start int
	Ends  []int32 // where each cell ends; as many as the header has columns
	N     int     // number of cells, which may be more than len(ends); 0 for a blank line
	Next  int     // where the next record begins, −1 where that is behind the bytes
	Lines int     // line ends from start to next
	Fault Fault
	At    int  // the cell with the fault
	Led   bool // the first cells are those of the last record that was not led, byte for byte
}

// Scanner finds the records in some bytes of a file, by the rules of RFC 4180.
// After a fault it goes on with the line after the one of the fault, so that what
// a record is depends on the file alone and not on how it was cut.
type Scanner struct {
	Data  []byte // size bytes, and Padding line ends
	Size  int
	Final bool // the bytes end where the file ends
	EOL   byte // what ends a line: a line feed, with or without a carriage return, or a carriage return

	// The first cells of most records are those of the record before, and then
	// need not be taken apart again. lead is how many are compared, 0 for none.
	Lead      int
	leadEnds  [MaxLead]int32
	LeadStart int // where the last ones that were taken apart begin
	leadSize  int // their bytes with all commas, 0 where there are none yet
}

const (
	highBits = 0x8080808080808080
	overData = 0x2d2d2d2d2d2d2d2d // the first byte after the comma; quote and line ends lie below too
)

// Scan reads the record at pos, which lies before size.
func (s *Scanner) Scan(pos int, r *Record) {
	data, eol := s.Data, s.EOL
	r.Start, r.Fault, r.Led = pos, Sound, false
	n, p := 0, pos
	if size := s.leadSize; size > 0 && pos+size < s.Size && bytes.Equal(data[pos:pos+size], data[s.LeadStart:s.LeadStart+size]) {
		move := int32(pos - s.LeadStart)
		for i := range s.leadEnds[:s.Lead] {
			r.Ends[i] = s.leadEnds[i] + move
		}
		n, p, r.Led = s.Lead, pos+size, true
	}
	for ; ; p += 8 {
		w := binary.LittleEndian.Uint64(data[p:])
		// The bytes up to the comma, found eight at a time: with the high bit set
		// first, no subtraction borrows from the byte above.
		m := ^((w | highBits) - overData) & ^w & highBits
		for ; m != 0; m &= m - 1 {
			i := p + bits.TrailingZeros64(m)>>3
			switch c := data[i]; {
			case c == ',':
				if n < len(r.Ends) {
					r.Ends[n] = int32(i)
				}
				n++
			case c == eol:
				s.finish(r, n, i)
				return
			case c == '"':
				s.quoted(pos, r)
				return
			case c == '\r' && data[i+1] == '\n', c != '\r' && c != '\n':
			default:
				s.broken(r, strayEnd, n, i, 0)
				return
			}
		}
	}
}

// finish ends a record without quotes whose line ends at i.
func (s *Scanner) finish(r *Record, n, i int) {
	if i-r.Start > MaxRecord || i >= s.Size && !s.Final {
		s.broken(r, tooLong, 0, r.Start, 0)
		return
	}
	s.last(r, n, i, 0)
	if s.Lead > 0 && !r.Led && r.N > s.Lead {
		s.LeadStart, s.leadSize = r.Start, int(r.Ends[s.Lead-1])+1-r.Start
		copy(s.leadEnds[:s.Lead], r.Ends)
	}
}

// last adds the last cell of a record whose line ends at i.
func (s *Scanner) last(r *Record, n, i, lines int) {
	r.Next = s.After(i)
	r.Lines = lines + 1
	if s.EOL == '\n' && i > r.Start && s.Data[i-1] == '\r' {
		i--
	}
	if i == r.Start {
		r.N = 0
		return
	}
	if n < len(r.Ends) {
		r.Ends[n] = int32(i)
	}
	r.N = n + 1
}

// After returns where the line after the line end at i begins.
func (s *Scanner) After(i int) int {
	i++
	if s.EOL == '\r' && i < s.Size && s.Data[i] == '\n' {
		i++
	}
	return min(i, s.Size)
}

// quoted reads a record that has a quote, a byte at a time.
func (s *Scanner) quoted(pos int, r *Record) {
	limit := min(s.Size, pos+MaxRecord+1)
	lines := 0
	for n, i := 0, pos; ; n++ {
		if i < limit && s.Data[i] == '"' {
			open, before := i, lines
			if i, lines = s.closing(i, limit, lines); i < 0 {
				s.broken(r, openQuote, n, open, before)
				return
			}
		} else {
			for i < limit && s.Data[i] != ',' && s.Data[i] != '"' && s.Data[i] != '\n' && s.Data[i] != '\r' {
				i++
			}
			if i < limit && s.Data[i] == '"' {
				s.broken(r, bareQuote, n, i, lines)
				return
			}
		}
		switch {
		case i >= limit && !(limit == s.Size && s.Final):
			s.broken(r, tooLong, 0, pos, 0)
			return
		case i >= limit:
			s.last(r, n, i, lines)
			return
		case s.Data[i] == ',':
			if n < len(r.Ends) {
				r.Ends[n] = int32(i)
			}
			i++
			continue
		case s.Data[i] == s.EOL:
			s.last(r, n, i, lines)
			return
		case s.Data[i] == '\r' && s.Data[i+1] == '\n':
			s.last(r, n, i+1, lines)
			return
		case s.Data[i] == '\r' || s.Data[i] == '\n':
			s.broken(r, strayEnd, n, i, lines)
			return
		default:
			s.broken(r, afterQuote, n, i, lines)
			return
		}
	}
}

// closing returns what follows the closing quote of the cell that begins at i,
// or −1, and adds the line ends in it to lines.
func (s *Scanner) closing(i, limit, lines int) (int, int) {
	for i++; ; i += 2 {
		j := bytes.IndexByte(s.Data[i:limit], '"')
		if j < 0 {
			return -1, lines
		}
		lines += bytes.Count(s.Data[i:i+j], []byte{s.EOL})
		i += j
		if i+1 >= limit || s.Data[i+1] != '"' {
			return i + 1, lines
		}
	}
}

// broken ends a record with a fault in cell n, found at i after so many line
// ends. The next record begins on the line after.
func (s *Scanner) broken(r *Record, f Fault, n, i, lines int) {
	if i-r.Start > MaxRecord {
		f, n, i, lines = tooLong, 0, r.Start, 0
	}
	r.Fault, r.At, r.N, r.Lines, r.Next = f, n, 0, lines+1, -1
	if j := bytes.IndexByte(s.Data[i:s.Size], s.EOL); j >= 0 {
		r.Next = s.After(i + j)
	} else if s.Final {
		r.Next = s.Size
	}
}

// Cell returns the bytes of cell i of a record, quotes and all.
func (s *Scanner) Cell(r *Record, i int) []byte {
	start := r.Start
	if i > 0 {
		start = int(r.Ends[i-1]) + 1
	}
	return s.Data[start:r.Ends[i]]
}

// Unquote returns the text of a cell: without its quotes, doubled ones single.
func Unquote(cell []byte) []byte {
	if len(cell) < 2 || cell[0] != '"' {
		return cell
	}
	cell = cell[1 : len(cell)-1]
	if bytes.IndexByte(cell, '"') < 0 && bytes.IndexByte(cell, '\r') < 0 {
		return cell
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(cell, []byte(`""`), []byte(`"`)), []byte("\r\n"), []byte("\n"))
}

// LineEnd returns what ends the lines of a file by its first one: a carriage
// return that no line feed follows, or a line feed.
func LineEnd(data []byte) byte {
	quoted := false
	for i, c := range data {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '\n':
			return '\n'
		case c == '\r' && i+1 < len(data) && data[i+1] != '\n':
			return '\r'
		}
	}
	return '\n'
}
