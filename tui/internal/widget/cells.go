package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/model/text"
	"scaledeck/tui/internal/theme"
)

// Width returns the cells that s takes. Escape sequences take none.
func Width(s string) int { return text.Width(s) }

// Fit returns the longest beginning of s, plain text, that takes at most n cells and
// ends between two characters.
func Fit(s string, n int) string { return text.Fit(s, n) }

// Ellipsis returns s as the theme spells it, cut to at most n cells, with an
// ellipsis where it was cut; in ASCII a tilde where three dots would be all. A
// figure is not cut: see Cut.
func Ellipsis(th *theme.Theme, s string, n int) string {
	if n <= 0 {
		return ""
	}
	if s = spell(th, s); Width(s) <= n {
		return s
	}
	if bare, ok := bareFigure(s); ok {
		return Whole(th, n, bare)
	}
	tail := th.Spell("…")
	if Width(tail) >= n && th.ASCII {
		tail = "~"
	}
	return before(s, n-Width(tail)) + tail
}

// spell returns s as the theme may write it, without anything that would move
// the cursor or run into its neighbours. Text from files is cleaned long before;
// this holds a mistake of our own to a wrong character instead of a torn screen.
func spell(th *theme.Theme, s string) string {
	if !printable(s) {
		s = strings.Map(func(r rune) rune {
			if r < 0x20 || r >= 0x7f && r < 0xa0 {
				return utf8.RuneError
			}
			return r // bytes that are no UTF-8 arrive as RuneError
		}, s)
	}
	return th.Spell(isolated(s))
}

// isolated returns s without the characters at either end that would become one
// with what is next to them, such as an accent without its letter: the cells
// of the two together are not the sum of the cells of each.
func isolated(s string) string {
	for s != "" && s[0] >= utf8.RuneSelf {
		r, n := utf8.DecodeRuneInString(s)
		if standsAlone(r) || !joins("x"+s[:n], 1) {
			break
		}
		s = s[n:]
	}
	for s != "" && s[len(s)-1] >= utf8.RuneSelf {
		r, n := utf8.DecodeLastRuneInString(s)
		if standsAlone(r) || !joins(s[len(s)-n:]+"x", n) {
			break
		}
		s = s[:len(s)-n]
	}
	return s
}

// standsAlone reports whether r is of a block without joining characters: a
// short cut for the marks, lines and ideographs that most text begins with.
func standsAlone(r rune) bool {
	return r < 0x300 || r >= 0x2010 && r < 0x2028 || r >= 0x2100 && r < 0x2c00 || r >= 0x3400 && r < 0xa000
}

// joins reports whether the first character of pair, as a reader sees it, is
// longer than its first n bytes.
func joins(pair string, n int) bool {
	c, _ := ansi.FirstGraphemeCluster(pair, ansi.GraphemeWidth)
	return len(c) > n
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
