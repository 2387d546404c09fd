package timeline

import (
	"fmt"
	"math"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// compareTimelines compares two runs under a policy of one name.
func compareTimelines(g *finding.Group, fa, fb *finding.Finding) {
	a, b := AutoscalingOf(fa.Outcome), AutoscalingOf(fb.Outcome)
	modelled := fa.Simulated && fb.Simulated
	pairBreaches(g, a, b, modelled)
	value := func(key, label string, u model.Unit, better model.Better, x, y model.Figure) {
		g.Value(key, label, u, better, x, y, modelled)
	}
	value("peak_p99_ttft_ms", "worst p99 TTFT", model.Milliseconds, model.Lower, a.Worst.Figure, b.Worst.Figure)
	value("peak_demand_to_kv_capacity_ratio", "peak demand / KV capacity", model.Ratio, model.Lower, a.Demand.Figure, b.Demand.Figure)
	readyA, _ := a.Data.Column(model.Ready).Max()
	readyB, _ := b.Data.Column(model.Ready).Max()
	value("max_ready_replicas", "most ready replicas", model.Count, model.Neither, readyA, readyB)
	value("first_ready_seconds", "first new replica ready at", model.Seconds, model.Lower, firstReady(a), firstReady(b))
	value("cold_start_seconds", "cold start", model.Seconds, model.Lower, a.Data.ColdStartSeconds, b.Data.ColdStartSeconds)
	pairDemand(g, a, b)
	g.Notes = append(g.Notes, "how many requests are behind each p99 TTFT is not in the files")
}

// breaches compares the samples over the SLO. They count the same thing only
// where both runs have as many samples and are judged by one objective.
func pairBreaches(g *finding.Group, a, b *Autoscaling, modelled bool) {
	before := len(g.Pairs)
	g.Value("slo_breach_windows", "windows over SLO", model.Count, model.Lower, breach(a), breach(b), modelled)
	if len(g.Pairs) == before {
		return
	}
	p := &g.Pairs[before]
	why := ""
	switch low, high, same := SharedObjective(a.SLO, b.SLO); {
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

// SharedObjective returns the objectives that can be the one of both runs, in
// ms; same is false where none can, or nothing is known of one.
func SharedObjective(a, b SLO) (low, high float64, same bool) {
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
func pairDemand(g *finding.Group, a, b *Autoscaling) {
	x, _ := a.Data.Column(model.Demand).Max()
	y, _ := b.Data.Column(model.Demand).Max()
	if x.OK() && y.OK() && !finding.Agree(x, y) {
		g.Notes = append(g.Notes, fmt.Sprintf("the demand was not the same: it peaks at %s and %s", x.Text(model.Tokens), y.Text(model.Tokens)))
	}
}
