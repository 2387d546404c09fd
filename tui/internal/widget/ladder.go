package widget

import (
	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
)

// Ladder is a rollout as a row of stages with arrows between. It is drawn as
// boxes, as smaller boxes or as one line, whichever is the largest that fits.
//
// The stage that stopped the rollout has a heavy border and says so, whichever is
// selected; the selected one has an arrow and a heavy top, or is in brackets.
type Ladder struct {
	Rungs    []Rung
	Selected int // −1 for none
}

// Rung is one stage.
type Rung struct {
	Title    string // "25 %"
	Verdict  analysis.Verdict
	Reached  bool
	Stopped  bool   // the rollout ended here
	Decision string // "rollback"; the verdict's word where empty
	Detail   string // "1 200 req"
}

const (
	notReached  = "not reached"
	stoppedHere = "stopped here"
)

// ladderForm is a way of drawing: its lines, and the cells of an arrow.
type ladderForm struct {
	lines, arrow int
	uniform      bool // all boxes are as wide as the widest
}

var (
	fullLadder    = ladderForm{lines: 4, arrow: 5, uniform: true}
	compactLadder = ladderForm{lines: 3, arrow: 3}
)

// Lines returns the ladder in at most h lines of exactly w cells; how many it
// takes depends on the form that fits.
func (d Ladder) Lines(th *theme.Theme, w, h int) []string {
	if h <= 0 {
		return nil
	}
	for _, f := range []ladderForm{fullLadder, compactLadder} {
		if inner, ok := d.fits(th, f, w); ok && f.lines <= h {
			return d.boxes(th, f, inner, w)
		}
	}
	return []string{d.line(th, w)}
}

// fits returns the inner width of every box and whether they all fit w cells.
func (d Ladder) fits(th *theme.Theme, f ladderForm, w int) ([]int, bool) {
	if len(d.Rungs) == 0 || len(d.Rungs) > w {
		return nil, false
	}
	inner := make([]int, len(d.Rungs))
	widest := 0
	for i, r := range d.Rungs {
		inner[i] = max(Width(spell(th, r.Title)), Width(spell(th, r.outcome(th, f))))
		if f.lines == fullLadder.lines {
			inner[i] = max(inner[i], Width(spell(th, r.Detail)))
		}
		if r.Stopped {
			inner[i] = max(inner[i], len(stoppedHere))
		}
		widest = max(widest, inner[i])
	}
	need := 1 + f.arrow*(len(inner)-1)
	for i := range inner {
		if f.uniform {
			inner[i] = widest
		}
		need += inner[i] + 4
	}
	return inner, need <= w
}

// outcome is the line of a box that says how the stage ended.
func (r Rung) outcome(th *theme.Theme, f ladderForm) string {
	switch {
	case !r.Reached && f == compactLadder:
		return "–"
	case !r.Reached:
		return notReached
	case r.Decision == "":
		return th.Badge(Badge(r.Verdict).verdict())
	default:
		return th.Mark(Badge(r.Verdict).verdict()) + " " + r.Decision
	}
}

// token is what the text of a stage is painted as.
func (r Rung) token() theme.Token {
	if !r.Reached {
		return theme.Muted
	}
	return theme.Verdict(Badge(r.Verdict).verdict())
}

// titleToken is what the title of rung i is painted as.
func (d Ladder) titleToken(i int) theme.Token {
	switch {
	case i == d.Selected:
		return theme.Accent
	case !d.Rungs[i].Reached:
		return theme.Muted
	}
	return theme.Strong
}

// arrow returns the arrow after rung i, in three cells and in one, and its
// token. The way on is open only to a stage that was reached.
func (d Ladder) arrow(i int) (long, short string, tok theme.Token) {
	r := d.Rungs[i]
	switch {
	case d.Rungs[i+1].Reached:
		return "──▶", "▶", theme.Muted
	case !r.Reached:
		return "───", "─", theme.Faint
	case r.Verdict == analysis.Fail:
		return "─✗", "✗", theme.Fail
	case r.Verdict == analysis.Pass || r.Verdict == analysis.Running:
		return "┄┄▶", "┄", theme.Faint
	default:
		return "─?", "?", theme.Undecided
	}
}

// border is how a box is drawn: corners from the top left, then the sides.
type border struct{ tl, tr, bl, br, h, v string }

var (
	thinBorder       = border{"┌", "┐", "└", "┘", "─", "│"}
	heavyBorder      = border{"┏", "┓", "┗", "┛", "━", "┃"}
	heavyBorderASCII = border{"#", "#", "#", "#", "=", "#"}
)

// borders returns how the box of rung i is drawn, its top and the rest of it.
func (d Ladder) borders(th *theme.Theme, i int) (top, rest border, tok theme.Token) {
	r := d.Rungs[i]
	tok = theme.Muted
	switch {
	case r.Reached && r.Verdict == analysis.Fail:
		tok = theme.Fail
	case i == d.Selected:
		tok = theme.Accent
	case !r.Reached:
		tok = theme.Faint
	}
	heavy := heavyBorder
	if th.ASCII {
		heavy = heavyBorderASCII
	}
	top, rest = thinBorder, thinBorder
	if r.Stopped {
		rest = heavy
	}
	if r.Stopped || i == d.Selected {
		top = heavy
	}
	return top, rest, tok
}

func (d Ladder) boxes(th *theme.Theme, f ladderForm, inner []int, w int) []string {
	lines := make([]string, f.lines)
	for y := range lines {
		l := NewLine(th, w).To(1)
		for i, r := range d.Rungs {
			top, b, tok := d.borders(th, i)
			end := l.used + inner[i] + 4
			switch y {
			case 0:
				l.Put(tok, top.tl)
				if i == d.Selected {
					l.Put(theme.Accent, "▶")
				} else {
					l.Put(tok, " ")
				}
				l.Put(d.titleToken(i), r.Title).Put(tok, " ").Repeat(tok, top.h, end-1-l.Used()).Put(tok, top.tr)
			case f.lines - 1:
				l.Put(tok, b.bl)
				if r.Stopped {
					l.Put(tok, " "+stoppedHere+" ")
				}
				l.Repeat(tok, b.h, end-1-l.Used()).Put(tok, b.br)
			case 1:
				l.Put(tok, b.v+" ").Column(r.token(), r.outcome(th, f), end-2).Put(tok, " "+b.v)
			default:
				l.Put(tok, b.v+" ").Column(theme.Text, r.Detail, end-2).Put(tok, " "+b.v)
			}
			if i < len(d.Rungs)-1 {
				d.putArrow(l, i, f.arrow, y == 1)
			}
		}
		lines[y] = l.full()
	}
	return lines
}

// putArrow draws the arrow after rung i into width cells, or blanks on the lines
// that have none.
func (d Ladder) putArrow(l *Line, i, width int, shown bool) {
	end := l.used + width
	if shown {
		arrow, short, tok := d.arrow(i)
		if width < fullLadder.arrow {
			arrow = short
		}
		l.To(l.used+1).Put(tok, arrow)
	}
	l.To(end)
}
