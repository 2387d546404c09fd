package topologies

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// criteriaHead heads the criteria, and says what the marks above it mean.
func criteriaHead(c screen.Ctx, s *analysis.ScaleOut, g topologyGrid) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Column(theme.Muted, "criterion", g.label)
	return l.Put(theme.Text, " ").Put(theme.Muted, legend(c.Theme, s, g, l.Left())).String()
}

func (t *topologies) criterionRow(c screen.Ctx, s *analysis.ScaleOut, g topologyGrid, ln line, selected bool, column int) string {
	th, crit := c.Theme, s.Criteria[ln.criterion]
	l := widget.NewLine(th, c.Width()).Select(selected).Put(theme.Text, " ")
	limit := ""
	if len(crit.Cells) > 0 {
		limit = th.Spell(" " + crit.Rule.Op.String() + " " + crit.Cells[len(crit.Cells)-1].Limit.Text(crit.Rule.Unit))
	}
	name := crit.Rule.Name
	if widget.Width(th.Spell(name+limit)) > g.label-2 {
		name = view.ShortMetric(crit.Rule)
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
			l.Put(view.GateToken(gate), widget.Whole(th, room, view.GateBadge(th, gate), "!"))
		} else {
			widget.Badge(gate.Verdict).Put(l, room)
		}
		tok := theme.Text
		if selected && i == column {
			tok = theme.Accent
		}
		text, few := view.GateText(s, gate), ""
		if i < len(s.Topologies) && gate.N > 0 && gate.N < s.Topologies[i].Runs {
			few = text + " n" + strconv.Itoa(gate.N)
		}
		l.Put(theme.Text, " ").Put(tok, widget.Whole(th, end-1-l.Used(), few, text)).To(end)
	}
	return l.String()
}
