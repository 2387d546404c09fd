package model

import (
	"testing"
	"time"
)

func TestFeed(t *testing.T) {
	for _, tt := range []struct {
		feed          Feed
		final, behind bool
	}{
		{Feed{}, true, false},
		{Feed{Mode: Events}, true, false},
		{Feed{Mode: Polling}, true, false},
		{Feed{Mode: Recorded}, false, false},
		{Feed{Mode: Recorded, State: Ended}, true, false},
		{Feed{Mode: Events, State: Waiting}, false, true},
		{Feed{Mode: Events, State: Failing, Err: "refused"}, false, true},
		{Feed{Mode: Events, State: Ended, Err: "refused"}, false, true},
	} {
		if got := tt.feed.Final(); got != tt.final {
			t.Errorf("%+v: final %v, want %v", tt.feed, got, tt.final)
		}
		if got := tt.feed.Behind(); got != tt.behind {
			t.Errorf("%+v: behind %v, want %v", tt.feed, got, tt.behind)
		}
	}
	a := Feed{Name: "a", Last: time.Unix(1, 0)}
	b := Feed{Name: "a", Last: time.Unix(2, 0)}
	c := Feed{Name: "a", Err: "refused"}
	if !a.Same(b) || a.Same(c) {
		t.Error("only the time of the last answer may differ")
	}
}
