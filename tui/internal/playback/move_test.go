package playback

import (
	"math"
	"testing"
)

var samples = []float64{0, 20, 40, 40, 60, 300}

func TestStep(t *testing.T) {
	tests := []struct {
		name    string
		from    float64
		samples []float64
		dir     int
		want    float64
	}{
		{"on", 20, samples, 1, 40},
		{"back", 20, samples, -1, 0},
		{"equal times are one, on", 40, samples, 1, 60},
		{"equal times are one, back", 60, samples, -1, 40},
		{"between, on", 30, samples, 1, 40},
		{"between, back", 30, samples, -1, 20},
		{"before the first, on", 2, []float64{5, 10}, 1, 5},
		{"before the first, back", 2, []float64{5, 10}, -1, 2},
		{"after the last, on", 200, []float64{5, 10}, 1, 200},
		{"after the last, back", 200, []float64{5, 10}, -1, 10},
		{"no direction", 30, samples, 0, 30},
		{"no samples", 30, nil, 1, 30},
		{"no samples, back", 30, nil, -1, 30},
		{"a sample past the run is its end", 30, []float64{900}, 1, 300},
		{"only the sign of the direction counts", 0, samples, 3, 20},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := New(300).Seek(t0, tt.from).Step(t0, tt.samples, tt.dir)
			if got := c.At(t0); got != tt.want {
				t.Errorf("At = %v, want %v", got, tt.want)
			}
			if c.Playing(t0) {
				t.Error("a step started the play")
			}
		})
	}
}

// Scrubbing works while paused and stays paused: three on, one back.
func TestStepsWhilePaused(t *testing.T) {
	c := New(300).Play(t0).Pause(after(1))
	for _, dir := range []int{1, 1, 1, -1} {
		c = c.Step(after(5), samples, dir)
	}
	if got := c.At(after(9)); got != 40 || c.Playing(after(9)) {
		t.Errorf("at %v playing %v, want 40 paused", got, c.Playing(after(9)))
	}
}

// While playing, pressing the key for "back" again leads further back although
// the clock has moved on a little since.
func TestBackWhilePlaying(t *testing.T) {
	c := New(300).SetSpeed(t0, 4).Seek(t0, 70).Play(t0)
	c = c.PrevEvent(after(0.2), samples) // at 70.8
	if got := c.At(after(0.2)); got != 60 {
		t.Fatalf("first press at %v, want 60", got)
	}
	c = c.PrevEvent(after(0.6), samples) // at 61.6, 60 is within the grace of 4 s
	if got := c.At(after(0.6)); got != 40 {
		t.Fatalf("second press at %v, want 40", got)
	}
	if !c.Playing(after(0.6)) {
		t.Error("a move stopped the play")
	}
	c = c.Seek(after(1), 3).Step(after(1), samples, -1)
	if got := c.At(after(1)); got != 0 {
		t.Errorf("within the grace of the first sample at %v, want 0", got)
	}
}

func TestEvents(t *testing.T) {
	events := []float64{40, 100, 180}
	c := New(300)
	for _, want := range []float64{40, 100, 180, 180} {
		if c = c.NextEvent(t0, events); c.At(t0) != want {
			t.Fatalf("NextEvent at %v, want %v", c.At(t0), want)
		}
	}
	for _, want := range []float64{100, 40, 40} {
		if c = c.PrevEvent(t0, events); c.At(t0) != want {
			t.Fatalf("PrevEvent at %v, want %v", c.At(t0), want)
		}
	}
}

func TestSampleAt(t *testing.T) {
	tests := []struct {
		name    string
		samples []float64
		pos     float64
		want    int
	}{
		{"empty", nil, 0, -1},
		{"before the first", []float64{5, 10}, 4.999, -1},
		{"on a sample", []float64{5, 10}, 5, 0},
		{"between", []float64{5, 10}, 9, 0},
		{"after the last", []float64{5, 10}, 900, 1},
		{"the last of equal times", samples, 40, 3},
		{"NaN", samples, math.NaN(), -1},
		{"infinite", samples, math.Inf(1), 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := SampleAt(tt.samples, tt.pos); got != tt.want {
				t.Errorf("SampleAt = %d, want %d", got, tt.want)
			}
		})
	}
}
