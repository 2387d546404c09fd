package vllm

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/intake"
)

// read decodes a fixture.
func read(t *testing.T, name string) (*model.Comparison, []model.Issue) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return decoded(t, data)
}

func decoded(t *testing.T, data []byte) (*model.Comparison, []model.Issue) {
	t.Helper()
	if sniff(&intake.Head{Data: data[:min(len(data), 4096)]}) != intake.Likely {
		t.Error("it does not look like a result")
	}
	var to intake.Sink
	if err := decode(context.Background(), intake.Input{Name: "f", Data: data}, &to); err != nil {
		t.Fatal(err)
	}
	return to.Doc.Comparison(), to.Doc.Issues
}

// want holds figures of a run, in the units of their metrics.
func want(t *testing.T, r model.Run, figures map[*model.Metric]float64) {
	t.Helper()
	for m, v := range figures {
		if got := r.Figures[m]; got != model.Of(v) {
			t.Errorf("%s: %s is %v (%s), want %v %s", r.Name, m.ID, got.Value, got.State, v, m.Unit)
		}
	}
}

func says(issues []model.Issue, code model.Code, words string) bool {
	for _, i := range issues {
		if i.Code == code && strings.Contains(i.Message, words) {
			return true
		}
	}
	return false
}

func median(q model.Quantity) *model.Metric { return model.Latency(q, model.Median, 0) }
func mean(q model.Quantity) *model.Metric   { return model.Latency(q, model.Mean, 0) }

func TestOneResult(t *testing.T) {
	c, issues := read(t, "testdata/one.json")
	if len(issues) != 0 || len(c.Rows) != 1 || len(c.Arms) != 1 || c.Arms[0].Name != "request_rate=10" {
		t.Fatalf("issues %v, rows %d, arms %+v", issues, len(c.Rows), c.Arms)
	}
	want(t, c.Rows[0], map[*model.Metric]float64{
		model.Requests: 200, model.CompletedRequests: 200, model.FailedRequests: 0, model.RunDuration: 20.5,
		model.OfferedRate: 10, model.ServedRate: 9.75, model.OutputRate: 1248, median(model.TTFT): 50, mean(model.TTFT): 52.5,
		model.P99TTFT: 100, median(model.TPOT): 12, mean(model.ITL): 14, median(model.E2E): 1650,
	})
	if f := c.Rows[0].Figures[model.Goodput]; f.State != model.Absent {
		t.Errorf("goodput without an objective: %v", f)
	}
}

func TestAppendedResults(t *testing.T) {
	c, issues := read(t, "testdata/append.json")
	if len(c.Rows) != 2 || len(c.Arms) != 2 || c.Arms[0].Name != "request_rate=10" || c.Arms[1].Name != "request_rate=inf" {
		t.Fatalf("rows %d, arms %+v", len(c.Rows), c.Arms)
	}
	if c.Rows[1].Pointer != "/1" || c.Rows[1].Figures[model.OfferedRate].State != model.Absent {
		t.Errorf("%+v", c.Rows[1])
	}
	// Old files do not state the failed requests: those not completed are.
	want(t, c.Rows[0], map[*model.Metric]float64{model.FailedRequests: 0, median(model.TTFT): 50})
	want(t, c.Rows[1], map[*model.Metric]float64{model.FailedRequests: 50, median(model.TTFT): 400})
	if !says(issues, model.CodeMissing, "failed is absent: 50 of 200 requests") {
		t.Errorf("%v", issues)
	}
	settings := map[string]string{}
	for _, s := range c.Arms[0].Settings {
		settings[s.Key] = s.Value
	}
	if settings["decode_replicas"] != "4" || settings["gateway"] != "example" || settings["request_rate"] != "10" {
		t.Errorf("%v", settings)
	}
}

func TestSweep(t *testing.T) {
	c, issues := read(t, "testdata/sweep.json")
	if len(issues) != 0 || len(c.Rows) != 4 || len(c.Arms) != 2 {
		t.Fatalf("issues %v, rows %d, arms %+v", issues, len(c.Rows), c.Arms)
	}
	for i, name := range []string{"max_concurrency=2 run 0", "max_concurrency=2 run 1", "max_concurrency=4 run 0", "max_concurrency=4 run 1"} {
		if r := c.Rows[i]; r.Name != name || r.Arm != i/2 || r.Repeat != model.Of(float64(i%2)) {
			t.Errorf("row %d: %+v", i, r)
		}
	}
	want(t, c.Rows[3], map[*model.Metric]float64{median(model.TTFT): 161, model.P99TTFT: 322, model.RunDuration: 21.5})
}

func TestEveryRequestFailed(t *testing.T) {
	c, issues := read(t, "testdata/failed.json")
	want(t, c.Rows[0], map[*model.Metric]float64{model.FailedRequests: 8, model.CompletedRequests: 0, model.ServedRate: 0})
	for _, m := range model.LatencyMetrics() {
		if f := c.Rows[0].Figures[m]; f.OK() {
			t.Errorf("%s is %v where nothing was measured", m.ID, f.Value)
		}
	}
	if !says(issues, model.CodeMissing, "0 cannot have been measured") {
		t.Errorf("%v", issues)
	}
}

// edit decodes one.json with one text in place of another.
func edit(t *testing.T, pairs ...string) (*model.Comparison, []model.Issue) {
	t.Helper()
	data, err := os.ReadFile("testdata/one.json")
	if err != nil {
		t.Fatal(err)
	}
	s := strings.NewReplacer(pairs...).Replace(string(data))
	if s == string(data) {
		t.Fatalf("%q is not in the file", pairs)
	}
	return decoded(t, []byte(s))
}

func TestTraps(t *testing.T) {
	cases := []struct {
		name  string
		pairs []string
		code  model.Code
		says  string
	}{
		{"offered load not achieved", []string{`"request_rate": 10.0`, `"request_rate": 11.0`}, model.CodeCaution, "offered load not achieved: 9.75 req/s of 11 req/s"},
		{"offered load as text", []string{`"request_rate": 10.0`, `"request_rate": "11.0"`}, model.CodeCaution, "offered load not achieved"},
		{"no load at all", []string{`"request_rate": 10.0`, `"request_rate": "soon"`}, model.CodeWrongType, `"inf"`},
		{"seconds for ms", []string{`"mean_ttft_ms": 52.5`, `"mean_ttft_ms": 0.0525`}, model.CodeCaution, "is it in seconds?"},
		{"not streamed", []string{`"mean_e2el_ms": 1652.5`, `"mean_e2el_ms": 52.5`}, model.CodeCaution, "not streamed"},
		{"no tokens", []string{`"total_output_tokens": 25600`, `"total_output_tokens": 0`}, model.CodeCaution, "without an output token"},
		{"a percentile of few", []string{`"completed": 200`, `"completed": 99`, `"num_prompts": 200`, `"num_prompts": 99`}, model.CodeMissing, "99 completed requests are too few, expected 100, for p99_ttft_ms"},
		{"a latency of 0", []string{`"median_tpot_ms": 12.0`, `"median_tpot_ms": 0.0`}, model.CodeMissing, "median_tpot_ms"},
		{"lists of requests", []string{`"label": null`, `"ttfts": [0.1, 0.2]`}, model.CodeUnsupported, "1 lists"},
		{"a list cut short", []string{"}\n", ""}, model.CodeIncomplete, "ends in the middle"},
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			if _, issues := edit(t, tt.pairs...); !says(issues, tt.code, tt.says) {
				t.Errorf("issues %v, want %s %q", issues, tt.code, tt.says)
			}
		})
	}
	for _, word := range []string{`"inf"`, "Infinity", `"Infinity"`} {
		c, issues := edit(t, `"request_rate": 10.0`, `"request_rate": `+word)
		if len(issues) != 0 || c.Rows[0].Figures[model.OfferedRate].State != model.Absent || c.Arms[0].Name != "request_rate=inf" {
			t.Errorf("%s: issues %v, arm %q", word, issues, c.Arms[0].Name)
		}
	}
}

func TestTwins(t *testing.T) {
	data, err := os.ReadFile("testdata/one.json")
	if err != nil {
		t.Fatal(err)
	}
	c, issues := decoded(t, append(data, data...))
	if len(c.Rows) != 1 || !says(issues, model.CodeDuplicate, "counts once") {
		t.Errorf("%d rows, %v", len(c.Rows), issues)
	}
	sweep, err := os.ReadFile("testdata/sweep.json")
	if err != nil {
		t.Fatal(err)
	}
	c, issues = decoded(t, []byte(strings.ReplaceAll(string(sweep), `"run_number": 1`, `"run_number": 0`)))
	if len(c.Rows) != 4 || !says(issues, model.CodeDuplicate, "the same arm and run_number as /0") {
		t.Errorf("%d rows, %v", len(c.Rows), issues)
	}
}

// Values of real files, each read off the file by hand.
func TestRealFiles(t *testing.T) {
	root := filepath.Join("..", "..", "..", "..", "shared", "data", "formats")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the real files are not here")
	}
	cases := []struct {
		file string
		row  int
		rows int
		want map[*model.Metric]float64
	}{
		{"vllm-er0080/bench_serve_v0.25.1.json", 0, 1, map[*model.Metric]float64{
			model.Requests: 8, model.CompletedRequests: 8, model.FailedRequests: 0, model.RunDuration: 1.5441598830002476,
			median(model.TTFT): 55.68139649994919, mean(model.TPOT): 11.265828258331112, model.ServedRate: 5.180810671273421}},
		{"vllm-er0080/SERVE--max_num_seqs=4-BENCH--max_concurrency=2-num_prompts=8/summary.json", 0, 2, map[*model.Metric]float64{
			median(model.TTFT): 44.92285849846667, mean(model.TTFT): 217.27289337468392, median(model.E2E): 166.47808399284258,
			model.OutputRate: 93.74767963046673, model.InputTokens: 256, model.PeakConcurrency: 6}},
		{"vllm-er0080/bench_serve_all_requests_failed_v0.25.1.json", 0, 1, map[*model.Metric]float64{
			model.Requests: 8, model.CompletedRequests: 0, model.FailedRequests: 8, model.RunDuration: 0.00503263997961767, model.ServedRate: 0}},
		{"vllm-nerdalert/results.json", 1, 2, map[*model.Metric]float64{
			model.Requests: 900, model.OfferedRate: 30, model.ServedRate: 22.182458216551215, model.P99TTFT: 169.39216242027214,
			median(model.TPOT): 24.65, model.FailedRequests: 0, model.OutputTokens: 239959}},
		{"vllm-nerdalert/graphs-results.json", 5, 12, map[*model.Metric]float64{
			model.Requests: 2000, model.FailedRequests: 985, model.CompletedRequests: 1015}},
	}
	for _, tt := range cases {
		c, _ := read(t, filepath.Join(root, tt.file))
		if len(c.Rows) != tt.rows {
			t.Errorf("%s: %d rows, want %d", tt.file, len(c.Rows), tt.rows)
			continue
		}
		want(t, c.Rows[tt.row], tt.want)
	}
}
