package loadtest

import (
	"fmt"
	"math"
	"strings"

	"scaledeck/model"
)

// Failures works out the failed requests where the result does not state them.
func (d *Reader) Failures(r *Result) {
	f := r.Run.Figures
	if f[model.FailedRequests].State != model.Absent {
		return
	}
	all, done := f[model.Requests], f[model.CompletedRequests]
	if !all.OK() || !done.OK() || done.Value > all.Value {
		d.Missing(r.Begin, "failed", model.FailedRequests.Domain.Words)
		return
	}
	f[model.FailedRequests] = model.Of(all.Value - done.Value)
	d.Issue(r.Begin, model.Note, model.CodeMissing, "failed is absent: %s of %s requests are not in completed and count as failed", Number(all.Value-done.Value), Number(all.Value))
}

// unmeasured takes out latencies of 0, which no request can have, and percentiles
// of fewer requests than it takes to have one: of 8 requests there is no p99.
func (d *Reader) unmeasured(r *Result) {
	done, counted := r.Run.Figures[model.CompletedRequests].Get()
	var zero, few []string
	need := 0.0
	for _, m := range model.LatencyMetrics() {
		f := r.Run.Figures[m]
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
		r.Run.Figures[m] = model.Missing(model.Unmeasured)
	}
	if len(zero) > 0 {
		d.Often(r, model.Warning, model.CodeMissing, "0 cannot have been measured: expected a number over 0 in %s", strings.Join(zero, ", "))
	}
	if len(few) > 0 {
		d.Issue(r.Begin, model.Warning, model.CodeMissing, "%s completed requests are too few, expected %s, for %s", Number(done), Number(need), strings.Join(few, ", "))
	}
}

// often is an issue that more than one result may have.
type often struct{ number, more int }

// Often makes an issue of a result. What a tool writes into every result is one
// issue, which says at the end how many more it is about.
func (d *Reader) Often(r *Result, severity model.Severity, code model.Code, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if before, again := d.often[message]; again {
		before.more++
		return
	}
	if d.often == nil {
		d.often = make(map[string]*often)
	}
	d.often[message] = &often{number: d.Issues.Add(r.Begin, severity, code, r.Run.Pointer, "%s", message)}
}

// tellOften ends the issues of more than one result.
func (d *Reader) tellOften() {
	if d.texts.more > 1 {
		d.Issues.Amend(d.texts.number, "; and "+Number(float64(d.texts.more-1))+" more")
	}
	for _, o := range d.often {
		if o.more > 0 {
			d.Issues.Amend(o.number, "; so in "+Number(float64(o.more))+" more results")
		}
	}
}

// achieved is the share of the offered load from which on a run counts as having
// been given it.
const achieved = 0.9

func (d *Reader) cautions(r *Result) {
	f := r.Run.Figures
	caution := func(format string, args ...any) {
		d.Issue(r.Begin, model.Warning, model.CodeCaution, format, args...)
	}
	offered, served := f[model.OfferedRate], f[model.ServedRate]
	if sent := f[model.SentRate]; sent.OK() {
		served = sent
	}
	if offered.OK() && served.OK() && served.Value < achieved*offered.Value {
		caution("offered load not achieved: %s of %s", served.Text(model.RequestsPerSecond), offered.Text(model.RequestsPerSecond))
	}
	ttft, tpot, e2e := f[model.Latency(model.TTFT, model.Mean, 0)], f[model.Latency(model.TPOT, model.Mean, 0)], f[model.Latency(model.E2E, model.Mean, 0)]
	if ttft.OK() && tpot.OK() && ttft.Value < tpot.Value {
		caution("mean TTFT %s is below mean TPOT %s: is it in seconds?", ttft.Text(model.Milliseconds), tpot.Text(model.Milliseconds))
	}
	if e2e.OK() && e2e.Value < 1 {
		caution("a mean latency of %s is below 1 ms: is it in seconds?", e2e.Text(model.Milliseconds))
	}
	if ttft.OK() && e2e.OK() && e2e.Value <= ttft.Value {
		caution("TTFT is the whole latency of a request: answers were not streamed")
	}
	if n, ok := f[model.OutputTokens].Get(); ok && n == 0 && f[model.CompletedRequests].Value > 0 {
		caution("requests completed without an output token")
	}
}
