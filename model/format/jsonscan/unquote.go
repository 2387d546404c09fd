package jsonscan

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"scaledeck/model/text"
)

// escapeLen returns the length of the escape at the beginning of b, or 0 where
// there is none that JSON knows.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if len(b) >= 6 && hex4(b[2:6]) >= 0 {
			return 6
		}
	}
	return 0
}

// escapeCut reports whether b is the beginning of an escape and nothing else.
func escapeCut(b []byte) bool {
	if len(b) < 2 {
		return true
	}
	if b[1] != 'u' {
		return false
	}
	for _, c := range b[2:] {
		if hexDigit(c) < 0 {
			return false
		}
	}
	return true
}

func hexDigit(c byte) rune {
	switch {
	case c >= '0' && c <= '9':
		return rune(c - '0')
	case c >= 'a' && c <= 'f':
		return rune(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return rune(c-'A') + 10
	}
	return -1
}

// hex4 returns the value of four hexadecimal digits, or −1.
func hex4(b []byte) rune {
	r := rune(0)
	for _, c := range b[:4] {
		d := hexDigit(c)
		if d < 0 {
			return -1
		}
		r = r<<4 | d
	}
	return r
}

// unquote resolves the escapes of a string that the scanner has read. Half a
// surrogate pair becomes U+FFFD.
func unquote(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		c := raw[i+1]
		i += 2
		switch c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r := hex4(raw[i:])
			i += 4
			if utf16.IsSurrogate(r) {
				pair := rune(utf8.RuneError)
				if len(raw)-i >= 6 && raw[i] == '\\' && raw[i+1] == 'u' {
					pair = utf16.DecodeRune(r, hex4(raw[i+2:]))
				}
				if pair != utf8.RuneError {
					i += 6
				}
				r = pair
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, c)
		}
	}
	return out
}

// Shown bounds what a message repeats of a file.
const Shown = 40

// Quote returns b for a message: cleaned, in quotes, cut where it is long.
func Quote(b []byte) string { return text.Quote(string(b[:min(len(b), 8*Shown)]), Shown) }

func tooDeep(limit int) string {
	return "nested deeper than " + strconv.Itoa(limit) + " levels"
}
