package canary

import (
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// canaryPanel is a part of the screen that is drawn only where there is room for
// its least lines.
type canaryPanel struct {
	lines []string
	least int
}

// panels returns what is drawn below the gates, the more useful first.
func (v canaryView) panels(w int) []canaryPanel {
	var out []canaryPanel
	add := func(least int, lines []string) {
		if len(lines) > 0 {
			out = append(out, canaryPanel{lines: lines, least: min(max(least, 1), len(lines))})
		}
	}
	if v.scene.stage < 0 {
		return nil // nothing has happened yet, or nothing is there
	}
	matrix := v.matrix(w)
	add(len(matrix), matrix)
	if v.scene.telling && !v.scene.ended {
		return out
	}
	add(2, v.reasons(w))
	add(12, v.inFull(w))
	add(4, v.claims(w))
	add(1, v.scope(w))
	return out
}

// The cells of one stage's column among all stages: mark, figure and a gap.
const stageCells = 16

// matrix draws every gate at every stage, so that a figure which creeps towards
// its limit is seen before it breaks it.
//
//	every stage       limit      5 %            25 %           100 %
//	TPOT regression   ≤ 6 ms     ✓ +2.8 ms      ✗ +19.6 ms     –
func (v canaryView) matrix(w int) []string {
	list, _ := gates(v.can, 0)
	stages := v.can.Stages
	if len(stages) < 2 || len(list) == 0 {
		return nil
	}
	table := gateTable{gates: list}
	name := min(table.widest(v.th, "every stage", func(g analysis.Gate) string { return g.Rule.Name }), 30) + 3
	limit := name + table.widest(v.th, "limit", analysis.Gate.LimitText) + 2
	fit := min(max((w-limit)/stageCells, 1), len(stages))
	first := min(max(v.scene.stage-fit+1, 0), len(stages)-fit)

	columns := []widget.Column{{Title: "every stage", Token: theme.Title, Width: name - 2, Priority: 2}, {Title: "limit", Width: limit - name - 1, Priority: 1}}
	for i := first; i < first+fit; i++ {
		tok := theme.Muted
		if i == v.scene.stage {
			tok = theme.Accent
		}
		columns = append(columns, widget.Column{Title: stageTitle(stages[i]), Token: tok, Width: stageCells - 1, Priority: 2})
	}
	return widget.Table{Columns: columns, Len: len(list), Selected: -1, Gap: 1, Row: func(g int) []widget.Cell {
		cells := []widget.Cell{{Token: theme.Text, Text: list[g].Rule.Name}, {Token: theme.Muted, Text: list[g].LimitText()}}
		for i := first; i < first+fit; i++ {
			cells = append(cells, widget.Cell{Draw: matrixCell{v, i, g}})
		}
		return cells
	}}.Lines(v.th, w, len(list)+1)
}

// matrixCell is a gate at a stage.
type matrixCell struct {
	canaryView
	stage, gate int
}

// Put draws the gate's mark and what was observed, or why nothing was.
func (m matrixCell) Put(l *widget.Line, room int) {
	st := m.can.Stages[m.stage]
	switch {
	case m.stage >= m.scene.known:
		l.Put(theme.Muted, "…")
	case !m.reached(m.stage) || m.gate >= len(st.Gates):
		l.Put(theme.Muted, widget.Whole(m.th, room, "not reached", model.Dash))
	case st.Gates[m.gate].NotInFile && st.Gates[m.gate].Verdict == analysis.Info:
		l.Put(theme.Muted, widget.Whole(m.th, room, notInFile, model.Dash))
	default:
		g := st.Gates[m.gate]
		mark := view.GateMark(m.th, g) + " "
		l.Put(view.GateToken(g), mark).Put(theme.Text, widget.Whole(m.th, room-widget.Width(mark), g.ObservedText()))
	}
}

// reasons are the file's own words on the stage, and why a gate has no verdict.
func (v canaryView) reasons(w int) []string {
	st := v.can.Stages[v.scene.stage]
	if !v.reached(v.scene.stage) {
		return nil
	}
	var lines []string
	for _, g := range st.Gates {
		if g.Verdict == analysis.Undecided {
			l := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Undecided, v.th.Mark(g.Verdict)+" "+g.Rule.Name).Put(theme.Text, " has no verdict: "+g.Reason.String())
			lines = append(lines, l.String())
		}
	}
	if len(st.Data.Reasons) > 0 {
		lines = append(lines, view.Paragraph(v.th, theme.Muted, "the file's reasons: "+strings.Join(st.Data.Reasons, ", "), w)...)
	}
	return lines
}

// inFull is everything there is to say on the selected gate.
func (v canaryView) inFull(w int) []string {
	list, observed := v.gates()
	if v.sel < 0 || !observed {
		return nil
	}
	g := list[v.sel]
	lines := []string{view.Titled(v.th, g.Rule.Name+" at "+stageTitle(v.can.Stages[v.scene.stage]), "  n next gate · enter all gates", w)}
	for _, l := range view.Labelled(v.th, g.Explain(), 13, w-3) {
		lines = append(lines, " "+l)
	}
	return lines
}

// claims compares what the file says of the rollout as a whole with what its
// figures give by its own limits.
func (v canaryView) claims(w int) []string {
	var lines []string
	for _, ch := range v.snap.Checks {
		key, own := strings.CutPrefix(ch.Pointer, analysis.CanaryOf(v.f.Outcome).Data.Pointer+"/")
		if ch.File != v.f.File.Name || !own || strings.Contains(key, "/") {
			continue
		}
		tok, mark := theme.Muted, " "
		if ch.Result == analysis.Differs {
			tok, mark = theme.Undecided, "≠"
		} else if ch.Result != analysis.Reproduced {
			tok, mark = theme.Undecided, "?"
		}
		l := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(tok, mark+" ")
		l.Column(theme.Text, strings.ReplaceAll(key, "_", " "), 34).To(36)
		l.Put(theme.Strong, widget.Cut(v.th, ch.Claimed, max(l.Left()-24, 0)))
		if ch.Result != analysis.Reproduced {
			l.Put(theme.Text, "  figures give "+ch.Recomputed)
		}
		lines = append(lines, l.Put(tok, "  "+ch.Result.String()).String())
	}
	if len(lines) == 0 {
		return nil
	}
	return append([]string{view.Titled(v.th, "the file's claims of the rollout", "  against what its own figures and limits give", w)}, lines...)
}

// scope is how far the figures carry, in the file's own words.
func (v canaryView) scope(w int) []string {
	var lines []string
	for _, text := range view.Wrap(v.th, v.f.File.Doc.ExecutionMode, w-2) {
		if text != "" {
			lines = append(lines, view.Sentence(v.th, theme.Simulated, text, w))
		}
	}
	return lines
}

// editLines say what is changed against the record, and that it stays here.
func (v canaryView) editLines(w int) []string {
	list, _ := gates(v.can, v.scene.stage)
	was, _ := gates(analysis.CanaryOf(v.f.Outcome), v.scene.stage)
	var changed []string
	for i := range list {
		if list[i].Limit != was[i].Limit {
			changed = append(changed, list[i].Rule.Name+" "+list[i].LimitText()+" instead of "+was[i].Limit.Text(was[i].Rule.Unit))
		}
	}
	l := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Undecided, "WHAT-IF").Put(theme.Text, " ")
	if len(changed) == 0 {
		text := "nothing is changed yet: choose a gate with ↑↓, type a limit or press + −"
		return []string{l.Put(theme.Text, widget.Ellipsis(v.th, text, l.Left())).String()}
	}
	text := strings.Join(changed, ", ") + " · written nowhere, r resets"
	return []string{l.Put(theme.Text, widget.Ellipsis(v.th, text, l.Left())).String()}
}
