package analysis

import (
	"fmt"
	"strings"

	"scaledeck/model"
)

// maxPointers bounds the figures that an explanation names.
const maxPointers = 12

// Explain returns everything there is to say on a gate, one labelled line each,
// in a fixed order: rule, scope, figure, unit, limit, baseline, change, margin,
// samples, verdict, provenance, file. A line that does not apply is left out,
// but never figure, limit, samples, verdict and file.
func (g Gate) Explain() []Detail {
	var d []Detail
	add := func(label, text string) {
		if text != "" {
			d = append(d, Detail{Label: label, Text: text})
		}
	}
	add("rule", g.Rule.ID+": "+g.Rule.Words())
	add("scope", g.Scope)
	add("whose figure", g.Whose)
	add("figure", g.figureText())
	add("unit", g.unitText())
	add("limit", g.limitText())
	if g.BaselineOf != "" {
		add("baseline", exactOr(g.Baseline, g.ValueUnit)+" at "+g.BaselineOf)
	}
	if g.Rule.Relation != Absolute {
		add("change", g.changeText())
	}
	if g.Margin.OK() {
		add("margin", g.Margin.Signed(g.Rule.Unit))
	}
	add("samples", g.samplesText())
	add("verdict", g.Verdict.String())
	add("reason", g.Reason)
	add("provenance", g.Provenance.String())
	add("file", strings.TrimSpace(g.File+" "+g.Pointer))
	if len(g.Pointers) > 1 {
		add("computed from", strings.Join(g.Pointers[:min(len(g.Pointers), maxPointers)], ", "))
	}
	return d
}

// figureText returns the metric itself: for a gate on a change, what changed.
func (g Gate) figureText() string {
	name := metricLabel(g)
	if g.Rule.Statistic != "value" {
		name = g.Rule.Statistic + " of " + name
	}
	switch {
	case g.NotInFile:
		return name + ": not in file"
	case g.Rule.Relation == Absolute && g.Whose == "":
		return name + ": " + exactOr(g.Observed, g.Rule.Unit)
	default:
		return name + ": " + exactOr(g.Value, g.ValueUnit)
	}
}

// exactOr returns a figure in full, or a dash and why it is missing.
func exactOr(f model.Figure, u model.Unit) string {
	if !f.OK() {
		return model.Dash + " (" + f.State.String() + ")"
	}
	return f.Exact(u)
}

func (g Gate) changeText() string {
	if !g.Observed.OK() {
		return exactOr(g.Observed, g.Rule.Unit)
	}
	return observedText(g)
}

func (g Gate) limitText() string {
	text := g.Rule.Op.String() + " " + strings.TrimPrefix(limitText(g), "±")
	if g.Rule.Magnitude {
		text += " either way"
	}
	if g.LimitSource != "" {
		text += ", " + g.LimitSource
	}
	if g.LimitPtr != "" {
		text += " " + g.LimitPtr
	}
	return text
}

func (g Gate) samplesText() string {
	text := fmt.Sprintf("n = %d", g.N)
	if g.Rule.MinSamples > 1 {
		text += fmt.Sprintf(", at least %d needed", g.Rule.MinSamples)
	}
	return text
}

// unitText names the unit of the figure and, where it is related to a baseline
// in another one, the unit of the comparison.
func (g Gate) unitText() string {
	figure := g.ValueUnit
	if g.Rule.Relation == Absolute {
		figure = g.Rule.Unit
	}
	text := unitName(figure)
	if g.Rule.Relation != Absolute && g.Rule.Unit != figure {
		text += ", compared in " + unitName(g.Rule.Unit)
	}
	return text
}

func unitName(u model.Unit) string {
	switch u {
	case model.None:
		return "none"
	case model.Share:
		return "% (a share of 1 in the file)"
	default:
		return string(u)
	}
}

// Words returns the rule in plain words: "the change of the median of served
// throughput per GPU against the baseline must be ≥ −15 %".
func (r Rule) Words() string {
	limit := limitText(Gate{Rule: r, Limit: model.Of(r.Limit)})
	name := metricLabel(Gate{Rule: r})
	if r.Statistic != "" && r.Statistic != "value" {
		name = "the " + r.Statistic + " of " + name
	}
	switch {
	case r.Relation == Absolute:
	case r.Magnitude:
		name = "the size of the change of " + name + " against the baseline"
		limit = strings.TrimPrefix(limit, "±")
	default:
		name = "the change of " + name + " against the baseline"
	}
	text := name + " must be " + r.Op.String() + " " + limit
	if r.Everywhere {
		text += ", the baseline included"
	}
	if r.Precondition != "" {
		text += "; judged only where " + r.Precondition + " holds"
	}
	if r.Warn {
		text += "; a break only warns"
	}
	return text
}
