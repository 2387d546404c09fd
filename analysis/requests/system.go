package requests

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"scaledeck/model"
)

// systemMetricsOf are the figures that the system's metrics give.
var systemMetricsOf = [...]*model.Metric{model.MaxEPPQueue, model.MaxVLLMWaiting, model.MaxKVCachePct, model.Preemptions}

// systemFigures computes what the system's metrics give, and takes the rest from
// the tables of runs.
func (a *analyser) systemFigures(run runID, out *model.Run) {
	if m, ok := of(a.metrics, a.metricRuns, run); ok {
		a.measured(run, m, out)
	}
	raw := *out
	raw.Figures = maps.Clone(out.Figures) // what is taken from other tables is not of the raw records
	a.raw = append(a.raw, raw)
	for _, t := range [...]*runTable{a.summary, a.gates} {
		if t == nil {
			continue
		}
		for _, m := range systemMetricsOf {
			if v, ok := of(t.figures[m], t.index, run); ok && !out.Figures[m].OK() {
				out.Figures[m] = model.Of(v)
				a.take(t.name, m.Label)
			}
		}
		if v, ok := of(t.restart, t.index, run); ok && !out.EPPRestarted.OK() {
			out.EPPRestarted = model.FlagOf(v)
			a.take(t.name, "restarts")
		}
	}
}

// taking is a figure that a table of runs has and that was not computed.
type taking struct {
	table, label string
	runs         int
}

// take counts a figure of one run that is taken from a table as it stands there.
func (a *analyser) take(table, label string) {
	for i := range a.taken {
		if t := &a.taken[i]; t.table == table && t.label == label {
			t.runs++
			return
		}
	}
	a.taken = append(a.taken, taking{table, label, 1})
}

// takings says which figures are not computed, a sentence a table; "" for none.
func (a *analyser) takings() []string {
	var list []string
	for _, table := range [...]*runTable{a.summary, a.gates} {
		var labels []string
		for _, t := range a.taken {
			if table == nil || t.table != table.name {
				continue
			}
			label := t.label
			if t.runs < len(a.requests.runs()) {
				label += fmt.Sprintf(" (%s)", counted(t.runs, "run"))
			}
			labels = append(labels, label)
		}
		if len(labels) > 0 {
			list = append(list, fmt.Sprintf("Taken from %s as it stands there, not computed: %s.", table.name, strings.Join(labels, ", ")))
		}
	}
	return list
}

// measured computes the figures of a run from the system's metrics.
func (a *analyser) measured(run runID, m *systemMetrics, out *model.Run) {
	ahead, words := a.clockOf(run, m)
	if words != "" {
		a.say(run, words)
	}
	if at := a.o.span(a.config, run.replicas); !a.o.Partial {
		duration := at.duration
		if !at.hasDuration() {
			duration = 0
		}
		if why := m.holes(ahead, duration); why != "" {
			a.say(run, "no peaks from system metrics: "+why)
			return
		}
		if n := a.unreadSamples(run); n > 0 {
			a.say(run, fmt.Sprintf("no peaks from system metrics: %s cannot be read, which can be any of the run's samples", counted(n, "row")))
			return
		}
	}
	a.measuredRuns++
	var when []string
	for _, f := range [...]struct {
		m     *model.Metric
		gauge gauge
		peak  peak
		scale float64
	}{
		{model.MaxEPPQueue, eppQueue, m.peakOfSum(eppQueue), 1},
		{model.MaxVLLMWaiting, vllmWaiting, m.peakOfSum(vllmWaiting), 1},
		{model.MaxKVCachePct, kvCache, m.peakOf(kvCache), 100},
	} {
		if f.peak.ok && a.everyReplica(run, m, f.gauge) {
			out.Figures[f.m] = model.Of(round(f.peak.value*f.scale, 3))
			if f.peak.value > 0 {
				when = append(when, fmt.Sprintf("%s at %.0f s", f.m.Label, f.peak.second-ahead))
			}
		}
	}
	if !math.IsNaN(ahead) && len(when) > 0 {
		a.say(run, "first at its peak, on the traffic clock: "+strings.Join(when, ", "))
	}
	if v, ok := m.growth(preempted); ok && a.everyReplica(run, m, preempted) {
		out.Figures[model.Preemptions] = model.Of(round(v, 3))
	}
	if v, ok := m.restarted(); ok {
		out.EPPRestarted = model.FlagOf(v)
	}
}

// everyReplica reports whether a gauge has a series of every replica: the peak
// over some of them is not the peak. Where the series bear no names of replicas,
// one is taken to be of all.
func (a *analyser) everyReplica(run runID, m *systemMetrics, g gauge) bool {
	ids := m.ids(g)
	if g == eppQueue || len(ids) >= run.replicas || len(ids) == 1 && ids[0].label == "" || a.o.Partial {
		return true
	}
	a.say(run, fmt.Sprintf("no %s from system metrics: it has samples of %d of %d replicas", g, len(ids), run.replicas))
	return false
}

// unreadSamples returns how many rows of system metrics are or may be the run's
// and cannot be read.
func (a *analyser) unreadSamples(run runID) int {
	n := a.metricsLost.nowhere
	if at, ok := a.metricRuns.find(run); ok {
		n += a.metricsLost.runs[at]
	}
	return n
}
