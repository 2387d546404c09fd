package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wide are the characters that terminals draw two cells wide, by block. It
// serves the alignment of columns only, where a rare miss costs one blank.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x231a, Hi: 0x231b, Stride: 1}, {Lo: 0x23e9, Hi: 0x23ec, Stride: 1},
		{Lo: 0x25fd, Hi: 0x25fe, Stride: 1}, {Lo: 0x2614, Hi: 0x2615, Stride: 1}, {Lo: 0x2648, Hi: 0x2653, Stride: 1},
		{Lo: 0x26a1, Hi: 0x26a1, Stride: 1}, {Lo: 0x26d4, Hi: 0x26d4, Stride: 1}, {Lo: 0x2705, Hi: 0x2705, Stride: 1},
		{Lo: 0x2728, Hi: 0x2728, Stride: 1}, {Lo: 0x274c, Hi: 0x274c, Stride: 1}, {Lo: 0x2753, Hi: 0x2755, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, {Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, {Lo: 0xa960, Hi: 0xa97f, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, {Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff01, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1faff, Stride: 1}, {Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

const joiner = '\u200d' // makes one character of the two beside it

// cells returns how many cells s takes in a terminal.
func cells(s string) int {
	n, joined := 0, false
	for _, r := range s {
		n += runeCells(r, joined)
		joined = r == joiner
	}
	return n
}

func runeCells(r rune, joined bool) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case joined, unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf), r >= 0x1f3fb && r <= 0x1f3ff:
		return 0
	case unicode.Is(wide, r):
		return 2
	default:
		return 1
	}
}

// wrap breaks s at blanks into lines of at most width cells. A word that is
// longer stays whole, so that a pointer can still be copied, unless hard is set.
func wrap(s string, width int, hard bool) []string {
	if width <= 0 || cells(s) <= width {
		return []string{s}
	}
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(s) {
		n := cells(word)
		if line != "" && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		for hard && n > width {
			head := cut(word, width)
			lines = append(lines, head)
			word = word[len(head):]
			n = cells(word)
		}
		if word == "" {
			continue
		}
		if line != "" {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	if line != "" || len(lines) == 0 {
		lines = append(lines, line)
	}
	return lines
}

// cut returns the longest beginning of s that takes at most width cells, and
// at least one character.
func cut(s string, width int) string {
	n, joined := 0, false
	for i, r := range s {
		if n += runeCells(r, joined); n > width && i > 0 {
			return s[:i]
		}
		joined = r == joiner
	}
	return s
}
