package sim

import "testing"

// TestQueueUsesItsRoomAgain: however many boots pass through, the queue keeps
// room for what is under way, and hands it out in order.
func TestQueueUsesItsRoomAgain(t *testing.T) {
	var q queue
	const underWay = 10
	next := 0
	for i := range 100_000 {
		q.push(entry{at: i + underWay, count: i})
		if e, ok := q.due(i); ok {
			if e.count != next || e.at != i {
				t.Fatalf("at %d came %+v, want the one pushed as %d", i, e, next)
			}
			next++
		}
	}
	if next != 100_000-underWay {
		t.Errorf("%d came, want all but the %d under way", next, underWay)
	}
	if room := cap(q.entries); room > 128 {
		t.Errorf("room for %d entries with %d under way", room, underWay)
	}
	// What was compacted can still be cancelled, the youngest first.
	if took := q.cancel(99_999 + 1); took != 99_999+1 || q.entries[len(q.entries)-1] != (entry{99_998 + underWay, 99_997}) {
		t.Errorf("cancelled %d, last left %+v", took, q.entries[len(q.entries)-1])
	}
}
