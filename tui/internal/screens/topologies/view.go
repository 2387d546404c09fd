package topologies

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// View draws medians, criteria, the sentence and what is behind the selected cell.
//
//	✗ FAIL scale-out 1 → 2 → 4 replicas                            changes against 1 replica
//	 median of the repeats      1 replica · n 3    2 replicas · n 3         4 replicas · n 3
//	 premium burst p95 TTFT ms            374.2     340.0  −9.12 % better     321.9  −13.96 % better
//	 criterion                  ▲ better  ▼ worse  ≈ noise  = same  ! repeats over 1.5× apart
//	 zero non-200 responses ≤ 0     ✗ 5             ✗ 1                   ✗ 0 · baseline's 5
//	 FAIL: 1 of 5 criteria. …
func (t *topologies) View(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	recorded, ok := t.shown(c)
	if !ok {
		return view.Empty(c, "No scale-out analysis is open.")
	}
	if cmp := t.compare.with(t.findings(c)); cmp != nil {
		return t.viewCompared(c, cmp)
	}
	f, whatIf := t.judged(recorded)
	s := analysis.ScaleOutOf(f.Outcome)
	lines := t.lines(s, c.Filter)
	selected := t.row.In(lineKeys(lines))
	column := t.selectedColumn(s)
	g := grid(w, len(s.Topologies), column)

	metrics := 0
	for _, l := range lines {
		if l.criterion < 0 {
			metrics++
		}
	}
	criteria := lines[metrics:]
	sentence := view.Paragraph(c.Theme, theme.Strong, f.Sentence, w)
	detail := t.detail(c, f, lines, selected)
	rows := widget.Table{
		Columns: g.columns("", len(s.Topologies), func(int) widget.Column { return widget.Column{} }), Headless: true,
		Len: len(criteria), Selected: selected - metrics, Gap: 1, Bare: true,
		Row: func(i int) []widget.Cell {
			return t.criterionRow(c, s, g, criteria[i], selected == metrics+i, column)
		},
	}.Lines(c.Theme, w, len(criteria))
	return view.Stack(h,
		view.Whole(0, t.headLine(c, recorded, f, whatIf, g)),
		view.Block{Rank: 2, Least: min(7, 1+metrics), Ideal: 1 + metrics, More: 4, Part: true, Draw: func(n int) []string {
			window := n - 1
			top := min(max(selected-window/2, 0), max(metrics-window, 0))
			return widget.Table{
				Columns: t.columns(c, s, g, top, window, metrics), Len: metrics, Selected: selected, Top: top, Gap: 1, Bare: true,
				Row: func(i int) []widget.Cell { return t.metricRow(c, s, g, lines[i].metric, i == selected, column) },
			}.Lines(c.Theme, w, n)
		}},
		view.Whole(1, criteriaHead(c, s, g)), // rather every criterion than what heads them
		view.Lines(0, 1, rows),
		view.Block{Rank: 0, Least: 1, Ideal: len(sentence), More: 3, Draw: func(n int) []string {
			return view.Shortened(c.Theme, theme.Strong, f.Sentence, w, n)
		}},
		view.Lines(5, 2, detail).Spaced(5),
	)
}

// columns names the topologies, after which of the metrics are seen where not all
// of them are.
func (t *topologies) columns(c screen.Ctx, s *analysis.ScaleOut, g topologyGrid, top, window, metrics int) []widget.Column {
	label := []string{"median of the repeats", "medians", ""}
	if window < metrics {
		seen := strconv.Itoa(top + 1)
		if window > 1 {
			seen += "–" + strconv.Itoa(top+window)
		}
		seen += " of " + strconv.Itoa(metrics) + " "
		if top > 0 {
			seen += "↑"
		}
		if top+window < metrics {
			seen += "↓"
		}
		label = []string{"medians " + seen, seen}
	}
	return g.columns(widget.Whole(c.Theme, g.label-2, label...), len(s.Topologies), func(i int) widget.Column {
		tp := s.Topologies[i]
		text := tp.Label + " · n " + strconv.Itoa(tp.Runs)
		if i == t.base(s) && g.column >= 29 {
			text += " · baseline"
		}
		return titled(text, i == t.selectedColumn(s))
	})
}

// detail draws the repeats of the selected metric, a line a topology on one scale.
func (t *topologies) detail(c screen.Ctx, f analysis.Finding, lines []line, selected int) []string {
	if selected < 0 || lines[selected].criterion >= 0 {
		return nil
	}
	m := lines[selected].metric
	s := analysis.ScaleOutOf(f.Outcome)
	low, high, ok := widget.Scale(scaleOf(s, m)...)
	if !ok {
		return nil
	}
	w := c.Width()
	out := []string{view.Titled(c.Theme, m.Label, ", the repeats on one scale", w)}
	bar := min(max(w-74, 10), 60)
	u := m.Unit
	for i, top := range s.Topologies {
		sp := top.Metrics[m]
		l := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Column(theme.Text, top.Label, 12)
		widget.RangeMark{Min: sp.Min, Median: sp.Median, Max: sp.Max, Low: low, High: high}.Put(l, bar)
		d := view.DecimalsIn([]model.Figure{sp.Min, sp.Max})
		span := view.Fixed(sp.Min, d) + "–" + view.Fixed(sp.Max, d)
		l.Put(theme.Text, "  "+widget.Whole(c.Theme, l.Left()-2, span+" "+string(u), span))
		for _, part := range detailParts(s, m, i, t.base(s)) {
			if widget.Width(c.Theme.Spell(part.Text))+2 <= l.Left() {
				l.Put(part.Token, "  "+part.Text)
			}
		}
		out = append(out, l.String())
	}
	return out
}

// detailParts describe a topology's repeats, after their range.
func detailParts(s *analysis.ScaleOut, m *model.Metric, i, base int) []view.Span {
	sp := s.Topologies[i].Metrics[m]
	n := view.Span{Token: theme.Muted, Text: "n " + strconv.Itoa(sp.N)}
	if sp.N < sp.Of {
		n = view.Span{Token: theme.Undecided, Text: "n " + strconv.Itoa(sp.N) + " of " + strconv.Itoa(sp.Of)}
	}
	parts := []view.Span{n}
	if why := sp.Instability(); why != "" {
		parts = append(parts, view.Span{Token: theme.Undecided, Text: "! " + why})
	}
	if i != base {
		ch := s.Change(m, i, base)
		parts = append(parts, view.Span{Token: wordToken(ch.Word), Text: view.SignedPercent(ch.Percent) + " " + ch.Word})
	}
	return parts
}
