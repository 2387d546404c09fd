package requests

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
)

// fixture is an evidence directory: its files by name.
type fixture map[string][][]string

const fixtureConfig = `{
  "topology": {"model_replicas_tested": [1, 2]},
  "traffic": {"scenarios": [
    {"name": "1-model-replica", "duration_s": 10, "analysis_windows": [{"name": "recovery", "start_s": 8, "end_s": 9}, {"name": "burst", "start_s": 2, "end_s": 8}]},
    {"name": "2-model-replica", "duration_s": 10, "analysis_windows": [{"name": "burst", "start_s": 2, "end_s": 8}]}
  ]}
}`

// requestRow is one request; a negative figure is blank.
type requestRow struct {
	tenant               string
	priority, status     int
	arrival, sent        float64
	ttft, e2e, tpot, lag float64
}

// fixtureRequests are two runs whose figures can be worked out by hand.
//
// One replica: 100 requests of gold in the window, TTFT 2, 4 … 200 ms and TPOT
// 0.2 … 20 ms. One just before the window and one at its very end, which is not in
// it any more, with a large TTFT each; the latter ends at 15 s of 10. A 429 in
// the window. Of silver 20 in the window, TTFT 71 … 90 ms, one that ends exactly
// with the run and one that was sent 0.1 s late and ends 0.1 s after it. A warm-up
// request.
//
// Two replicas: 200 of gold, TTFT 1 … 200 ms and TPOT 0.1 … 20 ms; 50 of silver,
// TTFT 101 … 150 ms.
func fixtureRequests() map[int][]requestRow {
	var one, two []requestRow
	for i := 1; i <= 100; i++ {
		at := 2 + 0.05*float64(i-1)
		one = append(one, requestRow{"gold", 10, 200, at, at, 2 * float64(i), 100 + 2*float64(i), 0.2 * float64(i), 0})
	}
	for i := 1; i <= 20; i++ {
		one = append(one, requestRow{"silver", 0, 200, 5, 5, 70 + float64(i), 500, 3, 0})
	}
	one = append(one,
		requestRow{"gold", 10, 200, 1.999999, 1.999999, 5000, 6000, 500, 0},
		requestRow{"gold", 10, 200, 8, 8, 6000, 7000, 600, 0},
		requestRow{"gold", 10, 429, 3, 3, -1, 150, -1, 0},
		requestRow{"silver", 0, 200, 9.5, 9.5, 100, 500, 3, 0},
		requestRow{"silver", 0, 200, 9.5, 9.6, 100, 500, 3, 100},
		requestRow{"warmup-gold", 10, 200, 3, 3, 9999, 9999, 999, 0},
	)
	for i := 1; i <= 200; i++ {
		at := 2 + 0.025*float64(i-1)
		two = append(two, requestRow{"gold", 10, 200, at, at, float64(i), 300, 0.1 * float64(i), 0})
	}
	for i := 1; i <= 50; i++ {
		two = append(two, requestRow{"silver", 0, 200, 4, 4, 100 + float64(i), 300, 3, 0})
	}
	return map[int][]requestRow{1: one, 2: two}
}

// ahead is by how much the metrics' clock is ahead in the fixture, in seconds.
const ahead = 5

// newFixture returns an evidence directory of two runs, whole and sound.
//
// Metrics of the run at one replica: gold and silver queue 2 and 3 requests at
// once at 9 s, gold alone 4 at 10 s, a warm-up tenant 50; 1 waits in vLLM; KV
// cache up to 0.0469449; preemptions 7 → 9. At two replicas: 2 and 1 wait at
// once, KV cache up to 0.03 and 0.08, and preemptions go 5 → 6, then from a new
// process 1 → 2.
func newFixture() fixture {
	f := fixture{"request-results.csv": {strings.Split(strings.TrimSpace(requestHeader), ",")}}
	f["system-metrics.csv"] = [][]string{strings.Split("run_name,model_replicas,repeat,elapsed_seconds,source,metric,tenant,priority,model_replica,value", ",")}
	f["traffic-samples.csv"] = [][]string{strings.Split("run_name,model_replicas,repeat,elapsed_seconds,tenant,priority,issued_requests,completed_requests", ",")}
	f["run-evidence.csv"] = [][]string{strings.Split("run_name,model_replicas,repeat,data_quality_passed,flow_control_engaged,endpoint_picker_restarted", ",")}
	for _, replicas := range []int{1, 2} {
		run := []string{fmt.Sprintf("%d replicas, first", replicas), fmt.Sprint(replicas), "1"}
		rows := fixtureRequests()[replicas]
		for i, r := range rows {
			f.add("request-results.csv", run, i+1, r.tenant, r.priority, r.status, r.arrival, r.sent, r.lag, r.ttft, r.e2e, 100, 10, r.tpot, "false", "", 0, "x", "", "")
		}
		for second := range 17 {
			f.scrape(run, rows, replicas, second)
		}
		for second := range 11 {
			for _, tenant := range []string{"gold", "silver"} {
				f.add("traffic-samples.csv", run, second, tenant, 0, issuedBy(rows, tenant, float64(second)), 0)
			}
		}
		f.add("run-evidence.csv", run, "true", "true", "false")
	}
	return f
}

// scrape adds the metrics of one second of the metrics' clock.
func (f fixture) scrape(run []string, rows []requestRow, replicas, second int) {
	metric := func(name, tenant, pod string, v float64) {
		f.add("system-metrics.csv", run, float64(second)+0.000115, "epp", name, tenant, "", pod, v)
	}
	at := func(when int, v, else_ float64) float64 {
		if second == when {
			return v
		}
		return else_
	}
	step := func(when int, before, after float64) float64 {
		if second < when {
			return before
		}
		return after
	}
	for _, tenant := range []string{"gold", "silver"} {
		// A series begins with its tenant's first request.
		if n := issuedBy(rows, tenant, float64(second-ahead)); n > 0 {
			metric("endpoint_picker_queued_requests_total", tenant, "", float64(n))
		}
	}
	if replicas == 1 {
		metric("endpoint_picker_policy_queue_requests", "gold", "", at(9, 2, at(10, 4, 0)))
		metric("endpoint_picker_policy_queue_requests", "silver", "", at(9, 3, 0))
		metric("endpoint_picker_policy_queue_requests", "warmup-gold", "", 50)
		metric("vllm_waiting_requests", "", "model-replica-1", at(9, 1, 0))
		metric("vllm_kv_cache_usage_ratio", "", "model-replica-1", at(11, 0.0469449, 0.01))
		metric("vllm_preemptions_total", "", "model-replica-1", step(8, 7, 9))
		return
	}
	metric("endpoint_picker_policy_queue_requests", "gold", "", 0)
	metric("vllm_waiting_requests", "", "model-replica-1", at(9, 2, 0))
	metric("vllm_waiting_requests", "", "model-replica-2", at(9, 1, 0))
	metric("vllm_kv_cache_usage_ratio", "", "model-replica-1", 0.03)
	metric("vllm_kv_cache_usage_ratio", "", "model-replica-2", at(12, 0.08, 0.02))
	metric("vllm_preemptions_total", "", "model-replica-1", step(4, 5, step(8, 6, step(12, 1, 2))))
	metric("vllm_preemptions_total", "", "model-replica-2", 0)
}

func issuedBy(rows []requestRow, tenant string, second float64) int {
	n := 0
	for _, r := range rows {
		if r.tenant == tenant && r.sent <= second {
			n++
		}
	}
	return n
}

// add adds a row; a negative number is blank.
func (f fixture) add(file string, run []string, cells ...any) {
	row := slices.Clone(run)
	for _, c := range cells {
		switch v := c.(type) {
		case float64:
			if v < 0 {
				row = append(row, "")
				continue
			}
		}
		row = append(row, fmt.Sprint(c))
	}
	f[file] = append(f[file], row)
}

// thrice has every run twice more under another name: a change between topologies
// takes three repeats of either side.
func (f fixture) thrice() fixture {
	for name, rows := range f {
		for _, repeat := range []string{"2", "3"} {
			for _, row := range rows[1:] {
				again := slices.Clone(row)
				again[0], again[2] = row[0]+", then "+repeat, repeat
				f[name] = append(f[name], again)
			}
		}
	}
	return f
}

// byOneRepeat is the built-in policy with a single repeat enough for every rule.
func byOneRepeat() analysis.Options {
	p := analysis.BuiltIn()
	for i := range p.Rules {
		p.Rules[i].MinSamples = 1
	}
	return analysis.Options{Policy: p}
}

// write writes the fixture into a new directory, with the configuration.
func (f fixture) write(t testing.TB, config string) string {
	t.Helper()
	dir := t.TempDir()
	for name, rows := range f {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		writeFile(t, dir, name, b.Bytes())
	}
	if config != "" {
		writeFile(t, dir, "run-config.json", []byte(config))
	}
	return dir
}

func writeFile(t testing.TB, dir, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// analysed analyses a directory that can be.
func analysed(t testing.TB, dir string, o Options) *Result {
	t.Helper()
	r, err := Analyze(context.Background(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// written returns the document as it is written.
func written(t testing.TB, r *Result) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// readBack decodes a written document and judges it, with nothing to complain of
// but what is missing.
func readBack(t testing.TB, data []byte) (*model.Document, *analysis.Findings) {
	t.Helper()
	doc, issues := format.Decode("analysis.json", data, format.Options{})
	if doc == nil || doc.Comparison() == nil {
		t.Fatalf("not decoded: %v", issues)
	}
	for _, i := range slices.Concat(issues, doc.Issues) {
		if i.Severity == model.Error || i.Code != model.CodeMissing {
			t.Errorf("the written document has an issue: %s", i)
		}
	}
	return doc, analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "analysis.json", Doc: doc}}}, analysis.Options{})
}

// figures returns the figures of a run, NaN where one is missing.
func figures(r *model.Run) []float64 {
	var list []float64
	for _, m := range model.RunMetrics() {
		f := r.Figures[m]
		if v, ok := f.Get(); ok {
			list = append(list, v)
		} else {
			list = append(list, math.NaN())
		}
	}
	return list
}
