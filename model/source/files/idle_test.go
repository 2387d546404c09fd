package files

import (
	"fmt"
	"testing"
	"time"
)

// idle returns a rig with n files that have been read and do not change.
func idle(t testing.TB, n int) *rig {
	r := newRig(t, nil)
	for i := range n {
		r.write(fmt.Sprintf("d%d/f%d.json", i%20, i), "ok:1")
	}
	r.look()
	return r
}

// A poll that finds nothing decodes nothing, and leaves little to collect: it
// happens every two seconds for as long as the console is open.
func TestIdlePollIsCheap(t *testing.T) {
	const files = 200
	r := idle(t, files)
	r.decoded = 0
	allocations := testing.AllocsPerRun(5, func() { r.after(SlowPoll) })
	if r.decoded != 0 {
		t.Errorf("%d files decoded again", r.decoded)
	}
	if limit := 20.0 * files; allocations > limit {
		t.Errorf("%.0f allocations for %d files, want at most %.0f", allocations, files, limit)
	}
}

func BenchmarkIdlePoll(b *testing.B) {
	r := idle(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		r.now = r.now.Add(SlowPoll)
		if err := r.tracker.refresh(b.Context(), nil, true); err != nil {
			b.Fatal(err)
		}
		r.tracker.snapshot()
	}
}

func BenchmarkFirstLook(b *testing.B) {
	r := idle(b, 1000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(b.Context(), Options{Paths: []string{r.dir}, Decode: fakeDecode, Now: time.Now}); err != nil {
			b.Fatal(err)
		}
	}
}
