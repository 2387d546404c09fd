package analysis

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// scaleOutJudge applies the rules of one policy to the topologies of one file.
type scaleOutJudge struct {
	doc    *model.Document
	s      *ScaleOut
	o      gate.Options
	ref    *reference              // compared with in place of the file's own baseline, or nil
	stated map[string]model.Figure // limits by rule, from the file's criteria
}

// criteria fills in ScaleOut.Criteria and Holding. Rules are applied in the
// policy's order; a precondition may stand anywhere in it.
func (j *scaleOutJudge) criteria() {
	rules := j.o.InForce().For(gate.KindScaleOut)
	own, base := make([][]gate.Gate, len(rules)), make([]gate.Gate, len(rules))
	for i, r := range rules {
		own[i] = make([]gate.Gate, len(j.s.Topologies))
		for t := range j.s.Topologies {
			own[i][t] = j.own(r, t)
		}
		switch {
		case j.ref != nil:
			base[i] = j.reference(r)
		case len(own[i]) > 0:
			base[i] = own[i][j.s.Baseline]
		}
	}
	for t := range j.s.Topologies {
		j.preconditions(rules, own, t)
	}
	for i, r := range rules {
		c := Criterion{Rule: r, Cells: make([]gate.Gate, len(own[i]))}
		for t := range own[i] {
			j.s.Topologies[t].Own = gate.Worst(j.s.Topologies[t].Own, own[i][t].Verdict)
			c.Cells[t] = j.everywhere(own[i][t], base[i], t)
			c.Verdict = gate.Worst(c.Verdict, c.Cells[t].Verdict)
		}
		if c.Verdict == gate.Pass && slices.ContainsFunc(c.Cells, gate.Gate.Warned) {
			c.Verdict = gate.Info // it does not hold, and does not fail either
		}
		if c.Verdict == gate.Pass {
			j.s.Holding++
		}
		j.s.Criteria = append(j.s.Criteria, c)
	}
}

// baseline returns the topology that the others are compared with, and its name.
func (j *scaleOutJudge) baseline() (*Topology, string) {
	if j.ref != nil {
		return &j.ref.topology, j.ref.label()
	}
	return &j.s.Topologies[j.s.Baseline], j.s.Topologies[j.s.Baseline].Label
}

// reference returns the figure of the reference for a rule. It is reported and not
// judged: what another file's runs got wrong is no fault of these, and a fleet that
// has mended its errors must be able to pass against the runs before it.
func (j *scaleOutJudge) reference(r gate.Rule) gate.Gate {
	spread, metric, _ := j.ref.topology.spread(r.Metric)
	return gate.Gate{Rule: r, Value: statistic(spread, r.Statistic), ValueUnit: metric.Unit, Pointers: spread.Pointers}
}

// own judges one rule by one topology's own figures.
func (j *scaleOutJudge) own(r gate.Rule, t int) gate.Gate {
	top := &j.s.Topologies[t]
	base, baseLabel := j.baseline()
	g := gate.Gate{Rule: r, Scope: top.Label, File: j.doc.File, Provenance: gate.Derived}
	if j.doc.Simulated {
		g.Provenance = gate.Simulated
	}
	g.Limit, g.LimitSource = gate.LimitOf(r, j.o, j.stated[r.ID], statedInCriteria)
	if g.LimitSource == statedInCriteria {
		g.LimitPtr = criteriaPointer
	}
	spread, metric, known := top.spread(r.Metric)
	g.ValueUnit = metric.Unit
	if !known {
		g.Verdict, g.Reason = gate.Undecided, fmt.Sprintf("a run has no metric %q", r.Metric)
		return g
	}
	g.Value, g.N = statistic(spread, r.Statistic), spread.N
	g.Pointers, g.Pointer = slices.Clone(spread.Pointers), pointerOf(spread, r.Statistic)
	if g.NotInFile = r.Optional && spread.Unmeasured(); g.NotInFile {
		return gate.Evaluate(g, j.o.Strict)
	}
	if r.Relation == gate.Absolute {
		g.Observed = g.Value
		return supported(judgeRepeats(g, spread, j.o.Strict), top.tooFew(r.Metric))
	}
	if t == j.s.Baseline && j.ref == nil {
		g.Reason = theBaseline
		return g
	}
	baseSpread, _, _ := base.spread(r.Metric)
	g.Baseline, g.BaselineOf = statistic(baseSpread, r.Statistic), baseLabel
	g.N = min(spread.N, baseSpread.N)
	if j.ref == nil { // pointers into another file would lead astray
		g.Pointers = append(g.Pointers, baseSpread.Pointers...)
	}
	g.Observed, g.Reason = related(r.Relation, g.Value, g.Baseline)
	few := g.Observed.OK() && g.N < r.MinSamples
	switch g = judgeRepeats(g, spread, j.o.Strict); {
	case (g.Verdict != gate.Undecided || few && spread.N == spread.Of) && baseSpread.N < baseSpread.Of:
		g.Verdict, g.Reason = gate.Undecided, incomplete(baseSpread)+" at "+baseLabel+" (baseline)"
	case few && spread.N == spread.Of && baseSpread.N < spread.N:
		g.Reason += " at " + baseLabel + " (baseline)"
	}
	if why := base.tooFew(r.Metric); why != "" && top.tooFew(r.Metric) == "" {
		return supported(g, why+" at "+baseLabel+" (baseline)")
	}
	return supported(g, top.tooFew(r.Metric))
}

// supported takes a verdict back where a percentile is of too few requests, a
// FAIL as well: the largest of ten figures is no p95, on neither side of a limit.
func supported(g gate.Gate, why string) gate.Gate {
	if why != "" && g.Verdict != gate.Undecided {
		g.Verdict, g.Reason = gate.Undecided, why
	}
	return g
}

// related returns a figure in its relation to the baseline, or why it has none.
func related(how gate.Relation, value, base model.Figure) (model.Figure, string) {
	if how == gate.ChangePercent {
		return stats.ChangePercent(value, base)
	}
	if !value.OK() || !base.OK() {
		_, why := stats.ChangePercent(value, base)
		return model.Figure{}, why
	}
	return model.Of(value.Value - base.Value), ""
}

// judgeRepeats evaluates a gate and takes its verdict back where repeats have no
// figure. One break stands all the same: counts only grow, so what the other
// repeats have is enough where it already breaks an upper limit.
func judgeRepeats(g gate.Gate, s stats.Spread, strict bool) gate.Gate {
	partial := g.Rule.Relation == gate.Absolute && (g.Rule.Statistic == "sum" || g.Rule.Statistic == "max") &&
		(g.Rule.Op == gate.AtMost || g.Rule.Op == gate.Below) && s.N > 0 && s.N < s.Of
	if partial && g.Rule.Statistic == "sum" {
		g.Observed = model.Of(stats.Total(stats.Present(s.Values)))
		g.Value = g.Observed
	}
	g = gate.Evaluate(g, strict)
	switch {
	case s.N == s.Of && s.Of > 0:
		return g
	case partial && g.Verdict == gate.Fail:
		g.Reason = "at least that: " + incomplete(s)
		return g
	case partial && g.Rule.Statistic == "sum":
		g.Observed, g.Value, g.Margin = s.Sum, s.Sum, model.Figure{}
	}
	g.Verdict, g.Reason = gate.Undecided, incomplete(s)
	return g
}

// incomplete says how many repeats have a figure.
func incomplete(s stats.Spread) string {
	if s.Of == 0 {
		return "no rows"
	}
	return fmt.Sprintf("no figure in %d of %s (%s)", s.Of-s.N, text.Counted(s.Of, "run"), stats.FirstMissing(s.Values).State)
}

// statistic returns the statistic a rule names, missing for one that is not known.
func statistic(s stats.Spread, name string) model.Figure {
	switch name {
	case "median":
		return s.Median
	case "sum":
		return s.Sum
	case "min":
		return s.Min
	case "max":
		return s.Max
	default:
		return model.Figure{}
	}
}

// pointerOf returns the pointer of the one figure that best shows where the
// statistic comes from: the repeat that is the median (or the smallest, or the
// largest), and for a sum the first repeat that adds to it.
func pointerOf(s stats.Spread, name string) string {
	value := statistic(s, name)
	for i, f := range s.Values {
		if f.OK() && (name == "sum" && f.Value != 0 || name != "sum" && f == value) {
			return s.Pointers[i]
		}
	}
	if len(s.Pointers) > 0 {
		return s.Pointers[0]
	}
	return ""
}

// theBaseline is the reason of a gate that relates a topology to itself.
const theBaseline = "the baseline itself"

// notMet is the reason of a precondition that breaks its limit.
const notMet = "a precondition that is not met: at another load topologies do not compare"

// preconditions takes back the verdicts of rules whose precondition does not
// hold. The broken precondition itself is UNDECIDED as well and not FAIL: at
// another load the topologies do not compare, which is no fault of the system.
func (j *scaleOutJudge) preconditions(rules []gate.Rule, own [][]gate.Gate, t int) {
	for i, r := range rules {
		at := slices.IndexFunc(rules, func(p gate.Rule) bool { return r.Precondition != "" && p.ID == r.Precondition })
		if at < 0 || own[i][t].Verdict == gate.Info {
			continue
		}
		p := &own[at][t]
		if p.Verdict == gate.Fail {
			p.Verdict, p.Reason = gate.Undecided, notMet
		}
		if p.Verdict != gate.Pass && own[i][t].Verdict != gate.Undecided {
			own[i][t].Verdict = gate.Undecided
			own[i][t].Reason = "needs " + p.Rule.Name + ": " + unmet(*p)
		}
	}
}

// unmet says why a precondition does not hold.
func unmet(p gate.Gate) string {
	if p.Reason == notMet {
		return gate.ObservedAgainst(p)
	}
	return p.Reason
}

// everywhere returns the cell of a topology: its own gate, or the baseline's
// where the rule counts it for every topology and it is the worse. The baseline of
// another file only stands beside it.
func (j *scaleOutJudge) everywhere(g, b gate.Gate, t int) gate.Gate {
	if !g.Rule.Everywhere || t == j.s.Baseline && j.ref == nil {
		return g
	}
	g.Baseline = b.Value
	_, g.BaselineOf = j.baseline()
	if j.ref != nil || b.Verdict <= g.Verdict {
		return g
	}
	mine, whose := "holds itself", "cannot be decided for the baseline"
	if g.Value.OK() && g.Value.Value == 0 {
		mine = "none of its own"
	}
	if b.Verdict == gate.Fail {
		whose = "fails on the baseline's " + b.Value.Text(b.ValueUnit)
	}
	g.Whose, g.OwnPointers = g.BaselineOf+" (baseline)", g.Pointers
	g.Observed, g.Margin, g.Verdict = b.Observed, b.Margin, b.Verdict
	g.N, g.File, g.Pointer, g.Pointers = b.N, b.File, b.Pointer, b.Pointers
	g.Reason = fmt.Sprintf("%s: %s, %s", g.Scope, mine, whose)
	return g
}

// topologyVerdicts fills in Topology.Verdict and the reason where it is worse
// than the topology's own figures.
func (j *scaleOutJudge) topologyVerdicts() {
	for t := range j.s.Topologies {
		top := &j.s.Topologies[t]
		var on []string
		for _, c := range j.s.Criteria {
			g := c.Cells[t]
			top.Verdict = gate.Worst(top.Verdict, g.Verdict)
			if g.Whose != "" {
				_, metric, _ := top.spread(g.Rule.Metric)
				on = append(on, metric.Label)
			}
		}
		if top.Verdict > top.Own {
			verb := "fails"
			if top.Verdict == gate.Undecided {
				verb = "cannot be decided"
			}
			top.Reason = verb + " on the baseline's " + strings.Join(on, " and ")
		}
	}
}
