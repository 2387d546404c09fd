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
// Start reading at result; package loadtest makes the comparison.
package vllm

import (
	"bytes"
	"context"

	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
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

func decode(_ context.Context, in intake.Input, to *intake.Sink) error {
	return loadtest.Decode(in, to, name, result)
}
