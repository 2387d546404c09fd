package widget

import "scaledeck/tui/internal/theme"

// Heading opens a panel: its title and a thin rule, instead of a box around it.
//
//	p99 TTFT ───────────────────────────────────────── SIMULATED
type Heading struct {
	Title     string
	Simulated bool // the figures come from a model; said in every width that has room for a word
}

const simulatedBadge = "SIMULATED"

// Put draws the heading into width cells.
func (h Heading) Put(l *Line, width int) {
	width = min(width, l.Left())
	start := l.used
	end := start + width
	badge := ""
	if h.Simulated {
		if badge = simulatedBadge; width < len(badge)+8 {
			badge = "SIM"
		}
	}
	tail := end
	if badge != "" {
		tail = max(end-len(badge)-1, start)
	}
	l.Put(theme.Title, Ellipsis(l.th, h.Title, tail-start))
	l.rule(tail)
	if badge != "" && l.used > start {
		l.Put(theme.Text, " ")
	}
	l.Put(theme.Simulated, Fit(badge, end-l.used)).To(end)
}

// rule draws a rule to column col, after a blank where something comes before it.
func (l *Line) rule(col int) *Line {
	if l.used > 0 {
		l.To(min(l.used+1, col))
	}
	return l.Repeat(theme.Faint, "─", col-l.used)
}
