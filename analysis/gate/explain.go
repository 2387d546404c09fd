package gate

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
		add("margin", g.MarginText())
	}
	add("samples", g.samplesText())
	add("verdict", g.Verdict.String())
	add("reason", g.Reason.String())
	add("provenance", g.Provenance.String())
	add("file", strings.TrimSpace(g.File+" "+g.Pointer))
	switch {
	case g.Whose != "" && g.Whose != g.Scope:
		add("decided by", g.Whose+": "+exactOr(g.Observed, g.Rule.Unit)+from(g.Pointers))
		add("own figure", g.Scope+": "+exactOr(g.Value, g.ValueUnit)+from(g.OwnPointers))
	case len(g.Pointers) > 1:
		add("computed from", pointerList(g.Pointers))
	}
	return d
}

// from returns ", from /rows/6, /rows/7", or "" for no pointers.
func from(pointers []string) string {
	if len(pointers) == 0 {
		return ""
	}
	return ", from " + pointerList(pointers)
}

func pointerList(pointers []string) string {
	return strings.Join(pointers[:min(len(pointers), maxPointers)], ", ")
}

// figureText returns the metric itself: for a gate on a change, what changed.
func (g Gate) figureText() string {
	name := MetricLabel(g)
	switch g.Rule.Statistic {
	case "value":
	case OverSLO:
		name = windowsOver
	default:
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
	return g.ObservedText()
}

func (g Gate) limitText() string {
	text := g.Rule.Op.String() + " " + LimitText(g)
	if g.Rule.Magnitude && g.Limit.OK() {
		text = g.LimitText()
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

// windowsOver is what a rule on the SLO counts, whatever the rule is called.
const windowsOver = "windows with p99 TTFT over the SLO"

// Words returns the rule in plain words: "the change of the median of served
// throughput per GPU against the baseline must be ≥ −15 %".
func (r Rule) Words() string {
	limit := r.Op.String() + " " + LimitText(Gate{Rule: r, Limit: model.Of(r.Limit)})
	name := MetricLabel(Gate{Rule: r})
	switch r.Statistic {
	case "", "value":
	case OverSLO:
		name = "the number of " + windowsOver
	default:
		name = "the " + r.Statistic + " of " + name
	}
	switch {
	case r.Relation == Absolute:
	case r.Magnitude:
		name = "the change of " + name + " against the baseline"
		limit = Gate{Rule: r, Limit: model.Of(r.Limit)}.LimitText()
	default:
		name = "the change of " + name + " against the baseline"
	}
	text := name + " must be " + limit
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
