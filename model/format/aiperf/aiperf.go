// Package aiperf reads the exports of AIPerf and of GenAI-Perf, which it follows:
// one JSON object a run, or several in a file. Each statistic is an object that
// names its unit, and that unit counts. Numbers may be text, as in old exports.
//
// Requests that failed are counted in error_request_count, which a run without any
// leaves out: an empty error_summary then says that there were none. Settings are
// those of the phase that is measured, never those of its warm-up.
package aiperf

import (
	"bytes"
	"context"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

const name = "AIPerf"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

// sniff looks for what the tool calls itself, or for statistics at the root.
func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte("aiperf_version")) && !bytes.Contains(h.Data, []byte(`"request_throughput"`)) {
		return intake.Unlike // as most files
	}
	keys, list := jsonscan.Root(h.Data)
	switch {
	case list || keys.Have("timeslices"):
		return intake.Unlike
	case keys.Have("aiperf_version"):
		return intake.Certain
	case keys.Have("request_throughput", "request_latency") && bytes.Contains(h.Data, []byte(`"avg"`)):
		return intake.Likely
	}
	return intake.Unlike
}

// fields are the keys of an export.
var fields = []loadtest.Field{
	{Path: "input_config/phases", Read: phases},
	{Path: "input_config/loadgen/concurrency", Setting: "concurrency", Optional: true},
	{Path: "input_config/loadgen/request_rate", Read: rate, Optional: true},
	{Path: "input_config/perf_analyzer/stimulus/concurrency", Setting: "concurrency", Optional: true},
	{Path: "input_config/*", Pass: true},
	{Path: "request_count", Metric: model.CompletedRequests, Stat: "avg"},
	{Path: "error_request_count", Metric: model.FailedRequests, Stat: "avg", Optional: true},
	{Path: "error_summary", Read: errors},
	{Path: "was_cancelled", Read: cancelled},
	{Path: "benchmark_duration", Metric: model.RunDuration, Stat: "avg", Optional: true},
	{Path: "request_throughput", Metric: model.ServedRate, Stat: "avg"},
	{Path: "goodput", Metric: model.Goodput, Stat: "avg", Optional: true},
	{Path: "output_token_throughput", Metric: model.OutputRate, Stat: "avg"},
	{Path: "total_token_throughput", Metric: model.TotalTokenRate, Stat: "avg", Optional: true},
	{Path: "input_sequence_length", Metric: model.InputTokens, Stat: "sum", Optional: true},
	{Path: "output_sequence_length", Metric: model.OutputTokens, Stat: "sum", Optional: true},
	{Path: "time_to_first_token", Of: model.TTFT, Needs: statistics},
	{Path: "inter_token_latency", Of: model.ITL, Needs: statistics},
	{Path: "request_latency", Of: model.E2E, Needs: statistics},
	{Path: "telemetry_data", Pass: true},
}

// statistics are those that every latency has.
var statistics = []string{"avg", "p50", "p99"}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, result)
}

func result(d *loadtest.Reader) {
	r := d.Result()
	d.Fields(fields, r)
	f := r.Run.Figures
	if f[model.FailedRequests].State == model.Absent && !d.Failed() {
		d.Missing(r.Begin, "error_request_count", model.FailedRequests.Domain.Words)
	}
	if done, failed := f[model.CompletedRequests], f[model.FailedRequests]; done.OK() && failed.OK() {
		f[model.Requests] = model.Of(done.Value + failed.Value)
	}
	d.Keep(r)
}

// errors reads error_summary: one count for each error that was met.
func errors(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) {
	at := o.At
	if !d.WantArray("a list of errors") {
		return
	}
	sum := model.Of(0)
	for l := d.List(); d.Element(&l); {
		if !d.WantObject("an error and its count") {
			sum = model.Missing(model.WrongType)
			continue
		}
		var n model.Figure
		for e := d.Object(); d.Member(&e); {
			if string(e.Key) == "count" {
				d.Figure(&e, &n, &model.Counted)
			} else {
				d.Unknown(&e)
			}
		}
		switch {
		case !sum.OK():
		case !n.OK():
			sum = n
		default:
			sum = model.Of(sum.Value + n.Value)
		}
	}
	if n, ok := sum.Get(); ok && n > 0 {
		d.Issue(at, model.Warning, model.CodeCaution, "%s requests failed", loadtest.Number(n))
	}
	if _, counted := r.Run.Keys[model.FailedRequests]; !counted {
		r.Run.Figures[model.FailedRequests], r.Run.Keys[model.FailedRequests] = sum, "error_summary"
	}
}

func cancelled(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	var f model.Flag
	if d.Flag(o, &f); f.Value {
		d.Issue(o.At, model.Warning, model.CodeCaution, "the run was cancelled: its figures are of what was done until then")
	}
}

func rate(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) { d.Rate(o, r, "request_rate") }

// phases reads the settings of the phase that is measured.
func phases(d *loadtest.Reader, _ *jsonscan.Object, r *loadtest.Result) {
	if !d.WantArray("a list of phases") {
		return
	}
	measured := 0
	for l := d.List(); d.Element(&l); {
		if !d.WantObject("a phase") {
			continue
		}
		var p loadtest.Result
		p.Run.Figures = make(model.Values)
		var warmUp model.Flag
		for o := d.Object(); d.Member(&o); {
			switch key := string(o.Key); {
			case key == "exclude_from_results":
				d.Flag(&o, &warmUp)
			case d.Repeat(&o) != jsonscan.Once:
				p.Unset(key)
			case d.Peek() == jsonscan.KindNull:
				d.Skip()
			case key == "request_rate" || key == "rate":
				d.Rate(&o, &p, "request_rate")
			case strings.HasSuffix(key, "concurrency"):
				d.Setting(&p, key)
			default:
				d.Unknown(&o)
			}
		}
		if warmUp.Value {
			continue
		}
		if measured++; measured == 1 {
			r.Settings = append(r.Settings, p.Settings...)
			r.Run.Figures[model.OfferedRate] = p.Run.Figures[model.OfferedRate]
		}
	}
	if measured > 1 {
		d.Issue(r.Begin, model.Warning, model.CodeCaution, "%d phases are measured together: the settings are those of the first", measured)
	}
}
