package format

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"

	"scaledeck/model"
)

// The comparison with other decoders, analysis/requests/decode.sh, has the
// timeline written and read by the test binary.
var (
	timelineFile    = flag.String("timeline", "", "write a generated timeline to this file, for decode.sh")
	timelineSamples = flag.Int("samples", 300_000, "samples of the generated timeline")
	peerFile        = flag.String("peer", "", "decode this file, for decode.sh")
	peerName        = flag.String("with", "ours", "decode with ours or encoding/json")
)

// TestWriteTimeline writes the timeline for decode.sh.
func TestWriteTimeline(t *testing.T) {
	if *timelineFile == "" {
		t.Skip("no file was named: decode.sh does")
	}
	if err := os.WriteFile(*timelineFile, writeTimeline(*timelineSamples), 0o644); err != nil {
		t.Fatal(err)
	}
}

// peerDocument is as much of the document as a decoder for it would declare.
type peerDocument struct {
	Comparison map[string]struct {
		Timeline []struct {
			Sec         float64 `json:"sec"`
			Demand      float64 `json:"demand_tokens"`
			Ready       float64 `json:"ready_replicas"`
			Booting     float64 `json:"booting_replicas"`
			Ratio       float64 `json:"demand_to_kv_capacity_ratio"`
			Utilization float64 `json:"kv_utilization"`
			Standby     float64 `json:"warm_standby_remaining"`
			GPU         float64 `json:"gpu_compute_utilization"`
			P99TTFT     float64 `json:"p99_ttft_ms"`
			Breached    bool    `json:"slo_breached"`
		} `json:"timeline"`
	} `json:"autoscaling_comparison"`
}

// TestPeer decodes a file once and prints what all decoders must agree on: the
// number of samples, their worst p99 TTFT and how many are breached.
func TestPeer(t *testing.T) {
	if *peerFile == "" {
		t.Skip("no file was named: decode.sh does")
	}
	data, err := os.ReadFile(*peerFile)
	if err != nil {
		t.Fatal(err)
	}
	samples, worst, breached := 0, 0.0, 0
	switch *peerName {
	case "ours":
		for _, line := range decoded(t, data).Timelines().Timelines {
			samples += line.Len()
			for i := range line.Len() {
				if v, ok := line.Column(model.P99TTFT).At(i).Get(); ok {
					worst = max(worst, v)
				}
				if line.Breached[i] == model.FlagOf(true) {
					breached++
				}
			}
		}
	case "encoding/json":
		var doc peerDocument
		if err := json.Unmarshal(data, &doc); err != nil {
			t.Fatal(err)
		}
		for _, c := range doc.Comparison {
			samples += len(c.Timeline)
			for _, s := range c.Timeline {
				worst = max(worst, s.P99TTFT)
				if s.Breached {
					breached++
				}
			}
		}
	default:
		t.Fatalf("-with %s: expected ours or encoding/json", *peerName)
	}
	fmt.Printf("answer %d %.2f %d\n", samples, worst, breached)
}
