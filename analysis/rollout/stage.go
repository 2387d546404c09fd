package rollout

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// stageJudge is what all stages of a rollout are judged by.
type stageJudge struct {
	rules    []gate.Rule
	limits   model.GatePolicy
	recorded model.GatePolicy // the document's own limits
	carried  map[string]bool  // see plan.carried
	o        gate.Options
	from     gate.Provenance
}

// stage judges one stage record by every rule.
func (j *stageJudge) stage(data *model.Stage) Stage {
	s := Stage{
		Percent: data.Percent.Value, Requests: data.Requests, Reached: true, Data: data,
		Gates: make([]gate.Gate, 0, len(j.rules)),
	}
	decided := false
	scope := "stage " + shareText(data.Percent)
	for _, rule := range j.rules {
		g := j.gate(data, rule, scope)
		decided = decided || g.Margin.OK()
		s.Gates = append(s.Gates, g)
		s.Verdict = max(s.Verdict, g.Verdict)
	}
	// A stage of which nothing could be judged has not passed, and neither has
	// one of which nobody knows how much traffic it had.
	if !decided && len(j.rules) > 0 || !data.Percent.OK() {
		s.Verdict = max(s.Verdict, gate.Undecided)
	}
	return s
}

func (j *stageJudge) gate(data *model.Stage, rule gate.Rule, scope string) gate.Gate {
	g := gate.Gate{
		Rule: rule, Scope: scope, N: samples(data.Requests),
		Provenance: j.from, Pointer: data.Pointer + "/" + rule.Metric,
	}
	g.Observed = stageFigure(data, rule.Metric)
	g.NotInFile = rule.Optional && !j.carried[rule.Metric] && g.Observed.State == model.Absent
	j.limit(&g)
	// Nothing that was observed on no request passes, whatever the policy says.
	g.Rule.MinSamples = rule.Needs(g.Limit.Value)
	if !g.NotInFile && g.N == 0 {
		g.Reason = gate.Reason{Code: gate.NoSamples, Detail: "requests_evaluated is " + finding.Exact(data.Requests, model.Count)}
	}
	return gate.Apply(g, gate.Evidence{}, j.o.Strict)
}

// limit sets the limit of a gate and says where it comes from. A limit that the
// file states but that is no number is not replaced by the policy's: what the
// file meant is not known then.
func (j *stageJudge) limit(g *gate.Gate) {
	stated, key := statedLimit(j.limits, g.Rule.ID)
	own, _ := statedLimit(j.recorded, g.Rule.ID)
	from := "stated in canary_gate_policy"
	if stated != own {
		from = "what-if"
	}
	rule := g.Rule
	rule.OwnLimit = rule.OwnLimit && stated == own // a what-if goes before every policy
	g.Limit, g.LimitSource = gate.LimitOf(rule, j.o, stated, from)
	if _, set := j.o.Limits[rule.ID]; set || rule.OwnLimit || stated.State == model.Absent {
		return
	}
	if !stated.OK() {
		g.Limit, g.LimitSource = stated, from
	}
	if stated == own {
		g.LimitPtr = j.limits.Pointer + "/" + key
	}
}

// samples returns the number of requests behind a stage, 0 where it is not known.
func samples(requests model.Figure) int {
	v, ok := requests.Get()
	if !ok || v <= 0 {
		return 0
	}
	return int(min(v, gate.MaxSamples))
}

// statedLimit returns the limit that a file's gate policy states for what a rule is
// about, and its key there. Only the built-in rules have one: a rule of one's own on
// the same metric may be about another thing.
func statedLimit(p model.GatePolicy, rule string) (model.Figure, string) {
	if m := gate.LimitedBy(rule); m != nil {
		return p.Limits[m], m.Limit
	}
	return model.Figure{}, ""
}

// stageFigure returns the figure of a stage that has the ID, absent where stages
// have no such figure.
func stageFigure(s *model.Stage, id string) model.Figure {
	return s.Figures[model.MetricOf(model.StageMetrics(), id)]
}
