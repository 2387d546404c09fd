package model

import "time"

// FeedMode says how a source notices changes.
type FeedMode uint8

// The modes. Static is for input that does not change: the demo, or a report.
const (
	Static FeedMode = iota
	Events
	Polling
	Recorded // a recording that is played on a clock
)

// FeedState says whether a source still brings something.
type FeedState uint8

// The states of a source.
const (
	Following FeedState = iota // what it brought is what there is
	Waiting                    // it has brought nothing yet
	Failing                    // its last try failed, and it tries again
	Ended                      // nothing more comes; Err says why where that is a failure
)

// Feed says how one source is followed and how current it is.
type Feed struct {
	Name   string // what is followed, cleaned
	Mode   FeedMode
	State  FeedState
	Every  time.Duration // between two looks of Polling, between two samples of Recorded
	Reason string        // why Polling was chosen, cleaned; "" where it was not forced
	Last   time.Time     // when it last brought something; zero for never
	Err    string        // the last failure, cleaned; "" where the last try worked
	Next   time.Time     // when it tries again after a failure; zero where it does not
}

// Final reports whether what the source brought is all that will come of it by
// itself: the files of a directory are what they are, a recording that still plays
// is not.
func (f Feed) Final() bool {
	return !f.Behind() && (f.State == Ended || f.Mode != Recorded)
}

// Behind reports whether what the source brought may not be what there is now: it has
// brought nothing yet, or its last try failed.
func (f Feed) Behind() bool { return f.State == Waiting || f.State == Failing || f.Err != "" }

// Same reports whether two feeds look the same, whenever they last brought something.
func (f Feed) Same(g Feed) bool {
	f.Last, g.Last = time.Time{}, time.Time{}
	return f == g
}
