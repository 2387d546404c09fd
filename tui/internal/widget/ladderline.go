package widget

import (
	"scaledeck/tui/internal/theme"
)

// line returns the ladder on one line:
//
//	5 % ✓ ▶ [25 % ✗] ─ 100 % not reached
//
// Where it does not fit, stages before the selected one are left out until that
// one is seen; without a selection, until the last one that was reached is.
func (d Ladder) line(th *theme.Theme, w int) string {
	focus := d.Selected
	if focus < 0 || focus >= len(d.Rungs) {
		focus = 0
		for i, r := range d.Rungs {
			if r.Reached {
				focus = i
			}
		}
	}
	from := 0
	for from < focus && d.measure(th, from, focus) > w {
		from++
	}
	l := NewLine(th, w)
	d.putLine(l, from, len(d.Rungs)-1)
	return l.full()
}

// measure returns the cells of the rungs from one to another, with what stands
// before and after them.
func (d Ladder) measure(th *theme.Theme, from, to int) int {
	cells := 3
	if from > 0 {
		cells += Width(th.Spell("… "))
	}
	for i := from; i <= to; i++ {
		cells += Width(spell(th, d.Rungs[i].Title)) + 1 + Width(th.Spell(d.Rungs[i].mark(th))) + 3
	}
	return cells
}

// mark is what the one-line form says of a stage.
func (r Rung) mark(th *theme.Theme) string {
	if !r.Reached {
		return notReached
	}
	return th.Mark(Badge(r.Verdict).verdict())
}

func (d Ladder) putLine(l *Line, from, to int) {
	if from > 0 {
		l.Put(theme.Muted, "… ")
	}
	for i := from; i <= to; i++ {
		r := d.Rungs[i]
		open, shut := "", ""
		if i == d.Selected {
			open, shut = "[", "]"
		}
		l.Put(theme.Accent, open).Put(theme.Strong, r.Title).Put(theme.Text, " ")
		l.Put(r.token(), r.mark(l.th)).Put(theme.Accent, shut)
		switch {
		case i == len(d.Rungs)-1:
		case d.Rungs[i+1].Reached:
			l.Put(theme.Muted, " ▶ ")
		default:
			l.Put(theme.Faint, " ─ ")
		}
	}
}
