package comparison

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
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
	return gate.Gate{Rule: r, Value: spread.Statistic(r.Statistic), ValueUnit: metric.Unit, Pointers: spread.Pointers}
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
		g.Verdict, g.Reason = gate.Undecided, gate.Reason{Code: gate.UnknownMetric, Detail: fmt.Sprintf("a run has no metric %q", r.Metric)}
		return g
	}
	g.Value, g.N = spread.Statistic(r.Statistic), spread.N
	g.Pointers, g.Pointer = slices.Clone(spread.Pointers), pointerOf(spread, r.Statistic)
	if g.NotInFile = r.Optional && spread.Unmeasured(); g.NotInFile {
		return gate.Apply(g, gate.Evidence{}, j.o.Strict)
	}
	evidence := evidenceOf(r, spread)
	if r.Relation == gate.Absolute {
		g.Observed = g.Value
		evidence.Lacks = top.tooFew(r.Metric, "")
		return applied(g, evidence, spread, j.o.Strict)
	}
	if t == j.s.Baseline && j.ref == nil {
		g.Reason = gate.Reason{Code: gate.IsBaseline}
		return g
	}
	baseSpread, _, _ := base.spread(r.Metric)
	ofBaseline := baseLabel + " (baseline)"
	g.Baseline, g.BaselineOf = baseSpread.Statistic(r.Statistic), baseLabel
	g.N = min(spread.N, baseSpread.N)
	if j.ref == nil { // pointers into another file would lead astray
		g.Pointers = append(g.Pointers, baseSpread.Pointers...)
	}
	var why string
	if g.Observed, why = related(r.Relation, g.Value, g.Baseline); why != "" {
		g.Reason = gate.Reason{Code: gate.NoBaseline, Detail: why}
	}
	few := g.Observed.OK() && g.N < r.MinSamples
	if whole := spread.N == spread.Of && spread.Of > 0; whole && baseSpread.N < baseSpread.Of && (g.Observed.OK() || few) {
		evidence = gate.Unbounded(incomplete(baseSpread, ofBaseline))
	}
	if evidence.Lacks = top.tooFew(r.Metric, ""); evidence.Lacks.IsZero() {
		evidence.Lacks = base.tooFew(r.Metric, ofBaseline)
	}
	g = applied(g, evidence, spread, j.o.Strict)
	if few && g.Reason.Code == gate.TooFew && baseSpread.N < spread.N {
		g.Reason.At = ofBaseline
	}
	return g
}

// applied gives a gate on the repeats of a spread its verdict. A sum without one of
// its terms that decides nothing is another quantity, and is not shown.
func applied(g gate.Gate, e gate.Evidence, s stats.Spread, strict bool) gate.Gate {
	if sum := g.Rule.Relation == gate.Absolute && g.Rule.Statistic == "sum" && s.N > 0 && s.N < s.Of; sum {
		g.Observed = model.Of(stats.Total(stats.Present(s.Values)))
		g.Value = g.Observed
		if g = gate.Apply(g, e, strict); g.Verdict == gate.Undecided {
			g.Observed, g.Value, g.Margin = s.Sum, s.Sum, model.Figure{}
		}
		return g
	}
	return gate.Apply(g, e, strict)
}

// evidenceOf returns what the repeats bear out. Without one of them a median could
// be anything; a count only grows, and a largest figure is only surpassed.
func evidenceOf(r gate.Rule, s stats.Spread) gate.Evidence {
	if s.N == s.Of && s.Of > 0 {
		return gate.Evidence{}
	}
	e := gate.Unbounded(incomplete(s, ""))
	if r.Relation == gate.Absolute && r.Upper() && s.N > 0 {
		switch r.Statistic {
		case "sum":
			e.Low = stats.Total(stats.Present(s.Values))
		case "max":
			e.Low = s.Max.Value
		}
	}
	return e
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

// incomplete says how many repeats have no figure, and whose they are where that is
// not the scope of the gate.
func incomplete(s stats.Spread, at string) gate.Reason {
	if s.Of == 0 {
		return gate.Reason{Code: gate.NoRows, At: at}
	}
	return gate.Reason{Code: gate.Incomplete, N: s.Of - s.N, Of: s.Of, State: stats.FirstMissing(s.Values).State, At: at}
}

// pointerOf returns the pointer of the one figure that best shows where the
// statistic comes from: the repeat that is the median (or the smallest, or the
// largest), and for a sum the first repeat that adds to it.
func pointerOf(s stats.Spread, name string) string {
	value := s.Statistic(name)
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
			p.Verdict, p.Reason = gate.Undecided, gate.Reason{Code: gate.NotMet}
		}
		if p.Verdict != gate.Pass && own[i][t].Verdict != gate.Undecided {
			own[i][t].Verdict = gate.Undecided
			own[i][t].Reason = gate.Reason{Code: gate.Needs, Detail: p.Rule.Name + ": " + unmet(*p)}
		}
	}
}

// unmet says why a precondition does not hold.
func unmet(p gate.Gate) string {
	if p.Reason.Code == gate.NotMet {
		return gate.ObservedAgainst(p)
	}
	return p.Reason.String()
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
	g.Reason = gate.Reason{Code: gate.Borrowed, Detail: fmt.Sprintf("%s: %s, %s", g.Scope, mine, whose)}
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
