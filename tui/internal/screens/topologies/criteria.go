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

// criterionRow returns the cells of a criterion.
func (t *topologies) criterionRow(c screen.Ctx, s *analysis.ScaleOut, g topologyGrid, ln line, selected bool, column int) []widget.Cell {
	th, crit := c.Theme, s.Criteria[ln.criterion]
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
	cells := []widget.Cell{{Token: theme.Text, Text: name}}
	for i := g.first; i < min(g.first+g.count, len(crit.Cells)); i++ {
		gate := crit.Cells[i]
		if gate.Rule.Relation == analysis.ChangePercent && i == s.Baseline {
			cells = append(cells, widget.Cell{Token: theme.Muted, Text: "baseline"})
			continue
		}
		few := ""
		if i < len(s.Topologies) && gate.N > 0 && gate.N < s.Topologies[i].Runs {
			few = " n" + strconv.Itoa(gate.N)
		}
		cells = append(cells, widget.Cell{Draw: criterionCell{th, gate, view.GateText(s, gate), few, selected && i == column}})
	}
	return cells
}

// criterionCell is how a topology meets a criterion, and by what.
type criterionCell struct {
	th        *theme.Theme
	gate      analysis.Gate
	text, few string // few says that not all repeats count
	current   bool
}

// Put draws the verdict and the value into width cells.
func (k criterionCell) Put(l *widget.Line, width int) {
	end := l.Used() + width
	if room := min(6, width); k.gate.Warned() {
		l.Put(view.GateToken(k.gate), widget.Whole(k.th, room, view.GateBadge(k.th, k.gate), "!"))
	} else {
		widget.Badge(k.gate.Verdict).Put(l, room)
	}
	tok, long := theme.Text, ""
	if k.current {
		tok = theme.Accent
	}
	if k.few != "" {
		long = k.text + k.few
	}
	l.Put(theme.Text, " ").Put(tok, widget.Whole(k.th, end-1-l.Used(), long, k.text))
}
