package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Listed joins items as a sentence does, "a, b and c", naming at most limit of them.
func Listed(items []string, limit int) string {
	if extra := len(items) - limit; extra > 0 {
		return strings.Join(items[:limit], ", ") + fmt.Sprintf(" and %d more", extra)
	}
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " and " + items[last]
}

// Capital returns text with its first letter in upper case.
func Capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// Shortened returns at most limit characters of text.
func Shortened(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// Counted returns "1 repeat" or "3 repeats".
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Figure reports whether a word is a figure, or so short a name with one, as p99
// and r1, that a part of it would be another.
func Figure(word string) bool {
	digits, letters := 0, 0
	for _, r := range word {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || r == '_':
			letters++
		case unicode.Is(unicode.M, r): // a keycap
			return false
		}
	}
	return digits > 0 && letters <= 3
}
