package jsonscan

import (
	"encoding/binary"

	"scaledeck/model"
)

// Scanner pulls JSON values out of data. It knows the grammar and nothing of
// result files. Beside the grammar it takes the not-a-number words that other
// programs write (NaN, Infinity, inf, in any case and with a minus sign), since
// one of them must not cost a whole file.
//
// The first thing that is wrong ends it: the position jumps to the end, so that
// every loop over members or elements comes to its own end, and fault says why.
type Scanner struct {
	data     []byte
	pos      int
	depth    int
	maxDepth int
	failed   bool
	fault    Fault
}

// Fault is what ended a scanner.
type Fault struct {
	At      int // offset
	Code    model.Code
	Message string // not cleaned
}

// Pos returns the offset of what is read next.
func (s *Scanner) Pos() int { return s.pos }

// Rest returns the data from there on.
func (s *Scanner) Rest() []byte { return s.data[s.pos:] }

// Slice returns the data from offset begin to end. It must not be kept or changed.
func (s *Scanner) Slice(begin, end int) []byte { return s.data[begin:end] }

// Failed reports whether the scan was ended by something that is no JSON, and
// Fault says by what.
func (s *Scanner) Failed() bool { return s.failed }

// Fault returns what ended the scan.
func (s *Scanner) Fault() Fault { return s.fault }

// Done reports whether nothing but white space is left.
func (s *Scanner) Done() bool {
	s.Space()
	return s.pos >= len(s.data)
}

// Fail ends the scan, keeping the first reason.
func (s *Scanner) Fail(at int, code model.Code, message string) {
	if !s.failed {
		s.failed = true
		s.fault = Fault{At: at, Code: code, Message: message}
	}
	s.pos = len(s.data)
}

// Expected ends the scan at the current position: what is there is not what
// the grammar wants.
func (s *Scanner) Expected(what string) {
	if s.pos >= len(s.data) || cutWord(s.data[s.pos:]) {
		s.Fail(len(s.data), model.CodeIncomplete, "the file ends in the middle: expected "+what)
		return
	}
	s.Fail(s.pos, model.CodeSyntax, "expected "+what+", got "+s.glimpse())
}

// glimpse describes what is at the current position.
func (s *Scanner) glimpse() string {
	c := s.data[s.pos]
	if c == 0 {
		return "a zero byte"
	}
	end := s.pos + 1
	for end < len(s.data) && end < s.pos+24 && wordByte(s.data[end]) && wordByte(c) {
		end++
	}
	return Quote(s.data[s.pos:end])
}

func wordByte(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '.' || c == '-' || c == '+' || c >= 0x80
}

const eightSpaces = 0x2020202020202020

// Space moves to the next byte that is no white space.
func (s *Scanner) Space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ':
			// Indented files are mostly blanks: take them by the word.
			for s.pos+8 <= len(s.data) && binary.LittleEndian.Uint64(s.data[s.pos:]) == eightSpaces {
				s.pos += 8
			}
			for s.pos < len(s.data) && s.data[s.pos] == ' ' {
				s.pos++
			}
		case '\n', '\r', '\t':
			s.pos++
		default:
			return
		}
	}
}

// literal reads a word that is all there is to a value.
func (s *Scanner) literal(word string) {
	rest := s.data[s.pos:]
	switch {
	case len(rest) >= len(word) && string(rest[:len(word)]) == word && (len(rest) == len(word) || !wordByte(rest[len(word)])):
		s.pos += len(word)
	case len(rest) < len(word) && string(rest) == word[:len(rest)]:
		s.pos = len(s.data)
		s.Expected(word)
	default:
		s.Expected("a value")
	}
}

// string reads a string and returns the bytes between its quotes as they are.
func (s *Scanner) string() (raw []byte, escaped bool) {
	start := s.pos + 1
	for i := start; i < len(s.data); i++ {
		switch c := s.data[i]; {
		case c == '"':
			s.pos = i + 1
			return s.data[start:i], escaped
		case c == '\\':
			escaped = true
			n := escapeLen(s.data[i:])
			if n == 0 {
				s.pos = i
				if len(s.data)-i < 6 && escapeCut(s.data[i:]) {
					s.pos = len(s.data)
				}
				s.Expected("an escape such as \\n or \\u001b")
				return nil, false
			}
			i += n - 1
		case c < 0x20:
			s.Fail(i, model.CodeSyntax, "a control character stands in text: expected it escaped, or a closing quote before it")
			return nil, false
		}
	}
	s.pos = len(s.data)
	s.Expected("a closing quote")
	return nil, false
}

// Skip reads a value for its grammar only.
func (s *Scanner) Skip() {
	switch s.Peek() {
	case KindObject:
		for first := true; s.more('{', '}', &first); {
			if !s.key() {
				return
			}
			s.Skip()
		}
	case KindArray:
		for first := true; s.more('[', ']', &first); {
			s.Skip()
		}
	default:
		s.skipScalar()
	}
}

// skipScalar reads a value that is neither object nor list.
func (s *Scanner) skipScalar() {
	switch s.Peek() {
	case KindString:
		s.string()
	case KindNumber:
		s.Number()
	case KindNotFinite:
		s.word()
	case KindTrue:
		s.literal("true")
	case KindFalse:
		s.literal("false")
	case KindNull:
		s.literal("null")
	default:
		s.Expected("a value")
	}
}

// word reads a not-a-number word.
func (s *Scanner) word() {
	if s.data[s.pos] == '-' {
		s.pos++
	}
	s.pos += notFinite(s.data[s.pos:])
}

// more moves to the next member of an object or element of a list, and reports
// whether there is one. first is true before the first call and belongs to it.
func (s *Scanner) more(open, end byte, first *bool) bool {
	if *first {
		s.pos++ // the opening bracket, as peek has seen
		if s.depth++; s.depth > s.maxDepth {
			s.Fail(s.pos-1, model.CodeTooLarge, tooDeep(s.maxDepth))
			return false
		}
	}
	s.Space()
	if s.pos < len(s.data) {
		switch c := s.data[s.pos]; {
		case c == end:
			s.pos++
			s.depth--
			return false
		case *first:
			*first = false
			return true
		case c == ',':
			s.pos++
			s.Space()
			if s.pos < len(s.data) && s.data[s.pos] == end {
				s.Expected(memberOf(open) + " after the comma")
				return false
			}
			return true
		}
	}
	if *first {
		s.Expected(memberOf(open) + " or " + string(end))
	} else {
		s.Expected("a comma or " + string(end))
	}
	return false
}

func memberOf(open byte) string {
	if open == '{' {
		return "a key"
	}
	return "a value"
}

// key reads a key and its colon and reports whether they were there.
func (s *Scanner) key() bool {
	s.Space()
	if s.pos >= len(s.data) || s.data[s.pos] != '"' {
		s.Expected("a key in double quotes")
		return false
	}
	s.string()
	return s.colon()
}

func (s *Scanner) colon() bool {
	s.Space()
	if s.pos >= len(s.data) || s.data[s.pos] != ':' {
		s.Expected("a colon after the key")
		return false
	}
	s.pos++
	return true
}
