package vllm

import (
	"math"
	"strings"

	"scaledeck/model"
)

// complete makes the issues of what a result lacks, takes out what was written and
// not measured, and says what else is to be looked at.
func (d *decoder) complete(r *result) {
	f := r.run.Figures
	for _, row := range fields {
		if !row.optional {
			d.Require(r.begin, row.key, f[row.metric], &row.metric.Domain)
		}
	}
	for _, q := range [...]model.Quantity{model.TTFT, model.TPOT, model.ITL} {
		d.requireLatency(r, q)
	}
	d.failures(r)
	d.unmeasured(r)
	d.cautions(r)
}

// requireLatency looks for the mean, the median and at least one percentile.
func (d *decoder) requireLatency(r *result, of model.Quantity) {
	for _, s := range [...]model.Stat{model.Mean, model.Median} {
		m := model.Latency(of, s, 0)
		d.Require(r.begin, m.ID, r.run.Figures[m], &m.Domain)
	}
	for m := range r.run.Figures {
		if m.Quantity == of && m.Stat == model.Percentile {
			return
		}
	}
	m := model.Latency(of, model.Percentile, 0.99)
	d.Require(r.begin, m.ID, model.Figure{}, &m.Domain)
}

// failures works out the failed requests where the result does not state them, as
// versions before 0.10 do not.
func (d *decoder) failures(r *result) {
	f := r.run.Figures
	if f[model.FailedRequests].State != model.Absent {
		return
	}
	all, done := f[model.Requests], f[model.CompletedRequests]
	if !all.OK() || !done.OK() || done.Value > all.Value {
		d.Missing(r.begin, "failed", model.FailedRequests.Domain.Words)
		return
	}
	f[model.FailedRequests] = model.Of(all.Value - done.Value)
	d.Issue(r.begin, model.Note, model.CodeMissing, "failed is absent: %s of %s requests are not in completed and count as failed", number(all.Value-done.Value), number(all.Value))
}

// unmeasured takes out latencies of 0, which no request can have, and percentiles
// of fewer requests than it takes to have one: of 8 requests there is no p99.
func (d *decoder) unmeasured(r *result) {
	done, counted := r.run.Figures[model.CompletedRequests].Get()
	var zero, few []string
	need := 0.0
	for _, m := range model.LatencyMetrics() {
		f := r.run.Figures[m]
		least := math.Ceil(1/(1-m.Q) - 1e-6)
		switch {
		case !f.OK():
			continue
		case f.Value == 0 && (m.Stat != model.Plain || !counted || done == 0):
			zero = append(zero, m.ID)
		case m.Stat == model.Percentile && counted && done < least:
			few, need = append(few, m.ID), max(need, least)
		default:
			continue
		}
		r.run.Figures[m] = model.Missing(model.Unmeasured)
	}
	if len(zero) > 0 {
		d.Issue(r.begin, model.Warning, model.CodeMissing, "0 cannot have been measured: expected a number over 0 in %s", strings.Join(zero, ", "))
	}
	if len(few) > 0 {
		d.Issue(r.begin, model.Warning, model.CodeMissing, "%s completed requests are too few, expected %s, for %s", number(done), number(need), strings.Join(few, ", "))
	}
}

// achieved is the share of the offered load from which on a run counts as having
// been given it.
const achieved = 0.9

func (d *decoder) cautions(r *result) {
	f := r.run.Figures
	caution := func(format string, args ...any) {
		d.Issue(r.begin, model.Warning, model.CodeCaution, format, args...)
	}
	offered, served := f[model.OfferedRate], f[model.ServedRate]
	if offered.OK() && served.OK() && served.Value < achieved*offered.Value {
		caution("offered load not achieved: %s of %s", served.Text(model.RequestsPerSecond), offered.Text(model.RequestsPerSecond))
	}
	ttft, tpot, e2e := f[model.Latency(model.TTFT, model.Mean, 0)], f[model.Latency(model.TPOT, model.Mean, 0)], f[model.Latency(model.E2E, model.Mean, 0)]
	if ttft.OK() && tpot.OK() && ttft.Value < tpot.Value {
		caution("mean TTFT %s is below mean TPOT %s: is it in seconds?", ttft.Text(model.Milliseconds), tpot.Text(model.Milliseconds))
	}
	if ttft.OK() && e2e.OK() && e2e.Value <= ttft.Value {
		caution("TTFT is the whole latency of a request: answers were not streamed")
	}
	if n, ok := f[model.OutputTokens].Get(); ok && n == 0 && f[model.CompletedRequests].Value > 0 {
		caution("requests completed without an output token")
	}
}
