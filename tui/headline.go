package tui

import (
	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// span is a part of a line.
type span struct {
	token theme.Token
	text  string
}

// spansWidth returns the cells that putSpans takes, with a blank at either end.
func spansWidth(th *theme.Theme, spans []span) int {
	w := 0
	for _, s := range spans {
		if s.text != "" {
			w += widget.Width(th.Spell(s.text)) + 2
		}
	}
	return w
}

// putSpans puts spans at the right edge of a line, two blanks apart and one from
// the edge. Where the line has no room for all, the last ones are left out.
func putSpans(th *theme.Theme, l *widget.Line, spans []span) {
	for len(spans) > 0 && spansWidth(th, spans) > l.Left() {
		spans = spans[:len(spans)-1]
	}
	if len(spans) == 0 {
		return
	}
	at := l.Used() + l.Left() - spansWidth(th, spans) + 1
	for _, s := range spans {
		if s.text == "" {
			continue
		}
		l.To(at).Put(s.token, s.text)
		at += widget.Width(th.Spell(s.text)) + 2
	}
}

// notFresh is what a screen says first at the right of its head line where its
// figures are not what their file holds now: that they are not, since when, and
// of which file where there is room for its name.
func notFresh(c Ctx, f analysis.Finding) span {
	old := staleness(c, f)
	if old != "" && c.Width() >= fullWidth {
		old += " " + middle(c.Theme, fileName(f), c.Width()/4)
	}
	return span{theme.Undecided, old}
}

// simulatedSpan is the badge of figures that come from a model, short where the
// terminal is narrow; of none for others.
func simulatedSpan(c Ctx, simulated bool) span {
	switch {
	case !simulated:
		return span{}
	case c.Width() < 56:
		return span{theme.Simulated, "SIM"}
	default:
		return span{theme.Simulated, "SIMULATED"}
	}
}
