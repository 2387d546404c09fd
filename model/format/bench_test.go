package format

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"scaledeck/model"
)

// writeTimeline writes a document with one timeline of n samples, indented as
// the known files are, with figures of as many digits as theirs.
func writeTimeline(n int) []byte {
	var b bytes.Buffer
	b.Grow(n*380 + 400)
	b.WriteString("{\n  \"execution_mode\": \"measured\",\n  \"autoscaling_comparison\": {\n    \"generated\": {\n")
	b.WriteString("      \"mode\": \"generated\",\n      \"cold_start_seconds\": 22,\n      \"peak_kv_utilization\": 1.5,\n")
	b.WriteString("      \"peak_p99_ttft_ms\": 900.25,\n      \"max_ready_replicas\": 9,\n      \"slo_breach_windows\": 0,\n      \"timeline\": [\n")
	for i := range n {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, "        {\n          \"sec\": %d,\n          \"demand_tokens\": %d,\n          \"ready_replicas\": %d,\n"+
			"          \"booting_replicas\": %d,\n          \"demand_to_kv_capacity_ratio\": %.4f,\n          \"kv_utilization\": %.4f,\n"+
			"          \"warm_standby_remaining\": %d,\n          \"gpu_compute_utilization\": %.4f,\n          \"p99_ttft_ms\": %.2f,\n"+
			"          \"slo_breached\": %t\n        }",
			20*i, 48000+i%1000, 4+i%13, i%4, float64(i%15000)/1e4, float64(i%10000)/1e4, i%3, float64(i%9900)/1e4, 140+float64(i%500000)/100, i%2 == 0)
	}
	b.WriteString("\n      ]\n    }\n  }\n}\n")
	return b.Bytes()
}

// decoded decodes data and gives up the test where anything is wrong with it.
func decoded(tb testing.TB, data []byte) *model.Document {
	tb.Helper()
	doc, issues := Decode("generated.json", data, Options{})
	if doc == nil || len(issues) > 0 || doc.UnknownCount > 0 {
		tb.Fatalf("document %v, issues %v", doc, issues)
	}
	return doc
}

func BenchmarkTimeline(b *testing.B) {
	for _, n := range []int{1_000, 330_000} {
		data := writeTimeline(n)
		b.Run(fmt.Sprintf("%dkB", len(data)/1000), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				decoded(b, data)
			}
		})
	}
}

// The figures of a sample take 8 bytes each; what else a timeline takes must
// stay within twice that, all that was ever allocated for it included.
func TestTimelineMemory(t *testing.T) {
	const n = 20_000
	data := writeTimeline(n)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	doc := decoded(t, data)
	runtime.ReadMemStats(&after)
	figures := uint64(n * 8 * (len(model.SampleMetrics()) + 1))
	if got := after.TotalAlloc - before.TotalAlloc; got > 2*figures {
		t.Errorf("%d bytes for %d bytes of figures", got, figures)
	}
	if got := doc.Timelines().Timelines[0].Len(); got != n {
		t.Errorf("%d samples of %d", got, n)
	}
}

func TestTimelineAllocations(t *testing.T) {
	allocations := func(n int) float64 {
		data := writeTimeline(n)
		return testing.AllocsPerRun(5, func() { decoded(t, data) })
	}
	few, many := allocations(100), allocations(10_000)
	if many > few+5 {
		t.Errorf("%v allocations for 100 samples, %v for 10 000: a sample allocates", few, many)
	}
	if few > 60 {
		t.Errorf("%v allocations for a small timeline", few)
	}
}
