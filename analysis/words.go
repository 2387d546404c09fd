package analysis

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// listed joins items as a sentence does, "a, b and c", naming at most limit of them.
func listed(items []string, limit int) string {
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

// capital returns text with its first letter in upper case.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// shortened returns at most limit characters of text.
func shortened(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// counted returns "1 repeat" or "3 repeats".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
