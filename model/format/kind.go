package format

import "bytes"

// kind is the type of a JSON value.
type kind uint8

const (
	kindNone kind = iota // no value begins here
	kindObject
	kindArray
	kindString
	kindNumber
	kindTrue
	kindFalse
	kindNull
	kindNotFinite // NaN or an infinity: no JSON
)

var kindWords = [...]string{
	kindNone: "nothing", kindObject: "an object", kindArray: "a list", kindString: "text", kindNumber: "a number",
	kindTrue: "true", kindFalse: "false", kindNull: "null", kindNotFinite: "a number that is not finite",
}

func (k kind) String() string { return kindWords[k] }

// peek moves to the next value and returns its type by its first bytes.
func (s *scanner) peek() kind {
	s.space()
	if s.pos >= len(s.data) {
		return kindNone
	}
	switch c := s.data[s.pos]; {
	case c == '{':
		return kindObject
	case c == '[':
		return kindArray
	case c == '"':
		return kindString
	case c >= '0' && c <= '9':
		return kindNumber
	case c == '-':
		if notFinite(s.data[s.pos+1:]) > 0 {
			return kindNotFinite
		}
		return kindNumber
	case c == 't':
		return kindTrue
	case c == 'f':
		return kindFalse
	case notFinite(s.data[s.pos:]) > 0:
		return kindNotFinite
	case c == 'n':
		return kindNull
	}
	return kindNone
}

// notFinite returns the length of the not-a-number word at the beginning of b, or 0.
func notFinite(b []byte) int {
	for _, word := range [...]string{"nan", "infinity", "inf"} {
		if len(b) >= len(word) && bytes.EqualFold(b[:len(word)], []byte(word)) &&
			(len(b) == len(word) || !wordByte(b[len(word)])) {
			return len(word)
		}
	}
	return 0
}

// cutWord reports whether b, which ends the data, may go on to a not-a-number word.
func cutWord(b []byte) bool {
	if len(b) > 1 && b[0] == '-' {
		b = b[1:]
	}
	for _, word := range [...]string{"nan", "infinity"} {
		if len(b) > 0 && len(b) < len(word) && bytes.EqualFold(b, []byte(word[:len(b)])) {
			return true
		}
	}
	return false
}
