package format

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"scaledeck/model"
)

// The formats of load generators, held by their fixtures, by the traps that real
// files have set, and by values read off real files by hand.

// result decodes the comparison of a file.
func result(t *testing.T, name string, data []byte) (*model.Comparison, []model.Issue) {
	t.Helper()
	doc, found := Decode(name, data, Options{})
	if doc.Comparison() == nil {
		t.Fatalf("%s: no comparison, %v", name, found)
	}
	return doc.Comparison(), found
}

// fixture reads a fixture with one text in place of another, pair by pair.
func fixture(t *testing.T, name string, pairs ...string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(string(data), pairs[i]) {
			t.Fatalf("%s has no %s", name, pairs[i])
		}
	}
	return []byte(strings.NewReplacer(pairs...).Replace(string(data)))
}

func says(found []model.Issue, code model.Code, words string) bool {
	for _, i := range found {
		if i.Code == code && strings.Contains(i.Message, words) {
			return true
		}
	}
	return false
}

type measured map[*model.Metric]float64

func (want measured) of(t *testing.T, what string, r model.Run) {
	t.Helper()
	for m, v := range want {
		// Seconds become milliseconds in binary, which can leave dust.
		if got := r.Figures[m]; !got.OK() || math.Abs(got.Value-v) > 1e-12*v {
			t.Errorf("%s: %s is %v (%s), want %v %s", what, m.ID, got.Value, got.State, v, m.Unit)
		}
	}
}

func stat(q model.Quantity, s model.Stat) *model.Metric { return model.Latency(q, s, 0) }
func p(q model.Quantity, share float64) *model.Metric {
	return model.Latency(q, model.Percentile, share)
}

func TestLoadTestFixtures(t *testing.T) {
	for _, tt := range []struct {
		file string
		row  int
		arms string
		want measured
	}{
		{"aiperf/testdata/run.json", 0, "concurrency=16", measured{
			model.Requests: 204, model.CompletedRequests: 200, model.FailedRequests: 4, model.ServedRate: 9.75, model.OutputRate: 1248, model.OutputTokens: 25600,
			model.RunDuration: 20.5, stat(model.TTFT, model.Mean): 52.5, stat(model.TTFT, model.Median): 50, model.P99TTFT: 100, stat(model.E2E, model.Mean): 1652.5, p(model.E2E, 0.99): 3250}},
		{"aiperf/testdata/appended.json", 0, "concurrency=1; concurrency=2", measured{
			model.Requests: 200, model.FailedRequests: 0, model.ServedRate: 9.5, stat(model.TTFT, model.Mean): 52.5, stat(model.E2E, model.Median): 1650, stat(model.ITL, model.Mean): 14.5}},
		{"guidellm/testdata/report.json", 1, "rate=10; rate=20", measured{
			model.Requests: 404, model.CompletedRequests: 400, model.FailedRequests: 4, model.OfferedRate: 20, model.ServedRate: 19.5, model.OutputRate: 2496,
			model.InputTokens: 102400, stat(model.TTFT, model.Median): 100, p(model.TPOT, 0.99): 48, stat(model.E2E, model.Mean): 3305, model.RunDuration: 20.5}},
		{"inferenceperf/testdata/stages.json", 1, "requested_rate=10; requested_rate=40", measured{
			model.Requests: 405, model.CompletedRequests: 400, model.FailedRequests: 5, model.OfferedRate: 40, model.SentRate: 20.5, model.ServedRate: 19.5,
			stat(model.TTFT, model.Mean): 105, stat(model.TPOT, model.Median): 24, p(model.E2E, 0.99): 6500}},
		{"inferenceperf/testdata/prometheus.json", 0, "inference-perf", measured{
			model.CompletedRequests: 1140, model.ServedRate: 14.5, model.OutputRate: 787.5, stat(model.TTFT, model.Median): 1500, p(model.E2E, 0.99): 4750}},
		{"sglang/testdata/runs.json", 1, "tag=aggregated; tag=1p2d", measured{
			model.Requests: 400, model.CompletedRequests: 400, model.FailedRequests: 0, model.ServedRate: 19.5, model.RunDuration: 20.5,
			stat(model.TTFT, model.Mean): 105, p(model.ITL, 0.99): 46, stat(model.E2E, model.Median): 3300}},
		{"benchreport/testdata/report.json", 0, "rate_qps=10, concurrency=inf", measured{
			model.Requests: 804, model.CompletedRequests: 800, model.FailedRequests: 4, model.OfferedRate: 10, model.ServedRate: 9.75, model.OutputRate: 1248, model.RunDuration: 80.5,
			stat(model.TTFT, model.Mean): 52.5, stat(model.TTFT, model.Median): 50, model.P99TTFT: 100, stat(model.TPOT, model.Mean): 14.5, stat(model.ITL, model.Mean): 14, stat(model.E2E, model.Mean): 1652.5}},
		{"prism/testdata/archive.json", 1, "configuration=1P-TP4 1D-TP4; configuration=1P-TP4 3D-TP4", measured{
			model.ServedRate: 4.5, model.OfferedRate: 4.625, model.TotalTokenRate: 4950, model.FailedRequests: 0,
			stat(model.E2E, model.Mean): 10001, stat(model.TTFT, model.Median): 501, stat(model.TPOT, model.Mean): 98.5}},
	} {
		c, _ := result(t, tt.file, fixture(t, tt.file))
		var arms []string
		for _, a := range c.Arms {
			arms = append(arms, a.Name)
		}
		if got := strings.Join(arms, "; "); got != tt.arms {
			t.Errorf("%s: the arms are %q, want %q", tt.file, got, tt.arms)
		}
		tt.want.of(t, tt.file, c.Rows[tt.row])
	}
}

// The traps of real files, by name.
func TestLoadTestTraps(t *testing.T) {
	const report = "benchreport/testdata/report.json"
	const ai, guide, stages, sglang, prism = "aiperf/testdata/run.json", "guidellm/testdata/report.json", "inferenceperf/testdata/stages.json", "sglang/testdata/runs.json", "prism/testdata/archive.json"
	for _, tt := range []struct {
		name, file string
		pairs      []string
		code       model.Code
		says       string
		gone       *model.Metric // missing in the first run
	}{
		{"a percentile of too few", ai, []string{`"requests", "avg": 200`, `"requests", "avg": 96`}, model.CodeMissing, "96 completed requests are too few", model.P99TTFT},
		{"a unit that is none", ai, []string{`"ms", "avg": 52.5`, `"bananas", "avg": 52.5`}, model.CodeWrongType, `the unit "bananas"`, model.P99TTFT},
		{"no unit", ai, []string{`"unit": "ms", "avg": 52.5`, `"avg": 52.5`}, model.CodeMissing, "no unit", model.P99TTFT},
		{"two units", ai, []string{`"unit": "ms", "avg": 52.5`, `"unit": "ms", "unit": "s", "avg": 52.5`}, model.CodeDuplicateKey, "twice", model.P99TTFT},
		{"a rate in milliseconds", ai, []string{`"requests/sec"`, `"ms"`}, model.CodeWrongType, `the unit "ms": expected one of req/s`, model.ServedRate},
		{"seconds called ms", ai, []string{`"unit": "sec"}`, `"unit": "ms"}`}, model.CodeCaution, "not streamed", nil},
		{"a whole latency below 1 ms", ai, []string{`"avg": 1.6525`, `"avg": 0.0005`, `"avg": 52.5`, `"avg": 0.0525`}, model.CodeCaution, "is it in seconds", nil},
		{"a run that was cancelled", ai, []string{`"was_cancelled": false`, `"was_cancelled": true`}, model.CodeCaution, "cancelled", nil},
		{"no word on failures", ai, []string{`"error_request_count"`, `"other_count"`}, model.CodeMissing, "absent: expected a whole number", model.FailedRequests},
		{"200 without tokens", ai, []string{`"sum": 25600`, `"sum": 0`}, model.CodeCaution, "without an output token", nil},
		{"a whole object twice", ai, []string{`"inter_token_latency": {"unit": "ms", "avg": 14.0`, `"inter_token_latency": {"unit": "ms", "avg": 1}, "inter_token_latency": {"unit": "ms", "avg": 14.0`}, model.CodeDuplicateKey, "twice", stat(model.ITL, model.Mean)},
		{"numbers as text", ai, []string{`"avg": 52.5`, `"avg": "52.5"`, `"avg": 14.0`, `"avg": "14.0"`}, model.CodeWrongType, "written as text: it is read as one; and 1 more", nil},
		{"seconds called ms in a report", report, []string{`"units": "s", "mean": 1.6525`, `"units": "ms", "mean": 0.6525`}, model.CodeCaution, "is it in seconds", nil},
		{"a unit that the schema documents", report, []string{`"units": "s", "mean": 0.0525`, `"mean": 0.0525`}, model.CodeMissing, "no unit: read as s", nil},
		{"a report of another version", report, []string{`"0.2.1"`, `"0.3"`}, model.CodeUnsupported, `version "0.3"`, nil},
		{"replicas that restarted", report, []string{`"component_health": []`, `"component_health": [{"component_label": "vllm", "total_restarts": 3, "failed_replicas": 1}]`}, model.CodeCaution, "vllm: 3 restarts, 1 failed replicas", nil},
		{"replicas out of order", report, []string{`T12:00:30.5Z`, `T11:00:30.5Z`}, model.CodeOrder, "out of order", nil},
		{"a time that is none", report, []string{`2026-01-01T12:00:30.5Z`, `noon`}, model.CodeMissing, "this sample is left out", nil},
		{"a duration that is none", report, []string{`PT1M20.5S`, `80 s`}, model.CodeWrongType, "expected a duration", model.RunDuration},
		{"a concurrency that is NaN", report, []string{`"concurrency": Infinity`, `"concurrency": NaN`}, model.CodeNotFinite, "NaN", nil},
		{"requests cut off", guide, []string{`"incomplete": 0.0`, `"incomplete": 3`}, model.CodeCaution, "3 requests were cut off", nil},
		{"offered load not achieved", stages, nil, model.CodeCaution, "offered load not achieved: 20.5 req/s of 40 req/s", nil},
		{"failures by label", stages, []string{`"failures": {"count": 5`, `"failures": {"by_label": {"timeout": 3, "http_503": {"count": 2}}, "count": 5`}, model.CodeCaution, "requests failed: 3 timeout, 2 http_503", nil},
		{"not streamed", stages, []string{`{"mean": 1.6525`, `{"mean": 0.0525`}, model.CodeCaution, "not streamed", nil},
		{"a cache that was never queried", "inferenceperf/testdata/prometheus.json", nil, model.CodeMissing, "Prometheus did not answer", nil},
		{"milliseconds that are seconds", sglang, []string{`"mean_ttft_ms": 52.5`, `"mean_ttft_ms": 0.0525`}, model.CodeCaution, "is it in seconds?", nil},
		{"NaN", sglang, []string{`"mean_ttft_ms": 52.5`, `"mean_ttft_ms": NaN`}, model.CodeNotFinite, "NaN", stat(model.TTFT, model.Mean)},
		{"failed requests that nobody counted", sglang, []string{`"num_prompts": 200, `, ``}, model.CodeMissing, "absent", model.FailedRequests},
		{"failed requests left out", sglang, []string{`"num_prompts": 200`, `"num_prompts": 230`}, model.CodeMissing, "failed is absent: 30 of 230", nil},
		{"every request failed", sglang, []string{`"completed": 200`, `"completed": 0`, `"mean_ttft_ms": 52.5`, `"mean_ttft_ms": 0.0`, `"std_ttft_ms": 1.25`, `"std_ttft_ms": 0.0`}, model.CodeMissing, "0 cannot have been measured", stat(model.TTFT, model.Mean)},
		{"a percentile that is 0", prism, nil, model.CodeMissing, "0 cannot have been measured: expected a number over 0 in p99_e2el_ms; so in 1 more results", p(model.E2E, 0.99)},
		{"an offered load that is the served one", prism, []string{`"target_qps": 2.625`, `"target_qps": 2.5`}, model.CodeMissing, "it is no offered load", model.OfferedRate},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, found := result(t, tt.file, fixture(t, tt.file, tt.pairs...))
			if !says(found, tt.code, tt.says) {
				t.Errorf("issues %v, want %s %q", found, tt.code, tt.says)
			}
			if tt.gone != nil && c.Rows[0].Figures[tt.gone].OK() {
				t.Errorf("%s is %v", tt.gone.ID, c.Rows[0].Figures[tt.gone].Value)
			}
		})
	}
}

// An error_summary says how many requests failed where error_request_count is left
// out, whichever comes first.
func TestErrorSummary(t *testing.T) {
	const file = "aiperf/testdata/run.json"
	for in, want := range map[string]model.Figure{
		`"error_summary": []`:                                model.Of(0),
		`"error_summary": [{"count": 2}, {"count": 3}]`:      model.Of(5),
		`"error_summary": [{"count": 2}, {"code": 503}]`:     model.Missing(model.Absent),
		`"error_summary": [{"count": null}, {"count": 3}]`:   model.Missing(model.Null),
		`"error_summary": [{"code": 1, "count": "several"}]`: model.Missing(model.WrongType),
	} {
		c, found := result(t, file, fixture(t, file, `"error_request_count": {"unit": "requests", "avg": 4}`, in))
		if got := c.Rows[0].Figures[model.FailedRequests]; got != want {
			t.Errorf("%s: %+v, want %+v", in, got, want)
		}
		if !want.OK() && !says(found, model.CodeMissing, "expected") && !says(found, model.CodeWrongType, "expected") {
			t.Errorf("%s: %v", in, found)
		}
	}
	c, _ := result(t, file, fixture(t, file, `"request_count"`, `"error_summary": [], "request_count"`))
	measured{model.FailedRequests: 4}.of(t, "after the summary", c.Rows[0])
}

// The blocks of a benchmark report next to what was measured.
func TestBenchmarkReportBlocks(t *testing.T) {
	const file = "benchreport/testdata/report.json"
	doc, _ := Decode(file, fixture(t, file), Options{})
	s := doc.Timelines()
	if s == nil || len(s.Timelines) != 1 || doc.Startup() == nil {
		t.Fatalf("the parts are %v", doc.Parts)
	}
	line := s.Timelines[0]
	if at := line.Seconds.At(1); at != model.Of(30.5) {
		t.Errorf("the second sample is at %v", at)
	}
	for _, c := range line.Columns {
		want, known := map[string][]float64{"ready_replicas": {3, 3}, "desired_replicas": {3, 4}, "ready_replicas decode": {2, 2}, "desired_replicas decode": {2, 3}, "desired_replicas prefill": {1, 1}}[strings.TrimSpace(c.Metric.ID+" "+c.Scope)]
		if got := c.Series.Values(); known && !slices.Equal(got, want) {
			t.Errorf("%s of %q is %v, want %v", c.Metric.ID, c.Scope, got, want)
		}
	}
	if p := doc.Startup().Profiles; len(p) != 1 || p[0].Name != "slowest of 2 pods: decode-2" || p[0].Total != model.Of(85.5) {
		t.Errorf("the starts are %+v", p)
	}
	c, found := result(t, file, fixture(t, file, `"rate_qps": 10.0`, `"rate_qps": .inf`, `"concurrency": Infinity`, `"concurrency": .INF`))
	if c.Arms[0].Name != "rate_qps=inf, concurrency=inf" || c.Rows[0].Figures[model.OfferedRate].State != model.Absent || says(found, model.CodeSyntax, "") {
		t.Errorf("the arm is %q, %v", c.Arms[0].Name, found)
	}
	// What one controller lacks is lacking in the sum.
	doc, _ = Decode(file, fixture(t, file, `"desired_replicas": 3`, `"desired_replicas": null`), Options{})
	if f := doc.Timelines().Timelines[0].Column(model.DesiredReplicas).At(1); f.State != model.Null {
		t.Errorf("desired replicas of all are %+v", f)
	}
}

// What a server says of itself is passed over whole, and Infinity is all at once.
func TestSGLangServer(t *testing.T) {
	const file = "sglang/testdata/runs.json"
	doc, _ := Decode(file, fixture(t, file), Options{})
	if doc.UnknownCount != 2 {
		t.Errorf("%d unknown keys, want server_info of each run: %v", doc.UnknownCount, doc.Unknown)
	}
	for i, r := range doc.Comparison().Rows {
		if r.Figures[model.OfferedRate].State != model.Absent {
			t.Errorf("run %d was offered %v", i, r.Figures[model.OfferedRate])
		}
	}
	c, _ := result(t, file, fixture(t, file, `"accept_length": null`, `"errors": ["", "timed out", ""]`, `"num_prompts"`, `"prompts"`))
	measured{model.FailedRequests: 1}.of(t, "listed errors", c.Rows[0])
}

// A result that is in a file twice counts once.
func TestLoadTestTwins(t *testing.T) {
	for _, file := range []string{"aiperf/testdata/appended.json", "inferenceperf/testdata/stages.json", "sglang/testdata/runs.json"} {
		data := fixture(t, file)
		c, found := result(t, file, append(data, data...))
		if len(c.Rows) != 2 || !says(found, model.CodeDuplicate, "counts once") {
			t.Errorf("%s: %d rows, %v", file, len(c.Rows), found)
		}
	}
}

// Values of real files, each read off the file by hand.
func TestRealLoadTests(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "data", "formats")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the real files are not here")
	}
	for _, tt := range []struct {
		file      string
		row, rows int
		says      string
		want      measured
	}{
		{"aiperf-anud18/profile_export_aiperf.json", 0, 1, "96 completed requests are too few", measured{
			model.Requests: 96, model.CompletedRequests: 96, model.FailedRequests: 0, model.ServedRate: 2.156207775934887, model.OutputRate: 1172.145991694937,
			stat(model.TTFT, model.Median): 177.785533, p(model.TTFT, 0.95): 672.0477902499999, stat(model.E2E, model.Mean): 6726.664069072916,
			stat(model.ITL, model.Median): 12.245986588621273, model.OutputTokens: 52187, model.RunDuration: 44.52261098}},
		{"guidellm/guidellm_report_v2.json", 0, 2, "offered load not achieved: 0.398 req/s of 2 req/s", measured{
			model.Requests: 2, model.CompletedRequests: 2, model.FailedRequests: 0, model.OfferedRate: 2, model.ServedRate: 0.39843430656414264, model.RunDuration: 5.01964807510376,
			stat(model.TTFT, model.Mean): 11.481165885925293, stat(model.E2E, model.Mean): 19.78909969329834, model.InputTokens: 143, model.OutputTokens: 16}},
		{"guidellm/guidellm_report_v2.json", 1, 2, "", measured{
			model.OfferedRate: 4, model.ServedRate: 0.7940882013937378, stat(model.TTFT, model.Median): 9.419918060302734, model.InputTokens: 131, stat(model.ITL, model.Mean): 1.0904414313180106}},
		{"inference-perf/vllm+batch_size/stage_0_lifecycle_metrics.json", 0, 1, "", measured{
			model.Requests: 60, model.OfferedRate: 1, model.SentRate: 1.0048047820203576, model.ServedRate: 0.996850670841712, model.FailedRequests: 0,
			stat(model.TTFT, model.Median): 32.918093027547, stat(model.E2E, model.Mean): 483.22820343310013, p(model.TPOT, 0.9): 3.5060749065253683}},
		{"inference-perf/vllm+batch_size/stage_6_lifecycle_metrics.json", 0, 1, "offered load not achieved: 116.3 req/s of 222.8 req/s", measured{
			model.Requests: 13369, model.CompletedRequests: 13369, model.OfferedRate: 222.83, model.SentRate: 116.31878751107618, model.FailedRequests: 0,
			p(model.TTFT, 0.99): 2750.9668692946434, stat(model.TTFT, model.Mean): 2200.454697106258}},
		{"inference-perf/vllm+batch_size/summary_lifecycle_metrics.json", 0, 1, "", measured{
			model.Requests: 47002, model.ServedRate: 73.96165655384814, model.OutputRate: 4646.495280316906, model.FailedRequests: 0, stat(model.E2E, model.Median): 3703.1164155341685}},
		{"inference-perf/vllm+batch_size/summary_prometheus_metrics.json", 0, 1, "Prometheus did not answer", measured{
			model.CompletedRequests: 98004, model.ServedRate: 140.406877, model.OutputRate: 8985.875645, stat(model.TTFT, model.Mean): 1544.763, p(model.E2E, 0.99): 4964.013}},
		{"sglang-tonyli/agg_local.jsonl", 0, 1, "absent: expected a whole number", measured{
			model.CompletedRequests: 200, model.RunDuration: 1.7738357465714216, stat(model.TTFT, model.Median): 587.2724917717278, p(model.TPOT, 0.99): 112.8424692526464,
			stat(model.E2E, model.Mean): 1491.2118057580665, model.OutputTokens: 13162, p(model.ITL, 0.95): 5.666554998606443}},
		{"sglang-tonyli/pd_intra_n50_in128_out64_c8.jsonl", 0, 1, "50 completed requests are too few", measured{
			model.CompletedRequests: 50, stat(model.TTFT, model.Median): 64.73277043551207, p(model.ITL, 0.95): 5.768420267850161, model.ServedRate: 26.656163301177227, model.InputTokens: 3019}},
		{"llm-d-prism/llm-d-benchmarks.json", 0, 114, "so in 113 more results", measured{
			model.ServedRate: 2.2070800541515987, model.TotalTokenRate: 24275.673515613435, model.FailedRequests: 0, stat(model.E2E, model.Mean): 55943.76397331653,
			stat(model.TTFT, model.Median): 2648.146854015067, stat(model.TPOT, model.Mean): 49.12957354867252}},
		{"llm-d-prism/llm-d-benchmarks.json", 57, 114, "", measured{
			model.ServedRate: 0.8170657391913021, model.TotalTokenRate: 8986.906065365132, stat(model.E2E, model.Median): 38245.31805666629, stat(model.TTFT, model.Mean): 1951.305972222326, stat(model.ITL, model.Mean): 36.01976578227931}},
	} {
		data, err := os.ReadFile(filepath.Join(root, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		c, found := result(t, tt.file, data)
		if len(c.Rows) != tt.rows {
			t.Errorf("%s: %d rows, want %d", tt.file, len(c.Rows), tt.rows)
			continue
		}
		tt.want.of(t, tt.file, c.Rows[tt.row])
		if tt.says != "" && !says(found, model.CodeMissing, tt.says) && !says(found, model.CodeCaution, tt.says) {
			t.Errorf("%s: %v, want %q", tt.file, found, tt.says)
		}
		if len(found) > 10 {
			t.Errorf("%s: %d issues", tt.file, len(found))
		}
	}
}

// The example of the llm-d benchmark report is YAML: here it is read as the JSON
// that it stands for.
func TestRealBenchmarkReport(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "formats", "llm-d-benchmark", "br_v0_2_1_example.yaml"))
	if err != nil {
		t.Skip("the real file is not here")
	}
	data, err = yaml.YAMLToJSON(data) // .inf stays as it is
	if err != nil {
		t.Fatal(err)
	}
	doc, found := Decode("br.json", data, Options{})
	if doc.Comparison() == nil || doc.Timelines() == nil || doc.Startup() == nil {
		t.Fatalf("the parts are %v, %v", doc, found)
	}
	measured{
		model.Requests: 500, model.FailedRequests: 0, model.OfferedRate: 10, model.ServedRate: 2262.448, model.RunDuration: 49.972067881,
		stat(model.TTFT, model.Median): 36.22930939309299, model.P99TTFT: 50.29489721637218, stat(model.TPOT, model.Mean): 36.8578234128654,
	}.of(t, "br", doc.Comparison().Rows[0])
	line := doc.Timelines().Timelines[0]
	if got := line.Seconds.Values(); !slices.Equal(got, []float64{0, 450, 540}) {
		t.Errorf("the samples are at %v", got)
	}
	if got := line.Column(model.Ready).Values(); !slices.Equal(got, []float64{2, 2, 3}) {
		t.Errorf("ready are %v", got)
	}
	if p := doc.Startup().Profiles[0]; p.Total != model.Of(95) {
		t.Errorf("the slowest start took %v", p.Total)
	}
	if !says(found, model.CodeCaution, "vllm-svc-0: 3 restarts, 1 failed replicas") {
		t.Errorf("%v", found)
	}
}
