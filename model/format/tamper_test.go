package format

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
)

// given is a key with a figure or flag in the documents of small_test.go.
var given = regexp.MustCompile(`"(\w+)": (-?[0-9.]+|true|false)`)

// offset returns the offset of a place.
func offset(in string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		at += strings.IndexByte(in[at:], '\n') + 1
	}
	return at + column - 1 // the documents are ASCII
}

// Every figure and flag, spoiled in every way, is an issue that names the key and
// the place of what stands there.
func TestEveryFigureSpoiled(t *testing.T) {
	spoils := []struct {
		value string
		code  model.Code
	}{
		{"null", model.CodeMissing}, {"NaN", model.CodeNotFinite}, {"-Infinity", model.CodeNotFinite}, {"inf", model.CodeNotFinite},
		{`"12.5"`, model.CodeWrongType}, {`""`, model.CodeWrongType}, {"[1]", model.CodeWrongType}, {`{"v":1}`, model.CodeWrongType},
		{"1e999", model.CodeOutOfRange}, {"9007199254740993", model.CodeOutOfRange},
	}
	for _, in := range []string{smallScaleOut, smallAutoscaling} {
		for _, m := range given.FindAllStringSubmatchIndex(in, -1) {
			key, value := in[m[2]:m[3]], in[m[4]:m[5]]
			flag := value == "true" || value == "false"
			for _, s := range spoils {
				code := s.code
				if flag && code != model.CodeMissing {
					code = model.CodeWrongType
				}
				bad := in[:m[4]] + s.value + in[m[5]:]
				doc, issues := Decode("f", []byte(bad), Options{})
				if doc == nil {
					t.Fatalf("%s: %s: no document: %v", key, s.value, issues)
				}
				found := false
				for _, i := range issues {
					found = found || i.Code == code && strings.HasSuffix(i.Pointer, "/"+key) && offset(bad, i.Line, i.Column) == m[4]
				}
				if !found {
					t.Errorf("%s: %s: want %s at %d, got %v", key, s.value, code, m[4], issues)
				}
			}
		}
	}
}

// Every figure that the kinds always carry is an issue where it is absent, and
// one that is there twice is an issue and, where the two differ, missing.
func TestEveryFigureAbsentOrTwice(t *testing.T) {
	optional := map[string]bool{"slo_p99_ttft_ms": true, "canary_tpot_ms": true, "pull": true, "load": true}
	for _, in := range []string{smallScaleOut, smallAutoscaling} {
		for _, m := range given.FindAllStringSubmatchIndex(in, -1) {
			key := in[m[2]:m[3]]
			absent := in[:m[2]] + "other_" + in[m[2]:]
			_, issues := Decode("f", []byte(absent), Options{})
			found := false
			for _, i := range issues {
				found = found || i.Code == model.CodeMissing && strings.HasSuffix(i.Pointer, "/"+key)
			}
			if found == optional[key] {
				t.Errorf("%s absent: %v", key, issues)
			}
			for _, second := range []string{in[m[4]:m[5]], "0.125"} {
				twice := in[:m[5]] + `, "` + key + `": ` + second + in[m[5]:]
				_, issues := Decode("f", []byte(twice), Options{})
				found := false
				for _, i := range issues {
					found = found || i.Code == model.CodeDuplicateKey && strings.HasSuffix(i.Pointer, "/"+key)
				}
				if !found {
					t.Errorf("%s twice: %v", key, issues)
				}
			}
		}
	}
}

// spoilt decodes a document with one part of it replaced, which must be there once.
func spoilt(t *testing.T, in, old, new string) (*model.Document, []model.Issue) {
	t.Helper()
	if strings.Count(in, old) != 1 {
		t.Fatalf("%q is there %d times", old, strings.Count(in, old))
	}
	doc, issues := Decode("f", []byte(strings.Replace(in, old, new, 1)), Options{})
	if doc == nil {
		t.Fatalf("no document: %v", issues)
	}
	return doc, issues
}

// has reports whether there is an issue of the code at the pointer.
func has(issues []model.Issue, code model.Code, pointer string) bool {
	for _, i := range issues {
		if i.Code == code && i.Pointer == pointer {
			return true
		}
	}
	return false
}

func TestRanges(t *testing.T) {
	cases := []struct {
		in, old, new, pointer string
		ok                    bool
	}{
		{smallScaleOut, `"repeat": 1, "requests": 100,`, `"repeat": 1, "requests": 100.5,`, "/rows/0/requests", false},
		{smallScaleOut, `"one", "replicas": 1`, `"one", "replicas": 0`, "/rows/0/replicas", false},
		{smallScaleOut, `"one", "replicas": 1`, `"one", "replicas": 1.5`, "/rows/0/replicas", false},
		{smallScaleOut, `"premium_burst_p99_ttft_ms": 390, "premium_burst_p95_tpot_ms": 14, "standard_burst_p95_ttft_ms": 590,` + "\n     ", `"premium_burst_p99_ttft_ms": -390, "premium_burst_p95_tpot_ms": 14, "standard_burst_p95_ttft_ms": 590,`, "/rows/1/premium_burst_p99_ttft_ms", false},
		{smallScaleOut, `"max_kv_cache_pct": 38, "preemptions": 2,`, `"max_kv_cache_pct": 100.5, "preemptions": 2,`, "/rows/1/max_kv_cache_pct", false},
		{smallScaleOut, `"max_kv_cache_pct": 38, "preemptions": 2,`, `"max_kv_cache_pct": -1, "preemptions": 2,`, "/rows/1/max_kv_cache_pct", false},
		{smallScaleOut, `"max_kv_cache_pct": 38, "preemptions": 2,`, `"max_kv_cache_pct": 100.00000000000001, "preemptions": 2,`, "/rows/1/max_kv_cache_pct", true},
		{smallAutoscaling, `"kv_utilization": 1.0`, `"kv_utilization": 1.01`, "/autoscaling_comparison/late/timeline/1/kv_utilization", false},
		{smallAutoscaling, `"ready_replicas": 4, "booting_replicas": 1`, `"ready_replicas": 4, "booting_replicas": 0.5`, "/autoscaling_comparison/late/timeline/1/booting_replicas", false},
		{smallAutoscaling, `"p99_ttft_ms": 700.5, "slo`, `"p99_ttft_ms": -0.01, "slo`, "/autoscaling_comparison/late/timeline/1/p99_ttft_ms", false},
		{smallAutoscaling, `"canary_error_rate": 0.002`, `"canary_error_rate": 1.2`, "/canary_rollouts/build/stages/1/canary_error_rate", false},
		{smallAutoscaling, `"stage_percent": 25`, `"stage_percent": 101`, "/canary_rollouts/build/stages/1/stage_percent", false},
		{smallAutoscaling, `"tpot_delta_ms": 9.5`, `"tpot_delta_ms": -99.5`, "/canary_rollouts/build/stages/1/tpot_delta_ms", true},
		{smallAutoscaling, `"load": 30.5`, `"load": -30.5`, "/cold_start_breakdown_seconds/cold/load", false},
	}
	for _, c := range cases {
		_, issues := spoilt(t, c.in, c.old, c.new)
		if c.ok && len(issues) > 0 || !c.ok && (len(issues) != 1 || !has(issues, model.CodeOutOfRange, c.pointer)) {
			t.Errorf("%s: issues %v", c.new, issues)
		}
	}
}

func TestDuplicates(t *testing.T) {
	gone := model.Missing(model.Duplicated)
	t.Run("figure", func(t *testing.T) {
		doc, _ := spoilt(t, smallScaleOut, `"http_200": 99,`, `"http_200": 99, "http_200": 98,`)
		if got := doc.Comparison().Rows[0].Figures[model.HTTP200]; got != gone {
			t.Errorf("%+v", got)
		}
	})
	t.Run("same figure", func(t *testing.T) {
		doc, issues := spoilt(t, smallScaleOut, `"http_200": 99,`, `"http_200": 99, "http_200": 99.0,`)
		if got := doc.Comparison().Rows[0].Figures[model.HTTP200]; got != of(99) || !has(issues, model.CodeDuplicateKey, "/rows/0/http_200") {
			t.Errorf("%+v, %v", got, issues)
		}
	})
	t.Run("escaped key", func(t *testing.T) {
		doc, _ := spoilt(t, smallScaleOut, `"http_200": 99,`, `"http_200": 99, "http_20\u0030": 98,`)
		if got := doc.Comparison().Rows[0].Figures[model.HTTP200]; got != gone {
			t.Errorf("%+v", got)
		}
	})
	t.Run("sample", func(t *testing.T) {
		doc, issues := spoilt(t, smallAutoscaling, `"p99_ttft_ms": 700.5, "slo`, `"p99_ttft_ms": 700.5, "p99_ttft_ms": 7.5, "slo`)
		if got := doc.Timelines().Timelines[0].Column(model.P99TTFT).At(1); got != gone || !has(issues, model.CodeDuplicateKey, "/autoscaling_comparison/late/timeline/1/p99_ttft_ms") {
			t.Errorf("%+v, %v", got, issues)
		}
	})
}

func TestDuplicateParts(t *testing.T) {
	gone := model.Missing(model.Duplicated)
	t.Run("topology", func(t *testing.T) {
		doc, _ := spoilt(t, smallScaleOut, `    "1": {"runs"`, `    "1": {"runs": 5}, "1": {"runs"`)
		if got := doc.Comparison().Topologies; len(got) != 2 || got[0].Runs.State != model.Duplicated || got[0].Figures[model.Requests] != gone || !got[1].Runs.OK() {
			t.Errorf("%+v", got)
		}
	})
	t.Run("policy", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `"max_error_rate": 0.005}`, `"max_error_rate": 0.005}, "canary_gate_policy": {"max_error_rate": 1}`)
		if got := doc.Rollouts().Policy; got.Limits[model.ErrorRate] != gone || got.Limits[model.CanaryTPOT] != gone {
			t.Errorf("%+v", got)
		}
	})
	t.Run("timeline", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `    "own": {`, `    "own": {"mode": "x"}, "own": {`)
		got := doc.Timelines().Timelines
		if len(got) != 2 || got[1].Len() != 0 || got[1].PeakP99TTFT != gone || got[0].Len() != 2 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("samples", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `"max_ready_replicas": 5,`, `"max_ready_replicas": 5, "timeline": [{"sec": 0}],`)
		if got := doc.Timelines().Timelines[0]; got.Len() != 0 || len(got.Breached) != 0 || !got.PeakP99TTFT.OK() {
			t.Errorf("%+v", got)
		}
	})
	t.Run("rollout, stages and reasons", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `    "build": {`, `    "b": {"stages": [{}], "stages": [], "rollback_reasons": ["x"], "rollback_reasons": []}, "build": {}, "build": {`)
		got := doc.Rollouts().Rollouts
		if len(got) != 2 || len(got[0].Stages) != 0 || len(got[0].Reasons) != 0 || got[1].FinalPercent != gone || got[1].Completed.State != model.Duplicated {
			t.Errorf("%+v", got)
		}
	})
	t.Run("profile and phase", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `    "cold": {`, `    "x": {"p": 1, "p": 2, "total_seconds": 1}, "cold": 1, "cold": {`)
		got := doc.Startup().Profiles
		if len(got) != 2 || got[0].Phases[0].Seconds != gone || got[0].Total != of(1) || got[1].Total != gone {
			t.Errorf("%+v", got)
		}
	})
	t.Run("comparison", func(t *testing.T) {
		doc, _ := spoilt(t, smallScaleOut, `      "10": {"off`, `      "10": {"pass": true}, "10": {"off`)
		if got := doc.Comparison().Decision.Comparisons; len(got) != 1 || got[0].Pass.State != model.Duplicated || got[0].TTFTChange != gone || got[0].Replicas != of(10) {
			t.Errorf("%+v", got)
		}
	})
	t.Run("text", func(t *testing.T) {
		doc, _ := spoilt(t, smallAutoscaling, `"decision": "promote"`, `"decision": "promote", "decision": "hold"`)
		if got := doc.Rollouts().Rollouts[0].Stages[0].Decision; got != "" {
			t.Errorf("%q", got)
		}
	})
	t.Run("rows", func(t *testing.T) {
		doc, issues := spoilt(t, smallScaleOut, `"decision": {`, `"rows": [], "decision": {`)
		if len(doc.Comparison().Rows) != 0 || !has(issues, model.CodeDuplicateKey, "/rows") {
			t.Errorf("%+v, %v", doc.Comparison().Rows, issues)
		}
	})
	t.Run("unknown object", func(t *testing.T) {
		_, issues := spoilt(t, smallAutoscaling, `"experiment": "small",`, `"experiment": "small", "x": [{"a": 1, "a": 1}],`)
		if !has(issues, model.CodeDuplicateKey, "/x/0/a") {
			t.Errorf("%v", issues)
		}
	})
}

func TestDuplicatesFarApart(t *testing.T) {
	gone := model.Missing(model.Duplicated)
	t.Run("many keys", func(t *testing.T) {
		var b strings.Builder
		for i := range 72 {
			fmt.Fprintf(&b, `"k%d": %d, `, i, i)
		}
		_, issues := spoilt(t, smallAutoscaling, `"pull": 60,`, b.String()+`"k1": 7, "k70": 7,`)
		if len(issues) != 2 || !has(issues, model.CodeDuplicateKey, "/cold_start_breakdown_seconds/cold/k1") || !has(issues, model.CodeDuplicateKey, "/cold_start_breakdown_seconds/cold/k70") {
			t.Errorf("%v", issues)
		}
	})
	t.Run("run", func(t *testing.T) {
		doc, issues := spoilt(t, smallScaleOut, `"ten", "replicas": 10`, `"ten", "replicas": 1`)
		if len(doc.Comparison().Rows) != 2 || !has(issues, model.CodeDuplicate, "/rows/1") {
			t.Errorf("%v", issues)
		}
	})
	t.Run("topology in another spelling", func(t *testing.T) {
		doc, issues := spoilt(t, smallScaleOut, `    "1": {"runs"`, `    "1e1": {"runs"`)
		if got := doc.Comparison().Topologies; len(got) != 2 || got[0].Figures[model.Requests] != gone || got[1].Figures[model.Requests] != gone || !has(issues, model.CodeDuplicate, "/topologies") {
			t.Errorf("%v", issues)
		}
	})
}

func TestTopologyKeys(t *testing.T) {
	for key, code := range map[string]model.Code{"all": model.CodeWrongType, "": model.CodeWrongType, "01": model.CodeWrongType, " 1": model.CodeWrongType, "NaN": model.CodeWrongType, "1.5": model.CodeOutOfRange, "-1": model.CodeOutOfRange, "0": model.CodeOutOfRange} {
		doc, issues := spoilt(t, smallScaleOut, `    "1": {"runs"`, `    "`+key+`": {"runs"`)
		got := doc.Comparison().Topologies
		if len(issues) != 1 || !has(issues, code, "/topologies/"+key) || got[1].Key != key || got[1].Replicas.OK() || !got[1].Runs.OK() {
			t.Errorf("%q: issues %v, topologies %+v", key, issues, got)
		}
	}
}

func TestSampleTimes(t *testing.T) {
	timeline := func(samples string) (model.Timeline, []model.Issue) {
		in := `{"autoscaling_comparison":{"p":{"timeline":[` + samples + `]}}}`
		doc, issues := Decode("f", []byte(in), Options{})
		if doc == nil {
			t.Fatalf("%s: %v", samples, issues)
		}
		return doc.Timelines().Timelines[0], issues
	}
	const at = "/autoscaling_comparison/p/timeline"
	cases := []struct {
		name, in    string
		times       []float64
		demand      []float64
		code        model.Code
		pointer     string
		wantMessage string
	}{
		{"out of order", `{"sec":20,"demand_tokens":2},{"sec":0,"demand_tokens":0},{"sec":10,"demand_tokens":1},{"sec":30,"demand_tokens":3}`,
			[]float64{0, 10, 20, 30}, []float64{0, 1, 2, 3}, model.CodeOrder, at + "/1", "at 0 s is out of order: put where its time belongs; and 1 more"},
		{"twice", `{"sec":0,"demand_tokens":7},{"sec":0,"demand_tokens":8},{"sec":20,"demand_tokens":9}`,
			[]float64{0, 20}, []float64{7, 9}, model.CodeDuplicate, at, "the time 0 s stands twice"},
		{"three times, apart", `{"sec":5,"demand_tokens":1},{"sec":9,"demand_tokens":2},{"sec":5,"demand_tokens":3},{"sec":5,"demand_tokens":4}`,
			[]float64{5, 9}, []float64{1, 2}, model.CodeDuplicate, at, "2 samples repeat a time that was there before, the first at 5 s"},
		{"no time", `{"sec":0,"demand_tokens":1},{"demand_tokens":2},{"sec":20,"demand_tokens":3},{"demand_tokens":4}`,
			[]float64{0, 20}, []float64{1, 3}, model.CodeMissing, at + "/1/sec", "a sample without a time is left out; and 1 more"},
		{"time twice in a sample", `{"sec":0,"demand_tokens":1},{"sec":3,"sec":4,"demand_tokens":2}`,
			[]float64{0}, []float64{1}, model.CodeDuplicateKey, at + "/1", "a sample without a time is left out"},
		{"not a sample", `{"sec":0,"demand_tokens":1},7,{"sec":1,"demand_tokens":2}`,
			[]float64{0, 1}, []float64{1, 2}, model.CodeWrongType, at + "/1", "expected a sample, got a number"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, issues := timeline(c.in)
			diff(t, "times", c.times, got.Seconds.Values())
			diff(t, "demand", c.demand, got.Column(model.Demand).Values())
			if len(got.Breached) != len(c.times) {
				t.Errorf("%d flags", len(got.Breached))
			}
			found := false
			for _, i := range issues {
				found = found || i.Code == c.code && i.Pointer == c.pointer && strings.Contains(i.Message, c.wantMessage)
			}
			if !found {
				t.Errorf("no issue %s at %s with %q in %v", c.code, c.pointer, c.wantMessage, issues)
			}
		})
	}
}

func TestReasonsSurviveSorting(t *testing.T) {
	in := `{"autoscaling_comparison":{"p":{"timeline":[{"sec":9,"p99_ttft_ms":NaN},{"sec":1,"p99_ttft_ms":null},{"sec":5,"p99_ttft_ms":"x"}]}}}`
	doc, _ := Decode("f", []byte(in), Options{})
	s := doc.Timelines().Timelines[0].Column(model.P99TTFT)
	for i, want := range []model.Presence{model.Null, model.WrongType, model.NotFinite} {
		if got := s.At(i).State; got != want {
			t.Errorf("sample %d: %s, want %s", i, got, want)
		}
	}
}

func TestUnknownKeys(t *testing.T) {
	doc, issues := spoilt(t, smallAutoscaling, `"experiment": "small",`, `"experiment": "small", "a~b/c": {"d": [1, {"e": null}]}, "\u001b": 1,`)
	diff(t, "unknown", []string{"/a~0b~1c", "/a~0b~1c/d", "/a~0b~1c/d/1/e", "/␛"}, doc.Unknown)
	if doc.UnknownCount != 4 || len(issues) != 0 {
		t.Errorf("%d unknown, issues %v", doc.UnknownCount, issues)
	}
	var b strings.Builder
	for i := range 3 * model.MaxUnknown {
		fmt.Fprintf(&b, `"k%d": 0, `, i)
	}
	doc, _ = spoilt(t, smallAutoscaling, `"experiment": "small",`, b.String())
	if len(doc.Unknown) != model.MaxUnknown || doc.UnknownCount != 3*model.MaxUnknown {
		t.Errorf("%d listed of %d", len(doc.Unknown), doc.UnknownCount)
	}
	doc, _ = Decode("f", []byte(`{"cold_start_breakdown_seconds":{},"rows":[{"x":1}],"slo_p99_ttft_ms":1}`), Options{})
	diff(t, "keys of a kind the file is not", []string{"/rows", "/rows/0/x", "/slo_p99_ttft_ms"}, doc.Unknown)
}

func TestIssuesAreBounded(t *testing.T) {
	in := `{"canary_rollouts":{` + strings.Repeat(`"b":1,`, 5000) + `"c":1}}`
	doc, issues := Decode("f", []byte(in), Options{})
	if doc == nil || len(issues) != intake.MaxIssues+1 {
		t.Fatalf("%d issues", len(issues))
	}
	// 4 999 repeats of b, two rollouts that are no objects, no gate policy.
	last := issues[intake.MaxIssues]
	if want := fmt.Sprintf("%d more issues of this file are not listed", 4999+2+1-intake.MaxIssues); last.Code != model.CodeTruncated || last.Message != want {
		t.Errorf("last issue %v, want %q", last, want)
	}
}

func TestPartsAreBounded(t *testing.T) {
	in := `{"canary_rollouts":{"b":{"stages":[` + strings.Repeat(`{},`, jsonscan.MaxParts+4) + `{}]}}}`
	doc, _ := Decode("f", []byte(in), Options{})
	if got := len(doc.Rollouts().Rollouts[0].Stages); got != jsonscan.MaxParts {
		t.Errorf("%d stages", got)
	}
}

func TestStringsAreClean(t *testing.T) {
	in := `{"experiment":"a\u001b[2J","cold_start_breakdown_seconds":{"\u202ex":{"\r":1,"total_seconds":1}},"canary_rollouts":{"b":{"rollback_reasons":["` + "caf\xe9" + `",7]}}}`
	doc, issues := Decode("n\x1b.json", []byte(in), Options{})
	if doc.File != "n␛.json" || doc.Schema != "a␛[2J" || doc.Startup().Profiles[0].Name != "‹202E›x" || doc.Startup().Profiles[0].Phases[0].Name != "␍" {
		t.Errorf("%+v %+v", doc, doc.Startup())
	}
	diff(t, "reasons", []string{"caf\ufffd", ""}, doc.Rollouts().Rollouts[0].Reasons)
	if !has(issues, model.CodeWrongType, "/canary_rollouts/b/rollback_reasons/1") {
		t.Errorf("%v", issues)
	}
}
