package coldstart

import (
	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// nameLine names a profile, in full before anything else, and says what it saves.
func (v startView) nameLine(w, row int) string {
	at := v.rows[row].profile
	p := v.cs.Profiles[at]
	l := v.begin(w, row)
	tok := theme.Text
	if row == v.sel {
		tok = theme.Strong
	}
	l.Put(tok, widget.Ellipsis(v.th, p.Data.Name, l.Left()-1))
	if totalDiffers(v.snap, v.f, p) {
		l.Put(theme.Undecided, "  ≠ file says "+p.Data.Total.Text(model.Seconds))
	}
	if text, tok := v.saving(at); text != "" && l.Left() > widget.Width(v.th.Spell(text))+1 {
		l.Right(tok, text+" ")
	}
	return l.String()
}

// saving says what a profile saves against the longest.
func (v startView) saving(at int) (string, theme.Token) {
	seconds, factor := saved(v.cs, at)
	if !seconds.OK() {
		if at == 0 && v.cs.Profiles[0].Known && len(v.cs.Profiles) > 1 {
			return "longest", theme.Muted
		}
		return "", theme.Muted
	}
	text := negative(seconds).Signed(model.Seconds)
	if f := factorText(factor); f != "" && seconds.Value > 0 {
		text += ", " + f
	}
	return text, theme.Pass
}

// savingBeside is the saving where the name left it no room: after the total.
func (v startView) savingBeside(l *widget.Line, w, at int) {
	text, tok := v.saving(at)
	taken := 2 + widget.Width(v.th.Spell(v.cs.Profiles[at].Data.Name)) + widget.Width(v.th.Spell(text)) + 1
	if text != "" && taken >= w && l.Left() > widget.Width(v.th.Spell(text))+2 {
		l.Put(theme.Text, "  ").Put(tok, text)
	}
}

// begin opens the line of a row, with the mark of the selected one.
func (v startView) begin(w, row int) *widget.Line {
	l := widget.NewLine(v.th, w)
	if row == v.sel {
		return l.Select(true).Put(theme.Accent, "▶").To(2)
	}
	return l.To(2)
}

// phaseLine draws a phase: its fill, name, seconds and share, and what it takes
// more or less than the phase of the longest profile that it is paired with.
func (v startView) phaseLine(w, row int, savings []analysis.Saving) string {
	r := v.rows[row]
	p := v.cs.Profiles[r.profile]
	ph := p.Data.Phases[r.phase]
	l := v.begin(w, row).To(4)
	key := widget.StackedBar{Scale: 1, Phases: make([]widget.Phase, r.phase+1)}
	if v, ok := ph.Seconds.Get(); ok && v > 0 {
		key.Phases[r.phase].Figure = model.Of(1)
	}
	l.Inline(key, 2)
	name := min(max(v.nameCells(), 20), max(w-l.Used()-18, 8))
	l.Put(theme.Text, " ").Column(theme.Text, ph.Name, l.Used()+name)
	figure := func(tok theme.Token, f model.Figure, u model.Unit, cells int, signed bool) {
		cells = min(cells, l.Left())
		l.Whole(tok, l.Used()+cells, view.WholeFigure(v.th, f, u, cells-1, signed)) // a blank before it
	}
	figure(theme.Strong, ph.Seconds, model.Seconds, 8, false)
	figure(theme.Muted, shareOf(p, ph.Seconds), model.Share, 8, false)
	if !ph.Seconds.OK() {
		return l.Put(theme.Undecided, "  "+ph.Seconds.State.String()).String()
	}
	if r.phase >= len(savings) || savings[r.phase].Other == nil {
		return l.String()
	}
	// Seen from here the longest takes less by what it saves.
	change := savings[r.phase].Saved
	tok := theme.Pass
	if change.OK() && change.Value > 0 {
		tok = theme.Fail
	}
	figure(tok, change, model.Seconds, 10, true)
	if other := savings[r.phase].Other; l.Left() >= 24 {
		l.Put(theme.Muted, "  "+widget.Cut(v.th, "from "+other.Seconds.Text(model.Seconds)+" of "+other.Name, l.Left()-3))
	}
	return l.String()
}

// nameCells is the width of the longest name of a phase.
func (v startView) nameCells() int {
	n := 0
	for _, p := range v.cs.Profiles {
		for _, ph := range p.Data.Phases {
			n = max(n, widget.Width(v.th.Spell(ph.Name)))
		}
	}
	return min(n, 48)
}
