package report

import (
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// TestWindowsThatCannotBeJudged: a count of windows says how many it leaves out,
// and a worst figure whether a worse one may be missing.
func TestWindowsThatCannotBeJudged(t *testing.T) {
	tl := model.Timeline{Name: "steady", Pointer: "/t", SLO: model.Of(500), Seconds: model.SeriesOf(0, 20)}
	tl.Append(model.P99TTFT, model.Of(100))
	tl.Append(model.P99TTFT, model.Missing(model.Null))
	doc := &model.Document{File: "a.json", Parts: []model.Part{&model.TimelineSet{Timelines: []model.Timeline{tl}}}}
	found := analysis.Judge(&model.Snapshot{Files: []model.File{{Name: "a.json", Doc: doc}}}, analysis.Options{})
	var b strings.Builder
	if err := Text(&b, found, Options{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0 of 1 windows; 1 cannot be judged", "known p99 TTFT 100 ms at 0 s"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not said:\n%s", want, b.String())
		}
	}
}
