package analysis

import (
	"math"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/policy"
	"scaledeck/analysis/timeline"
	"scaledeck/model"
)

// tester makes documents for one rule and judges them.
type tester struct {
	policy  gate.Policy
	rule    gate.Rule
	subject policy.Subject
	before  gate.Rule    // the precondition, with an ID where there is one
	met     model.Figure // what it must observe to hold
}

// judge judges a document in which the rule observes target, or something as
// near to it as a file can hold; NaN means a missing figure.
func (t tester) judge(target float64) *Findings {
	doc := &model.Document{File: "self-test"}
	switch t.rule.Kind {
	case gate.KindScaleOut:
		doc.Parts = []model.Part{t.scaleOut(target)}
	case gate.KindCanary:
		doc.Parts = []model.Part{t.canary(target)}
	case model.KindArms:
		doc.Parts = []model.Part{t.arms(target)}
	default:
		doc.Parts = []model.Part{t.timeline(target)}
	}
	snap := &model.Snapshot{Files: []model.File{{Key: "self-test", Name: "self-test", Doc: doc}}}
	return Judge(snap, gate.Options{Policy: t.policy})
}

// gates returns the gates that the rule gave.
func (t tester) gates(f *Findings) []gate.Gate {
	var list []gate.Gate
	for _, fd := range f.List {
		for _, g := range fd.Gates {
			if g.Rule.ID == t.rule.ID {
				list = append(list, g)
			}
		}
	}
	return list
}

// passed reports whether no gate of the rule is anything but passed.
func (t tester) passed(f *Findings) bool {
	for _, g := range t.gates(f) {
		if g.Verdict != gate.Pass && g.Reason.Code != gate.IsBaseline {
			return false
		}
	}
	return true
}

// figureOf returns v as the nearest figure that a file can hold of the metric.
func figureOf(m *model.Metric, v float64) model.Figure {
	if math.IsNaN(v) {
		return model.Missing(model.Null)
	}
	d := m.Domain
	low, high := max(d.Low, -math.MaxFloat64), min(d.High, math.MaxFloat64)
	if m == model.EPPRestarts {
		high = 1
	}
	if m.Unit == model.Count {
		v = math.Round(v)
	}
	return model.Of(min(max(v, low), high))
}

// scaleOut returns an analysis of two topologies with as many repeats as the
// rule needs.
func (t tester) scaleOut(target float64) *model.Comparison {
	repeats := min(max(t.rule.MinSamples, t.before.MinSamples, 1), policy.MaxSelfTest)
	s := &model.Comparison{}
	for n := 1; n <= 2; n++ {
		for i := range repeats {
			run := model.Run{Replicas: model.Of(float64(n)), Repeat: model.Of(float64(i + 1)), EPPRestarted: model.FlagOf(false), Figures: make(model.Values)}
			if before, ok := t.met.Get(); ok {
				set(&run, t.before, n, i, before)
			}
			set(&run, t.rule, n, i, target)
			s.Rows = append(s.Rows, run)
		}
	}
	return s
}

// set puts into repeat i at n replicas what makes the rule observe target.
func set(run *model.Run, r gate.Rule, n, i int, target float64) {
	s, _ := policy.SubjectOf(r.Metric)
	f := figureOf(s.Metric, relatedTo(r, n, target))
	if r.Statistic == "sum" && i > 0 && f.OK() {
		f = model.Of(0) // the first repeat has it all
	}
	if r.Metric == model.EPPRestarts.ID {
		run.EPPRestarted = model.Flag{Value: f.Value > 0, State: f.State}
		return
	}
	run.Figures[s.Metric] = f
}

// relatedTo returns the figure at n replicas that gives target in relation to
// the baseline, whose figure is 1.
func relatedTo(r gate.Rule, n int, target float64) float64 {
	switch {
	case r.Relation == gate.Absolute, math.IsNaN(target):
		return target
	case n == 1:
		return 1
	case r.Relation == gate.Difference:
		return 1 + target
	default:
		return 1 + target/100
	}
}

// arms returns a comparison of one arm with as many runs as the rule needs.
func (t tester) arms(target float64) *model.Comparison {
	c := &model.Comparison{Schema: "self-test", Arms: []model.Arm{{Name: "self-test"}}}
	for i := range min(max(t.rule.MinSamples, 1), policy.MaxSelfTest) {
		f := figureOf(t.subject.Metric, target)
		if t.rule.Statistic == "sum" && i > 0 && f.OK() {
			f = model.Of(0) // the first run has it all
		}
		c.Rows = append(c.Rows, model.Run{Figures: model.Values{t.subject.Metric: f}})
	}
	return c
}

// canary returns a rollout of one stage with the whole traffic.
func (t tester) canary(target float64) *model.RolloutSet {
	stage := model.Stage{Percent: model.Of(100), Requests: model.Of(float64(t.rule.Needs(t.rule.Limit)))}
	stage.Figures = model.Values{t.subject.Metric: figureOf(t.subject.Metric, target)}
	return &model.RolloutSet{Rollouts: []model.Rollout{{Name: "self-test", Stages: []model.Stage{stage}}}}
}

// timeline returns a timeline with as many samples as the rule needs. For a
// count of windows, as many of them are over the objective as the target says.
func (t tester) timeline(target float64) *model.TimelineSet {
	const objective = 100.0
	n := max(t.rule.MinSamples, 1)
	if t.rule.Statistic == gate.OverSLO && target < policy.MaxSelfTest {
		n = max(n, int(math.Round(target)))
	}
	tl := model.Timeline{Name: "self-test", SLO: model.Of(objective)}
	slo, _ := timeline.ForeignSLO(&tl, gate.Options{Policy: t.policy})
	if !slo.OK() {
		slo = tl.SLO
	}
	for i := range min(n, policy.MaxSelfTest) {
		tl.Seconds.Append(model.Of(float64(i)))
		f := figureOf(t.subject.Metric, target)
		if t.rule.Statistic == gate.OverSLO && f.OK() {
			f = slo
			if float64(i) < math.Round(target) {
				f = model.Of(2 * slo.Value)
			}
		}
		for _, m := range model.SampleMetrics() {
			if m.ID == t.rule.Metric {
				tl.Append(m, f)
			} else {
				tl.Append(m, model.Figure{})
			}
		}
		tl.Breached = append(tl.Breached, model.Flag{})
	}
	return &model.TimelineSet{Timelines: []model.Timeline{tl}}
}
