package comparison

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// maxColumns bounds the topologies next to each other: more would not fit on a
// page, and the table of gates has them all.
const maxColumns = 6

// pageOf says which criteria hold where, which topology's verdict is not its
// own, the medians and what their changes rest on, and what the file concludes.
func pageOf(s *page.Section, f finding.Finding) {
	so := ScaleOutOf(f.Outcome)
	s.Say("criteria", fmt.Sprintf("%d of %d hold in every topology", so.Holding, len(so.Criteria)))
	if len(so.Topologies) <= maxColumns {
		s.Table("", criteriaTable(so))
	}
	var items []page.Line
	for _, t := range so.Topologies {
		if t.Own == t.Verdict && t.Reason == "" {
			continue
		}
		item := page.Line{page.Text(t.Label + ": "), page.Badge(t.Verdict.Mark()), page.Text(", by its own figures "), page.Badge(t.Own.Mark())}
		if t.Reason != "" {
			item = append(item, page.Text(" · "+t.Reason))
		}
		items = append(items, item)
	}
	s.Lines("topologies", items)
	s.List("doubts", so.Doubts)
	pageMedians(s, so)
	s.Explain("change", changeBasis(so))
	pageIntervals(s, so)
	gate.Page(s, f.Gates, f.Simulated)
	if so.Data != nil {
		s.Explain("question", so.Data.BusinessQuestion)
		s.Explain("the file's answer", so.Data.Answer)
		s.Explain("claim boundary", so.Data.ClaimBoundary)
	}
}

// criteriaTable is one row a criterion and one column a topology.
func criteriaTable(so *ScaleOut) *page.Table {
	t := page.NewTable("verdict", "criterion", "limit").Numbers(2)
	for i := range so.Topologies {
		t.Columns = append(t.Columns, page.Column{Head: so.Topologies[i].Label, Short: so.Topologies[i].short(), Right: true})
	}
	for _, cr := range so.Criteria {
		mark := cr.Verdict.Mark()
		if cr.Verdict == gate.Info && slices.ContainsFunc(cr.Cells, gate.Gate.Warned) {
			mark = page.Warn
		}
		limit := page.Text(model.Dash)
		cells := make([]page.Cell, 0, len(so.Topologies))
		for i := range so.Topologies {
			cell := page.Text(model.Dash)
			if i < len(cr.Cells) {
				limit = page.Spelt(cr.Cells[i].LimitText(), cr.Cells[i].Limit, cr.Rule.Unit)
				cell = criterionCell(so, cr.Cells[i])
			}
			cells = append(cells, cell)
		}
		t.Add(append([]page.Cell{page.Badge(mark), page.Text(cr.Rule.Name), limit}, cells...)...)
	}
	return t
}

// criterionCell is a gate in the table: its mark and figure, and whose figure it is
// where a topology fails on another's. The baseline against itself is a dash.
func criterionCell(so *ScaleOut, g gate.Gate) page.Cell {
	if g.Verdict == gate.Info && !g.Observed.OK() {
		return page.Text(model.Dash)
	}
	c := page.Spelt(g.ObservedText(), g.Observed, g.Rule.Unit)
	if c.Mark, c.Sign = g.Verdict.Mark(), true; g.Warned() {
		c.Mark = page.Warn
	}
	if g.Whose == "" || g.Whose == g.Scope {
		return c
	}
	text := c.Text
	c.Text += " by " + g.Whose
	for i := range so.Topologies {
		if t := &so.Topologies[i]; t.Label != "" && so.Reference == "" && strings.HasPrefix(g.Whose, t.Label) {
			c.Text, c.Short = text+" by "+t.Label, text+" by "+t.short()
			break
		}
	}
	return c
}

// pageMedians appends one row a metric and topology: median or sum, range, n and
// change. Metrics without a single figure are named below the table.
func pageMedians(s *page.Section, so *ScaleOut) {
	t := page.NewTable("metric", "topology", "median", "min–max", "n", "change", "in words", "caution").Numbers(2, 3, 4, 5)
	t.Below(page.BelowNarrow, 7).Group = true
	t.Columns[1].Short = "at"
	var empty []string
	for _, m := range model.RunMetrics() {
		if !slices.ContainsFunc(so.Topologies, func(t Topology) bool { return t.Metrics[m].N > 0 }) {
			empty = append(empty, m.Label)
			continue
		}
		medianRows(t, so, m)
	}
	for i := range so.Topologies {
		word := ""
		if i == so.Baseline {
			word = "baseline"
		}
		sp := so.Topologies[i].Metrics[model.EPPRestarts]
		t.Add(page.Text("EPP restarts, sum").Or("restarts, sum"), topologyCell(&so.Topologies[i]), page.Value(sp.Sum, model.Count),
			page.Text(page.Span(sp.Min, sp.Max, model.Count)), page.Text(repeats(sp)), page.Text(""), page.Text(word), page.Text(""))
	}
	s.Table("medians and sums of the repeats", t)
	s.Say("no figures for", strings.Join(empty, ", "))
}

// medianRows adds the rows of one metric, figures down a column with equally many
// decimals. On a narrow page the range shares the unit of the median next to it.
func medianRows(tab *page.Table, so *ScaleOut, m *model.Metric) {
	var figures, changes []model.Figure
	for i := range so.Topologies {
		sp := so.Topologies[i].Metrics[m]
		value := sp.Median
		if m.Summed() {
			value = sp.Sum
		}
		figures = append(figures, value, sp.Min, sp.Max)
		changes = append(changes, so.Change(m, i, so.Baseline).Percent)
	}
	within, sum := m.Unit, ""
	if within != model.Share {
		within = model.None
	}
	if m.Summed() {
		sum = ", sum"
	}
	name := page.Text(m.Label + sum).Or(m.Short + sum)
	texts, ends, percents := page.Aligned(m.Unit, figures...), page.Aligned(within, figures...), page.AlignedChanges(changes)
	for i := range so.Topologies {
		t := &so.Topologies[i]
		sp := t.Metrics[m]
		percent := page.Text("")
		if i != so.Baseline && !m.Summed() { // sums grow with the pool and are not compared
			percent = page.Spelt(percents[i], changes[i], model.Percent)
		}
		extent := page.Text(model.Dash)
		if sp.Min.OK() && sp.Max.OK() {
			extent = page.Text(page.Spanned(texts[3*i+1], texts[3*i+2])).Or(page.Spanned(ends[3*i+1], ends[3*i+2]))
		}
		tab.Add(name, topologyCell(t), page.Spelt(texts[3*i], figures[3*i], m.Unit), extent, page.Text(repeats(sp)), percent,
			page.Text(changeWord(so, m, i)), page.Text(caution(t, m)))
	}
}

// topologyCell names a topology, on a narrow page as the board does: "4×".
func topologyCell(t *Topology) page.Cell {
	return page.Text(t.Label).Or(t.short())
}

// repeats returns how many repeats a figure has: "3", or "2 of 3".
func repeats(s stats.Spread) string {
	if s.N == s.Of {
		return fmt.Sprint(s.N)
	}
	return fmt.Sprintf("%d of %d", s.N, s.Of)
}

// caution says what makes a median doubtful: an unstable spread, or a percentile of
// too few requests. A spread does not unsettle a sum.
func caution(t *Topology, m *model.Metric) string {
	if m.Summed() {
		return ""
	}
	few, _, _ := strings.Cut(t.Unsupported(m), ":")
	return page.Join(" · ", few, t.Metrics[m].Instability())
}

// changeWord returns the word for the change of a median against the baseline's,
// or why there is none.
func changeWord(so *ScaleOut, m *model.Metric, i int) string {
	if i == so.Baseline {
		return "baseline"
	}
	if m.Summed() {
		return ""
	}
	c := so.Change(m, i, so.Baseline)
	if c.Word == "" {
		return c.Reason
	}
	return c.Word
}
