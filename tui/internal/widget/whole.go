package widget

import (
	"strings"
	"unicode/utf8"

	"scaledeck/tui/internal/theme"
)

// Whole returns the first of the forms that takes at most n cells as the theme
// spells it, else the mark of something cut: a figure that is shown in part would
// be read as another figure. Forms that are "" are passed over.
func Whole(th *theme.Theme, n int, forms ...string) string {
	for _, s := range forms {
		if s == "" {
			continue
		}
		if s = spell(th, s); Width(s) <= n {
			return s
		}
	}
	return cutMark(th, n)
}

// Whole puts the first of the forms that has room at the right edge of a column
// that ends at col, else the mark of something cut.
func (l *Line) Whole(tok theme.Token, col int, forms ...string) *Line {
	col = min(col, l.width)
	s := Whole(l.th, col-l.used, forms...)
	l.To(col - Width(s))
	return l.Put(tok, s)
}

// Cut puts text into a column of n cells, cut as Cut does.
func (l *Line) Cut(tok theme.Token, s string, n int) *Line {
	return l.Put(tok, Cut(l.th, s, min(n, l.Left())))
}

// cutMark is printed for something that has no room at all.
func cutMark(th *theme.Theme, n int) string {
	if n < 1 {
		return ""
	}
	mark := th.Spell("…")
	if Width(mark) > n {
		mark = "~"
	}
	return mark
}

// Cut returns s as the theme spells it, cut to at most n cells with the mark of
// something cut at its end, and never within a figure: a word that holds a figure
// from its first character on goes whole.
func Cut(th *theme.Theme, s string, n int) string {
	if s = spell(th, s); Width(s) <= n {
		return s
	}
	tail := cutMark(th, n)
	kept := Fit(s, n-Width(tail))
	if kept == "" {
		return tail
	}
	if next := s[len(kept)]; next != ' ' {
		word := kept[strings.LastIndexByte(kept, ' ')+1:]
		if numeric(word) || word == "" {
			kept = kept[:len(kept)-len(word)]
		}
	}
	return strings.TrimRight(kept, " ") + tail
}

// numeric reports whether a word begins with a figure, after the signs that
// come before one.
func numeric(word string) bool {
	word = strings.TrimLeft(word, "([{+-−~<>≤≥=×±!≠'\"")
	r, _ := utf8.DecodeRuneInString(word)
	return r >= '0' && r <= '9' || word == ""
}
