package prometheus

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/intake"
)

// read decodes an answer.
func read(t *testing.T, data string) (*model.Document, *model.Timeline) {
	t.Helper()
	var to intake.Sink
	if err := decode(context.Background(), intake.Input{Name: "f", Data: []byte(data)}, &to); err != nil {
		t.Fatal(err)
	}
	if set := to.Doc.Timelines(); set != nil {
		return &to.Doc, &set.Timelines[0]
	}
	return &to.Doc, nil
}

// matrix is an answer of the series, each the labels and the values.
func matrix(series ...string) string {
	var list []string
	for _, s := range series {
		labels, values, _ := strings.Cut(s, " ")
		list = append(list, fmt.Sprintf(`{"metric":{%s},"values":[%s]}`, labels, values))
	}
	return `{"status":"success","data":{"resultType":"matrix","result":[` + strings.Join(list, ",") + `]}}`
}

// show prints the figures of a series, the reason where there is none.
func show(s model.Series) string {
	var list []string
	for i := range s.Len() {
		if f := s.At(i); f.OK() {
			list = append(list, fmt.Sprint(f.Value))
		} else {
			list = append(list, f.State.String())
		}
	}
	return strings.Join(list, " ")
}

// columns prints the columns, one a line.
func columns(t *model.Timeline) string {
	var b strings.Builder
	for _, c := range t.Columns {
		if c.Series.Len() != t.Len() {
			fmt.Fprintf(&b, "%s has %d figures for %d samples\n", c.Metric.ID, c.Series.Len(), t.Len())
		}
		if c.Origin == "" {
			continue // of Timeline.Complete
		}
		fmt.Fprintf(&b, "%s[%s]: %s < %s\n", c.Metric.ID, c.Scope, show(c.Series), c.Origin)
	}
	return b.String()
}

func TestFleet(t *testing.T) {
	data, err := os.ReadFile("testdata/fleet.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, tl := read(t, string(data))
	if len(doc.Issues) != 0 || doc.UnknownCount != 0 || tl.Name != "demo-8b" || show(tl.Seconds) != "0 10 20 30 40 50" {
		t.Errorf("issues %v, unknown %v, name %q, seconds %s", doc.Issues, doc.Unknown, tl.Name, show(tl.Seconds))
	}
	// The largest KV use, the sum of the waiting; b joins at 30 s.
	want := `kv_utilization[]: 0.4 0.55 0.97 0.9 0.7 0.52 < max(vllm:kv_cache_usage_perc)
kv_utilization[a]: 0.4 0.55 0.97 0.9 0.7 0.5 < vllm:kv_cache_usage_perc{model_name="demo-8b",pod="a"}
kv_utilization[b]: absent absent absent 0.1 0.35 0.52 < vllm:kv_cache_usage_perc{model_name="demo-8b",pod="b"}
waiting_requests[]: 1 3 41 23 10 9 < sum(vllm:num_requests_waiting)
waiting_requests[a]: 1 3 41 18 4 2 < vllm:num_requests_waiting{model_name="demo-8b",pod="a"}
waiting_requests[b]: absent absent absent 5 6 7 < vllm:num_requests_waiting{model_name="demo-8b",pod="b"}
running_requests[]: 12 20 31 30 22 15 < vllm:num_requests_running{model_name="demo-8b",pod="a"}
p99_ttft_ms[]: 180 250 750 500 310 200 < ttft_p99{model_name="demo-8b"}
vllm:gpu_power_draw[]: 310 402 655 610 480 330 < vllm:gpu_power_draw{model_name="demo-8b"}
`
	if got := columns(tl); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestGaps holds that what one replica lacks is lacking in what is made of all.
func TestGaps(t *testing.T) {
	doc, tl := read(t, matrix(
		`"__name__":"vllm:num_requests_waiting","pod":"a" [10,"1"],[20,"NaN"],[30,"3"],[40,"4"]`,
		`"__name__":"vllm:num_requests_waiting","pod":"b" [10,"10"],[20,"20"],[40,"40"]`,
		`"__name__":"vllm:num_requests_waiting","pod":"c" [20,"100"],[30,"+Inf"]`,
	))
	want := "waiting_requests[]: 11 not finite not finite 44"
	if got := columns(tl); !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if len(doc.Issues) != 2 || doc.Issues[0].Code != model.CodeNotFinite || doc.Issues[0].Pointer != "/data/result/0/values/1/1" || doc.Issues[1].Pointer != "/data/result/2/values/1/1" {
		t.Errorf("issues %v", doc.Issues)
	}
	_, tl = read(t, matrix(
		`"__name__":"vllm:num_requests_waiting","pod":"a" [10,"1"],[20,"2"],[30,"3"]`,
		`"__name__":"vllm:num_requests_waiting","pod":"b" [10,"10"],[30,"30"]`,
	))
	if got := show(tl.Column(model.WaitingRequests)); got != "11 null 33" {
		t.Errorf("a failed scrape of one replica: %s", got)
	}
}

func TestReplicas(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"the p99 of all is not in those of each", matrix(`"q":"ttft_p99","pod":"a" [1,"0.5"]`, `"q":"ttft_p99","pod":"b" [1,"0.25"]`),
			"p99_ttft_ms[a]: 500 < ttft_p99{pod=\"a\"}\np99_ttft_ms[b]: 250 < ttft_p99{pod=\"b\"}\n"},
		{"told apart by instance", matrix(`"__name__":"x","instance":"h:1" [1,"5"]`, `"__name__":"x","instance":"h:2" [1,"6"]`),
			"x[h:1]: 5 < x{instance=\"h:1\"}\nx[h:2]: 6 < x{instance=\"h:2\"}\n"},
		{"told apart by all labels", matrix(`"__name__":"x","a":"1","b":"1" [1,"5"]`, `"__name__":"x","a":"1","b":"2" [1,"6"]`),
			"x[x{a=\"1\",b=\"1\"}]: 5 < x{a=\"1\",b=\"1\"}\nx[x{a=\"1\",b=\"2\"}]: 6 < x{a=\"1\",b=\"2\"}\n"},
		{"no name at all", matrix(`"le":"1" [1,"5"]`), "{le=\"1\"}[]: 5 < {le=\"1\"}\n"},
		{"one series twice", matrix(`"__name__":"x" [1,"5"],[2,"6"]`, `"__name__":"x" [1,"5"],[2,"7"]`), "x[x]: 5 given twice < x\n"},
		{"out of range", matrix(`"__name__":"vllm:kv_cache_usage_perc" [1,"1.5"],[2,"1"]`), "kv_utilization[]: out of range 1 < vllm:kv_cache_usage_perc\n"},
		{"out of order", matrix(`"__name__":"x" [2,"6"],[1,"5"]`), "x[]: 5 6 < x\n"},
		{"no number", matrix(`"__name__":"x" [1,"5"],[2,"six"],[3,7]`), "x[]: 5 not a number not a number < x\n"},
	} {
		if _, tl := read(t, tt.data); columns(tl) != tt.want {
			t.Errorf("%s: got\n%swant\n%s", tt.name, columns(tl), tt.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		severity   model.Severity
		message    string
		parts      int
	}{
		{"refused", `{"status":"error","errorType":"bad_data","error":"exceeded\u001b 11,000 points"}`, model.Error, "the server answered error: bad_data: exceeded␛ 11,000 points", 0},
		{"warned", strings.TrimSuffix(matrix(`"__name__":"x" [1,"5"]`), "}") + `,"warnings":["store unreachable"]}`, model.Error, "the server warns: store unreachable", 1},
		{"instant", `{"status":"success","data":{"resultType":"vector","result":[]}}`, model.Error, `the answer is a "vector": expected a matrix, as a range query gives it`, 0},
		{"no series", matrix(), model.Warning, "0 series: the query matched nothing in that time", 0},
		{"no values", `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"x"}}]}}`, model.Warning, "absent: expected a list of values", 0},
		{"half a pair", matrix(`"__name__":"x" [1,"5"],[2]`), model.Warning, "a list of 1: expected a time and a value", 1},
		{"cut", `{"status":"success","data":{"resultType":"matrix","result":[{"metric":`, model.Error, "the file ends in the middle: expected a value", 0},
	} {
		doc, _ := read(t, tt.data)
		says := func(i model.Issue) bool { return i.Severity == tt.severity && i.Message == tt.message }
		if len(doc.Parts) != tt.parts || !slices.ContainsFunc(doc.Issues, says) {
			t.Errorf("%s: %d parts, issues %v", tt.name, len(doc.Parts), doc.Issues)
		}
	}
}

// TestBounded holds that a small file of many times does not fill the memory.
func TestBounded(t *testing.T) {
	var list []string
	for i := range 2000 {
		var values []string
		for k := range 3 {
			values = append(values, fmt.Sprintf(`[%d,"1"]`, 3*i+k))
		}
		list = append(list, fmt.Sprintf(`"__name__":"x","pod":"p%d" %s`, i, strings.Join(values, ",")))
	}
	doc, tl := read(t, matrix(list...))
	if tl != nil || len(doc.Issues) != 1 || doc.Issues[0].Code != model.CodeTooLarge {
		t.Errorf("timeline %v, issues %v", tl != nil, doc.Issues)
	}
	doc, _ = read(t, matrix(append(list[:1:1], make([]string, 2000)...)...))
	if last := doc.Issues[len(doc.Issues)-1]; last.Code != model.CodeTruncated {
		t.Errorf("last issue %v, want the series left out", last)
	}
}

func TestSniff(t *testing.T) {
	for data, want := range map[string]intake.Likeness{
		matrix(): intake.Likely,
		`{"status":"error","errorType":"timeout","error":"x"}`:                   intake.Likely,
		`{"status":"success","data":{"resultType":"matrix","result":[{"metric":`: intake.Likely,
		`{"status":"success","data":{}}`:                                         intake.Unlike,
		`[{"status":"success","data":{"resultType":"matrix"}}]`:                  intake.Unlike,
		`{"status":"Running"}`:                                                   intake.Unlike,
	} {
		if got := sniff(&intake.Head{Data: []byte(data)}); got != want {
			t.Errorf("%s: %v, want %v", data, got, want)
		}
	}
}

// TestLost holds that what cannot be read is lost to the document, and that nothing
// is made of the replicas where one of them lost a value.
func TestLost(t *testing.T) {
	whole := `"__name__":"vllm:num_requests_waiting","pod":"a" [10,"1"],[20,"2"]`
	for _, spoilt := range []string{`["x","10"],[20,"20"]`, `null,[20,"20"]`, `[null,"10"],[20,"20"]`} {
		doc, tl := read(t, matrix(whole, `"__name__":"vllm:num_requests_waiting","pod":"b" `+spoilt))
		if got := show(tl.Column(model.WaitingRequests)); got != "null 22" || len(doc.Timelines().Lost) != 1 {
			t.Errorf("%s: %s, lost %v", spoilt, got, doc.Timelines().Lost)
		}
	}
	doc, _ := read(t, matrix(whole, `"__name__":"vllm:num_requests_waiting","pod":"b" [10,"10"],[20,"20"]`))
	if len(doc.Timelines().Lost) != 0 {
		t.Errorf("lost %v", doc.Timelines().Lost)
	}
}
