// Package autoscaler reads the CSV files that monitors write while an autoscaler
// is tried: one row a poll, as scripts around the Kubernetes HPA write them, or
// one row an event, as the workload variant autoscaler (WVA) of llm-d does. A file
// is one timeline.
//
// Times are local without a zone, or UTC; a timeline has seconds from its first
// row. Latencies are milliseconds, use of the KV cache is a share, the request
// rate is per minute and is shown per second. A latency of 0.00 is what the
// monitor writes where it had nothing to measure: it is missing here, not fast.
//
// Start reading at decode, then polls.go and events.go (the two kinds of file) and
// rows.go (cells with their issues).
package autoscaler

import (
	"bytes"
	"context"
	"slices"

	"scaledeck/model"
	"scaledeck/model/format/csvscan"
	"scaledeck/model/format/intake"
	"scaledeck/model/text"
)

const name = "autoscaler experiment"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

func sniff(h *intake.Head) intake.Likeness {
	line := h.Data
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i+1]
	}
	if !bytes.Contains(line, []byte("timestamp")) { // most files end here
		return intake.Unlike
	}
	columns := csvscan.Read(line).Columns
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(columns, n) })
	}
	if has("timestamp", "replicas", "desired_replicas") || has("timestamp", "event_type") {
		return intake.Likely
	}
	return intake.Unlike
}

func decode(ctx context.Context, in intake.Input, to *intake.Sink) error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	r := &rows{Table: csvscan.Read(data), issues: intake.Issues{File: text.Name(in.Name)}, tallies: make(map[string]*tally), last: make(map[*model.Metric]float64)}
	r.strangers(&to.Doc)
	b := &builder{rows: r}
	if at, _ := r.Column("event_type"); at >= 0 {
		b.events(ctx)
	} else {
		b.polls(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	r.finish()
	if t := b.timeline(); t.Len() > 0 {
		to.Add(&model.TimelineSet{Open: true, Timelines: []model.Timeline{t}})
		to.Doc.Schema = name
	} else {
		r.issues.Add(-1, model.Warning, model.CodeMissing, "", "no sample that can be used: expected at least one")
	}
	to.Report(r.issues.List(data)...)
	return nil
}
