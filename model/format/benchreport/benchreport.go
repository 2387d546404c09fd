// Package benchreport reads the benchmark report of llm-d, version 0.2, as JSON:
// what a load generator measured, each statistic with its unit, which counts;
// restarts of replicas; and, where the report has them, the replicas of each
// controller over time and how long pods took to start.
//
// A unit is shown and never corrected: a report that calls seconds milliseconds
// gets a caution.
package benchreport

import (
	"bytes"
	"context"
	"strings"
	"time"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
)

const name = "llm-d benchmark report"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

// sniff looks for the blocks of a report: its keys may be in any order, and the
// first block may be longer than the beginning of the file.
func sniff(h *intake.Head) intake.Likeness {
	has := func(key string) bool { return bytes.Contains(h.Data, []byte(key)) }
	if !has(`"results"`) && !has(`"scenario"`) {
		return intake.Unlike // as most files
	}
	keys, list := jsonscan.Root(h.Data)
	switch {
	case list:
	case keys.Have("version", "run", "results"), keys.Have("version", "scenario"), keys.Have("results", "scenario"), keys.Have("run", "scenario"):
		return intake.Likely
	case keys.Have("results") && (has(`"request_performance"`) || has(`"component_health"`) || has(`"observability"`)):
		return intake.Likely
	}
	return intake.Unlike
}

const (
	aggregate     = "results/request_performance/aggregate/"
	observability = "results/observability/"
)

// fields are the keys of a report, which has what was measured below a path.
func (b *blocks) fields(measured string) []loadtest.Field {
	return []loadtest.Field{
		{Path: "version", Read: version},
		{Path: "scenario/load/standardized/rate_qps", Read: rate, Optional: true},
		{Path: "scenario/load/standardized/concurrency", Setting: "concurrency"},
		{Path: "scenario/load/standardized/stage", Setting: "stage"},
		{Path: "scenario/load/standardized/tool", Setting: "tool"},
		{Path: "scenario/load/standardized/*", Pass: true},
		{Path: "scenario/load/*", Pass: true},
		{Path: "scenario/*", Pass: true},
		{Path: "run/time/duration", Read: duration, Optional: true},
		{Path: "run/*", Pass: true},
		{Path: measured + "requests/total", Metric: model.Requests},
		{Path: measured + "requests/failures", Metric: model.FailedRequests},
		{Path: measured + "latency/time_to_first_token", Of: model.TTFT, Default: "s", Needs: []string{"mean", "p99"}},
		{Path: measured + "latency/time_per_output_token", Of: model.TPOT, Default: "s/token", Needs: mean},
		{Path: measured + "latency/inter_token_latency", Of: model.ITL, Default: "s/token", Needs: mean},
		{Path: measured + "latency/request_latency", Of: model.E2E, Default: "s", Needs: mean},
		{Path: measured + "throughput/request_rate", Metric: model.ServedRate, Stat: "mean"},
		{Path: measured + "throughput/output_token_rate", Metric: model.OutputRate, Stat: "mean"},
		{Path: measured + "throughput/total_token_rate", Metric: model.TotalTokenRate, Stat: "mean"},
		{Path: "results/request_performance/time_series", Pass: true},
		{Path: "results/session_performance", Pass: true},
		{Path: "results/component_health", Read: health, Optional: true},
		{Path: observability + "replica_status/time_series", Read: b.replicas, Optional: true},
		{Path: observability + "replica_status/*", Pass: true},
		{Path: observability + "pod_startup_times/pods", Read: b.startup, Optional: true},
		{Path: observability + "pod_startup_times/*", Pass: true},
		{Path: observability + "*", Pass: true},
	}
}

// mean is the statistic that every latency has.
var mean = []string{"mean"}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	var b blocks
	full, short := b.fields(aggregate), b.fields("results/")
	err := loadtest.Decode(in, to, name, func(d *loadtest.Reader) {
		r, ahead := d.Result(), d.Scanner
		ahead.Skip()
		if bytes.Contains(d.Slice(r.Begin, ahead.Pos()), []byte(`"request_performance"`)) {
			d.Fields(full, r)
		} else {
			d.Fields(short, r)
		}
		f := r.Run.Figures
		if all, failed := f[model.Requests], f[model.FailedRequests]; all.OK() && failed.OK() && failed.Value <= all.Value {
			f[model.CompletedRequests] = model.Of(all.Value - failed.Value)
		}
		d.Keep(r)
	})
	if err == nil && !to.Doc.Empty() {
		b.add(to)
	}
	return err
}

// version says where a report is of another version than the keys are known of.
func version(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	if v := d.ScanText("a version"); v != "0.2" && !strings.HasPrefix(v, "0.2.") {
		d.Issue(o.At, model.Warning, model.CodeUnsupported, "version %s: read as 0.2, which it may not be", jsonscan.Quote([]byte(v)))
	}
}

func rate(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) { d.Rate(o, r, "rate_qps") }

// duration reads a duration as ISO 8601 writes it, such as PT1M30.5S.
func duration(d *loadtest.Reader, o *jsonscan.Object, r *loadtest.Result) {
	written := d.ScanText("a duration")
	rest, is := strings.CutPrefix(written, "PT")
	v, err := time.ParseDuration(strings.ToLower(rest))
	if !is || err != nil || v < 0 {
		r.Run.Figures[model.RunDuration] = model.Missing(model.WrongType)
		d.Issue(o.At, model.Warning, model.CodeWrongType, "expected a duration such as PT1M30S, got %s", jsonscan.Quote([]byte(written)))
		return
	}
	r.Run.Figures[model.RunDuration], r.Run.Keys[model.RunDuration] = model.Of(v.Seconds()), "run/time/duration"
}

// health reads how often replicas restarted.
func health(d *loadtest.Reader, _ *jsonscan.Object, _ *loadtest.Result) {
	if !d.WantArray("a list of components") {
		return
	}
	for l := d.List(); d.Element(&l); {
		if !d.WantObject("the health of a component") {
			continue
		}
		var restarts, failed model.Figure
		label := "a component"
		for o := d.Object(); d.Member(&o); {
			switch string(o.Key) {
			case "component_label":
				d.Text(&o, &label)
			case "total_restarts":
				d.Figure(&o, &restarts, &model.Counted)
			case "failed_replicas":
				d.Figure(&o, &failed, &model.Counted)
			default:
				d.Unknown(&o)
			}
		}
		if restarts.Value > 0 || failed.Value > 0 {
			d.Issue(l.At, model.Warning, model.CodeCaution, "%s: %s restarts, %s failed replicas", label, restarts.Text(model.Count), failed.Text(model.Count))
		}
	}
}
