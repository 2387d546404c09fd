// Package sglang reads what SGLang's bench_serving appends to its file: one JSON
// object a run, a line each. Latencies are milliseconds, the duration is seconds.
// The tag is the first of the settings. The tool does not state failed requests:
// they are num_prompts without the completed ones, or the errors that it lists, and
// missing where a file has neither.
package sglang

import (
	"bytes"
	"context"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

const name = "SGLang bench_serving"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

// sniff looks for keys that are there before server_info, which is long.
func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte(`"request_rate"`)) {
		return intake.Unlike // as most files
	}
	keys, list := jsonscan.Root(h.Data)
	if list || !keys.Have("backend", "request_rate") {
		return intake.Unlike
	}
	if keys.Have("mean_e2e_latency_ms") || keys.Have("random_range_ratio", "sharegpt_output_len") || keys.Have("server_info") {
		return intake.Likely
	}
	return intake.Unlike
}

// fields are the keys of a result.
var fields = append([]loadtest.Field{
	{Path: "tag", Setting: "tag", Optional: true},
	{Path: "backend", Setting: "backend"},
	{Path: "dataset_name", Setting: "dataset_name"},
	{Path: "request_rate", Read: func(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) { d.Rate(o, r, "request_rate") }, Optional: true},
	{Path: "max_concurrency", Setting: "max_concurrency", Optional: true},
	{Path: "random_input_len", Setting: "random_input_len", Optional: true},
	{Path: "random_output_len", Setting: "random_output_len", Optional: true},
	{Path: "random_range_ratio", Setting: "random_range_ratio", Optional: true},
	{Path: "sharegpt_output_len", Setting: "sharegpt_output_len", Optional: true},
	{Path: "server_info", Pass: true},
	{Path: "num_prompts", Metric: model.Requests, Optional: true},
	{Path: "completed", Metric: model.CompletedRequests},
	{Path: "failed", Metric: model.FailedRequests, Optional: true},
	{Path: "errors", Read: errors, Optional: true},
	{Path: "duration", Metric: model.RunDuration},
	{Path: "total_input_tokens", Metric: model.InputTokens},
	{Path: "total_output_tokens", Metric: model.OutputTokens},
	{Path: "request_throughput", Metric: model.ServedRate},
	{Path: "output_throughput", Metric: model.OutputRate},
	{Path: "total_throughput", Metric: model.TotalTokenRate, Optional: true},
	{Path: "accept_length", Setting: "accept_length", Optional: true},
	{Path: "input_lens", Pass: true}, {Path: "output_lens", Pass: true}, {Path: "ttfts", Pass: true},
	{Path: "itls", Pass: true}, {Path: "generated_texts", Pass: true},
}, latencies()...)

// latencies returns the rows of what the tool spells as metrics are spelt here, but
// for the end-to-end latency.
func latencies() (list []loadtest.Field) {
	for _, m := range model.LatencyMetrics() {
		list = append(list, loadtest.Field{
			Path: strings.Replace(m.ID, "e2el_ms", "e2e_latency_ms", 1), Metric: m,
			Optional: m.Stat == model.Plain || m.Stat == model.Percentile && (m.Q != 0.99 || m.Quantity == model.E2E),
		})
	}
	return list
}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, func(d *loadtest.Reader) {
		r := d.Result()
		d.Fields(fields, r)
		d.Failures(r)
		d.Keep(r)
	})
}

// errors counts the requests with an error: the list has a text for each request,
// which is empty where there was none.
func errors(d *loadtest.Reader, _ *jsonscan.Object, r *loadtest.Result) {
	if !d.WantArray("a list of texts") {
		return
	}
	n := 0
	for l := d.List(); d.Element(&l); {
		switch d.Peek() {
		case jsonscan.KindNull:
			d.Skip()
		default:
			if d.ScanText("text") != "" {
				n++
			}
		}
	}
	if r.Run.Figures[model.FailedRequests].State == model.Absent && !d.Failed() {
		r.Run.Figures[model.FailedRequests], r.Run.Keys[model.FailedRequests] = model.Of(float64(n)), "errors"
	}
}
