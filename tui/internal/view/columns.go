package view

import (
	"strings"

	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// SideBySide joins two columns of lines, the left one w cells wide, with a rule between.
// It is written into one buffer: an object for every line would be a
// fifth of what a frame allocates.
func SideBySide(th *theme.Theme, left, right []string, w, h int) []string {
	rule := th.Paint(theme.Faint, th.Spell("│"))
	size := h * (w + len(rule) + 1)
	for _, lines := range [][]string{left[:min(len(left), h)], right[:min(len(right), h)]} {
		for _, l := range lines {
			size += len(l)
		}
	}
	var b strings.Builder
	b.Grow(size)
	ends := make([]int, h)
	for i := range h {
		used := 0
		if i < len(left) {
			if cells := widget.Width(left[i]); cells <= w+1 {
				b.WriteString(left[i])
				used = cells
			}
		}
		for ; used < w-1; used++ {
			b.WriteByte(' ')
		}
		b.WriteString(rule)
		if i < len(right) {
			b.WriteString(right[i])
		}
		ends[i] = b.Len()
	}
	lines, from, all := make([]string, h), 0, b.String()
	for i, end := range ends {
		lines[i], from = all[from:end], end
	}
	return lines
}
