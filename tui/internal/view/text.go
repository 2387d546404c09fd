package view

import (
	"unicode"
	"unicode/utf8"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Wrap breaks a sentence into lines of at most w cells; nothing is one empty line.
func Wrap(th *theme.Theme, s string, w int) []string {
	if lines := widget.Wrap(th, s, w); len(lines) > 0 {
		return lines
	}
	return []string{""}
}

// OrDash returns s, or a dash where it is empty.
func OrDash(s string) string {
	if s == "" {
		return model.Dash
	}
	return s
}

// Holds reports whether s holds the lower-case part, whatever the case of s. It
// does not allocate: it is asked for every claim of every file at every frame.
func Holds(s, part string) bool {
	if part == "" {
		return true
	}
	for ; len(s) > 0; _, s = firstRune(s) {
		if begins(s, part) {
			return true
		}
	}
	return false
}

func begins(s, part string) bool {
	for _, want := range part {
		var r rune
		if r, s = firstRune(s); unicode.ToLower(r) != want {
			return false
		}
	}
	return true
}

// firstRune returns the first rune of s and what follows it; −1 for no rune.
func firstRune(s string) (rune, string) {
	if s == "" {
		return -1, ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return r, s[n:]
}
