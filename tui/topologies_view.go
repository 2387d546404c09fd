package tui

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// view draws medians, criteria, the sentence and what is behind the selected cell.
//
//	✗ FAIL scale-out 1 → 2 → 4 replicas                            changes against 1 replica
//	 median of 3 repeats            1 replica       2 replicas            4 replicas
//	 premium burst p95 TTFT, ms        374.2     340  −9.12 % noise    321.9  −13.96 % better
//	 criterion
//	 zero non-200 responses ≤ 0     ✗ 5             ✗ 1                   ✗ 0 · baseline's 5
//	 FAIL: 1 of 5 criteria. …
func (t *topologies) view(c Ctx) string {
	w, h := c.Width(), c.Height()
	f, ok := t.shown(c)
	if !ok {
		return block([]string{"", widget.NewLine(c.Theme, w).Put(theme.Muted, " No scale-out analysis is open.").String()}, h)
	}
	if cmp := t.compare.with(t.findings(c)); cmp != nil {
		return t.viewCompared(c, cmp)
	}
	s := f.ScaleOut
	lines := t.lines(s, c.Filter)
	selected := t.row.in(lineKeys(lines))
	column := t.selectedColumn(s)
	g := grid(w, len(s.Topologies), column)

	metrics := 0
	for _, l := range lines {
		if l.criterion < 0 {
			metrics++
		}
	}
	sentence := wrap(c.Theme, f.Sentence, w-2)
	criteria := lines[metrics:]
	detail := t.detail(c, f, lines, selected)
	fixed := 1 + 1 + 1 + len(criteria)
	room := h - fixed
	sentence = sentence[:min(len(sentence), max(room-6, 1))]
	room -= len(sentence)
	if room < metrics+len(detail)+1 {
		detail = detail[:min(len(detail), max(room-metrics-1, 0))]
	}
	if len(detail) > 0 {
		room -= len(detail) + 1
	}
	window := min(metrics, max(room, 1))

	out := make([]string, 0, h)
	out = append(out, t.headLine(c, f), t.columnLine(c, s, g))
	out = append(out, t.metricRows(c, s, g, lines[:metrics], selected, column, window)...)
	out = append(out, criteriaHead(c, g, metrics > window))
	for i, l := range criteria {
		out = append(out, t.criterionRow(c, s, g, l, selected == metrics+i, column))
	}
	for i, text := range sentence {
		tok := theme.Text
		if i == 0 {
			tok = theme.Strong
		}
		out = append(out, widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(tok, text).String())
	}
	if len(detail) > 0 {
		out = append(append(out, ""), detail...)
	}
	return block(out, h)
}

func (t *topologies) headLine(c Ctx, f analysis.Finding) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ")
	l.Put(theme.Verdict(f.Verdict), c.Theme.Badge(f.Verdict)).Put(theme.Text, " ")
	l.Put(theme.Title, f.Title).Put(theme.Muted, "  "+fileName(f))
	if b := t.base(f.ScaleOut); b >= 0 && b < len(f.ScaleOut.Topologies) {
		text := "changes against " + f.ScaleOut.Topologies[b].Label + " "
		if l.Left() > widget.Width(text) {
			l.Right(theme.Muted, text)
		}
	}
	return l.String()
}

func (t *topologies) columnLine(c Ctx, s *analysis.ScaleOut, g topologyGrid) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ")
	l.Column(theme.Muted, "median of the repeats", g.label)
	for i := g.first; i < min(g.first+g.count, len(s.Topologies)); i++ {
		top := s.Topologies[i]
		tok := theme.Title
		if i == t.selectedColumn(s) {
			tok = theme.Accent
		}
		end := g.label + (i-g.first+1)*g.column
		text := top.Label + " · n " + strconv.Itoa(top.Runs)
		if i == t.base(s) && g.column >= 29 {
			text += " · baseline"
		}
		l.Put(theme.Text, " ").Column(tok, text, end-1).To(end)
	}
	return l.String()
}

// metricRows draws the window of the metrics that holds the selected one.
func (t *topologies) metricRows(c Ctx, s *analysis.ScaleOut, g topologyGrid, metrics []line, selected, column, window int) []string {
	top := min(max(selected-window/2, 0), max(len(metrics)-window, 0))
	out := make([]string, 0, window)
	for i := top; i < min(top+window, len(metrics)); i++ {
		out = append(out, t.metricRow(c, s, g, metrics[i].metric, i == selected, column))
	}
	return out
}

func (t *topologies) metricRow(c Ctx, s *analysis.ScaleOut, g topologyGrid, m model.RunMetric, selected bool, column int) string {
	met := m.Metric()
	l := widget.NewLine(c.Theme, c.Width()).Select(selected).Put(theme.Text, " ")
	name := met.Label
	if widget.Width(name)+len(met.Unit)+3 > g.label {
		name = met.Short
	}
	l.Put(theme.Text, widget.Ellipsis(c.Theme, name, g.label-2))
	if met.Unit != model.Count && l.Used()+len(met.Unit)+3 <= g.label {
		l.Put(theme.Muted, " "+string(met.Unit))
	}
	l.To(g.label)
	low, high, _ := widget.Scale(scaleOf(s, m)...)
	for i := g.first; i < min(g.first+g.count, len(s.Topologies)); i++ {
		end := g.label + (i-g.first+1)*g.column
		l.Put(theme.Text, " ")
		t.metricCell(l, s, m, i, end, selected && i == column, low, high)
		l.To(end)
	}
	return l.String()
}

// scaleOf returns the ends of every topology's repeats: the shared scale of a row.
func scaleOf(s *analysis.ScaleOut, m model.RunMetric) []model.Figure {
	var figures []model.Figure
	for _, top := range s.Topologies {
		figures = append(figures, top.Metrics[m].Min, top.Metrics[m].Max)
	}
	return figures
}

// metricCell draws a median, its change, the word for it and the range mark, as
// far as the column has room.
func (t *topologies) metricCell(l *widget.Line, s *analysis.ScaleOut, m model.RunMetric, i, end int, current bool, low, high float64) {
	spread := s.Topologies[i].Metrics[m]
	value := spread.Median
	if m.Summed() {
		value = spread.Sum
	}
	tok := theme.Text
	if current {
		tok = theme.Accent
	}
	text := value.Text(model.None)
	if spread.Unstable && !m.Summed() {
		text = "!" + text
	}
	start := l.Used()
	l.ColumnRight(tok, text, start+7)
	if i != t.base(s) && !m.Summed() && end-l.Used() >= 9 {
		ch := s.Change(m, i, t.base(s))
		l.ColumnRight(wordToken(ch.Word), short(ch.Percent), l.Used()+9)
		switch room := end - l.Used(); {
		case room >= 14:
			l.Put(theme.Text, " ").Column(wordToken(ch.Word), ch.Word, l.Used()+12)
		case room >= 8:
			l.Put(theme.Text, " ").Column(wordToken(ch.Word), shortWord(ch.Word), l.Used()+6)
		}
	}
	if mark := end - (start + 31) - 1; mark >= 9 && !m.Summed() {
		l.To(start + 31)
		widget.RangeMark{Min: spread.Min, Median: spread.Median, Max: spread.Max, Low: low, High: high}.Put(l, min(mark, 24))
	}
}

// short prints a change without a blank before the sign of percent, so that
// columns stay narrow.
func short(f model.Figure) string {
	if !f.OK() {
		return model.Dash
	}
	return f.Signed(model.None) + "%"
}

// shortWord is a change's word in at most six cells.
func shortWord(w string) string {
	switch w {
	case "within noise":
		return "noise"
	case "no change":
		return "same"
	default:
		return w
	}
}

func wordToken(word string) theme.Token {
	switch word {
	case "better":
		return theme.Pass
	case "worse":
		return theme.Fail
	default:
		return theme.Muted
	}
}

func criteriaHead(c Ctx, g topologyGrid, more bool) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Column(theme.Muted, "criterion", g.label)
	if more {
		l.Right(theme.Muted, "↑↓ more metrics above ")
	}
	return l.String()
}

func (t *topologies) criterionRow(c Ctx, s *analysis.ScaleOut, g topologyGrid, ln line, selected bool, column int) string {
	crit := s.Criteria[ln.criterion]
	l := widget.NewLine(c.Theme, c.Width()).Select(selected).Put(theme.Text, " ")
	limit := ""
	if len(crit.Cells) > 0 {
		limit = " " + crit.Rule.Op.String() + " " + crit.Cells[len(crit.Cells)-1].Limit.Text(crit.Rule.Unit)
	}
	name := crit.Rule.Name
	if widget.Width(c.Theme.Spell(name+limit)) > g.label-2 {
		name = shortMetric(crit.Rule)
	}
	l.Column(theme.Text, name+limit, g.label-1).To(g.label)
	for i := g.first; i < min(g.first+g.count, len(crit.Cells)); i++ {
		end := g.label + (i-g.first+1)*g.column
		gate := crit.Cells[i]
		l.Put(theme.Text, " ")
		if gate.Rule.Relation == analysis.ChangePercent && i == s.Baseline {
			l.Column(theme.Muted, "baseline", end)
			continue
		}
		widget.Badge(gate.Verdict).Put(l, min(6, end-l.Used()))
		text := " " + gateText(s, gate)
		tok := theme.Text
		if selected && i == column {
			tok = theme.Accent
		}
		l.Column(tok, text, end-1).To(end)
	}
	return l.String()
}

// gateText is the figure of a criterion's cell. Where another topology's figure
// decided, the own one stands first: "0 (1×: 5)".
func gateText(s *analysis.ScaleOut, g analysis.Gate) string {
	switch {
	case g.Whose != "" && s.Baseline >= 0 && s.Baseline < len(s.Topologies):
		return g.Value.Text(g.ValueUnit) + " (" + strconv.Itoa(s.Topologies[s.Baseline].Replicas) + "×: " + g.Observed.Text(g.Rule.Unit) + ")"
	case g.Rule.Relation == analysis.ChangePercent:
		return g.Observed.Signed(g.Rule.Unit)
	default:
		return g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	}
}

// shortMetric names a rule by the short name of its metric.
func shortMetric(r analysis.Rule) string {
	for m := range model.NumRunMetrics {
		if m.Metric().Key == r.Metric {
			return m.Metric().Short
		}
	}
	return r.Name
}

// detail draws the repeats of the selected metric, a line a topology on one scale.
func (t *topologies) detail(c Ctx, f analysis.Finding, lines []line, selected int) []string {
	if selected < 0 || lines[selected].criterion >= 0 {
		return nil
	}
	m := lines[selected].metric
	s := f.ScaleOut
	low, high, ok := widget.Scale(scaleOf(s, m)...)
	if !ok {
		return nil
	}
	w := c.Width()
	head := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Title, m.Metric().Label).Put(theme.Muted, ", the repeats on one scale")
	out := []string{head.String()}
	bar := min(max(w-74, 10), 60)
	for i, top := range s.Topologies {
		sp := top.Metrics[m]
		u := m.Metric().Unit
		l := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Column(theme.Text, top.Label, 12)
		widget.RangeMark{Min: sp.Min, Median: sp.Median, Max: sp.Max, Low: low, High: high}.Put(l, bar)
		l.Put(theme.Text, "  "+sp.Min.Text(model.None)+"–"+sp.Max.Text(u)).Put(theme.Muted, "  n "+strconv.Itoa(sp.N))
		if sp.Unstable {
			l.Put(theme.Undecided, "  UNSTABLE "+sp.Ratio.Text(model.Ratio)+"×")
		}
		if i != t.base(s) {
			ch := s.Change(m, i, t.base(s))
			l.Put(wordToken(ch.Word), "  "+ch.Percent.Signed(model.Percent)+" "+ch.Word)
		}
		out = append(out, l.String())
	}
	return out
}
