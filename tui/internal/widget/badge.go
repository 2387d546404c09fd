package widget

import (
	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
)

// letters are printed for the verdicts where an ASCII mark of six cells has no room.
var letters = [analysis.NumVerdicts]string{
	analysis.Info: ".", analysis.Pass: "P", analysis.Running: "R", analysis.Undecided: "?", analysis.Fail: "F",
}

// Badge is a verdict as mark and word, or as the mark alone where the width has
// no room for both. It is never cut to something that could be read as another
// verdict.
type Badge analysis.Verdict

// BadgeWidth returns the cells of the widest badge: what a column of badges needs.
func BadgeWidth(th *theme.Theme) int {
	w := 0
	for v := range analysis.NumVerdicts {
		w = max(w, Width(th.Badge(v)))
	}
	return w
}

// Paint returns the badge painted, as wide as its text is.
func (b Badge) Paint(th *theme.Theme) string {
	v := b.verdict()
	return th.Paint(theme.Verdict(v), th.Badge(v))
}

// Put draws the badge into at most width cells.
func (b Badge) Put(l *Line, width int) {
	v := b.verdict()
	text := l.th.Badge(v)
	if Width(text) > width {
		text = l.th.Mark(v)
	}
	if Width(text) > width {
		text = letters[v]
	}
	l.Put(theme.Verdict(v), text)
}

// verdict returns the verdict; a value that is none counts as UNDECIDED, since
// that is never read as green.
func (b Badge) verdict() analysis.Verdict {
	if v := analysis.Verdict(b); v < analysis.NumVerdicts {
		return v
	}
	return analysis.Undecided
}
