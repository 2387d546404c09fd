package requests

import (
	"fmt"
	"math"
	"strings"

	"scaledeck/model"
	"scaledeck/model/text"
)

// tenantsOf sorts out whose figures are the premium's and whose the standard's:
// those that were named, or those of the highest and next highest priority.
func (a *analyser) tenantsOf() {
	all := a.requests.tenants()
	pick := func(named string, ranks int) []tenantID {
		var list []tenantID
		if named != "" {
			for _, t := range all {
				if t.name == named {
					list = append(list, t)
				}
			}
			return list
		}
		for i, t := range all {
			if i == 0 || t.priority != all[i-1].priority {
				ranks--
			}
			if t.ranked && ranks == 0 {
				list = append(list, t)
			}
		}
		return list
	}
	a.premium, a.standard = pick(a.o.Premium, 1), pick(a.o.Standard, 2)
	for i, list := range [...][]tenantID{a.premium, a.standard} {
		a.members[i] = make(map[tenantID]bool, len(list))
		for _, t := range list {
			a.members[i][t] = true
		}
	}
	for _, class := range [...]struct {
		what, flag, named string
		list              []tenantID
	}{{"premium", "--premium", a.o.Premium, a.premium}, {"standard", "--standard", a.o.Standard, a.standard}} {
		if len(class.list) > 0 {
			continue
		}
		why := "no priority says which tenant it is: name one with " + class.flag
		if class.named != "" {
			why = fmt.Sprintf("no request of a tenant %q", text.Clean(class.named))
		}
		a.notes = append(a.notes, note(model.Warning, a.tables[requestResults][0].name, "no "+class.what+" tenant: "+why))
	}
}

// row computes the figures of one run.
func (a *analyser) row(run runID) model.Run {
	out := model.Run{Name: run.label(), Replicas: model.Of(float64(run.replicas)), Repeat: model.Missing(model.Null)}
	if run.repeat != noRepeat {
		out.Repeat = model.Of(run.repeat)
	}
	for m := range out.Figures {
		out.Figures[m] = model.Missing(model.Null)
	}
	out.EPPRestarted = model.Flag{State: model.Null}
	a.requestFigures(run, &out)
	a.systemFigures(run, &out)
	a.compare(run, &out)
	return out
}

// requestFigures computes what the requests of a run give.
func (a *analyser) requestFigures(run runID, out *model.Run) {
	at := a.o.span(a.config, run.replicas)
	// Warm-up requests are numbered along with the others and count for nothing else.
	all := noCounts()
	numbered := all
	for _, tenant := range a.requests.byRun[run] {
		t := a.requests.groups[groupKey{run, tenant}]
		numbered.add(&t.counts)
		if !tenant.warmup() {
			all.add(&t.counts)
		}
	}
	if missing := a.missing(run, &all, &numbered); missing != "" {
		a.doubtful = true
		a.say(run, missing)
		if !a.o.Partial {
			return
		}
	}
	set := func(m model.RunMetric, v float64) { out.Figures[m] = model.Of(round(v, 3)) }
	set(model.Requests, float64(all.requests))
	set(model.HTTP200, float64(all.ok))
	set(model.HTTPNon200, float64(all.requests-all.ok))
	if at.hasDuration() {
		perGPU := at.duration * float64(run.replicas)
		set(model.OfferedRPSPerGPU, float64(all.requests)/at.duration/float64(run.replicas))
		if all.unended == 0 {
			set(model.ServedRPSPerGPU, float64(all.served)/perGPU)
		} else {
			a.say(run, "no served throughput: the latency of a request with status 200 is missing")
		}
	} else {
		a.say(run, "no throughput: the length of the run is not known, give --duration")
	}
	if !at.hasWindow() {
		a.say(run, "no percentiles: the burst window is not known, give --window")
		return
	}
	premium, standard := a.members[0], a.members[1]
	ttft := func(t *total) (*series, int) { return &t.ttft, t.noTTFT }
	tpot := func(t *total) (*series, int) { return &t.tpot, t.noTPOT }
	if q := a.quantiles(run, "premium TTFT", premium, ttft); q.n > 0 {
		set(model.PremiumBurstP95TTFT, q.p95)
		set(model.PremiumBurstP99TTFT, q.p99)
	}
	if q := a.quantiles(run, "premium TPOT", premium, tpot); q.n > 0 {
		set(model.PremiumBurstP95TPOT, q.p95)
	}
	if q := a.quantiles(run, "standard TTFT", standard, ttft); q.n > 0 {
		set(model.StandardBurstP95TTFT, q.p95)
	}
}

// quantiles computes percentiles and says what is thin about them.
func (a *analyser) quantiles(run runID, what string, tenants map[tenantID]bool, of func(*total) (*series, int)) quantiles {
	var q quantiles
	q, a.buf = a.requests.quantilesOf(run, tenants, of, a.buf)
	if len(tenants) == 0 {
		return q
	}
	if q.n == 0 {
		a.say(run, "no "+what+" in the burst window")
		return q
	}
	if q.missing > 0 {
		a.say(run, fmt.Sprintf("%s is missing of %s with status 200 in the window", what, counted(q.missing, "request")))
	}
	if why := unsupported(q.n); why != "" {
		a.say(run, fmt.Sprintf("%s rests on %s: %s", what, counted(q.n, "request"), why))
	}
	return q
}

// counted returns a number of things, in words that agree with it.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// missing says how it is known that requests of the run are not in the file, ""
// where nothing says so.
func (a *analyser) missing(run runID, all, numbered *counts) string {
	much := func(expected float64, n int) bool {
		return expected-float64(n) > max(a.o.MaxMalformedShare*expected, 0.5)
	}
	if span := numbered.last - numbered.first + 1; numbered.last >= numbered.first && much(span, numbered.requests) {
		return fmt.Sprintf("requests are missing: the file has %d of the numbers %.0f to %.0f", numbered.requests, numbered.first, numbered.last)
	}
	if a.summary != nil {
		if v, ok := of(a.summary.figures[model.Requests], a.summary.index, run); ok && much(v, all.requests) {
			return fmt.Sprintf("requests are missing: the file has %d, %s says %.0f", all.requests, a.summary.name, v)
		}
	}
	if t, ok := of(a.traffic, a.trafficRuns, run); ok && much(t.issued(), all.requests) {
		return fmt.Sprintf("requests are missing: the file has %d, traffic samples say %.0f were issued", all.requests, t.issued())
	}
	return ""
}

// systemMetricsOf are the figures that the system's metrics give.
var systemMetricsOf = [...]model.RunMetric{model.MaxEPPQueue, model.MaxVLLMWaiting, model.MaxKVCachePct, model.Preemptions}

// systemFigures computes what the system's metrics give, and takes the rest from
// the tables of runs.
func (a *analyser) systemFigures(run runID, out *model.Run) {
	if m, ok := of(a.metrics, a.metricRuns, run); ok {
		a.measured(run, m, out)
	}
	for _, t := range [...]*runTable{a.summary, a.gates} {
		if t == nil {
			continue
		}
		var taken []string
		for _, m := range systemMetricsOf {
			if v, ok := of(t.figures[m], t.index, run); ok && !out.Figures[m].OK() {
				out.Figures[m] = model.Of(v)
				taken = append(taken, m.Metric().Label)
			}
		}
		if v, ok := of(t.restart, t.index, run); ok && !out.EPPRestarted.OK() {
			out.EPPRestarted = model.FlagOf(v)
			taken = append(taken, "restarts")
		}
		if len(taken) > 0 {
			a.say(run, fmt.Sprintf("taken from %s as it stands there: %s", t.name, strings.Join(taken, ", ")))
		}
	}
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
	}
	var when []string
	for _, f := range [...]struct {
		m     model.RunMetric
		peak  peak
		scale float64
	}{
		{model.MaxEPPQueue, m.peakOfSum(eppQueue), 1},
		{model.MaxVLLMWaiting, m.peakOfSum(vllmWaiting), 1},
		{model.MaxKVCachePct, m.peakOf(kvCache), 100},
	} {
		if f.peak.ok {
			out.Figures[f.m] = model.Of(round(f.peak.value*f.scale, 3))
			if f.peak.value > 0 {
				when = append(when, fmt.Sprintf("%s at %.0f s", f.m.Metric().Label, f.peak.second-ahead))
			}
		}
	}
	if !math.IsNaN(ahead) && len(when) > 0 {
		a.say(run, "first at its peak, on the traffic clock: "+strings.Join(when, ", "))
	}
	if v, ok := m.growth(preempted); ok {
		out.Figures[model.Preemptions] = model.Of(round(v, 3))
	}
	if v, ok := m.restarted(); ok {
		out.EPPRestarted = model.FlagOf(v)
	}
}

// maxCompared is how many figures that differ from the summary are named.
const maxCompared = 20

// compare says where the summary of the package has another figure.
func (a *analyser) compare(run runID, out *model.Run) {
	if a.summary == nil {
		return
	}
	for m := range model.NumRunMetrics {
		v, ok := of(a.summary.figures[m], a.summary.index, run)
		if !ok || !out.Figures[m].OK() || out.Figures[m].Value == v {
			continue
		}
		if a.differ++; a.differ <= maxCompared {
			a.notes = append(a.notes, model.Issue{Severity: model.Warning, Code: model.CodeClaim, File: a.summary.name,
				Message: fmt.Sprintf("%s, %s: says %s, the evidence gives %s", run.label(), m.Metric().Label,
					model.Of(v).Exact(m.Metric().Unit), out.Figures[m].Exact(m.Metric().Unit))})
		}
	}
}
