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
}

// basis says what the words better, worse and within noise rest on.
func basis(so *analysis.ScaleOut) string {
	if so.Baseline < 0 || so.Baseline >= len(so.Topologies) {
		return ""
	}
	base := so.Topologies[so.Baseline]
	text := "of the median against " + base.Label
	for i, t := range so.Topologies {
		if i == so.Baseline {
			continue
		}
		n, of := t.Metrics[model.PremiumBurstP95TTFT].N, base.Metrics[model.PremiumBurstP95TTFT].N
		if why := analysis.DifferenceNote(n, of); why != "" {
			return text + "; within noise where the ranges of the repeats overlap, since " + why
		}
	}
	return text + "; within noise where a Mann–Whitney test at 0.05 finds no difference"
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
				row[2] = limitText(cr.Cells[i])
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
	s := mark + " " + observedText(g)
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

// medians appends one row a metric and topology: median, range, n and change.
// Metrics without a single figure are named below the table.
func (c composer) medians(s *section, so *analysis.ScaleOut) {
	tab := newTable("metric", "topology", "median", "min–max", "n", "change", "in words", "stable").numbers(2, 3, 4, 5)
	tab.group = true
	restarts := "EPP restarts, sum"
	if c.narrow() {
		tab.head[1], restarts = "at", "restarts, sum"
		tab.below(7)
	}
	var empty []string
	for m := range model.NumRunMetrics {
		if !slices.ContainsFunc(so.Topologies, func(t analysis.Topology) bool { return t.Metrics[m].N > 0 }) {
			empty = append(empty, m.Metric().Label)
			continue
		}
		name := m.Metric().Label
		if c.narrow() {
			name = m.Metric().Short
		}
		if m.Summed() {
			name += ", sum"
		}
		for i, t := range so.Topologies {
			value := t.Metrics[m].Median
			if m.Summed() {
				value = t.Metrics[m].Sum
			}
			percent, word := changeText(so, m, i)
			sp := t.Metrics[m]
			if m.Summed() {
				sp.Unstable = false // a spread does not unsettle a sum
			}
			c.spread(tab, name, t, value, sp, m.Metric().Unit, percent, word)
		}
	}
	for i, t := range so.Topologies {
		word := ""
		if i == so.Baseline {
			word = "baseline"
		}
		c.spread(tab, restarts, t, t.Restarts.Sum, t.Restarts, model.Count, "", word)
	}
	s.tab("medians of the repeats", tab)
	s.para("no figures for", strings.Join(empty, ", "))
}

// topology names a topology, on a narrow page as the board does: "4×".
func (c composer) topology(t analysis.Topology) string {
	if c.narrow() {
		return strconv.Itoa(t.Replicas) + "×"
	}
	return t.Label
}

// spread adds one row of medians. On a narrow page the range shares the unit of
// the median beside it, and the topology is written as the board does.
func (c composer) spread(tab *table, name string, t analysis.Topology, value model.Figure, sp analysis.Spread, u model.Unit, percent, word string) {
	within, stable := u, ""
	if c.narrow() && u != model.Share {
		within = model.None
	}
	if sp.Unstable {
		stable = unstable(sp)
	}
	tab.add(name, c.topology(t), value.Text(u), span(sp.Min, sp.Max, within), repeats(sp), percent, word, stable)
}

// repeats returns how many repeats stand behind a figure: "3", or "2 of 3".
func repeats(s analysis.Spread) string {
	if s.N == s.Of {
		return fmt.Sprint(s.N)
	}
	return fmt.Sprintf("%d of %d", s.N, s.Of)
}

// unstable flags a spread that makes its median no ground to stand on.
func unstable(s analysis.Spread) string {
	if !s.Ratio.OK() {
		return "UNSTABLE"
	}
	return "UNSTABLE " + s.Ratio.Text(model.Ratio) + "×"
}

// changeText returns the change of a median against the baseline's and the word
// for it. Sums grow with the pool and are not compared.
func changeText(so *analysis.ScaleOut, m model.RunMetric, i int) (percent, word string) {
	if i == so.Baseline {
		return "", "baseline"
	}
	if m.Summed() {
		return "", ""
	}
	c := so.Change(m, i, so.Baseline)
	if word = c.Word; word == "" {
		word = c.Reason
	}
	return c.Percent.Signed(model.Percent), word
}
