package replay

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/playback"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// readoutMetrics are the rows of the readout at the playhead.
var readoutMetrics = [...]*model.Metric{
	model.DemandRatio, model.P99TTFT, model.Ready, model.Booting, model.Standby, model.GPUUse, model.KVUse, model.Demand,
}

// sampleAt returns the index of the sample that holds at pos, or −1.
func sampleAt(a *analysis.Autoscaling, pos float64) int {
	return playback.SampleAt(a.Data.Seconds.Values(), pos)
}

// isOver reports whether the timeline is over its SLO at pos.
func isOver(a *analysis.Autoscaling, pos float64) bool {
	i := sampleAt(a, pos)
	return i >= 0 && i < len(a.Over) && a.Over[i]
}

// readout draws what every policy reads at the playhead, with the difference
// where there are two, then a summary of each timeline.
func (s stage) readout(w, h int) []string {
	th := s.c.Theme
	rule := " " + th.Paint(theme.Faint, th.Spell("│")) + " "
	inner := w - 2
	label := inner - s.columns(inner)*s.columnCells()
	var out []string
	add := func(l *widget.Line) { out = append(out, rule+l.String()) }

	out = append(out, s.ruled(s.values(inner, label).Lines(th, inner+1, len(readoutMetrics)+2))...)
	for _, t := range s.tracks {
		if len(out)+3 <= h {
			s.summary(t, inner, add)
		}
	}
	for _, t := range append([]track{s.selected()}, s.unselected()...) {
		events := len(analysis.AutoscalingOf(t.finding.Outcome).Events)
		if room := h - len(out) - 2; room >= 3 {
			add(widget.NewLine(th, inner))
			add(widget.NewLine(th, inner).Put(theme.Title, "events").Put(t.token, "  "+t.name))
			out = append(out, s.ruled(s.eventList(t, inner, min(room, events)).Lines(th, inner+1, min(room, events)))...)
		}
	}
	for len(out) < h {
		add(widget.NewLine(th, inner))
	}
	return out[:max(h, 0)]
}

// values is the table of what every policy reads at the playhead: the metrics,
// then whether it is over its SLO.
func (s stage) values(inner, label int) widget.Table {
	columns := []widget.Column{{Title: "at " + model.Of(s.pos).Text(model.Seconds), Token: theme.Title, Width: label}}
	for _, t := range s.tracks {
		columns = append(columns, widget.Column{Title: t.name, Token: t.token, Width: s.columnCells(), Right: true})
	}
	if s.columns(inner) > len(s.tracks) {
		columns = append(columns, widget.Column{Title: "Δ", Width: s.columnCells(), Right: true})
	}
	return widget.Table{Columns: columns, Len: len(readoutMetrics) + 1, Selected: -1, Gap: -1, Row: func(i int) []widget.Cell {
		if i == len(readoutMetrics) {
			return s.sloRow()
		}
		return s.readoutRow(readoutMetrics[i], inner, label)
	}}
}

// sloRow says of every policy whether it is over its SLO at the playhead.
func (s stage) sloRow() []widget.Cell {
	cells := []widget.Cell{{Token: theme.Muted, Text: "SLO"}}
	for _, t := range s.tracks {
		cell := widget.Cell{Token: theme.Pass, Text: "ok"}
		switch a := analysis.AutoscalingOf(t.finding.Outcome); {
		case isOver(a, s.pos):
			cell = widget.Cell{Token: theme.Fail, Text: "OVER"}
		case !judgedAt(a, s.pos):
			cell = widget.Cell{Token: theme.Muted, Text: model.Dash}
		}
		cells = append(cells, cell)
	}
	return cells
}

// ruled puts the rule before the lines of a table, whose first blank is
// the one after the rule.
func (s stage) ruled(lines []string) []string {
	rule := " " + s.c.Theme.Paint(theme.Faint, s.c.Theme.Spell("│"))
	for i := range lines {
		lines[i] = rule + lines[i]
	}
	return lines
}

// selected returns the selected policy, or the first where none is drawn.
func (s stage) selected() track {
	for _, t := range s.tracks {
		if t.focused {
			return t
		}
	}
	return s.tracks[0]
}

// unselected returns the policies but the selected one.
func (s stage) unselected() []track {
	var out []track
	for _, t := range s.tracks {
		if t.name != s.selected().name {
			out = append(out, t)
		}
	}
	return out
}

// eventList is what happened on a timeline, around the playhead.
func (s stage) eventList(t track, inner, rows int) widget.Table {
	events := analysis.AutoscalingOf(t.finding.Outcome).Events
	current := -1
	for i, e := range events {
		if e.Second <= s.pos {
			current = i
		}
	}
	return widget.Table{
		Headless: true, Len: len(events), Selected: -1, Top: current - rows/2, Gap: 1, Bare: true,
		Columns: []widget.Column{{Width: 1}, {Width: 6, Right: true, Priority: 2}, {Width: max(inner-9, 1), Priority: 1}},
		Row: func(i int) []widget.Cell {
			e := events[i]
			tok, mark := theme.Text, ""
			switch {
			case i > current:
				tok = theme.Faint
			case e.Second == events[current].Second:
				tok, mark = theme.Strong, "▶"
			}
			return []widget.Cell{{Token: theme.Accent, Text: mark}, {Token: tok, Text: model.Of(e.Second).Text(model.Seconds)}, {Token: tok, Text: " " + e.Text}}
		},
	}
}

func judgedAt(a *analysis.Autoscaling, pos float64) bool {
	i := sampleAt(a, pos)
	return i >= 0 && i < len(a.Judged) && a.Judged[i]
}

// narrow reports whether the readout has no room for units in its cells: its
// labels carry them then.
func (s stage) narrow() bool { return s.c.Width() < 110 }

func (s stage) columnCells() int {
	if s.narrow() {
		return 8
	}
	return 10
}

// columns returns how many value columns there are: one a policy, and one for
// the difference where two are shown and there is room.
func (s stage) columns(inner int) int {
	n := len(s.tracks)
	if n == 2 && inner >= 9+3*s.columnCells() {
		return 3
	}
	return n
}

func (s stage) readoutRow(m *model.Metric, inner, label int) []widget.Cell {
	name, unit := m.Label, cellUnit(m.Unit)
	if label < 20 {
		name = m.Short
	}
	if s.narrow() {
		name, unit = narrowLabel(m), model.None
	}
	cells := []widget.Cell{{Token: theme.Muted, Text: name}}
	var values []model.Figure
	for _, t := range s.tracks {
		v := analysis.AutoscalingOf(t.finding.Outcome).Data.Column(m).At(sampleAt(analysis.AutoscalingOf(t.finding.Outcome), s.pos))
		if s.narrow() && m.Unit == model.Share && v.OK() {
			v = model.Of(v.Value * 100)
		}
		values = append(values, v)
		cells = append(cells, widget.Cell{Token: theme.Text, Text: view.FigureIn(v, unit, s.columnCells()-1)})
	}
	if s.columns(inner) > len(s.tracks) {
		d := view.Difference(values[0], values[1])
		text := d.Signed(unit)
		if unit == model.Share && d.OK() { // a difference of percents is in points
			text = model.Of(d.Value*100).Signed(model.None) + " pt"
		}
		if widget.Width(text) > s.columnCells()-1 {
			text = d.Signed(model.None)
		}
		cells = append(cells, widget.Cell{Token: theme.Muted, Text: text})
	}
	return cells
}

// narrowLabel is a metric's label with its unit in at most nine cells.
func narrowLabel(m *model.Metric) string {
	switch m {
	case model.P99TTFT:
		return "p99, ms"
	case model.GPUUse:
		return "GPU, %"
	case model.KVUse:
		return "KV use, %"
	default:
		return m.Short
	}
}

// cellUnit drops the unit that a column has no room for; demand says its unit in
// its own name.
func cellUnit(u model.Unit) model.Unit {
	if u == model.Tokens {
		return model.None
	}
	return u
}

// summary draws a timeline as a whole: its verdict, worst sample and scale events.
func (s stage) summary(t track, inner int, add func(*widget.Line)) {
	a, th := analysis.AutoscalingOf(t.finding.Outcome), s.c.Theme
	line := func() *widget.Line { return widget.NewLine(th, inner) }
	add(line().Put(theme.Verdict(t.finding.Verdict), th.Mark(t.finding.Verdict)+" ").Put(t.token, t.name).
		Put(theme.Text, " "+strconv.Itoa(a.Breach)+"/"+strconv.Itoa(a.Samples)+" over SLO"))
	worst := "worst " + model.Dash
	if a.Worst.Index >= 0 {
		worst = "worst " + a.Worst.Figure.Text(model.Milliseconds) + " at " + model.Of(a.Worst.Second).Text(model.Seconds)
	}
	if ups := " · " + view.Scaling(a); 2+widget.Width(worst+ups) <= inner {
		add(line().Put(theme.Text, "  "+worst+ups))
		return
	}
	add(line().Put(theme.Text, "  "+worst))
	add(line().Put(theme.Text, "  "+view.Scaling(a)))
}

// compactReadout is a line a policy for terminals without room for a panel:
// whole figures, as many as fit.
func (s stage) compactReadout(w int) []string {
	var out []string
	for _, t := range s.tracks {
		a := analysis.AutoscalingOf(t.finding.Outcome)
		i := sampleAt(a, s.pos)
		fig := func(m *model.Metric) string { return a.Data.Column(m).At(i).Text(m.Unit) }
		l := widget.NewLine(s.c.Theme, w).Column(t.token, " "+t.name, view.Gutter)
		switch {
		case isOver(a, s.pos):
			l.Put(theme.Fail, " OVER")
		case judgedAt(a, s.pos):
			l.Put(theme.Pass, " ok  ")
		default:
			l.Put(theme.Muted, " –   ")
		}
		sep := " "
		for _, text := range []string{"p99 " + fig(model.P99TTFT), "demand/KV " + fig(model.DemandRatio), "ready " + fig(model.Ready) + "+" + fig(model.Booting)} {
			if text = s.c.Theme.Spell(sep + text); widget.Width(text) <= l.Left() {
				l.Put(theme.Text, text)
			}
			sep = " · "
		}
		out = append(out, l.String())
	}
	return out
}
