package requests

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// TestLost holds that a row that cannot be read leaves no figure standing that it
// could change, and takes none away that it could not.
func TestLost(t *testing.T) {
	const file = "request-results.csv"
	fromRequests := requestMetrics()
	noOne, noTwo := without(fixtureOne, fromRequests...), without(fixtureTwo, fromRequests...)
	rejected := func(f fixture) int { // the index of the 429
		return slices.IndexFunc(f[file], func(row []string) bool { return row[6] == "429" })
	}
	number := func(f fixture, next func(row []string) int) {
		for _, row := range f[file][1:] {
			row[3] = strconv.Itoa(next(row))
		}
	}
	counter := func(key func(row []string) string) func(row []string) int {
		n := make(map[string]int)
		return func(row []string) int { n[key(row)]++; return n[key(row)] }
	}
	summary := func(f fixture) {
		f["summary.csv"] = [][]string{{"run_name", "model_replicas", "repeat", "offered_requests", "http_200_requests"},
			{"1 replicas, first", "1", "1", "125", "124"}, {"2 replicas, first", "2", "1", "250", "250"}}
	}
	for _, c := range []struct {
		name     string
		change   func(f fixture)
		one, two []float64
		said     string
		whole    bool // no row is missing or malformed
	}{
		{"the rejected one is cut", func(f fixture) { i := rejected(f); f[file][i] = f[file][i][:20] },
			noOne, fixtureTwo, "1 replicas, first: requests are missing: 1 row of the run cannot be read", false},
		{"a cell too many", func(f fixture) { f[file][4] = append(f[file][4], "") },
			noOne, fixtureTwo, "1 row of the run cannot be read", false},
		{"cut within the run's name", func(f fixture) { i := rejected(f); f[file][i] = []string{"1 repl"} },
			noOne, noTwo, "2 replicas, first: requests may be missing: nothing says of which run is 1 row that cannot be read", false},
		{"of a run that is not there", func(f fixture) { i := rejected(f); f[file][i] = append([]string{"another"}, f[file][i][1:20]...) },
			noOne, noTwo, "nothing says of which run is 1 row", false},
		{"which the summary settles", func(f fixture) { summary(f); i := rejected(f); f[file][i] = []string{"1 repl"} },
			noOne, fixtureTwo, "the file has 125 of the numbers 1 to 126", false},
		{"one is not there", func(f fixture) { i := rejected(f); f[file] = slices.Delete(f[file], i, i+1) },
			noOne, fixtureTwo, "the file has 125 of the numbers 1 to 126", false},
		{"the first is not there", func(f fixture) { f[file] = slices.Delete(f[file], 1, 2) },
			noOne, fixtureTwo, "requests are missing: the numbers begin at 2", false},
		{"the last is not there, by the summary", func(f fixture) { summary(f); f[file] = f[file][:len(f[file])-1] },
			fixtureOne, noTwo, "the file has 249, summary.csv says 250", false},
		{"another stands in its place", func(f fixture) { f[file][rejected(f)] = f[file][7] },
			noOne, fixtureTwo, "not every number from 1 to 126 is there once", false},
		{"one stands twice", func(f fixture) { f[file] = slices.Insert(f[file], 8, f[file][7]) },
			noOne, fixtureTwo, "the file has 127 with the numbers 1 to 126", false},
		{"a status that cannot be read", func(f fixture) { f[file][rejected(f)][6] = "4?9" },
			noOne, fixtureTwo, "1 row of the run cannot be read", false},
		{"a priority that cannot be read", func(f fixture) { f[file][rejected(f)][5] = "x" },
			noOne, fixtureTwo, "1 row of the run cannot be read", false},
		{"latency of the rejected one", func(f fixture) { f[file][rejected(f)][11] = "?" },
			fixtureOne, fixtureTwo, "1 of 376 rows are malformed", false},
		{"TPOT of a 200 outside the window", func(f fixture) { f[file][len(fixtureRequests()[1])-1][14] = "?" },
			without(fixtureOne, model.ServedRPSPerGPU), fixtureTwo, "missing or malformed", false},
		{"TTFT of two 200s in the window", func(f fixture) { f[file][100][10], f[file][99][10] = "?", "?" },
			without(fixtureOne, model.ServedRPSPerGPU, model.PremiumBurstP95TTFT, model.PremiumBurstP99TTFT, model.PremiumBurstP95TPOT), fixtureTwo,
			"no p99 premium TTFT: it needs 100 requests with status 200 in the window, there are 98", false},
		{"TTFT of a 200 that was not measured", func(f fixture) { f[file][1][10] = "" },
			without(fixtureOne, model.PremiumBurstP95TTFT, model.PremiumBurstP99TTFT), fixtureTwo,
			"no p95 premium TTFT: it is missing or malformed for 1 request in the window, and it lies between 190.000 and 192.000 ms", true},
		{"numbered by tenant", func(f fixture) { number(f, counter(func(row []string) string { return row[0] + row[4] })) },
			fixtureOne, fixtureTwo, "", true},
		{"numbered across the runs", func(f fixture) { number(f, counter(func([]string) string { return "" })) },
			fixtureOne, fixtureTwo, "", true},
		{"numbered from 0", func(f fixture) {
			next := counter(func(row []string) string { return row[0] })
			number(f, func(row []string) int { return next(row) - 1 })
		}, fixtureOne, fixtureTwo, "", true},
		{"one of a tenant's numbers is not there", func(f fixture) {
			number(f, counter(func(row []string) string { return row[0] + row[4] }))
			f[file] = slices.Delete(f[file], 50, 51)
		}, noOne, fixtureTwo, "requests are missing or stand twice", false},
		{"without numbers", func(f fixture) { f[file][0][3] = "other" }, fixtureOne, fixtureTwo, "", true},
		{"a number with a fraction", func(f fixture) { f[file][rejected(f)][3] = "103.5" }, fixtureOne, fixtureTwo, "expected a whole number", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture()
			delete(f, "traffic-samples.csv") // its counts would tell by themselves
			c.change(f)
			dir := f.write(t, fixtureConfig)
			for _, chunk := range []int{0, 100} {
				r := analysed(t, dir, Options{ChunkBytes: chunk, Workers: 3})
				assertRows(t, r, c.one, c.two)
				assertSaid(t, r, c.said)
				if d := r.Doc.Comparison().Decision.DataPublishable; d != model.FlagOf(c.whole) {
					t.Errorf("publishable %+v, expected %v", d, c.whole)
				}
				found := analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "analysis.json", Doc: r.Doc}}}, byOneRepeat())
				if missing := !slices.Equal(c.one, fixtureOne) || !slices.Equal(c.two, fixtureTwo); missing && found.Verdict == analysis.Pass {
					t.Errorf("%v with figures missing", found.Verdict)
				}
			}
		})
	}
}

// TestRejectedRowsCut: what two rows say that were cut off decides the verdict,
// so that without them there is none.
func TestRejectedRowsCut(t *testing.T) {
	rows := [][]string{{"run_name", "model_replicas", "repeat", "request_number", "tenant", "priority", "http_status",
		"planned_arrival_seconds", "actual_send_seconds", "ttft_ms", "e2e_latency_ms", "tpot_ms_per_token", "error"}}
	gates := [][]string{{"run_name", "model_replicas", "repeat", "data_quality_passed", "flow_control_engaged", "endpoint_picker_restarted",
		"peak_endpoint_picker_queue_requests", "peak_vllm_waiting_requests", "peak_kv_cache_usage_ratio", "vllm_preemptions"}}
	for _, replicas := range []int{1, 2} {
		for repeat := range 3 {
			run := []string{fmt.Sprintf("%d replicas, repeat %d", replicas, repeat), strconv.Itoa(replicas), strconv.Itoa(repeat)}
			for i := range 300 * replicas {
				at := fmt.Sprintf("%.6f", 10*float64(i)/float64(300*replicas))
				tenant, priority, status, ttft, tpot := "gold", "10", "200", "80.5", "7.25"
				if i%5 == 0 {
					tenant, priority = "silver", "0"
				}
				if replicas == 2 && repeat == 1 && (i == 211 || i == 417) {
					status, ttft, tpot = "429", "", ""
				}
				rows = append(rows, append(slices.Clone(run), strconv.Itoa(i+1), tenant, priority, status, at, at, ttft, "90", tpot, ""))
			}
			gates = append(gates, append(slices.Clone(run), "true", "true", "false", "2", "1", "0.05", "0"))
		}
	}
	o := Options{WindowStart: 0, WindowEnd: 8, Duration: 11}
	whole := analysed(t, fixture{"request-results.csv": rows, "run-evidence.csv": gates}.write(t, ""), o)
	if whole.Verdict != analysis.Fail {
		t.Fatalf("two 429s are %v", whole.Verdict)
	}
	for i, row := range rows {
		if row[6] == "429" {
			rows[i] = row[:12]
		}
	}
	r := analysed(t, fixture{"request-results.csv": rows, "run-evidence.csv": gates}.write(t, ""), o)
	s := r.Doc.Comparison()
	if r.Malformed != 2 || s.Rows[4].Figures[model.HTTPNon200].OK() || s.Rows[4].Figures[model.Requests].OK() {
		t.Errorf("%d malformed, figures %v", r.Malformed, figures(&s.Rows[4]))
	}
	for i := range s.Rows {
		if i != 4 && s.Rows[i].Figures[model.HTTPNon200] != model.Of(0) {
			t.Errorf("row %d lost nothing and has %v", i, figures(&s.Rows[i]))
		}
	}
	if s.Topologies[1].Figures[model.HTTPNon200].OK() || s.Decision.ScaleOutPass.OK() || s.Decision.DataPublishable != model.FlagOf(false) {
		t.Errorf("claimed: %+v, %+v", s.Topologies[1].Figures[model.HTTPNon200], s.Decision)
	}
	if _, found := readBack(t, written(t, r)); found.Verdict != analysis.Undecided || r.Verdict != analysis.Undecided {
		t.Errorf("%v, read back %v, expected UNDECIDED", r.Verdict, found.Verdict)
	}
}
