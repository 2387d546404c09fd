package chart

import (
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// Strip is a row that says when something held, such as a breached SLO.
type Strip struct {
	Width     int // in cells
	X         Axis
	At        []float64    // when each sample was taken, ascending; nil counts from 0
	Flags     []model.Flag // whether the limit was broken; one that is missing is blank
	Gap       float64      // how long a sample may count; 0 until the next
	Until     float64      // what lies after it is drawn faintly
	HasUntil  bool
	HideAhead bool        // what lies after Until is not drawn
	Token     theme.Token // of what is over; Fail if 0
	Mode      Mode
}

// Row draws the strip in exactly Width cells, on the same columns as a chart
// with that axis. A sample holds until the next one; a cell in which any sample
// is over is over, so that no breach is lost.
func (s Strip) Row(th *theme.Theme) string {
	data := make([]float64, len(s.Flags))
	f := newFrame(th, &Spec{
		Width: s.Width, Height: 1, X: s.X, Mode: s.Mode, Until: s.Until, HasUntil: s.HasUntil,
		Series: []Series{{X: s.At, Y: data}},
	})
	if s.Token == theme.Text {
		s.Token = theme.Fail
	}
	states := f.columnStates(&f.Series[0], s.Flags, s.Gap)
	f.begin()
	for col, state := range states {
		tok := s.Token
		if col > f.until {
			tok = theme.Ahead(tok)
		}
		switch {
		case state == unseen, s.HideAhead && col > f.until:
			f.brush.space()
		case state == within:
			f.brush.put(theme.Faint, f.set.stripUnder)
		case col > f.until:
			f.brush.put(tok, f.set.stripAhead)
		default:
			f.brush.put(min(tok, theme.NumTokens-1), f.set.stripOver)
		}
	}
	return f.lines()[0]
}

// A cell of a strip; the larger counts.
const (
	unseen uint8 = iota
	within
	beyond
)

// columnStates returns the state of each column of a series with these flags.
func (f *frame) columnStates(s *Series, flags []model.Flag, gap float64) []uint8 {
	states := make([]uint8, f.pw)
	n := min(s.len(), len(flags))
	for i := range n {
		x := s.x(i)
		if !flags[i].OK() || !finite(x) {
			continue
		}
		state := within
		if flags[i].Value {
			state = beyond
		}
		from, in := f.xs.column(x, f.pw)
		to := from
		if i+1 < n && finite(s.x(i+1)) {
			next := s.x(i + 1)
			if gap > 0 && next-x > gap {
				next = x + gap
			}
			to, _ = f.xs.column(next, f.pw)
			in = in || x < next && f.xs.share(x) < 0 && f.xs.share(next) >= 0
			to-- // the next sample's own cell
		}
		if !in {
			continue
		}
		for c := from; c <= max(to, from) && c < f.pw; c++ {
			states[c] = max(states[c], state)
		}
	}
	return states
}
