package chart

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"scaledeck/model"
)

func TestNiceDomain(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		log    bool
		a, b   float64
	}{
		{0, 2.4444, false, 0, 2.5},
		{172.99, 5182.36, false, 0, 6000},
		{172.99, 5182.36, true, 150, 7000},
		{100, 101, false, 100, 101},
		{-3, 8, false, -5, 10},
		{0, 0, false, 0, 1},
		{200, 200, false, 180, 220},
		{8, 0, false, 0, 8},
		{1, 1000, true, 1, 1000},
		{0, 1000, true, 1, 1000},
		{-4, -1, true, -4, -1},
		{math.NaN(), 1, false, 0, 1},
		{0, math.Inf(1), true, 0, 1},
	} {
		a, b := NiceDomain(c.lo, c.hi, c.log)
		if math.Abs(a-c.a) > 1e-9 || math.Abs(b-c.b) > 1e-9 {
			t.Errorf("NiceDomain(%v, %v, %v) = %v, %v, want %v, %v", c.lo, c.hi, c.log, a, b, c.a, c.b)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		name   string
		lo, hi float64
		log    bool
		n      int
		want   []float64
	}{
		{"halves", 0, 2, false, 5, []float64{0, 0.5, 1, 1.5, 2}},
		{"wholes", 0, 2.5, false, 5, []float64{0, 1, 2}},
		{"across zero", -5, 10, false, 5, []float64{-5, 0, 5, 10}},
		{"log, 1 2 5", 150, 7000, true, 5, []float64{200, 500, 1000, 2000, 5000}},
		{"log, 1 3", 150, 7000, true, 4, []float64{300, 1000, 3000}},
		{"log, decades", 1, 1e4, true, 5, []float64{1, 10, 100, 1e3, 1e4}},
		{"log, every third decade", 1, 1e9, true, 4, []float64{1, 1e3, 1e6, 1e9}},
		{"log within one step", 210, 400, true, 5, []float64{250, 300, 350, 400}},
		{"none asked for", 0, 1, false, 0, nil},
		{"reversed", 1, 0, false, 5, nil},
		{"not finite", 0, math.Inf(1), false, 5, nil},
	} {
		got := Ticks(c.lo, c.hi, c.log, c.n)
		if d := cmp.Diff(c.want, got, cmpopts.EquateApprox(1e-9, 0)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// Ticks ascend, lie within the axis and are never too many; the domain holds
// its data. This must hold for any floating-point number.
func TestTicksOfAnything(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lo, hi := rapid.Float64().Draw(rt, "lo"), rapid.Float64().Draw(rt, "hi")
		log, n := rapid.Bool().Draw(rt, "log"), rapid.IntRange(-1, 100).Draw(rt, "n")
		a, b := NiceDomain(lo, hi, log)
		if !(a < b) || !finite(a) || !finite(b) {
			rt.Fatalf("NiceDomain(%v, %v) = %v, %v", lo, hi, a, b)
		}
		if finite(lo) && finite(hi) && !log && (a > min(lo, hi) || b < max(lo, hi)) {
			rt.Fatalf("NiceDomain(%v, %v) = %v, %v leaves data out", lo, hi, a, b)
		}
		ticks := Ticks(a, b, log, n)
		if len(ticks) > max(n, 0) {
			rt.Fatalf("%d ticks, at most %d were asked for", len(ticks), n)
		}
		for i, v := range ticks {
			slack := (b/2 - a/2) * 1e-6
			if v < a-slack || v > b+slack || i > 0 && v <= ticks[i-1] {
				rt.Fatalf("ticks of %v to %v: %v", a, b, ticks)
			}
		}
	})
}

func TestPrefersLog(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   bool
	}{
		{172.99, 5182.36, true}, {1, 20, false}, {1, 20.1, true}, {0, 1e9, false}, {-1, 50, false}, {1, math.Inf(1), false},
	} {
		if got := PrefersLog(c.lo, c.hi); got != c.want {
			t.Errorf("PrefersLog(%v, %v) = %v", c.lo, c.hi, got)
		}
	}
}

func TestLabels(t *testing.T) {
	for _, c := range []struct {
		name string
		axis Axis
		log  bool
		at   []float64
		want []string
	}{
		{"one number of decimals", Axis{}, false, []float64{0, 0.5, 1}, []string{"0.0", "0.5", "1.0"}},
		{"share as percent", Axis{Unit: model.Share}, false, []float64{0, 0.5, 1}, []string{"0 %", "50 %", "100 %"}},
		{"ms", Axis{Unit: model.Milliseconds}, true, []float64{200, 500, 5000}, []string{"200 ms", "500 ms", "5000 ms"}},
		{"small, log", Axis{Unit: model.Ratio}, true, []float64{0.001, 0.01, 1}, []string{"0.001", "0.01", "1"}},
		{"thousands", Axis{Unit: model.Tokens}, false, []float64{0, 50_000, 100_000}, []string{"0 tokens", "50k tokens", "100k tokens"}},
		{"millions", Axis{}, false, []float64{0, 2.5e6, 5e6}, []string{"0", "2.5M", "5.0M"}},
		{"a day in seconds", Axis{Unit: model.Seconds}, false, []float64{0, 43200, 86400, 129600}, []string{"0 s", "43200 s", "86400 s", "129600 s"}},
		{"negative", Axis{}, false, []float64{-0.5, 0}, []string{"−0.5", "0.0"}},
		{"own", Axis{Unit: model.Seconds, Format: func(float64) string { return "x" }}, false, []float64{1}, []string{"x"}},
		{"huge", Axis{}, false, []float64{0, 1e300}, []string{"0", "1e+300"}},
		{"tiny", Axis{}, false, []float64{0, 1e-12}, []string{"0.000000000", "1e-12"}},
	} {
		l := newLabeller(c.axis, c.at, c.log)
		for i, v := range c.at {
			if got := l.withUnit(v); got != c.want[i] {
				t.Errorf("%s: label of %v is %q, want %q", c.name, v, got, c.want[i])
			}
		}
	}
}
