package playback

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Samples every 10 s with a hole of 1 200 s after 20 s. At k = 3 the hole is
// shown for 30 s: 1 170 s are saved.
var holed = []float64{0, 10, 20, 1220, 1230, 1240}

func TestSkipsMap(t *testing.T) {
	s := FindSkips(holed, 3)
	if s.Holes() != 1 {
		t.Fatalf("%d holes, want 1", s.Holes())
	}
	tests := []struct{ run, shown float64 }{
		{0, 0}, {20, 20}, {620, 35}, {1220, 50}, {1240, 70}, {1300, 130},
	}
	for _, tt := range tests {
		if got := s.Shown(tt.run); math.Abs(got-tt.shown) > 1e-9 {
			t.Errorf("Shown(%v) = %v, want %v", tt.run, got, tt.shown)
		}
		if got := s.Run(tt.shown); math.Abs(got-tt.run) > 1e-9 {
			t.Errorf("Run(%v) = %v, want %v", tt.shown, got, tt.run)
		}
	}
}

func TestFindSkipsFindsNone(t *testing.T) {
	tests := []struct {
		name    string
		samples []float64
		k       float64
	}{
		{"no samples", nil, 3},
		{"one gap is its own median", []float64{0, 900}, 3},
		{"even gaps", []float64{0, 10, 20, 30}, 3},
		{"a gap of k times the median is none", []float64{0, 10, 20, 50}, 3},
		{"equal times only", []float64{5, 5, 5, 5}, 3},
		{"not finite", []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1}, 3},
		{"k below 1", holed, 0.5},
		{"k is NaN", holed, math.NaN()},
		{"k is infinite", holed, math.Inf(1)},
		{"before the run", []float64{-1000, -20, -10, 0, 10}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := FindSkips(tt.samples, tt.k)
			if s != nil || s.Holes() != 0 || s.Shown(7) != 7 || s.Run(7) != 7 {
				t.Errorf("found %+v", s)
			}
		})
	}
	if FindSkips([]float64{1220, 10, 20, 10, 1230, 0}, 3).Holes() != 1 {
		t.Error("the order of the samples counted")
	}
}

func TestClockHurriesThroughHoles(t *testing.T) {
	c := New(1240).SetSkips(t0, FindSkips(holed, 3)).Play(t0)
	for now, want := range map[float64]float64{10: 10, 20: 20, 35: 620, 50: 1220, 60: 1230, 70: 1240, 99: 1240} {
		if got := c.At(after(now)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v s after the start at %v, want %v", now, got, want)
		}
	}
	off := c.SetSkips(after(35), nil)
	if got := off.At(after(45)); math.Abs(got-630) > 1e-9 {
		t.Errorf("switched off in the hole, 10 s later at %v, want 630", got)
	}
	if got := c.SetLoop(t0, true).At(after(75)); math.Abs(got-5) > 1e-9 {
		t.Errorf("looped at %v, want 5", got)
	}
}

func TestSkipsAreMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOf(rapid.Float64Range(0, 1e6)).Draw(t, "samples")
		s := FindSkips(times, rapid.Float64Range(1, 20).Draw(t, "k"))
		a := rapid.Float64Range(0, 1e6).Draw(t, "a")
		b := rapid.Float64Range(0, 1e6).Draw(t, "b")
		if lo, hi := min(a, b), max(a, b); s.Shown(lo) > s.Shown(hi)+1e-6 || s.Run(lo) > s.Run(hi)+1e-6 {
			t.Fatalf("not monotone between %v and %v", lo, hi)
		}
		if s.Shown(a) > a+1e-6 {
			t.Fatalf("Shown(%v) = %v is longer", a, s.Shown(a))
		}
	})
}

// Whatever the samples are, the clock stays within the run.
func FuzzClockWithSkips(f *testing.F) {
	f.Add(0.0, 10.0, 1e9, 3.0, 5e8, 40.0)
	f.Add(math.MaxFloat64, 1e-300, 0.0, 1.0, 1e308, 1e9)
	f.Fuzz(func(t *testing.T, a, b, c, k, pos, seconds float64) {
		clock := New(c).SetSkips(t0, FindSkips([]float64{a, b, c, a + b, b + c}, k)).Seek(t0, pos).Play(t0)
		for _, loop := range []bool{false, true} {
			at := clock.SetLoop(t0, loop).At(after(seconds))
			if !(at >= 0 && at <= clock.Duration()) {
				t.Errorf("loop %v: at %v of %v", loop, at, clock.Duration())
			}
		}
	})
}
