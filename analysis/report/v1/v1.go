// Package v1 writes what schema scaledeck-report-v1 has of each kind: one key a
// kind, with fields of its own. Later schemas print the section of a finding
// instead; this one is kept for the scripts that read it and gains no kind.
package v1

import (
	"scaledeck/analysis"
	"scaledeck/analysis/report/jsonvalue"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

type object = jsonvalue.Object

// The short names of what every line below needs.
var (
	of     = jsonvalue.Of
	figure = jsonvalue.Figure
	copied = jsonvalue.Copied
)

// Outcome is the member of a finding that its kind has in this schema.
func Outcome(f analysis.Finding) object {
	switch {
	case analysis.ScaleOutOf(f.Outcome) != nil:
		return of("scale_out", scaleOut(analysis.ScaleOutOf(f.Outcome)))
	case analysis.CanaryOf(f.Outcome) != nil:
		return of("canary", canary(analysis.CanaryOf(f.Outcome)))
	case analysis.AutoscalingOf(f.Outcome) != nil:
		return of("autoscaling", autoscaling(analysis.AutoscalingOf(f.Outcome)))
	case analysis.ColdStartOf(f.Outcome) != nil:
		return of("cold_start", coldStart(analysis.ColdStartOf(f.Outcome)))
	default:
		return nil
	}
}

func scaleOut(so *analysis.ScaleOut) object {
	data, baseline, topologies := model.Comparison{}, "", []object{}
	if so.Data != nil {
		data = *so.Data
	}
	for i := range so.Topologies {
		if i == so.Baseline {
			baseline = so.Topologies[i].Label
		}
		topologies = append(topologies, topology(so, i))
	}
	return of("baseline", baseline, "reference", so.Reference, "criteria_holding", so.Holding,
		"criteria", jsonvalue.Each(so.Criteria, func(c analysis.Criterion) object {
			return of("rule", c.Rule.ID, "name", c.Rule.Name, "verdict", c.Verdict.String())
		}),
		"topologies", topologies, "doubts", copied(so.Doubts),
		"business_question", data.BusinessQuestion, "answer", data.Answer, "claim_boundary", data.ClaimBoundary)
}

func topology(so *analysis.ScaleOut, i int) object {
	t, metrics := so.Topologies[i], []object{}
	for _, m := range model.RunMetrics() {
		c := so.Change(m, i, so.Baseline)
		metrics = append(metrics, spread(m.ID, t.Metrics[m], m.Unit, t.Unsupported(m)).And(jsonvalue.If(i != so.Baseline, "change", Change(c))))
	}
	metrics = append(metrics, Spread("epp_restarted", t.Metrics[model.EPPRestarts], model.Count))
	return of("replicas", t.Replicas, "label", t.Label, "runs", t.Runs, "verdict", t.Verdict.String(),
		"own_verdict", t.Own.String(), "reason", t.Reason, "metrics", metrics)
}

// Change is a change against the baseline, in percent and in a word.
func Change(c stats.Change) object {
	return of("percent", figure(c.Percent, model.Percent), "word", c.Word, "reason", c.Reason, "basis", c.Basis)
}

// Spread is a metric over its repeats: the interval is that of the median at 95 %,
// its coverage how sure it is, its note why there is none.
func Spread(metric string, s stats.Spread, u model.Unit) object { return spread(metric, s, u, "") }

// spread is Spread with why the figure is not the percentile that it is called.
func spread(metric string, s stats.Spread, u model.Unit, unsupported string) object {
	var low, high, coverage model.Figure
	if l, h, c, ok := s.Interval(); ok {
		low, high, coverage = model.Of(l), model.Of(h), model.Of(c)
	}
	return of("metric", metric, "median", figure(s.Median, u), "min", figure(s.Min, u), "max", figure(s.Max, u), "sum", figure(s.Sum, u),
		"n", s.N, "of", s.Of, "max_to_min", figure(s.Ratio, model.Ratio), "unstable", s.Unstable,
		"interval_low", figure(low, u), "interval_high", figure(high, u), "interval_coverage", figure(coverage, model.Ratio),
		"interval_note", stats.IntervalNote(s.N), "unsupported", unsupported)
}

func canary(c *analysis.Canary) object {
	var stopped any // counted from 1, or null
	if c.Stopped >= 0 && c.Stopped < len(c.Stages) {
		stopped = c.Stopped + 1
	}
	return of("outcome", c.Outcome.String(), "reason", c.Reason, "stopped_at_stage", stopped, "stages", jsonvalue.Each(c.Stages, stage))
}

func stage(s analysis.Stage) object {
	var data model.Stage
	if s.Data != nil {
		data = *s.Data
	}
	return of("percent", figure(model.Of(s.Percent), model.Percent), "requests", figure(s.Requests, model.Count), "reached", s.Reached,
		"verdict", s.Verdict.String(), "recorded_decision", data.Decision, "recorded_reasons", copied(data.Reasons))
}

// eventKinds are the words of events.
var eventKinds = map[analysis.EventKind]string{
	analysis.BreachBegan: "breach_began", analysis.BreachEnded: "breach_ended", analysis.ScaledUp: "scaled_up",
	analysis.BecameReady: "became_ready", analysis.ScaledDown: "scaled_down", analysis.Peaked: "peaked",
}

func autoscaling(a *analysis.Autoscaling) object {
	ms := func(f model.Figure) object { return figure(f, model.Milliseconds) }
	at := func(v float64) object { return figure(model.Of(v), model.Seconds) }
	peak := func(p analysis.Peak, u model.Unit) object {
		second := figure(model.Figure{}, model.Seconds)
		if p.Figure.OK() {
			second = at(p.Second)
		}
		return of("figure", figure(p.Figure, u), "at", second)
	}
	return of("slo", of("limit", ms(a.SLO.Limit), "not_over_at", ms(a.SLO.Low), "over_at", ms(a.SLO.High), "source", a.SLO.Source),
		"windows_over_slo", a.Breach, "windows_judged", a.Samples,
		"spans_over_slo", jsonvalue.Each(a.Windows, func(w analysis.Window) object {
			worst, when := analysis.WorstIn(a.Data, w)
			return of("start", at(w.Start), "end", at(w.End), "samples", w.Last-w.First+1, "worst_p99_ttft", ms(worst), "worst_at", figure(when, model.Seconds))
		}),
		"worst_p99_ttft", peak(a.Worst, model.Milliseconds), "peak_demand_to_kv_capacity", peak(a.Demand, model.Ratio),
		"events", jsonvalue.Each(a.Events, func(e analysis.Event) object {
			return of("kind", eventKinds[e.Kind], "at", at(e.Second), "replicas", e.Count, "text", e.Text)
		}))
}

func coldStart(c *analysis.ColdStart) object {
	return of("saved", figure(c.Saved, model.Seconds), "factor", figure(c.Factor, model.Ratio),
		"profiles", jsonvalue.Each(c.Profiles, func(p analysis.Profile) object {
			var data model.Profile
			if p.Data != nil {
				data = *p.Data
			}
			return of("name", data.Name, "total", figure(p.Total, model.Seconds), "every_phase_known", p.Known,
				"phases", jsonvalue.Each(data.Phases, func(ph model.Phase) object {
					return of("name", ph.Name, "length", figure(ph.Seconds, model.Seconds))
				}))
		}),
		"ties", copied(c.Tie))
}
