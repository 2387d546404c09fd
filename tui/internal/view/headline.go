// Package view has what screens share: values in cells, the head line, selection
// in a list, gates, charts of a timeline, and how blocks are stacked. What knows
// no finding and no screen is in package widget.
package view

import (
	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Span is a part of a line.
type Span struct {
	Token theme.Token
	Text  string
}

// SpansWidth returns the cells that putSpans takes, with a blank at either end.
func SpansWidth(th *theme.Theme, spans []Span) int {
	w := 0
	for _, s := range spans {
		if s.Text != "" {
			w += widget.Width(th.Spell(s.Text)) + 2
		}
	}
	return w
}

// PutSpans puts spans at the right edge of a line, two blanks apart and one from
// the edge. Where the line has no room for all, the last ones are left out.
func PutSpans(th *theme.Theme, l *widget.Line, spans []Span) {
	for len(spans) > 0 && SpansWidth(th, spans) > l.Left() {
		spans = spans[:len(spans)-1]
	}
	if len(spans) == 0 {
		return
	}
	at := l.Used() + l.Left() - SpansWidth(th, spans) + 1
	for _, s := range spans {
		if s.Text == "" {
			continue
		}
		l.To(at).Put(s.Token, s.Text)
		at += widget.Width(th.Spell(s.Text)) + 2
	}
}

// NotFresh is what a screen says first at the right of its head line where its
// figures are not what their file holds now: that they are not, since when, and
// of which file where there is room for its name.
func NotFresh(c screen.Ctx, f analysis.Finding) Span {
	old := Staleness(c, f)
	if old != "" && c.Width() >= FullWidth {
		old += " " + Middle(c.Theme, FileName(f), c.Width()/4)
	}
	return Span{theme.Undecided, old}
}

// SimulatedSpan is the badge of figures that come from a model, short where the
// terminal is narrow; of none for others.
func SimulatedSpan(c screen.Ctx, simulated bool) Span {
	switch {
	case !simulated:
		return Span{}
	case c.Width() < 56:
		return Span{theme.Simulated, "SIM"}
	default:
		return Span{theme.Simulated, "SIMULATED"}
	}
}

// The size from which the console has its full frame. Below it there are no rules
// and no second header line.
const FullWidth, FullHeight = 80, 24
