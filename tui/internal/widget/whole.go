package widget

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"scaledeck/model/text"
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
	for _, s := range forms {
		if s != "" && numeric(s) {
			return NoRoom(n)
		}
	}
	return cutMark(th, n)
}

// noRoom stands for a figure that has no room: part of it would be another.
const noRoom = "#"

// NoRoom returns what stands in n cells for a figure that takes more.
func NoRoom(n int) string { return noRoom[:min(max(n, 0), len(noRoom))] }

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
// from its first character on goes whole. What is a figure and nothing else drops
// its unit, and becomes noRoom where that is not enough.
func Cut(th *theme.Theme, s string, n int) string {
	if s = spell(th, s); Width(s) <= n || n <= 0 {
		return Fit(s, n)
	}
	if bare, ok := bareFigure(s); ok {
		return Whole(th, n, bare)
	}
	tail := cutMark(th, n)
	return strings.TrimRight(before(s, n-Width(tail)), " ") + tail
}

// before returns the longest beginning of s that takes at most n cells and does
// not end within a figure.
func before(s string, n int) string {
	kept := Fit(s, n)
	if len(kept) == len(s) || kept == "" || s[len(kept)] == ' ' {
		return kept
	}
	begin := strings.LastIndexByte(kept, ' ') + 1
	end := len(kept) + strings.IndexByte(s[len(kept):]+" ", ' ')
	if text.Figure(s[begin:end]) {
		return kept[:begin]
	}
	return kept
}

// bareFigure returns a text that is a figure and nothing else without its unit.
func bareFigure(s string) (string, bool) {
	number, unit, _ := strings.Cut(s, " ")
	return number, numeric(number) && text.Figure(number) && !strings.Contains(unit, " ") && !strings.ContainsFunc(unit, unicode.IsDigit)
}

// numeric reports whether a word begins with a figure, after the signs that
// come before one.
func numeric(word string) bool {
	word = strings.TrimLeft(word, "([{+-−~<>≤≥=×±!≠'\"")
	r, _ := utf8.DecodeRuneInString(word)
	return r >= '0' && r <= '9' || word == ""
}
