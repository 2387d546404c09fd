package vllm

import (
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

// field is a row of the table of what a result measures.
type field struct {
	key      string
	metric   *model.Metric
	optional bool // some versions or calls leave it out, or write null
}

// fields are the keys of what a result measures; model.LatencyMetrics, whose IDs
// are the tool's own keys, are the rest.
var fields = []field{
	{key: "num_prompts", metric: model.Requests},
	{key: "completed", metric: model.CompletedRequests},
	{key: "failed", metric: model.FailedRequests, optional: true},
	{key: "duration", metric: model.RunDuration},
	{key: "total_input_tokens", metric: model.InputTokens},
	{key: "total_output_tokens", metric: model.OutputTokens},
	{key: "request_throughput", metric: model.ServedRate},
	{key: "request_goodput", metric: model.Goodput, optional: true},
	{key: "output_throughput", metric: model.OutputRate},
	{key: "total_token_throughput", metric: model.TotalTokenRate},
	{key: "max_output_tokens_per_s", metric: model.PeakOutputRate, optional: true},
	{key: "max_concurrent_requests", metric: model.PeakConcurrency, optional: true},
}

// details are lists with one element a request. They are passed over.
var details = []string{"input_lens", "output_lens", "ttfts", "itls", "start_times", "generated_texts", "errors"}

// result reads the object at the current position.
func result(d *loadtest.Reader) {
	r := d.Result()
	detailed := 0
	for o := d.Object(); d.Member(&o); {
		// Files of 2025 have the key "request_goodput:".
		key := strings.TrimSuffix(string(o.Key), ":")
		switch m := metricOf(key); {
		case m != nil:
			measured(d, &o, r, m)
		case key == "request_rate":
			d.Rate(&o, r, key)
		case key == "run_number":
			d.Figure(&o, &r.Run.Repeat, &model.Counted)
		case key == "date" || key == "rtfx": // the latter of audio only
			d.Skip()
		case slices.Contains(details, key):
			detailed++
			d.Skip()
		default:
			setting(d, &o, r, key)
		}
	}
	if d.Failed() {
		return
	}
	if detailed > 0 {
		d.Issue(r.Begin, model.Note, model.CodeUnsupported, "%d lists with an element for each request are not read yet", detailed)
	}
	complete(d, r)
	d.Keep(r)
}

// metricOf returns what a key measures, nil for none.
func metricOf(key string) *model.Metric {
	for i := range fields {
		if fields[i].key == key {
			return fields[i].metric
		}
	}
	return model.MetricOf(model.LatencyMetrics(), key)
}

// measured reads a figure. Goodput is null where no objective was given.
func measured(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result, m *model.Metric) {
	if m == model.Goodput && d.Peek() == jsonscan.KindNull {
		d.Skip()
		return
	}
	d.Value(o, r.Run.Figures, m)
}

// setting reads a key that the run was made with. What cannot be one is counted
// as unknown, and so is a key that looks like a statistic.
func setting(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result, key string) {
	k := d.Peek()
	switch {
	case k == jsonscan.KindObject || k == jsonscan.KindArray || k == jsonscan.KindNotFinite || strings.HasSuffix(key, "_ms"):
		d.Unknown(o)
	case d.Repeat(o) != jsonscan.Once:
		r.Unset(jsonscan.Clean(o.Key))
	default:
		d.Setting(r, jsonscan.Clean(o.Key))
	}
}

// complete makes the issues of what a result lacks. Versions before 0.10 do not
// state the failed requests.
func complete(d *loadtest.Reader, r *loadtest.Result) {
	f := r.Run.Figures
	for _, row := range fields {
		if !row.optional {
			d.Require(r.Begin, row.key, f[row.metric], &row.metric.Domain)
		}
	}
	for _, q := range [...]model.Quantity{model.TTFT, model.TPOT, model.ITL} {
		requireLatency(d, r, q)
	}
	d.Failures(r)
}

// requireLatency looks for the mean, the median and at least one percentile.
func requireLatency(d *loadtest.Reader, r *loadtest.Result, of model.Quantity) {
	for _, s := range [...]model.Stat{model.Mean, model.Median} {
		m := model.Latency(of, s, 0)
		d.Require(r.Begin, m.ID, r.Run.Figures[m], &m.Domain)
	}
	for m := range r.Run.Figures {
		if m.Quantity == of && m.Stat == model.Percentile {
			return
		}
	}
	m := model.Latency(of, model.Percentile, 0.99)
	d.Require(r.Begin, m.ID, model.Figure{}, &m.Domain)
}
