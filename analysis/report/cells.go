package report

import (
	"strings"
	"unicode/utf8"

	"scaledeck/model/text"
)

// wrap breaks s at blanks into lines of at most width cells. A word that is
// longer stays whole, so that a pointer can still be copied, unless hard is set; a
// figure stays whole even then, since each half would be another.
func wrap(s string, width int, hard bool) []string {
	if width <= 0 || text.Width(s) <= width {
		return []string{s}
	}
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(s) {
		n := text.Width(word)
		if line != "" && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		for hard && n > width && !text.Figure(word) {
			head := firstCells(word, width)
			lines = append(lines, head)
			word = word[len(head):]
			n = text.Width(word)
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

// firstCells returns the longest beginning of s that takes at most width cells, and
// at least one character.
func firstCells(s string, width int) string {
	if head := text.Fit(s, width); head != "" {
		return head
	}
	_, n := utf8.DecodeRuneInString(s)
	return s[:n]
}
