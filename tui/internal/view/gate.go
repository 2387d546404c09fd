package view

import (
	"math"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// GateToken, gateMark and gateBadge are what a gate is drawn as: its verdict, but
// for one that breaks a limit which only warns. INFO would say that there was
// nothing to judge.
func GateToken(g analysis.Gate) theme.Token {
	if g.Warned() {
		return theme.Undecided
	}
	return theme.Verdict(g.Verdict)
}

func GateMark(th *theme.Theme, g analysis.Gate) string {
	switch {
	case g.Warned() && th.ASCII:
		return "[WARN]"
	case g.Warned():
		return "!"
	default:
		return th.Mark(g.Verdict)
	}
}

func GateBadge(th *theme.Theme, g analysis.Gate) string {
	if g.Warned() && !th.ASCII {
		return GateMark(th, g) + " WARN"
	}
	if g.Warned() {
		return GateMark(th, g)
	}
	return th.Badge(g.Verdict)
}

// GateText is the figure of a criterion's cell. Where another topology's figure
// decided, its own comes first: "0 (1×: 5)".
func GateText(s *analysis.ScaleOut, g analysis.Gate) string {
	switch {
	case g.Whose != "" && s.Baseline >= 0 && s.Baseline < len(s.Topologies):
		return g.Value.Text(g.ValueUnit) + " (" + strconv.Itoa(s.Topologies[s.Baseline].Replicas) + "×: " + g.Observed.Text(g.Rule.Unit) + ")"
	case g.Rule.Relation == analysis.ChangePercent:
		return changeFigure(g)
	default:
		return g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	}
}

// ShortMetric names a rule by the short name of its metric.
func ShortMetric(r analysis.Rule) string {
	for _, m := range model.RunMetrics() {
		if m.ID == r.Metric {
			return m.Short
		}
	}
	return r.Name
}

// changeFigure prints the change that a gate judges as signedPercent does, with more
// digits where those would hide on which side of its limit it is.
func changeFigure(g analysis.Gate) string {
	size := g.Observed
	if g.Rule.Magnitude && size.OK() {
		size.Value = math.Abs(size.Value)
	}
	if !size.OK() || !g.Limit.OK() || size.Value == g.Limit.Value || SignedPercent(size) != SignedPercent(g.Limit) {
		return SignedPercent(g.Observed)
	}
	text := g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	if g.Rule.Magnitude {
		text = size.TextAgainst(g.Limit, g.Rule.Unit)
	}
	switch {
	case g.Observed.Value > 0:
		return "+" + text
	case g.Rule.Magnitude && g.Observed.Value < 0:
		return "−" + text
	}
	return text
}
