package model

import (
	"testing"
	"time"
)

func TestFeed(t *testing.T) {
	for _, tt := range []struct {
		feed  Feed
		final bool
	}{
		{Feed{}, true},
		{Feed{Mode: Events}, true},
		{Feed{Mode: Polling}, true},
		{Feed{Mode: Recorded}, false},
		{Feed{Mode: Recorded, State: Ended}, true},
		{Feed{Mode: Events, State: Waiting}, false},
		{Feed{Mode: Events, State: Failing, Err: "refused"}, false},
		{Feed{Mode: Events, State: Ended, Err: "refused"}, false},
	} {
		if got := tt.feed.Final(); got != tt.final {
			t.Errorf("%+v: final %v, want %v", tt.feed, got, tt.final)
		}
	}
	a := Feed{Name: "a", Last: time.Unix(1, 0)}
	b := Feed{Name: "a", Last: time.Unix(2, 0)}
	c := Feed{Name: "a", Err: "refused"}
	if !a.Same(b) || a.Same(c) {
		t.Error("only the time of the last answer may differ")
	}
}
