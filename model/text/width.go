package text

import "github.com/charmbracelet/x/ansi"

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
