// Package inferenceperf reads the reports of inference-perf: that of one stage at
// one rate, that of all stages, and what it asked Prometheus for the same time. All
// times are seconds. Reports that follow one another in one input are runs of one
// comparison, with an arm a rate.
//
// A report of Prometheus knows nothing of the load, its percentiles come from
// buckets, and where it says 0 for everything of a metric nobody answered.
package inferenceperf

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
	"scaledeck/model/text"
)

const name = "inference-perf"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte(`"load_summary"`)) {
		return intake.Unlike
	}
	if keys, _ := jsonscan.Root(h.Data); keys.Have("load_summary", "successes") {
		return intake.Likely
	}
	return intake.Unlike
}

// lifecycle are the keys of a report of what the clients saw.
var lifecycle = []loadtest.Field{
	{Path: "load_summary/requested_rate", Read: rate, Optional: true}, // a report of all stages has none
	{Path: "load_summary/achieved_rate", Metric: model.SentRate, Optional: true},
	{Path: "load_summary/count", Metric: model.Requests},
	{Path: "load_summary/concurrency", Setting: "concurrency", Optional: true},
	{Path: "successes/count", Metric: model.CompletedRequests},
	{Path: "successes/throughput/requests_per_sec", Metric: model.ServedRate},
	{Path: "successes/throughput/output_tokens_per_sec", Metric: model.OutputRate},
	{Path: "successes/throughput/total_tokens_per_sec", Metric: model.TotalTokenRate},
	{Path: "successes/latency/time_to_first_token", Of: model.TTFT, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/latency/time_per_output_token", Of: model.TPOT, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/latency/inter_token_latency", Of: model.ITL, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/latency/request_latency", Of: model.E2E, Unit: "s", Needs: statistics, Optional: true},
	{Path: "failures/count", Metric: model.FailedRequests},
	{Path: "failures/by_label", Read: labels, Optional: true},
}

// prometheus are the keys of a report of what Prometheus was asked.
var prometheus = []loadtest.Field{
	{Path: "successes/count", Metric: model.CompletedRequests},
	{Path: "successes/rate", Metric: model.ServedRate},
	{Path: "successes/output_len/rate", Metric: model.OutputRate},
	{Path: "successes/time_to_first_token", Of: model.TTFT, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/time_per_output_token", Of: model.TPOT, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/request_latency", Of: model.E2E, Unit: "s", Needs: statistics, Optional: true},
	{Path: "successes/kv_cache_usage_percentage", Read: cache},
}

// statistics are those that every latency has.
var statistics = []string{"mean", "median", "p99"}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, report)
}

func report(d *loadtest.Reader) {
	r := d.Result()
	ahead := d.Scanner
	ahead.Skip()
	if bytes.Contains(d.Slice(r.Begin, ahead.Pos()), []byte(`"kv_cache_usage_percentage"`)) {
		d.Fields(prometheus, r)
		r.Set("source", "Prometheus")
	} else {
		d.Fields(lifecycle, r)
	}
	d.Keep(r)
}

func rate(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) {
	d.Rate(o, r, "requested_rate")
}

// labels says what the requests failed of.
func labels(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	at := o.At
	if !d.WantObject("a number of failures by label") {
		return
	}
	var list []string
	for l := d.Object(); d.Member(&l); {
		var n model.Figure
		label := jsonscan.Clean(l.Key)
		if d.Peek() == jsonscan.KindObject {
			for c := d.Object(); d.Member(&c); {
				if string(c.Key) == "count" {
					d.Figure(&c, &n, &model.Counted)
				} else {
					d.Unknown(&c)
				}
			}
		} else {
			d.Figure(&l, &n, &model.Counted)
		}
		if n.OK() && n.Value > 0 {
			list = append(list, loadtest.Number(n.Value)+" "+label)
		}
	}
	if len(list) > 0 {
		d.Issue(at, model.Warning, model.CodeCaution, "requests failed: %s", text.Clean(strings.Join(list, ", ")))
	}
}

// cache reads the use of the KV cache, of which the report keeps no unit: it is
// looked at for whether anybody answered, and counted as unknown where so.
func cache(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	at := o.At
	if !d.WantObject("statistics of the KV cache") {
		return
	}
	var values []float64
	for s := d.Object(); d.Member(&s); {
		var f model.Figure
		d.CountUnknown()
		if d.Figure(&s, &f, &model.NotNegative); f.OK() {
			values = append(values, f.Value)
		}
	}
	if len(values) > 0 && slices.Max(values) == 0 {
		d.Issue(at, model.Note, model.CodeMissing, "0 for every statistic of the KV cache: Prometheus did not answer, it was not measured")
	}
}
