// Package guidellm reads the JSON report of GuideLLM: a list of benchmarks, a run
// each, at several rates or concurrencies. Of the requests those that succeeded
// count; what errored or was cut off has statistics of its own, which are passed
// over. Keys that end in _ms are milliseconds, and the latency of a request is in
// seconds.
package guidellm

import (
	"bytes"
	"context"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

const name = "GuideLLM"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

// sniff looks for the version, which is at the beginning.
func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte("guidellm_version")) && !bytes.Contains(h.Data, []byte("generative_benchmark")) {
		return intake.Unlike // as most files
	}
	if keys, list := jsonscan.Root(h.Data); !list && (keys.Have("metadata") || keys.Have("benchmarks")) {
		return intake.Likely
	}
	return intake.Unlike
}

// fields are the keys of one benchmark. The strategy lies elsewhere in reports
// before version 0.4.
var fields = []loadtest.Field{
	{Path: "config/strategy/type_", Setting: "strategy"},
	{Path: "config/strategy/rate", Read: rate, Optional: true},
	{Path: "config/strategy/max_concurrency", Setting: "max_concurrency"},
	{Path: "config/strategy/streams", Setting: "streams"},
	{Path: "config/*", Pass: true},
	{Path: "args/strategy/type_", Setting: "strategy"},
	{Path: "args/strategy/rate", Read: rate, Optional: true},
	{Path: "args/strategy/streams", Setting: "streams"},
	{Path: "args/*", Pass: true},
	{Path: "metrics/request_totals/total", Metric: model.Requests},
	{Path: "metrics/request_totals/successful", Metric: model.CompletedRequests},
	{Path: "metrics/request_totals/errored", Metric: model.FailedRequests},
	{Path: "metrics/request_totals/incomplete", Read: incomplete},
	{Path: "metrics/requests_per_second/successful", Metric: model.ServedRate, Stat: "mean", Unit: "requests/s"},
	{Path: "metrics/output_tokens_per_second/successful", Metric: model.OutputRate, Stat: "mean", Unit: "tokens/s"},
	{Path: "metrics/tokens_per_second/successful", Metric: model.TotalTokenRate, Stat: "mean", Unit: "tokens/s"},
	{Path: "metrics/prompt_token_count/successful", Metric: model.InputTokens, Stat: "total_sum", Unit: "tokens"},
	{Path: "metrics/output_token_count/successful", Metric: model.OutputTokens, Stat: "total_sum", Unit: "tokens"},
	{Path: "metrics/time_to_first_token_ms/successful", Of: model.TTFT, Unit: "ms", Needs: statistics},
	{Path: "metrics/time_per_output_token_ms/successful", Of: model.TPOT, Unit: "ms", Needs: statistics},
	{Path: "metrics/inter_token_latency_ms/successful", Of: model.ITL, Unit: "ms", Needs: statistics},
	{Path: "metrics/request_latency/successful", Of: model.E2E, Unit: "s", Needs: statistics},
	{Path: "metrics/*/errored", Pass: true},
	{Path: "metrics/*/incomplete", Pass: true},
	{Path: "metrics/*/total", Pass: true},
	{Path: "metrics/*/successful", Pass: true},
	{Path: "duration", Metric: model.RunDuration},
	{Path: "scheduler_state", Pass: true},
	{Path: "scheduler_metrics", Pass: true},
	{Path: "requests", Pass: true},
}

// statistics are those that every latency has.
var statistics = []string{"mean", "median", "percentiles/p99"}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, report)
}

// report reads the root: its benchmarks.
func report(d *loadtest.Reader) {
	for o := d.Object(); d.Member(&o); {
		switch key := string(o.Key); {
		case key == "benchmarks" && d.Repeat(&o) == jsonscan.Once:
			benchmarks(d)
		case key == "metadata" || key == "config" || key == "args":
			d.CountUnknown()
			d.Skip()
		case key != "benchmarks":
			d.Unknown(&o)
		}
	}
}

func benchmarks(d *loadtest.Reader) {
	if !d.WantArray("a list of benchmarks") {
		return
	}
	for l := d.List(); d.Element(&l); {
		d.Bounded(func() {
			if d.WantObject("a benchmark") {
				r := d.Result()
				d.Fields(fields, r)
				d.Keep(r)
			}
		})
	}
}

func rate(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) { d.Rate(o, r, "rate") }

// incomplete looks at the requests that the end of the run cut off: they are in no
// statistic.
func incomplete(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	var f model.Figure
	if d.Figure(o, &f, &model.Counted); f.OK() && f.Value > 0 {
		d.Issue(o.At, model.Note, model.CodeCaution, "%s requests were cut off by the end of the run and are in no statistic", loadtest.Number(f.Value))
	}
}
