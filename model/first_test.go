package model

import "testing"

// lostOf counts the figures of a set's first timeline that are lost in a scope.
func lostOf(s *TimelineSet, scope string) (n int) {
	for m := range s.Figures(0) {
		if m.Metric == KVUse && m.Scope == scope && m.Lost() {
			n++
		}
	}
	return n
}

// TestReplicaJoins holds that a replica lacks nothing before it is there and after
// it is gone, and that a gap between is lost.
func TestReplicaJoins(t *testing.T) {
	var joins, gap, all Series
	for i, v := range []float64{0.5, 0.6, 0.7, 0.8} {
		f, none := Of(v), Figure{}
		for s, here := range map[*Series]bool{&joins: i == 1 || i == 2, &gap: i != 2, &all: i > 0} {
			if !here {
				s.Append(none)
			} else {
				s.Append(f)
			}
		}
	}
	s := &TimelineSet{Open: true, Timelines: []Timeline{{Seconds: SeriesOf(0, 1, 2, 3), Columns: []Column{
		{Metric: KVUse, Series: all}, {Metric: KVUse, Scope: "joins", Series: joins}, {Metric: KVUse, Scope: "gap", Series: gap},
	}}}}
	for scope, want := range map[string]int{"": 1, "joins": 0, "gap": 1} {
		if got := lostOf(s, scope); got != want {
			t.Errorf("%q: %d lost, want %d", scope, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	var s Series
	for _, f := range []Figure{Of(1), Missing(Null), Of(3)} {
		s.Append(f)
	}
	tl := Timeline{MaxReady: Of(3), SLO: Of(500), Seconds: SeriesOf(0, 1, 2), Breached: make([]Flag, 3), Places: []int{4, 5, 6}, Columns: []Column{{Metric: Ready, Series: s}}}
	for n := range 4 {
		got := tl.First(n)
		if got.Len() != n || len(got.Breached) != n || len(got.Places) != n || got.Column(Ready).Len() != n || got.MaxReady.OK() != (n == 3) || !got.SLO.OK() {
			t.Errorf("first %d: %+v", n, got)
		}
	}
	two := tl.First(2)
	if f := two.Column(Ready).At(1); f.State != Null {
		t.Errorf("the reason is lost: %v", f.State)
	}
	two.Seconds.Append(Of(9)) // must not reach the whole
	if v := tl.Seconds.At(2).Value; v != 2 {
		t.Errorf("the third sample is now at %v", v)
	}
	tl = Timeline{Seconds: SeriesOf(0, 1), Columns: []Column{{Metric: Ready, Series: SeriesOf(1, 2)}}}
	tl.Complete()
	for _, m := range SampleMetrics() {
		if c := tl.Column(m); c.Len() != 2 || c.At(0).OK() != (m == Ready) {
			t.Errorf("%s: %d figures", m.ID, c.Len())
		}
	}
}
