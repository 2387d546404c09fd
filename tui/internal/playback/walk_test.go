package playback

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// operation is one thing that a user can do to a clock.
type operation struct {
	name string
	do   func(t *rapid.T, c Clock, now time.Time) Clock
}

// moves change the position; settings must not.
var moves = []operation{
	{"seek", func(t *rapid.T, c Clock, now time.Time) Clock { return c.Seek(now, anyFloat(t)) }},
	{"jump", func(t *rapid.T, c Clock, now time.Time) Clock { return c.Jump(now, anyFloat(t)) }},
	{"step on", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Step(now, samples, 1) }},
	{"step back", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Step(now, samples, -1) }},
	{"next event", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.NextEvent(now, samples) }},
	{"previous event", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.PrevEvent(now, samples) }},
}

var settings = []operation{
	{"pause", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Pause(now) }},
	{"faster", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Faster(now) }},
	{"slower", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Slower(now) }},
	{"speed", func(t *rapid.T, c Clock, now time.Time) Clock { return c.SetSpeed(now, anyFloat(t)) }},
	{"loop", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.SetLoop(now, !c.Loop()) }},
	{"skips", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.SetSkips(now, FindSkips(samples, 3)) }},
	{"no skips", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.SetSkips(now, nil) }},
}

// plays may go back to the beginning, where the position was at the end.
var plays = []operation{
	{"play", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Play(now) }},
	{"toggle", func(_ *rapid.T, c Clock, now time.Time) Clock { return c.Toggle(now) }},
}

func anyFloat(t *rapid.T) float64 {
	return rapid.OneOf(
		rapid.Float64Range(-50, 350),
		rapid.SampledFrom([]float64{0, 20, 300, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300}),
	).Draw(t, "number")
}

// walk does n random operations and checks after each what must always hold. It
// returns the clock and the latest time it was operated at: the time goes
// backwards now and then, and a clock set back holds until that time is reached.
func walk(t *rapid.T, c Clock, n int) (Clock, time.Time) {
	now, latest := t0, t0
	for range n {
		now = now.Add(time.Duration(rapid.Int64Range(-2e9, 90e9).Draw(t, "wait")))
		if now.After(latest) {
			latest = now
		}
		before := c.At(now)
		group := rapid.IntRange(0, 2).Draw(t, "group")
		ops := [][]operation{moves, settings, plays}[group]
		op := ops[rapid.IntRange(0, len(ops)-1).Draw(t, "operation")]
		c = op.do(t, c, now)
		got := c.At(now)
		if !(got >= 0 && got <= c.Duration()) {
			t.Fatalf("%s: at %v of %v", op.name, got, c.Duration())
		}
		if group == 1 && got != before {
			t.Fatalf("%s moved the position from %v to %v", op.name, before, got)
		}
		if group == 2 && got != before && !(before == c.Duration() && got == 0) {
			t.Fatalf("%s moved the position from %v to %v", op.name, before, got)
		}
	}
	return c, latest
}

// What is shown is a function of the position alone: after any 200 operations a
// clock is the one that was opened afresh and moved there.
func TestStateIsAFunctionOfThePosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		duration := rapid.SampledFrom([]float64{300, 0, 0.001, 7}).Draw(t, "duration")
		c, now := walk(t, New(duration), 200)
		at := c.At(now)
		paused := c.Pause(now).SetSpeed(now, 1).SetLoop(now, false).SetSkips(now, nil)
		if fresh := New(duration).Seek(now, at); paused != fresh {
			t.Fatalf("after the walk %+v, fresh %+v", paused, fresh)
		}
	})
}

// And so is everything after it: a fresh clock with the same settings, played
// from there, is at the same position at any later time.
func TestPlayAfterAWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, now := walk(t, New(300), 40)
		fresh := New(300).SetSpeed(now, c.Speed()).SetLoop(now, c.Loop()).SetSkips(now, c.Skips()).Seek(now, c.At(now))
		if c.Playing(now) {
			fresh = fresh.Play(now)
		}
		later := now.Add(time.Duration(rapid.Int64Range(0, 1000e9).Draw(t, "later")))
		got, want := c.At(later), fresh.At(later)
		off := math.Abs(got - want)
		if c.Loop() {
			off = min(off, 300-off) // the two sides of the seam are one place
		}
		if off > 1e-3 {
			t.Fatalf("after the walk at %v, fresh at %v", got, want)
		}
	})
}

// However often one looks, and however late, nothing drifts.
func TestLookingDoesNotMove(t *testing.T) {
	c := New(86400).SetSpeed(t0, 2).Play(t0)
	for i := range 10000 {
		c.At(after(float64(i) * 1.7))
	}
	if got := c.At(after(30000)); got != 60000 {
		t.Errorf("At = %v, want 60000", got)
	}
}

func TestAtAllocatesNothing(t *testing.T) {
	c := New(1240).SetSkips(t0, FindSkips(holed, 3)).Play(t0)
	if n := testing.AllocsPerRun(100, func() {
		c = c.Seek(after(3), c.At(after(4))).Step(after(5), holed, 1).Faster(after(6))
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}
