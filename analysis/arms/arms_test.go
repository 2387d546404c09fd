package arms

import (
	"strings"
	"testing"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
)

// sweep is two concurrencies with two runs each; ttft is the median TTFT in ms of
// every run, 0 for one that was not measured.
func sweep(ttft ...float64) *model.Comparison {
	c := &model.Comparison{Schema: "bench", Arms: []model.Arm{{Name: "c=1"}, {Name: "c=8"}}}
	median := model.Latency(model.TTFT, model.Median, 0)
	for i, v := range ttft {
		run := model.Run{Arm: i / 2, Figures: model.Values{
			model.FailedRequests: model.Of(float64(i % 2)), model.ServedRate: model.Of(10), median: model.Missing(model.Unmeasured),
		}}
		if v > 0 {
			run.Figures[median] = model.Of(v)
		}
		c.Rows = append(c.Rows, run)
	}
	return c
}

func judged(c *model.Comparison) finding.Finding {
	return Judge(&model.File{Name: "b.json", Doc: &model.Document{File: "b.json", Parts: []model.Part{c}}}, c, gate.Options{})
}

func TestJudge(t *testing.T) {
	f := judged(sweep(100, 300, 40, 0))
	if f.Verdict != gate.Info || f.Kind != model.KindArms || f.Why != "1 failed request at c=1 and 1 failed request at c=8 · 2 arms, no limits in the file" {
		t.Errorf("%v %s: %s", f.Verdict, f.Kind, f.Why)
	}
	// The median of 100 and 300 is 200; one run of the second arm has none, so that
	// the other's is not the arm's.
	for _, part := range []string{"c=1: failed requests 1, served throughput 10 req/s", "median TTFT 200 ms", "c=8: failed requests 1, served throughput 10 req/s, output tokens per second –, median TTFT –"} {
		if !strings.Contains(f.Sentence, part) {
			t.Errorf("no %q in %s", part, f.Sentence)
		}
	}
	o := Of(f.Outcome)
	if len(o.Metrics) != 3 || o.Arms[0].Runs != 2 || o.Arms[1].Runs != 2 {
		t.Errorf("%d metrics, arms %+v", len(o.Metrics), o.Arms)
	}
}

func TestPage(t *testing.T) {
	var s page.Section
	pageOf(&s, judged(sweep(100, 300, 40, 50)))
	table, ok := s.Blocks[0].(*page.Table)
	if !ok || len(table.Rows) != 2 || len(table.Columns) != 5 {
		t.Fatalf("%+v", s.Blocks)
	}
	var cells []string
	for _, c := range table.Rows[1] {
		cells = append(cells, c.Text)
	}
	if got := strings.Join(cells, " | "); got != "c=8 | 2 | 1 | 10 req/s | 45 ms" {
		t.Error(got)
	}
	if list, ok := s.Blocks[1].(page.List); !ok || len(list.Items) != 4 { // failed requests and TTFT of either arm
		t.Errorf("%+v", s.Blocks[1])
	}
}

func TestCompare(t *testing.T) {
	a, b := sweep(100, 110, 40, 50), sweep(200, 210, 40, 50)
	b.Arms[1].Name = "c=16"
	var c finding.Compared
	compare(&c, []finding.Finding{judged(a)}, []finding.Finding{judged(b)})
	if len(c.Groups) != 1 || c.Groups[0].Name != "c=1" || strings.Join(c.OnlyA, ",") != "arm c=8" || strings.Join(c.OnlyB, ",") != "arm c=16" {
		t.Fatalf("%+v", c)
	}
	last := c.Groups[0].Pairs[len(c.Groups[0].Pairs)-1] // 105 → 205
	if last.Delta != model.Of(100) || last.Change.Percent.Text(model.Percent) != "95.24 %" || last.Change.Word != "worse" {
		t.Errorf("%+v", last)
	}
}

// TestRules holds every arm to a rule: 200 ms and 45 ms against 100 ms, and an arm of
// which one run was not measured is undecided.
func TestRules(t *testing.T) {
	rule := gate.Rule{ID: "own.ttft", Name: "median TTFT", Kind: model.KindArms, Metric: "median_ttft_ms", Statistic: "median", Op: gate.AtMost, Limit: 100, Unit: model.Milliseconds, MinSamples: 2}
	opts := gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{rule}}}
	for _, tt := range []struct {
		c    *model.Comparison
		want gate.Verdict
		why  string
	}{
		{sweep(100, 300, 40, 50), gate.Fail, "median TTFT 200 ms (limit 100 ms) at c=1 · "},
		{sweep(50, 60, 40, 50), gate.Pass, "1 failed request at c=1"},
		{sweep(50, 60, 40, 0), gate.Undecided, "median TTFT undecided at c=8, no figure in 1 of 2 runs (not measured)"},
	} {
		f := Judge(&model.File{Name: "b.json", Doc: &model.Document{File: "b.json"}}, tt.c, opts)
		if f.Verdict != tt.want || !strings.HasPrefix(f.Why, tt.why) || !strings.HasPrefix(f.Sentence, tt.want.String()+": 2 arms of bench, limits of policy own.") {
			t.Errorf("%v: %s\n%s", f.Verdict, f.Why, f.Sentence)
		}
	}
}
