package gate

import (
	"cmp"
	"math"
	"strings"

	"scaledeck/model"
)

// Used returns how much of its limit a gate uses, none where it is on the far
// side of zero: a gain uses nothing of a limited loss.
func Used(g Gate) (float64, bool) {
	v, ok := g.Used().Get()
	return max(v, 0), ok
}

// MetricLabel returns what the screens call the metric a gate is about.
func MetricLabel(g Gate) string {
	if m := model.MetricOf(append(model.RunMetrics(), model.EPPRestarts), g.Rule.Metric); m != nil {
		return m.Label
	}
	return g.Rule.Name
}

// GateName tells the gate on a figure itself from the one on its change.
func GateName(g Gate) string {
	if g.Rule.Metric == model.CanaryTPOT.ID {
		return g.Rule.Name + " ceiling"
	}
	return g.Rule.Name
}

// ObservedText returns the figure of a gate as every screen and report prints it,
// with its sign where it is a change, and with as many digits as it takes to see
// on which side of its limit it is. A change in percent has two decimals, as the
// files and the tables of medians give it, unless those would put it on its limit.
func (g Gate) ObservedText() string {
	f := g.Observed
	if rounded := f.Round2(); g.Rule.Relation == ChangePercent && f.OK() && g.side(rounded) == g.side(f) {
		f = rounded
	}
	text := f.TextAgainst(g.Limit, g.Rule.Unit)
	if g.Rule.Magnitude && f.OK() && f.Value < 0 { // it is the size that must not look like the limit
		text = "−" + model.Of(-f.Value).TextAgainst(g.Limit, g.Rule.Unit)
	}
	if g.Rule.Relation != Absolute || g.Rule.Metric == model.TPOTDelta.ID {
		return Plus(f, text)
	}
	return text
}

// Plus puts a plus sign before the text of a positive figure.
func Plus(f model.Figure, text string) string {
	if f.OK() && f.Value > 0 && text != "0" && !strings.HasPrefix(text, "0 ") {
		return "+" + text
	}
	return text
}

// side returns on which side of its limit a figure is: −1, 0 or 1.
func (g Gate) side(f model.Figure) int {
	v, limit := f.Value, g.Limit.Value
	if g.Rule.Magnitude {
		v = math.Abs(v)
	}
	if !g.Limit.OK() {
		return 0
	}
	return cmp.Compare(model.Settle(v, limit), limit)
}

// LimitText returns the limit of a gate with its operator as every screen and
// report prints it: "≤ 6 ms", "≥ −15 %", "within ±1 %".
func (g Gate) LimitText() string {
	text := g.BesideText()
	switch {
	case !g.Limit.OK():
		return model.Dash
	case g.Rule.Magnitude && g.Rule.Op == AtMost:
		return "within ±" + text
	case g.Rule.Magnitude:
		return g.Rule.Op.String() + " ±" + text
	default:
		return g.Rule.Op.String() + " " + text
	}
}

// BesideText returns the limit as it is printed next to the figure: short where that is
// all there is of it, else with enough digits to tell the two apart.
func (g Gate) BesideText() string {
	if text := g.Limit.Text(g.Rule.Unit); text == g.Limit.Exact(g.Rule.Unit) {
		return text
	}
	return g.Limit.TextAgainst(g.Observed, g.Rule.Unit)
}

// MarginText returns the room left to the limit of a gate, with its sign; that of
// a change in percent with two decimals, unless those would make it none.
func (g Gate) MarginText() string {
	if m := g.Margin.Round2(); g.Rule.Relation == ChangePercent && m.OK() && m.Value != 0 {
		return m.Signed(g.Rule.Unit)
	}
	return g.Margin.Signed(g.Rule.Unit)
}

// LimitText returns the limit of a gate: "±1 %", "−15 %", "+20 %", "0".
func LimitText(g Gate) string {
	switch text := g.BesideText(); {
	case !g.Limit.OK() || g.Rule.Relation == Absolute:
		return text
	case g.Rule.Magnitude:
		return "±" + text
	default:
		return Plus(g.Limit, text)
	}
}

// ObservedAgainst returns "+5.2 % (limit ±1 %)", or the reason why there is no figure.
func ObservedAgainst(g Gate) string {
	if !g.Observed.OK() {
		return g.Reason.String()
	}
	return g.ObservedText() + " (limit " + LimitText(g) + ")"
}
