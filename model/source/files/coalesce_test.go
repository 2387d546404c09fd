package files

import (
	"testing"
	"time"
)

func TestCoalescer(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	o, err := Options{Paths: []string{"."}}.complete()
	must(t, err)
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	tests := []struct {
		name  string
		took  time.Duration // by the look before
		notes []time.Duration
		want  time.Duration
	}{
		{"one change waits for quiet", 0, []time.Duration{0}, ms(100)},
		{"each further change starts the quiet anew", 0, []time.Duration{0, ms(80), ms(150)}, ms(250)},
		{"but not for ever", 0, []time.Duration{0, ms(90), ms(180), ms(270), ms(360), ms(450)}, ms(500)},
		{"a quick look changes nothing", ms(20), []time.Duration{0}, ms(100)},
		{"a slow look spaces the next ones out", ms(300), []time.Duration{0, ms(1000)}, ms(1200)},
		{"within bounds", time.Minute, []time.Duration{0}, time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c coalescer
			c.done(o, tt.took)
			if _, ok := c.deadline(); ok {
				t.Error("a deadline although nothing has changed")
			}
			for _, n := range tt.notes {
				c.note(start.Add(n))
			}
			if at, ok := c.deadline(); !ok || at.Sub(start) != tt.want {
				t.Errorf("deadline after %v, want %v", at.Sub(start), tt.want)
			}
		})
	}
}

func TestPollerLeavesMostOfTheTimeFree(t *testing.T) {
	p := newPoller(2 * time.Second)
	for _, step := range []struct{ took, want time.Duration }{
		{10 * time.Millisecond, 2 * time.Second},
		{500 * time.Millisecond, 2 * time.Second},
		{900 * time.Millisecond, 4 * time.Second},
		{900 * time.Millisecond, 4 * time.Second}, // steady
		{3 * time.Second, 16 * time.Second},
		{time.Second, 16 * time.Second}, // not faster before there is room
		{100 * time.Millisecond, 2 * time.Second},
	} {
		if p.took(step.took); p.interval != step.want {
			t.Errorf("after a look of %v: %v, want %v", step.took, p.interval, step.want)
		}
	}
}
