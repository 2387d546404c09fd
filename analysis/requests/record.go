package requests

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// maxRecord is the longest record that is believed, in bytes. A quote that is
// never closed would else take in the rest of the file.
const maxRecord = 64 << 10

// padding is how many line ends must follow the bytes of a scanner, so that it
// may read words of eight without looking where the bytes end.
const padding = 16

// fault is what is wrong with a record.
type fault uint8

const (
	sound      fault = iota
	bareQuote        // a quote inside a cell that is not quoted
	afterQuote       // something between the closing quote and the comma
	openQuote        // a quote that is not closed
	strayEnd         // a carriage return or line feed that ends no line in this file
	tooLong          // over maxRecord
)

var faultWords = [...]string{
	bareQuote:  "a quote inside a cell that does not begin with one",
	afterQuote: "text after the closing quote",
	openQuote:  "a quote that is not closed",
	strayEnd:   "half of a line end inside a cell",
	tooLong:    "longer than 64 KiB",
}

// record is one record of a file: cells lie in the scanner's bytes.
type record struct {
	start int
	ends  []int32 // where each cell ends; as many as the header has columns
	n     int     // number of cells, which may be more than len(ends); 0 for a blank line
	next  int     // where the next record begins, −1 where that is behind the bytes
	lines int     // line ends from start to next
	fault fault
	at    int  // the cell with the fault
	led   bool // the first cells are those of the last record that was not led, byte for byte
}

// scanner finds the records in some bytes of a file, by the rules of RFC 4180.
// After a fault it goes on with the line after the one of the fault, so that what
// a record is depends on the file alone and not on how it was cut.
type scanner struct {
	data  []byte // size bytes, and padding line ends
	size  int
	final bool // the bytes end where the file ends
	eol   byte // what ends a line: a line feed, with or without a carriage return, or a carriage return

	// The first cells of most records are those of the record before, and then
	// need not be taken apart again. lead is how many are compared, 0 for none.
	lead      int
	leadEnds  [maxLead]int32
	leadStart int // where the last ones that were taken apart begin
	leadSize  int // their bytes with all commas, 0 where there are none yet
}

const (
	highBits = 0x8080808080808080
	overData = 0x2d2d2d2d2d2d2d2d // the first byte after the comma; quote and line ends lie below too
)

// scan reads the record at pos, which lies before size.
func (s *scanner) scan(pos int, r *record) {
	data, eol := s.data, s.eol
	r.start, r.fault, r.led = pos, sound, false
	n, p := 0, pos
	if size := s.leadSize; size > 0 && pos+size < s.size && bytes.Equal(data[pos:pos+size], data[s.leadStart:s.leadStart+size]) {
		move := int32(pos - s.leadStart)
		for i := range s.leadEnds[:s.lead] {
			r.ends[i] = s.leadEnds[i] + move
		}
		n, p, r.led = s.lead, pos+size, true
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
				if n < len(r.ends) {
					r.ends[n] = int32(i)
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
func (s *scanner) finish(r *record, n, i int) {
	if i-r.start > maxRecord || i >= s.size && !s.final {
		s.broken(r, tooLong, 0, r.start, 0)
		return
	}
	s.last(r, n, i, 0)
	if s.lead > 0 && !r.led && r.n > s.lead {
		s.leadStart, s.leadSize = r.start, int(r.ends[s.lead-1])+1-r.start
		copy(s.leadEnds[:s.lead], r.ends)
	}
}

// last adds the last cell of a record whose line ends at i.
func (s *scanner) last(r *record, n, i, lines int) {
	r.next = s.after(i)
	r.lines = lines + 1
	if s.eol == '\n' && i > r.start && s.data[i-1] == '\r' {
		i--
	}
	if i == r.start {
		r.n = 0
		return
	}
	if n < len(r.ends) {
		r.ends[n] = int32(i)
	}
	r.n = n + 1
}

// after returns where the line after the line end at i begins.
func (s *scanner) after(i int) int {
	i++
	if s.eol == '\r' && i < s.size && s.data[i] == '\n' {
		i++
	}
	return min(i, s.size)
}

// quoted reads a record that has a quote, a byte at a time.
func (s *scanner) quoted(pos int, r *record) {
	limit := min(s.size, pos+maxRecord+1)
	lines := 0
	for n, i := 0, pos; ; n++ {
		if i < limit && s.data[i] == '"' {
			open, before := i, lines
			if i, lines = s.closing(i, limit, lines); i < 0 {
				s.broken(r, openQuote, n, open, before)
				return
			}
		} else {
			for i < limit && s.data[i] != ',' && s.data[i] != '"' && s.data[i] != '\n' && s.data[i] != '\r' {
				i++
			}
			if i < limit && s.data[i] == '"' {
				s.broken(r, bareQuote, n, i, lines)
				return
			}
		}
		switch {
		case i >= limit && !(limit == s.size && s.final):
			s.broken(r, tooLong, 0, pos, 0)
			return
		case i >= limit:
			s.last(r, n, i, lines)
			return
		case s.data[i] == ',':
			if n < len(r.ends) {
				r.ends[n] = int32(i)
			}
			i++
			continue
		case s.data[i] == s.eol:
			s.last(r, n, i, lines)
			return
		case s.data[i] == '\r' && s.data[i+1] == '\n':
			s.last(r, n, i+1, lines)
			return
		case s.data[i] == '\r' || s.data[i] == '\n':
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
func (s *scanner) closing(i, limit, lines int) (int, int) {
	for i++; ; i += 2 {
		j := bytes.IndexByte(s.data[i:limit], '"')
		if j < 0 {
			return -1, lines
		}
		lines += bytes.Count(s.data[i:i+j], []byte{s.eol})
		i += j
		if i+1 >= limit || s.data[i+1] != '"' {
			return i + 1, lines
		}
	}
}

// broken ends a record with a fault in cell n, found at i after so many line
// ends. The next record begins on the line after.
func (s *scanner) broken(r *record, f fault, n, i, lines int) {
	if i-r.start > maxRecord {
		f, n, i, lines = tooLong, 0, r.start, 0
	}
	r.fault, r.at, r.n, r.lines, r.next = f, n, 0, lines+1, -1
	if j := bytes.IndexByte(s.data[i:s.size], s.eol); j >= 0 {
		r.next = s.after(i + j)
	} else if s.final {
		r.next = s.size
	}
}

// cell returns the bytes of cell i of a record, quotes and all.
func (s *scanner) cell(r *record, i int) []byte {
	start := r.start
	if i > 0 {
		start = int(r.ends[i-1]) + 1
	}
	return s.data[start:r.ends[i]]
}

// unquote returns the text of a cell: without its quotes, doubled ones single.
func unquote(cell []byte) []byte {
	if len(cell) < 2 || cell[0] != '"' {
		return cell
	}
	cell = cell[1 : len(cell)-1]
	if bytes.IndexByte(cell, '"') < 0 && bytes.IndexByte(cell, '\r') < 0 {
		return cell
	}
	return bytes.ReplaceAll(bytes.ReplaceAll(cell, []byte(`""`), []byte(`"`)), []byte("\r\n"), []byte("\n"))
}
