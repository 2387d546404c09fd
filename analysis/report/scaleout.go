package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// maxColumns bounds the topologies that stand side by side: more would not fit
// on a page, and the table of gates has them all.
const maxColumns = 6

// scaleOut appends the criteria matrix, the topologies whose verdict is not
// their own, and the medians.
func (c composer) scaleOut(s *section, so *analysis.ScaleOut) {
	s.para("criteria", fmt.Sprintf("%d of %d hold in every topology", so.Holding, len(so.Criteria)))
	if len(so.Topologies) <= maxColumns {
		s.tab("", c.matrix(so))
	}
	var items []string
	for _, t := range so.Topologies {
		if t.Own != t.Verdict || t.Reason != "" {
			item := t.Label + ": " + c.badge(t.Verdict) + ", by its own figures " + c.badge(t.Own)
			if t.Reason != "" {
				item += " · " + t.Reason
			}
			items = append(items, item)
		}
	}
	s.list("topologies", items)
	s.list("doubts", so.Doubts)
	c.medians(s, so)
	s.para("change", basis(so))
	intervals(s, so)
}

// matrix is one row a criterion and one column a topology.
func (c composer) matrix(so *analysis.ScaleOut) *table {
	head := []string{"verdict", "criterion", "limit"}
	for _, t := range so.Topologies {
		head = append(head, c.topology(t))
	}
	tab := newTable(head...)
	for i := 2; i < len(head); i++ {
		tab.right[i] = true
	}
	for _, cr := range so.Criteria {
		row := []string{c.criterionBadge(cr), cr.Rule.Name, model.Dash}
		for i := range so.Topologies {
			cell := model.Dash
			if i < len(cr.Cells) {
				row[2] = cr.Cells[i].LimitText()
				cell = c.cell(so, cr.Cells[i])
			}
			row = append(row, cell)
		}
		tab.add(row...)
	}
	return tab
}

// criterionBadge is badge for a criterion, "WARN" where it does not hold and only
// warns of that.
func (c composer) criterionBadge(cr analysis.Criterion) string {
	if cr.Verdict == analysis.Info && slices.ContainsFunc(cr.Cells, analysis.Gate.Warned) {
		return c.warnBadge()
	}
	return c.badge(cr.Verdict)
}

// cell is a gate in the matrix: its mark and figure, and whose figure it is where
// a topology fails on another's. The baseline against itself is a dash.
func (c composer) cell(so *analysis.ScaleOut, g analysis.Gate) string {
	if g.Verdict == analysis.Info && !g.Observed.OK() {
		return model.Dash
	}
	mark := c.mark(g.Verdict)
	if g.Warned() {
		mark = c.warnMark()
	}
	s := mark + " " + g.ObservedText()
	if g.Whose == "" || g.Whose == g.Scope {
		return s
	}
	for _, t := range so.Topologies {
		if t.Label != "" && so.Reference == "" && strings.HasPrefix(g.Whose, t.Label) {
			return s + " by " + c.topology(t)
		}
	}
	return s + " by " + g.Whose
}

// medians appends one row a metric and topology: median or sum, range, n and
// change. Metrics without a single figure are named below the table.
func (c composer) medians(s *section, so *analysis.ScaleOut) {
	tab := newTable("metric", "topology", "median", "min–max", "n", "change", "in words", "caution").numbers(2, 3, 4, 5)
	tab.group = true
	restarts := "EPP restarts, sum"
	if c.narrow() {
		tab.head[1], restarts = "at", "restarts, sum"
		tab.below(7)
	}
	var empty []string
	for _, m := range model.RunMetrics() {
		if !slices.ContainsFunc(so.Topologies, func(t analysis.Topology) bool { return t.Metrics[m].N > 0 }) {
			empty = append(empty, m.Label)
			continue
		}
		name := m.Label
		if c.narrow() {
			name = m.Short
		}
		if m.Summed() {
			name += ", sum"
		}
		c.metric(tab, name, so, m)
	}
	for i, t := range so.Topologies {
		word := ""
		if i == so.Baseline {
			word = "baseline"
		}
		sp := t.Metrics[model.EPPRestarts]
		tab.add(restarts, c.topology(t), sp.Sum.Text(model.Count), span(sp.Min, sp.Max, model.Count), repeats(sp), "", word, "")
	}
	s.tab("medians and sums of the repeats", tab)
	s.para("no figures for", strings.Join(empty, ", "))
}

// metric adds the rows of one metric, figures down a column with equally many
// decimals. On a narrow page the range shares the unit of the median beside it.
func (c composer) metric(tab *table, name string, so *analysis.ScaleOut, m *model.Metric) {
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
	u, within := m.Unit, m.Unit
	if c.narrow() && u != model.Share {
		within = model.None
	}
	texts, ends, percents := Aligned(u, figures...), Aligned(within, figures...), alignedChanges(changes)
	for i, t := range so.Topologies {
		sp := t.Metrics[m]
		percent, word := percents[i], changeWord(so, m, i)
		if i == so.Baseline || m.Summed() { // sums grow with the pool and are not compared
			percent = ""
		}
		extent := model.Dash
		if sp.Min.OK() && sp.Max.OK() {
			extent = spanned(ends[3*i+1], ends[3*i+2])
		}
		tab.add(name, c.topology(t), texts[3*i], extent, repeats(sp), percent, word, caution(&t, m))
	}
}

// topology names a topology, on a narrow page as the board does: "4×".
func (c composer) topology(t analysis.Topology) string {
	if c.narrow() {
		return strconv.Itoa(t.Replicas) + "×"
	}
	return t.Label
}

// repeats returns how many repeats stand behind a figure: "3", or "2 of 3".
func repeats(s analysis.Spread) string {
	if s.N == s.Of {
		return fmt.Sprint(s.N)
	}
	return fmt.Sprintf("%d of %d", s.N, s.Of)
}

// caution says what makes a median no ground to stand on: an unstable spread, or
// a percentile of too few requests. A spread does not unsettle a sum.
func caution(t *analysis.Topology, m *model.Metric) string {
	if m.Summed() {
		return ""
	}
	few, _, _ := strings.Cut(t.Unsupported(m), ":")
	return join(" · ", few, t.Metrics[m].Instability())
}

// changeWord returns the word for the change of a median against the baseline's,
// or why there is none.
func changeWord(so *analysis.ScaleOut, m *model.Metric, i int) string {
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
