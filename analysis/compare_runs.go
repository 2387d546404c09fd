package analysis

import (
	"fmt"
	"math"
	"slices"

	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// compareTimelines compares two runs under a policy of one name.
func compareTimelines(g *Group, fa, fb *Finding) {
	a, b := AutoscalingOf(fa.Outcome), AutoscalingOf(fb.Outcome)
	modelled := fa.Simulated && fb.Simulated
	g.breaches(a, b, modelled)
	value := func(key, label string, u model.Unit, better model.Better, x, y model.Figure) {
		g.value(key, label, u, better, x, y, modelled)
	}
	value("peak_p99_ttft_ms", "worst p99 TTFT", model.Milliseconds, model.Lower, a.Worst.Figure, b.Worst.Figure)
	value("peak_demand_to_kv_capacity_ratio", "peak demand / KV capacity", model.Ratio, model.Lower, a.Demand.Figure, b.Demand.Figure)
	readyA, _ := a.Data.Column(model.Ready).Max()
	readyB, _ := b.Data.Column(model.Ready).Max()
	value("max_ready_replicas", "most ready replicas", model.Count, model.Neither, readyA, readyB)
	value("first_ready_seconds", "first new replica ready at", model.Seconds, model.Lower, firstReady(a), firstReady(b))
	value("cold_start_seconds", "cold start", model.Seconds, model.Lower, a.Data.ColdStartSeconds, b.Data.ColdStartSeconds)
	g.demand(a, b)
	g.Notes = append(g.Notes, "how many requests are behind each p99 TTFT is not in the files")
}

// breaches compares the samples over the SLO. They count the same thing only
// where both runs have as many samples and are judged by one objective.
func (g *Group) breaches(a, b *Autoscaling, modelled bool) {
	before := len(g.Pairs)
	g.value("slo_breach_windows", "windows over SLO", model.Count, model.Lower, breach(a), breach(b), modelled)
	if len(g.Pairs) == before {
		return
	}
	p := &g.Pairs[before]
	why := ""
	switch low, high, same := sharedObjective(a.SLO, b.SLO); {
	case !same:
		why = fmt.Sprintf("not the same objective: %s and %s", objective(a.SLO), objective(b.SLO))
	case a.Samples != b.Samples || a.Data.Len() != b.Data.Len():
		why = fmt.Sprintf("of %d and %d samples", a.Samples, b.Samples)
	case low != high:
		g.Notes = append(g.Notes, fmt.Sprintf("the objective is not stated in both; one between %s and %s fits them",
			model.Of(low).Text(model.Milliseconds), model.Of(high).Text(model.Milliseconds)))
	}
	if why != "" {
		p.Delta, p.Change = model.Figure{}, stats.Change{Reason: why}
	}
}

// sharedObjective returns the objectives that can be the one of both runs, in
// ms; same is false where none can, or nothing is known of one.
func sharedObjective(a, b SLO) (low, high float64, same bool) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, s := range []SLO{a, b} {
		if v, ok := s.Limit.Get(); ok {
			low, high = max(low, v), min(high, v)
			continue
		}
		if !s.Low.OK() || !s.High.OK() {
			return 0, 0, false
		}
		low, high = max(low, s.Low.Value), min(high, s.High.Value)
	}
	return low, high, low <= high
}

// breach returns the samples over the SLO, missing where none could be judged.
func breach(a *Autoscaling) model.Figure {
	if a.Samples == 0 {
		return model.Figure{}
	}
	return model.Of(float64(a.Breach))
}

func objective(s SLO) string {
	if s.Limit.OK() {
		return s.Limit.Text(model.Milliseconds)
	}
	return s.Low.Text(model.Milliseconds) + " to " + s.High.Text(model.Milliseconds)
}

// firstReady returns when the first replica that was started became ready.
func firstReady(a *Autoscaling) model.Figure {
	for _, e := range a.Events {
		if e.Kind == BecameReady {
			return model.Of(e.Second)
		}
	}
	return model.Figure{}
}

// demand notes where the two runs did not face the same demand: then nothing
// that comes of it can be laid to the policy.
func (g *Group) demand(a, b *Autoscaling) {
	x, _ := a.Data.Column(model.Demand).Max()
	y, _ := b.Data.Column(model.Demand).Max()
	if x.OK() && y.OK() && !agree(x, y) {
		g.Notes = append(g.Notes, fmt.Sprintf("the demand was not the same: it peaks at %s and %s", x.Text(model.Tokens), y.Text(model.Tokens)))
	}
}

// compareRollouts compares two rollouts of a build of one name, stage by stage.
func compareRollouts(g *Group, fa, fb *Finding) {
	a, b := CanaryOf(fa.Outcome), CanaryOf(fb.Outcome)
	modelled := fa.Simulated && fb.Simulated
	g.text("outcome", "outcome", a.ended(), b.ended())
	for _, sa := range a.Stages {
		at := slices.IndexFunc(b.Stages, func(s Stage) bool { return s.Percent == sa.Percent })
		switch {
		case !sa.Reached && (at < 0 || !b.Stages[at].Reached):
			continue
		case !sa.Reached:
			g.Notes = append(g.Notes, "stage "+sa.label()+" reached only in B")
			continue
		case at < 0 || !b.Stages[at].Reached:
			g.Notes = append(g.Notes, "stage "+sa.label()+" reached only in A")
			continue
		}
		g.stage(sa, b.Stages[at], modelled)
	}
	for _, sb := range b.Stages {
		if sb.Reached && !slices.ContainsFunc(a.Stages, func(s Stage) bool { return s.Percent == sb.Percent }) {
			g.Notes = append(g.Notes, "stage "+sb.label()+" reached only in B")
		}
	}
}

// stage compares what was observed at one stage.
func (g *Group) stage(a, b Stage, modelled bool) {
	at := "stage " + a.label()
	add := func(key, label string, u model.Unit, better model.Better, x, y model.Figure) {
		g.value(key, at+": "+label, u, better, x, y, modelled)
	}
	x, y := a.Data, b.Data
	add("requests", "requests", model.Count, model.Neither, x.Requests, y.Requests)
	for _, m := range model.StageMetrics() {
		label := m.Label
		if m == model.TPOTDelta {
			label = "TPOT against the baseline build"
		}
		add(m.ID, label, m.Unit, m.Better, x.Figures[m], y.Figures[m])
	}
	g.resolution(at, "A", x)
	g.resolution(at, "B", y)
}

// resolution notes where a stage has too few requests for its error rate: one
// error more or less among n requests moves it by 1/n.
func (g *Group) resolution(at, side string, s *model.Stage) {
	rate, okR := s.Figures[model.ErrorRate].Get()
	n, okN := s.Requests.Get()
	if okR && okN && n > 0 && rate > 0 && rate < 1/n {
		g.Notes = append(g.Notes, fmt.Sprintf("%s of %s: an error rate of %s is less than one error in %s requests",
			at, side, s.Figures[model.ErrorRate].Text(model.Ratio), s.Requests.Text(model.Count)))
	}
}

// ended returns how a rollout ended, and where.
func (c *Canary) ended() string {
	text := c.Outcome.String()
	if c.Outcome == RolledBack && c.Stopped >= 0 && c.Stopped < len(c.Stages) {
		text += " at " + c.Stages[c.Stopped].label()
	}
	return text
}
