package sim

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"scaledeck/model"

	"github.com/google/go-cmp/cmp"
)

// printed is one sample as a document has it.
type printed struct {
	Second   float64 `json:"sec"`
	Demand   float64 `json:"demand_tokens"`
	Ready    int     `json:"ready_replicas"`
	Booting  int     `json:"booting_replicas"`
	Standby  int     `json:"warm_standby_remaining"`
	Ratio    float64 `json:"demand_to_kv_capacity_ratio"`
	KV       float64 `json:"kv_utilization"`
	GPU      float64 `json:"gpu_compute_utilization"`
	TTFT     float64 `json:"p99_ttft_ms"`
	Breached bool    `json:"slo_breached"`
}

func printedOf(r Result) []printed {
	var out []printed
	for _, s := range r.Samples {
		s = s.Printed()
		out = append(out, printed{s.Second, s.Demand, s.Ready, s.Booting, s.Standby, s.Ratio, s.KV, s.GPU, s.TTFT, s.Breached})
	}
	return out
}

// referenceRuns are the two timelines of the known file, figure by figure.
var referenceRuns = []struct {
	name    string
	config  Config
	peak    float64
	ready   int
	windows int
	want    []printed
}{
	{"reactive_gpu_util", ReferenceReactive(), 2.4444, 13, 9, []printed{
		{0, 48000, 4, 0, 0, 0.6667, 0.6667, 0.7733, 266.67, false},
		{20, 52000, 4, 0, 0, 0.7222, 0.7222, 0.7944, 277.22, false},
		{40, 74000, 4, 2, 0, 1.0278, 1, 0.9106, 554.03, true},
		{60, 108000, 4, 4, 0, 1.5, 1, 0.99, 1754.97, true},
		{80, 142000, 4, 6, 0, 1.9722, 1, 0.99, 3339.44, true},
		{100, 168000, 4, 8, 0, 2.3333, 1, 0.99, 4728.87, true},
		{120, 176000, 4, 9, 0, 2.4444, 1, 0.99, 5182.36, true},
		{140, 172000, 4, 9, 0, 2.3889, 1, 0.99, 4954.18, true},
		{160, 160000, 4, 9, 0, 2.2222, 1, 0.99, 4287.12, true},
		{180, 144000, 4, 9, 0, 2, 1, 0.99, 3441.4, true},
		{200, 124000, 4, 9, 0, 1.7222, 1, 0.99, 2463.32, true},
		{220, 102000, 6, 7, 0, 0.9444, 0.9444, 0.8789, 409.01, false},
		{240, 84000, 8, 5, 0, 0.5833, 0.5833, 0.7417, 250.83, false},
		{260, 68000, 10, 3, 0, 0.3778, 0.3778, 0.6636, 211.78, false},
		{280, 56000, 12, 1, 0, 0.2593, 0.2593, 0.6185, 189.26, false},
		{300, 50000, 13, 0, 0, 0.2137, 0.2137, 0.6012, 180.6, false},
	}},
	{"leading_kv_and_velocity", ReferenceLeading(), 1, 16, 1, []printed{
		{0, 48000, 4, 0, 2, 0.6667, 0.6667, 0.7733, 266.67, false},
		{20, 52000, 4, 1, 1, 0.7222, 0.7222, 0.7944, 277.22, false},
		{40, 74000, 5, 4, 0, 0.8222, 0.8222, 0.8324, 296.22, false},
		{60, 108000, 6, 6, 0, 1, 1, 0.9, 502.27, true},
		{80, 142000, 9, 6, 0, 0.8765, 0.8765, 0.8531, 320.88, false},
		{100, 168000, 12, 4, 0, 0.7778, 0.7778, 0.8156, 287.78, false},
		{120, 176000, 15, 1, 0, 0.6519, 0.6519, 0.7677, 263.85, false},
		{140, 172000, 16, 0, 0, 0.5972, 0.5972, 0.7469, 253.47, false},
		{160, 160000, 16, 0, 0, 0.5556, 0.5556, 0.7311, 245.56, false},
		{180, 144000, 16, 0, 0, 0.5, 0.5, 0.71, 235, false},
		{200, 124000, 16, 0, 0, 0.4306, 0.4306, 0.6836, 221.81, false},
		{220, 102000, 16, 0, 0, 0.3542, 0.3542, 0.6546, 207.29, false},
		{240, 84000, 16, 0, 0, 0.2917, 0.2917, 0.6308, 195.42, false},
		{260, 68000, 16, 0, 0, 0.2361, 0.2361, 0.6097, 184.86, false},
		{280, 56000, 16, 0, 0, 0.1944, 0.1944, 0.5939, 176.94, false},
		{300, 50000, 16, 0, 0, 0.1736, 0.1736, 0.586, 172.99, false},
	}},
}

func TestReferenceRunsByTable(t *testing.T) {
	for _, tt := range referenceRuns {
		t.Run(tt.name, func(t *testing.T) {
			r := mustRun(t, tt.config)
			if d := cmp.Diff(tt.want, printedOf(r)); d != "" {
				t.Errorf("samples (-want +got):\n%s", d)
			}
			s := r.Summary
			if round(s.PeakRatio, 4) != tt.peak || s.MaxReady != tt.ready || s.BreachWindows != tt.windows {
				t.Errorf("peak %v, max ready %d, windows %d; want %v, %d, %d",
					s.PeakRatio, s.MaxReady, s.BreachWindows, tt.peak, tt.ready, tt.windows)
			}
		})
	}
}

func TestReferenceRunsByFile(t *testing.T) {
	raw := sharedFile(t, "results", "autoscaling-canary.json")
	var doc struct {
		Runs map[string]struct {
			Mode     string    `json:"mode"`
			Cold     float64   `json:"cold_start_seconds"`
			Peak     float64   `json:"peak_kv_utilization"`
			Worst    float64   `json:"peak_p99_ttft_ms"`
			Ready    int       `json:"max_ready_replicas"`
			Windows  int       `json:"slo_breach_windows"`
			Timeline []printed `json:"timeline"`
		} `json:"autoscaling_comparison"`
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Runs) != len(referenceRuns) {
		t.Fatalf("the file has %d runs, want %d", len(doc.Runs), len(referenceRuns))
	}
	for _, tt := range referenceRuns {
		want := doc.Runs[tt.name]
		r := mustRun(t, tt.config)
		if d := cmp.Diff(want.Timeline, printedOf(r)); d != "" {
			t.Errorf("%s: samples (-file +got):\n%s", tt.name, d)
		}
		s := r.Summary
		got := []any{r.Config.Policy.Name(), r.Config.ColdStart.Seconds, round(s.PeakRatio, 4), round(s.WorstTTFT, 2), s.MaxReady, s.BreachWindows}
		if d := cmp.Diff([]any{want.Mode, want.Cold, want.Peak, want.Worst, want.Ready, want.Windows}, got); d != "" {
			t.Errorf("%s: summary (-file +got):\n%s", tt.name, d)
		}
	}
}

func mustRun(t testing.TB, c Config) Result {
	t.Helper()
	r, err := Run(c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sharedFile returns a file of the material beside the repository, or skips.
func sharedFile(t testing.TB, elem ...string) []byte {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no go.mod above the test: cannot find the shared material")
		}
		dir = up
	}
	raw, err := os.ReadFile(filepath.Join(append([]string{dir, "..", "shared"}, elem...)...))
	if err != nil {
		t.Skipf("the shared material is not there: %v", err)
	}
	return raw
}

// timelineRows returns a timeline's samples for comparing.
func timelineRows(t *model.Timeline) [][]model.Figure {
	out := [][]model.Figure{{t.ColdStartSeconds, t.PeakKVUtilization, t.PeakP99TTFT, t.MaxReady, t.BreachWindows, t.SLO}}
	for i := range t.Len() {
		row := []model.Figure{t.Seconds.At(i)}
		for _, m := range model.SampleMetrics() {
			row = append(row, t.Column(m).At(i))
		}
		if t.Breached[i].Value {
			row = append(row, model.Of(1))
		}
		out = append(out, row)
	}
	return out
}
