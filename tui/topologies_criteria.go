package tui

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// criteriaHead heads the criteria, and says what the marks above it mean.
func criteriaHead(c Ctx, s *analysis.ScaleOut, g topologyGrid) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Column(theme.Muted, "criterion", g.label)
	return l.Put(theme.Text, " ").Put(theme.Muted, legend(c.Theme, s, g, l.Left())).String()
}

func (t *topologies) criterionRow(c Ctx, s *analysis.ScaleOut, g topologyGrid, ln line, selected bool, column int) string {
	th, crit := c.Theme, s.Criteria[ln.criterion]
	l := widget.NewLine(th, c.Width()).Select(selected).Put(theme.Text, " ")
	limit := ""
	if len(crit.Cells) > 0 {
		limit = th.Spell(" " + crit.Rule.Op.String() + " " + crit.Cells[len(crit.Cells)-1].Limit.Text(crit.Rule.Unit))
	}
	name := crit.Rule.Name
	if widget.Width(th.Spell(name+limit)) > g.label-2 {
		name = shortMetric(crit.Rule)
	}
	if room := g.label - 2 - widget.Width(limit); room >= 4 { // rather a part of the name than of the limit
		name = widget.Ellipsis(th, name, room) + limit
	}
	l.Column(theme.Text, name, g.label-1).To(g.label)
	for i := g.first; i < min(g.first+g.count, len(crit.Cells)); i++ {
		end := g.label + (i-g.first+1)*g.column
		gate := crit.Cells[i]
		l.Put(theme.Text, " ")
		if gate.Rule.Relation == analysis.ChangePercent && i == s.Baseline {
			l.Column(theme.Muted, "baseline", end)
			continue
		}
		room := min(6, end-l.Used())
		if gate.Warned() {
			l.Put(gateToken(gate), widget.Whole(th, room, gateBadge(th, gate), "!"))
		} else {
			widget.Badge(gate.Verdict).Put(l, room)
		}
		tok := theme.Text
		if selected && i == column {
			tok = theme.Accent
		}
		text, few := gateText(s, gate), ""
		if i < len(s.Topologies) && gate.N > 0 && gate.N < s.Topologies[i].Runs {
			few = text + " n" + strconv.Itoa(gate.N)
		}
		l.Put(theme.Text, " ").Put(tok, widget.Whole(th, end-1-l.Used(), few, text)).To(end)
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
		return changeFigure(g)
	default:
		return g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	}
}

// shortMetric names a rule by the short name of its metric.
func shortMetric(r analysis.Rule) string {
	for _, m := range model.RunMetrics() {
		if m.ID == r.Metric {
			return m.Short
		}
	}
	return r.Name
}
