package analysis

// used returns how much of its limit a gate uses, none where it is on the far
// side of zero: a gain uses nothing of a limited loss.
func used(g Gate) (float64, bool) {
	v, ok := g.Used().Get()
	return max(v, 0), ok
}

// metricLabel returns what the screens call the metric a gate is about.
func metricLabel(g Gate) string {
	if _, metric, ok := new(Topology).spread(g.Rule.Metric); ok {
		return metric.Label
	}
	return g.Rule.Name
}

// observedText returns the figure of a gate with enough digits to tell it from
// the limit; changes carry their sign.
func observedText(g Gate) string {
	text := g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	if g.Rule.Relation != Absolute && g.Observed.OK() && g.Observed.Value > 0 {
		return "+" + text
	}
	return text
}

// limitText returns the limit of a gate: "±1 %", "−15 %", "+20 %", "0".
func limitText(g Gate) string {
	switch text := g.Limit.Text(g.Rule.Unit); {
	case !g.Limit.OK() || g.Rule.Relation == Absolute:
		return text
	case g.Rule.Magnitude:
		return "±" + text
	default:
		return g.Limit.Signed(g.Rule.Unit)
	}
}

// observedAgainst returns "+5.2 % (limit ±1 %)", or the reason why there is no figure.
func observedAgainst(g Gate) string {
	if !g.Observed.OK() {
		return g.Reason
	}
	return observedText(g) + " (limit " + limitText(g) + ")"
}
