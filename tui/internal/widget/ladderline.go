package widget

import (
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// ladderLine is a ladder on one line:
//
//	5 % ✓ ▶ [25 % ✗ stopped here] ─ 100 % not reached
type ladderLine struct {
	Ladder
	open, shut string // around the selected stage
	unreached  string // what is said of a stage that was not reached
	stopped    string // what is said of the one that stopped the rollout, after its mark
}

// line returns the ladder on one line. Where it does not fit, "not reached"
// shrinks to a dash, then the words on the stage that stopped it goes, whose
// mark says the rest, then stages before the selected one are left out until that
// one is seen (without a selection, the last one that was reached), and the ones
// after it give way to an ellipsis.
func (d Ladder) line(th *theme.Theme, w int) string {
	f := ladderLine{Ladder: d, open: "[", shut: "]", unreached: notReached, stopped: " " + stoppedHere}
	if th.ASCII {
		f.open, f.shut = "{", "}" // the verdicts have the brackets
	}
	last := len(d.Rungs) - 1
	if f.cells(th, 0, last) > w {
		f.unreached = model.Dash
	}
	if f.cells(th, 0, last) > w {
		f.stopped = ""
	}
	from, focus := 0, d.focus()
	for from < focus && f.cells(th, from, focus) > w {
		from++
	}
	l := NewLine(th, w)
	if from > 0 {
		l.Put(theme.Muted, "… ")
	}
	for i := from; i <= last; i++ {
		more := 0
		if i < last {
			more = Width(th.Spell(" …"))
		}
		if i > from && l.Left() < f.rung(th, i)+more {
			l.Put(theme.Muted, "…")
			break
		}
		f.put(l, i)
	}
	return l.full()
}

// focus returns the stage that must be seen.
func (d Ladder) focus() int {
	if d.Selected >= 0 && d.Selected < len(d.Rungs) {
		return d.Selected
	}
	at := 0
	for i, r := range d.Rungs {
		if r.Reached {
			at = i
		}
	}
	return at
}

// cells returns what the rungs from one to another take, with the ellipses for
// those that are left out.
func (f ladderLine) cells(th *theme.Theme, from, to int) int {
	n := 0
	if from > 0 {
		n += Width(th.Spell("… "))
	}
	if to < len(f.Rungs)-1 {
		n += Width(th.Spell(" …"))
	}
	for i := from; i <= to; i++ {
		n += f.rung(th, i)
	}
	return n
}

// rung returns the cells of one rung with the arrow after it.
func (f ladderLine) rung(th *theme.Theme, i int) int {
	n := Width(spell(th, f.Rungs[i].Title)) + 1 + Width(th.Spell(f.mark(th, i)))
	if i == f.Selected {
		n += 2
	}
	if i < len(f.Rungs)-1 {
		n += 3
	}
	return n
}

// mark is the word on a stage.
func (f ladderLine) mark(th *theme.Theme, i int) string {
	switch r := f.Rungs[i]; {
	case !r.Reached:
		return f.unreached
	case r.Stopped:
		return th.Mark(Badge(r.Verdict).verdict()) + f.stopped
	default:
		return th.Mark(Badge(r.Verdict).verdict())
	}
}

func (f ladderLine) put(l *Line, i int) {
	r := f.Rungs[i]
	if i == f.Selected {
		l.Put(theme.Accent, f.open)
	}
	l.Put(f.titleToken(i), r.Title).Put(theme.Text, " ").Put(r.token(), f.mark(l.th, i))
	if i == f.Selected {
		l.Put(theme.Accent, f.shut)
	}
	switch {
	case i == len(f.Rungs)-1:
	case f.Rungs[i+1].Reached:
		l.Put(theme.Muted, " ▶ ")
	default:
		l.Put(theme.Faint, " ─ ")
	}
}
