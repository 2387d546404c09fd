package analysis

import (
	"testing"
	"time"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// TestFeedBehind holds that nothing passes while a source does not answer.
func TestFeedBehind(t *testing.T) {
	set := &model.TimelineSet{Open: true, Timelines: []model.Timeline{{Name: "x", SLO: model.Of(500), Seconds: model.SeriesOf(0, 1)}}}
	set.Timelines[0].Set(model.P99TTFT, model.SeriesOf(100, 200))
	set.Timelines[0].Complete()
	doc := &model.Document{File: "f", Parts: []model.Part{set}}
	for _, tt := range []struct {
		feed model.Feed
		want gate.Verdict
	}{
		{model.Feed{Mode: model.Events, Last: time.Unix(1, 0)}, gate.Pass},
		{model.Feed{Mode: model.Recorded, State: model.Ended}, gate.Pass},
		{model.Feed{Mode: model.Polling, State: model.Waiting}, gate.Undecided},
		{model.Feed{Mode: model.Polling, State: model.Failing, Err: "refused"}, gate.Undecided},
		{model.Feed{Mode: model.Polling, State: model.Ended, Err: "refused"}, gate.Undecided},
	} {
		snap := &model.Snapshot{Files: []model.File{{Key: "f", Name: "f", Doc: doc}}, Feeds: []model.Feed{{Mode: model.Events}, tt.feed}}
		if got := Judge(snap, gate.Options{}); got.Verdict != tt.want {
			t.Errorf("%+v: %v, want %v; %s", tt.feed, got.Verdict, tt.want, got.List[0].Why)
		}
	}
}
