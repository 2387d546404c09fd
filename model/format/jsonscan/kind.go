package jsonscan

import "bytes"

// Kind is the type of a JSON value.
type Kind uint8

// The types.
const (
	KindNone Kind = iota // no value begins here
	KindObject
	KindArray
	KindString
	KindNumber
	KindTrue
	KindFalse
	KindNull
	KindNotFinite // NaN or an infinity: no JSON
)

var kindWords = [...]string{
	KindNone: "nothing", KindObject: "an object", KindArray: "a list", KindString: "text", KindNumber: "a number",
	KindTrue: "true", KindFalse: "false", KindNull: "null", KindNotFinite: "a number that is not finite",
}

// String returns the type in the words of messages.
func (k Kind) String() string { return kindWords[k] }

// Peek moves to the next value and returns its type by its first bytes.
func (s *Scanner) Peek() Kind {
	s.Space()
	if s.pos >= len(s.data) {
		return KindNone
	}
	switch c := s.data[s.pos]; {
	case c == '{':
		return KindObject
	case c == '[':
		return KindArray
	case c == '"':
		return KindString
	case c >= '0' && c <= '9':
		return KindNumber
	case c == '-':
		if notFinite(s.data[s.pos+1:]) > 0 {
			return KindNotFinite
		}
		return KindNumber
	case c == 't':
		return KindTrue
	case c == 'f':
		return KindFalse
	case notFinite(s.data[s.pos:]) > 0:
		return KindNotFinite
	case c == 'n':
		return KindNull
	}
	return KindNone
}

// notFinite returns the length of the not-a-number word at the beginning of b, or 0.
// Those with a point are YAML, which some tools print as JSON.
func notFinite(b []byte) int {
	for _, word := range [...]string{"nan", "infinity", "inf", ".nan", ".inf"} {
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
