// Package vllm reads what "vllm bench serve" writes: one JSON result, a file to
// which several were appended one after another, or the list that a sweep makes
// of them. Each result is a run; the settings in which the results differ make
// the arms of one comparison.
//
// Latencies are milliseconds, durations seconds, throughput per second. Keys that
// no result defines are settings: "--metadata k=v" and a sweep add them freely.
// What the tool writes and did not measure is missing here: latencies of 0.0
// where no request completed, and percentiles of too few requests.
//
// Start reading at decode, then result.go (one object) and arms.go.
package vllm

import (
	"bytes"
	"context"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
)

const name = "vLLM bench serve"

// Format returns the row of this package in the list of formats.
func Format() intake.Format { return intake.Format{Name: name, Sniff: sniff, Decode: decode} }

// sniff looks for keys that every version writes before anything long.
func sniff(h *intake.Head) intake.Likeness {
	if !bytes.Contains(h.Data, []byte(`"num_prompts"`)) { // most files end here
		return intake.Unlike
	}
	keys, _ := jsonscan.Root(h.Data)
	if keys.Have("backend", "num_prompts", "request_rate") && !keys.Have("mean_e2e_latency_ms") {
		return intake.Likely
	}
	return intake.Unlike
}

// decoder reads one file.
type decoder struct {
	jsonscan.Reader
	results []result
	left    int // results over the limit
}

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	data, err := in.Bytes()
	if err != nil {
		return err
	}
	d := &decoder{Reader: *jsonscan.New(in.Name, data, in.Depth)}
	d.Peek()
	begin := d.Pos()
	d.Each("a result of "+name, func() {
		if d.Full(len(d.results), &d.left) {
			return
		}
		d.result()
	})
	d.TellLeft(begin, d.left)
	switch {
	case d.Failed():
		d.Broken(model.Error)
	case len(d.results) == 0:
		d.Issue(begin, model.Warning, model.CodeMissing, "no results: expected at least one")
	default:
		to.Add(d.comparison())
		to.Doc.Schema = name
	}
	d.Finish(&to.Doc)
	return nil
}
