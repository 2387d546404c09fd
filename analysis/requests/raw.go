package requests

import (
	"fmt"
	"slices"

	"scaledeck/analysis"
	"scaledeck/model"
)

// Evidence returns what was computed from raw records, a table for the requests
// and one for the system metrics, with a row a run: what is in no document and
// in no summary, and bears out what does. Figures that were taken from other
// tables are not in it. A table without a figure is left out.
func (r *Result) Evidence() []analysis.Evidence {
	list := make([]analysis.Evidence, 0, 2)
	for _, t := range [...]struct {
		file     string
		metrics  []*model.Metric
		restarts bool
	}{
		{r.requestFile, requestMetrics(), false},
		{r.metricFiles, systemMetricsOf[:], true},
	} {
		e := analysis.Evidence{File: t.file, Columns: []string{"replicas", "repeat"}, Rules: []string{"", ""}}
		for _, m := range t.metrics {
			e.Columns, e.Rules = append(e.Columns, m.ID), append(e.Rules, r.rules[m])
		}
		if t.restarts {
			e.Columns, e.Rules = append(e.Columns, "epp_restarted"), append(e.Rules, "more than one start of a process")
		}
		known := 0
		for i := range r.raw {
			run := &r.raw[i]
			row := analysis.EvidenceRow{Line: i + 1, Figures: []model.Figure{run.Replicas, run.Repeat}}
			for _, m := range t.metrics {
				row.Figures = append(row.Figures, run.Figures[m])
				if run.Figures[m].OK() {
					known++
				}
			}
			if t.restarts {
				row.Figures = append(row.Figures, model.Figure{})
			}
			row.Flags = make([]model.Flag, len(row.Figures))
			if t.restarts {
				row.Flags[len(row.Flags)-1] = run.EPPRestarted
				if run.EPPRestarted.OK() {
					known++
				}
			}
			e.Rows = append(e.Rows, row)
		}
		if known > 0 {
			list = append(list, e)
		}
	}
	return list
}

// requestMetrics are the figures that the requests give.
func requestMetrics() []*model.Metric {
	return slices.DeleteFunc(slices.Clone(model.RunMetrics()), func(m *model.Metric) bool { return slices.Contains(systemMetricsOf[:], m) })
}

// rules says in words how each figure of a run is computed.
func (a *analyser) rules() map[*model.Metric]string {
	window, length := "the burst window", "length of the run"
	runs := a.requests.runs()
	at := a.o.span(a.config, runs[0].replicas)
	same := true
	for _, run := range runs {
		same = same && a.o.span(a.config, run.replicas).same(at)
	}
	if same && at.hasWindow() {
		window = fmt.Sprintf("%g s ≤ t < %g s", at.windowStart, at.windowEnd)
	}
	if same && at.hasDuration() {
		length = fmt.Sprintf("%g s", at.duration)
	}
	percentile := func(q, what string, of []tenantID) string {
		return fmt.Sprintf("nearest-rank %s of the %s of the 200s of %s that arrived in %s", q, what, names(of), window)
	}
	return map[*model.Metric]string{
		model.Requests:             "rows of the run, warm-up tenants left out",
		model.HTTP200:              "rows with status 200",
		model.HTTPNon200:           "rows with another status, or none",
		model.OfferedRPSPerGPU:     "rows / " + length + " / replicas",
		model.ServedRPSPerGPU:      "200s that ended within the run / " + length + " / replicas",
		model.PremiumBurstP95TTFT:  percentile("p95", "TTFT", a.premium),
		model.PremiumBurstP99TTFT:  percentile("p99", "TTFT", a.premium),
		model.PremiumBurstP95TPOT:  percentile("p95", "TPOT", a.premium),
		model.StandardBurstP95TTFT: percentile("p95", "TTFT", a.standard),
		model.MaxEPPQueue:          "peak over time of the sum over tenants",
		model.MaxVLLMWaiting:       "peak over time of the sum over replicas",
		model.MaxKVCachePct:        "peak over time of the highest replica",
		model.Preemptions:          "growth of the counters",
	}
}

// rawFiles names the tables that figures are computed from.
func (a *analyser) rawFiles() (requests, metrics string) {
	t := a.requests.tally
	requests = fmt.Sprintf("%s (%s)", a.tables[requestResults][0].name, counted(t.rows, "row"))
	return requests, tableNames(a.tables[systemMetric])
}
