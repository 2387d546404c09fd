package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// Width returns the cells that s takes. Escape sequences take none.
func Width(s string) int {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] >= 0x7f {
			return ansi.StringWidth(s)
		}
	}
	return len(s)
}

// Fit returns the longest beginning of s, plain text, that takes at most n
// cells and ends between two characters as a reader sees them: a letter keeps
// its accents, a flag both its halves, an emoji family all its members.
func Fit(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if Width(s) <= n {
		return s
	}
	used := 0
	for i := 0; i < len(s); {
		c, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		if used += w; used > n {
			return s[:i]
		}
		i += len(c)
	}
	return s
}

// Ellipsis returns s as the theme spells it, cut to at most n cells, with an
// ellipsis where it was cut and there is room for one.
func Ellipsis(th *theme.Theme, s string, n int) string {
	if n <= 0 {
		return ""
	}
	if s = spell(th, s); Width(s) <= n {
		return s
	}
	tail := th.Spell("…")
	if n <= len(tail) && th.ASCII {
		return Fit(s, n)
	}
	return Fit(s, n-Width(tail)) + tail
}

// spell returns s as the theme may write it and without anything that would move
// the cursor. Text from files is cleaned long before; this holds a mistake of
// our own to a wrong character instead of a torn screen.
func spell(th *theme.Theme, s string) string {
	if !printable(s) {
		s = strings.Map(func(r rune) rune {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				return utf8.RuneError
			}
			return r // bytes that are no UTF-8 arrive as RuneError
		}, s)
	}
	return th.Spell(s)
}

// printable reports whether s is valid UTF-8 without control characters.
func printable(s string) bool {
	for i := 0; i < len(s); {
		if b := s[i]; b < utf8.RuneSelf {
			if b < 0x20 || b == 0x7f {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r < 0xa0 || r == utf8.RuneError && n == 1 {
			return false
		}
		i += n
	}
	return true
}
