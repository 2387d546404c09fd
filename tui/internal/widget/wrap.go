package widget

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// Wrap breaks text into lines of at most width cells, as the theme spells it and
// not painted. It breaks at blanks, and within a word only where the word is
// longer than a line, never within a character; a character wider than the whole
// line becomes a question mark. Runs of blanks count as one. Text without a word,
// and a width below 1, give no line.
func Wrap(th *theme.Theme, text string, width int) []string {
	if width < 1 {
		return nil
	}
	var lines []string
	var line strings.Builder
	used := 0
	flush := func() {
		lines = append(lines, line.String())
		line.Reset()
		used = 0
	}
	for word := range strings.FieldsFuncSeq(text, isBreak) {
		word = spell(th, word)
		w := Width(word)
		if used > 0 && used+1+w > width {
			flush()
		}
		if used > 0 {
			line.WriteByte(' ')
			used++
		}
		for w > width-used {
			part := Fit(word, width-used)
			rest := word[len(part):]
			if part == "" {
				c, _ := ansi.FirstGraphemeCluster(word, ansi.GraphemeWidth)
				part, rest = "?", word[len(c):]
			}
			line.WriteString(part)
			flush()
			word, w = rest, Width(rest)
		}
		line.WriteString(word)
		used += w
	}
	if used > 0 {
		flush()
	}
	return lines
}

// isBreak reports whether a line may break at r. The blank that does not break
// is none of them.
func isBreak(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }
