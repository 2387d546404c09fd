package tui

import (
	"testing"
	"time"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

func TestWatchState(t *testing.T) {
	live := model.Feed{Name: "results/", Mode: model.Events}
	polled := model.Feed{Name: "results/", Mode: model.Polling, Every: 2 * time.Second}
	playing := model.Feed{Name: "run.json", Mode: model.Recorded, Every: time.Second}
	over := model.Feed{Name: "run.json", Mode: model.Recorded, State: model.Ended}
	failing := model.Feed{Name: "prom", State: model.Failing, Err: "refused"}
	lost := model.Feed{Name: "prom", State: model.Ended, Err: "refused"}
	for _, tt := range []struct {
		feeds []model.Feed
		want  string
		tok   theme.Token
	}{
		{nil, "demo", theme.Simulated},
		{[]model.Feed{{Name: "demo"}}, "demo", theme.Simulated},
		{[]model.Feed{live}, "live ●", theme.Pass},
		{[]model.Feed{live, live}, "live ●", theme.Pass},
		{[]model.Feed{polled}, "polling 2 s", theme.Undecided},
		{[]model.Feed{live, polled}, "polling 2 s", theme.Undecided},
		{[]model.Feed{playing}, "recording ▶", theme.Simulated},
		{[]model.Feed{live, over}, "recording ended", theme.Muted},
		{[]model.Feed{polled, {Name: "prom", State: model.Waiting}}, "opening prom", theme.Muted},
		{[]model.Feed{{Name: "x", State: model.Waiting}, failing, live}, "prom not answering", theme.Undecided},
		{[]model.Feed{failing, {Name: "b", State: model.Ended, Err: "x"}, lost}, "b lost", theme.Fail},
	} {
		if got, tok := watchState(&model.Snapshot{Feeds: tt.feeds}, time.Time{}); got != tt.want || tok != tt.tok {
			t.Errorf("%+v: %q in %v, want %q in %v", tt.feeds, got, tok, tt.want, tt.tok)
		}
	}
	stale := &model.Snapshot{Feeds: []model.Feed{lost}, Files: []model.File{{State: model.Stale, Since: time.Unix(0, 0)}}}
	if got, _ := watchState(stale, time.Unix(120, 0)); got != "stale 2 m" {
		t.Errorf("a stale file comes first: %q", got)
	}
}
