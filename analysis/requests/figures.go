package requests

import (
	"fmt"
	"math"
	"slices"

	"scaledeck/analysis"
	"scaledeck/model"
)

// tenantsOf sorts out whose figures are the premium's and whose the standard's:
// those that were named, or those of the highest and next highest priority.
func (a *analyser) tenantsOf() error {
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
		if class.named != "" {
			return &TenantError{Class: class.what, Name: class.named, Tenants: tenantNames(all)}
		}
		a.notes = append(a.notes, note(model.Warning, a.tables[requestResults][0].name,
			"no "+class.what+" tenant: no priority says which tenant it is: name one with "+class.flag))
	}
	return nil
}

// tenantNames returns the names of tenants, each once.
func tenantNames(tenants []tenantID) []string {
	var list []string
	for _, t := range tenants {
		if !slices.Contains(list, t.name) && len(list) < 20 {
			list = append(list, t.name)
		}
	}
	return list
}

// row computes the figures of one run.
func (a *analyser) row(run runID) model.Run {
	out := model.Run{Name: run.label(), Replicas: model.Of(float64(run.replicas)), Repeat: model.Missing(model.Null), Figures: make(model.Values)}
	if run.repeat != noRepeat {
		out.Repeat = model.Of(run.repeat)
	}
	for _, m := range model.RunMetrics() {
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
	all, _ := a.requests.countsOf(run)
	if missing := a.missing(run); missing != "" {
		a.doubtful = true
		a.say(run, missing)
		if !a.o.Partial {
			return
		}
	}
	set := func(m *model.Metric, v float64) { out.Figures[m] = model.Of(round(v, 3)) }
	set(model.Requests, float64(all.requests))
	set(model.HTTP200, float64(all.ok))
	set(model.HTTPNon200, float64(all.requests-all.ok))
	if at.hasDuration() {
		perGPU := at.duration * float64(run.replicas)
		set(model.OfferedRPSPerGPU, float64(all.requests)/at.duration/float64(run.replicas))
		if all.unended == 0 {
			set(model.ServedRPSPerGPU, float64(all.served)/perGPU)
		} else {
			a.say(run, "no served throughput: the latency of a request with status 200 is missing or malformed")
		}
	} else {
		a.say(run, "no throughput: the length of the run is not known, give --duration")
	}
	if !at.hasWindow() {
		a.say(run, "no percentiles: the burst window is not known, give --window")
		return
	}
	a.percentiles(run, set)
}

// percentiles computes the percentiles of the burst window. One that its sample
// does not support, or that depends on figures which are missing, is left out:
// printed it would look like any other.
func (a *analyser) percentiles(run runID, set func(*model.Metric, float64)) {
	ttft := func(t *total) (*series, int) { return &t.ttft, t.noTTFT }
	tpot := func(t *total) (*series, int) { return &t.tpot, t.noTPOT }
	type wanted struct {
		metric *model.Metric
		q      float64
	}
	for _, f := range [...]struct {
		what    string
		tenants map[tenantID]bool
		of      func(*total) (*series, int)
		wanted  []wanted
	}{
		{"premium TTFT", a.members[0], ttft, []wanted{{model.PremiumBurstP95TTFT, 0.95}, {model.PremiumBurstP99TTFT, 0.99}}},
		{"premium TPOT", a.members[0], tpot, []wanted{{model.PremiumBurstP95TPOT, 0.95}}},
		{"standard TTFT", a.members[1], ttft, []wanted{{model.StandardBurstP95TTFT, 0.95}}},
	} {
		sample := a.requests.sampleOf(run, f.tenants, f.of, a.buf)
		a.buf = sample.values
		if len(f.tenants) > 0 && len(sample.values) == 0 {
			a.say(run, "no "+f.what+" in the burst window")
		}
		for _, w := range f.wanted {
			q, ok := sample.quantile(w.q)
			name := fmt.Sprintf("p%g %s", 100*w.q, f.what)
			switch n := len(sample.values); {
			case !ok:
			case !analysis.Supported(n, w.q):
				a.say(run, fmt.Sprintf("no %s: it needs %d requests with status 200 in the window, there are %d", name, needed(w.q), n))
			case !q.settled() && !a.o.Partial:
				a.say(run, fmt.Sprintf("no %s: it is missing or malformed for %s in the window, and %s", name, counted(sample.missing, "request"), q.between()))
			default:
				set(w.metric, q.value)
				if !q.settled() {
					a.say(run, fmt.Sprintf("%s is missing or malformed for %s in the window: %s", name, counted(sample.missing, "request"), q.between()))
				}
			}
		}
	}
}

// between says where the percentile lies whatever the missing figures are.
func (q quantile) between() string {
	switch {
	case math.IsInf(q.low, 0) && math.IsInf(q.high, 0):
		return "those alone decide it"
	case math.IsInf(q.low, 0):
		return fmt.Sprintf("it is at most %.3f ms", q.high)
	case math.IsInf(q.high, 0):
		return fmt.Sprintf("it is at least %.3f ms", q.low)
	default:
		return fmt.Sprintf("it lies between %.3f and %.3f ms", q.low, q.high)
	}
}

// counted returns a number of things, in words that agree with it.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// maxCompared is how many figures that differ from the summary are named.
const maxCompared = 20

// compare says where the summary of the package has another figure.
func (a *analyser) compare(run runID, out *model.Run) {
	if a.summary == nil {
		return
	}
	for _, m := range model.RunMetrics() {
		v, ok := of(a.summary.figures[m], a.summary.index, run)
		if !ok || !out.Figures[m].OK() || out.Figures[m].Value == v {
			continue
		}
		if a.differ++; a.differ <= maxCompared {
			a.notes = append(a.notes, model.Issue{Severity: model.Warning, Code: model.CodeClaim, File: a.summary.name,
				Message: fmt.Sprintf("%s, %s: says %s, the evidence gives %s", run.label(), m.Label,
					model.Of(v).Exact(m.Unit), out.Figures[m].Exact(m.Unit))})
		}
	}
}
