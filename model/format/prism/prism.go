// Package prism reads an archive of Prism: a list of benchmark results of one model
// on several arrangements of prefill and decode servers. Latencies are
// milliseconds. The archive fills in 0 for statistics that its source lacks, and
// repeats some figures under a second key.
package prism

import (
	"bytes"
	"context"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

const name = "Prism archive"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte(`"pd_ratio"`)) {
		return intake.Unlike // as most files
	}
	if keys, list := jsonscan.Root(h.Data); list && keys.Have("pd_ratio", "metrics") {
		return intake.Likely
	}
	return intake.Unlike
}

// fields are the keys of a row. What tells arrangements apart best comes first.
var fields = []loadtest.Field{
	{Path: "model", Setting: "model"},
	{Path: "hardware", Setting: "hardware"},
	{Path: "configuration", Setting: "configuration"},
	{Path: "workload/concurrency", Setting: "concurrency"},
	{Path: "pd_ratio", Setting: "pd_ratio"},
	{Path: "architecture", Setting: "architecture"},
	{Path: "accelerator_count", Setting: "accelerator_count"},
	{Path: "prefill_node_count", Setting: "prefill_node_count"},
	{Path: "decode_node_count", Setting: "decode_node_count"},
	{Path: "prefill_tp", Setting: "prefill_tp"},
	{Path: "decode_tp", Setting: "decode_tp"},
	{Path: "workload/input_tokens", Setting: "input_tokens"},
	{Path: "workload/output_tokens", Setting: "output_tokens"},
	{Path: "workload/target_qps", Metric: model.OfferedRate},
	{Path: "metrics/request_rate", Metric: model.ServedRate},
	{Path: "metrics/throughput", Metric: model.TotalTokenRate},
	{Path: "metrics/error_count", Metric: model.FailedRequests},
	{Path: "metrics/latency", Of: model.E2E, Unit: "ms", Needs: []string{"mean", "p50"}},
	{Path: "metrics/ttft", Of: model.TTFT, Unit: "ms", Needs: []string{"mean", "p50"}},
	{Path: "metrics/tpot", Metric: model.Latency(model.TPOT, model.Mean, 0)},
	{Path: "metrics/itl", Metric: model.Latency(model.ITL, model.Mean, 0)},
	{Path: "metadata", Pass: true},
	{Path: "source_info", Pass: true},
}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, func(d *loadtest.Reader) {
		r := d.Result()
		d.Fields(fields, r)
		copied(d, r)
		d.Keep(r)
	})
}

// copied takes out an offered load that is the served one to the last digit: the
// archive writes that where a run was bound by its concurrency and had none.
func copied(d *loadtest.Reader, r *loadtest.Result) {
	f := r.Run.Figures
	if offered := f[model.OfferedRate]; offered.OK() && offered == f[model.ServedRate] {
		f[model.OfferedRate] = model.Missing(model.Unmeasured)
		d.Often(r, model.Note, model.CodeMissing, "target_qps is request_rate to the last digit: it is no offered load")
	}
}
