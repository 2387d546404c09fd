package report

import (
	"scaledeck/analysis"
	"scaledeck/model"
)

func jsonOfScaleOut(so *analysis.ScaleOut) *jsonScaleOut {
	if so == nil {
		return nil
	}
	j := &jsonScaleOut{
		Reference: so.Reference, Holding: so.Holding, Doubts: copied(so.Doubts), Topologies: []jsonTopology{},
		Criteria: each(so.Criteria, func(c analysis.Criterion) jsonCriterion {
			return jsonCriterion{c.Rule.ID, c.Rule.Name, c.Verdict.String()}
		}),
	}
	if so.Data != nil {
		j.Question, j.Answer, j.Boundary = so.Data.BusinessQuestion, so.Data.Answer, so.Data.ClaimBoundary
	}
	for i, t := range so.Topologies {
		if i == so.Baseline {
			j.Baseline = t.Label
		}
		jt := jsonTopology{
			Replicas: t.Replicas, Label: t.Label, Runs: t.Runs, Verdict: t.Verdict.String(), OwnVerdict: t.Own.String(), Reason: t.Reason,
		}
		for _, m := range model.RunMetrics() {
			sp := jsonOfSpread(m.ID, t.Metrics[m], m.Unit)
			sp.Few = t.Unsupported(m)
			if i != so.Baseline {
				c := so.Change(m, i, so.Baseline)
				sp.Change = &jsonChange{figure(c.Percent, model.Percent), c.Word, c.Reason, c.Basis}
			}
			jt.Metrics = append(jt.Metrics, sp)
		}
		jt.Metrics = append(jt.Metrics, jsonOfSpread("epp_restarted", t.Metrics[model.EPPRestarts], model.Count))
		j.Topologies = append(j.Topologies, jt)
	}
	return j
}

func jsonOfSpread(key string, s analysis.Spread, u model.Unit) jsonSpread {
	j := jsonSpread{
		Metric: key, Median: figure(s.Median, u), Min: figure(s.Min, u), Max: figure(s.Max, u), Sum: figure(s.Sum, u),
		N: s.N, Of: s.Of, Ratio: figure(s.Ratio, model.Ratio), Unstable: s.Unstable,
		Low: figure(model.Figure{}, u), High: figure(model.Figure{}, u), Coverage: figure(model.Figure{}, model.Ratio), Note: analysis.IntervalNote(s.N),
	}
	if low, high, coverage, ok := s.Interval(); ok {
		j.Low, j.High, j.Coverage = figure(model.Of(low), u), figure(model.Of(high), u), figure(model.Of(coverage), model.Ratio)
	}
	return j
}

func jsonOfCanary(c *analysis.Canary) *jsonCanary {
	if c == nil {
		return nil
	}
	j := &jsonCanary{Outcome: c.Outcome.String(), Reason: c.Reason, Stages: each(c.Stages, jsonOfStage)}
	if c.Stopped >= 0 && c.Stopped < len(c.Stages) {
		n := c.Stopped + 1
		j.Stopped = &n
	}
	return j
}

func jsonOfStage(s analysis.Stage) jsonStage {
	j := jsonStage{
		Percent: figure(model.Of(s.Percent), model.Percent), Requests: figure(s.Requests, model.Count),
		Reached: s.Reached, Verdict: s.Verdict.String(), Reasons: []string{},
	}
	if s.Data != nil {
		j.Decision, j.Reasons = s.Data.Decision, copied(s.Data.Reasons)
	}
	return j
}

// eventKinds are the words of events in JSON.
var eventKinds = map[analysis.EventKind]string{
	analysis.BreachBegan: "breach_began", analysis.BreachEnded: "breach_ended", analysis.ScaledUp: "scaled_up",
	analysis.BecameReady: "became_ready", analysis.ScaledDown: "scaled_down", analysis.Peaked: "peaked",
}

func jsonOfAutoscaling(a *analysis.Autoscaling) *jsonAutoscaling {
	if a == nil {
		return nil
	}
	ms := func(f model.Figure) jsonFigure { return figure(f, model.Milliseconds) }
	at := func(v float64) jsonFigure { return figure(model.Of(v), model.Seconds) }
	peak := func(p analysis.Peak, u model.Unit) jsonPeak {
		j := jsonPeak{Figure: figure(p.Figure, u), At: figure(model.Figure{}, model.Seconds)}
		if p.Figure.OK() {
			j.At = at(p.Second)
		}
		return j
	}
	return &jsonAutoscaling{
		SLO:    jsonSLO{Limit: ms(a.SLO.Limit), Low: ms(a.SLO.Low), High: ms(a.SLO.High), Source: a.SLO.Source},
		Breach: a.Breach, Samples: a.Samples,
		Windows: each(a.Windows, func(w analysis.Window) jsonWindow {
			worst, when := analysis.WorstIn(a.Data, w)
			return jsonWindow{at(w.Start), at(w.End), w.Last - w.First + 1, ms(worst), figure(when, model.Seconds)}
		}),
		Worst: peak(a.Worst, model.Milliseconds), Demand: peak(a.Demand, model.Ratio),
		Events: each(a.Events, func(e analysis.Event) jsonEvent {
			return jsonEvent{eventKinds[e.Kind], at(e.Second), e.Count, e.Text}
		}),
	}
}

func jsonOfColdStart(c *analysis.ColdStart) *jsonColdStart {
	if c == nil {
		return nil
	}
	j := &jsonColdStart{
		Saved: figure(c.Saved, model.Seconds), Factor: figure(c.Factor, model.Ratio), Profiles: []jsonProfile{}, Ties: copied(c.Tie),
	}
	for _, p := range c.Profiles {
		jp := jsonProfile{Total: figure(p.Total, model.Seconds), Known: p.Known, Phases: []jsonPhase{}}
		if p.Data != nil {
			jp.Name = p.Data.Name
			jp.Phases = each(p.Data.Phases, func(ph model.Phase) jsonPhase {
				return jsonPhase{ph.Name, figure(ph.Seconds, model.Seconds)}
			})
		}
		j.Profiles = append(j.Profiles, jp)
	}
	return j
}
