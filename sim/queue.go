package sim

// entry is so many replicas whose boot or drain ends at an interval.
type entry struct{ at, count int }

// queue is what is under way, first in first out. All entries take equally
// long, so they end in the order in which they came.
type queue struct {
	entries []entry
	head    int
}

func (q *queue) push(e entry) {
	// Room at the front is used again once it is the larger part: memory grows
	// with what is under way and not with the length of the run.
	if q.head > 32 && q.head > len(q.entries)/2 {
		q.entries = q.entries[:copy(q.entries, q.entries[q.head:])]
		q.head = 0
	}
	q.entries = append(q.entries, e)
}

// due takes the next entry that has ended by interval i.
func (q *queue) due(i int) (entry, bool) {
	if q.head == len(q.entries) || q.entries[q.head].at > i {
		return entry{}, false
	}
	q.head++
	return q.entries[q.head-1], true
}

// cancel takes up to n off the youngest entries and returns how many it took.
func (q *queue) cancel(n int) int {
	left := n
	for left > 0 && len(q.entries) > q.head {
		last := &q.entries[len(q.entries)-1]
		took := min(left, last.count)
		left -= took
		if last.count -= took; last.count == 0 {
			q.entries = q.entries[:len(q.entries)-1]
		}
	}
	return n - left
}
