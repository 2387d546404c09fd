package playback

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var t0 = time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC)

// after returns t0 plus seconds.
func after(s float64) time.Time { return t0.Add(time.Duration(s * float64(time.Second))) }

func TestAt(t *testing.T) {
	playing := New(300).Play(t0)
	tests := []struct {
		name string
		c    Clock
		now  float64 // s after t0
		want float64
		done bool
	}{
		{"the zero value is at 0 and done", Clock{}, 50, 0, true},
		{"a new clock is paused at 0", New(300), 50, 0, false},
		{"one second a second", playing, 12.5, 12.5, false},
		{"holds at the end", playing, 1000, 300, true},
		{"exactly at the end", playing, 300, 300, true},
		{"four times", playing.SetSpeed(t0, 4), 20, 80, false},
		{"speed changes from where it is", playing.SetSpeed(after(20), 4), 30, 60, false},
		{"two changes", playing.SetSpeed(after(20), 4).SetSpeed(after(30), 0.5), 40, 65, false},
		{"pause holds", playing.Pause(after(20)), 90, 20, false},
		{"pause after the end holds the end", playing.Pause(after(900)), 901, 300, true},
		{"play goes on from the pause", playing.Pause(after(20)).Play(after(90)), 95, 25, false},
		{"play twice changes nothing", playing.Play(after(20)), 30, 30, false},
		{"play at the end starts again", playing.Play(after(400)), 405, 5, false},
		{"toggle pauses", playing.Toggle(after(7)), 50, 7, false},
		{"toggle plays", playing.Toggle(after(7)).Toggle(after(50)), 51, 8, false},
		{"toggle at the end starts again", playing.Toggle(after(400)), 405, 5, false},
		{"seek while playing plays on", playing.Seek(after(10), 100), 15, 105, false},
		{"seek to the end ends the play", playing.Seek(after(10), 300).Seek(after(20), 50), 90, 50, false},
		{"seek after the end stays paused", playing.Seek(after(400), 50), 500, 50, false},
		{"loop begins again", playing.SetLoop(t0, true), 640, 40, false},
		{"loop off keeps the position", playing.SetLoop(t0, true).SetLoop(after(640), false), 650, 50, false},
		{"loop set after the end holds", playing.SetLoop(after(400), true), 500, 300, true},
		{"loop of nothing holds", New(0).SetLoop(t0, true).Play(t0), 500, 0, true},
		{"time running backwards holds", playing.Seek(after(100), 100), 40, 100, false},
		{"jump forward", New(300).Jump(t0, 0.1), 0, 30, false},
		{"jump back past the beginning", New(300).Jump(t0, -0.1), 0, 0, false},
		{"jump past the end", New(300).Seek(t0, 290).Jump(t0, 0.1), 0, 300, true},
		{"seek below", New(300).Seek(t0, -5), 0, 0, false},
		{"seek beyond", New(300).Seek(t0, 1e300), 0, 300, true},
		{"seek to NaN moves nothing", New(300).Seek(t0, 7).Seek(t0, math.NaN()), 0, 7, false},
		{"seek to infinity is the end", New(300).Seek(t0, math.Inf(1)), 0, 300, true},
		{"the zero time is long ago", playing, -1e9, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.c.At(after(tt.now)); math.Abs(got-tt.want) > 1e-9 {
				t.Errorf("At = %v, want %v", got, tt.want)
			}
			if got := tt.c.Done(after(tt.now)); got != tt.done {
				t.Errorf("Done = %v, want %v", got, tt.done)
			}
		})
	}
}

func TestNewRefusesNonsense(t *testing.T) {
	for _, d := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1), 0} {
		c := New(d).SetLoop(t0, true).Play(t0)
		if c.Duration() != 0 || c.Playing(after(1)) || c.At(after(1)) != 0 || c.Fraction(after(1)) != 0 {
			t.Errorf("New(%v): duration %v, playing %v at %v", d, c.Duration(), c.Playing(after(1)), c.At(after(1)))
		}
	}
	c := New(math.MaxFloat64).SetSpeed(t0, MaxSpeed).Play(t0)
	if got := c.At(t0.AddDate(200, 0, 0)); math.IsInf(got, 0) || math.IsNaN(got) {
		t.Errorf("a run of the largest length is at %v", got)
	}
}

func TestResume(t *testing.T) {
	c := New(300).Play(t0)
	tests := []struct {
		name string
		now  float64
		gap  time.Duration
		want float64
	}{
		{"the gap is not played", 70, 60 * time.Second, 10},
		{"a gap past the end of the run", 2000, 1990 * time.Second, 10},
		{"no gap", 70, 0, 70},
		{"a negative gap is ignored", 70, -time.Second, 70},
		{"longer than the play", 70, time.Hour, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := c.Resume(after(tt.now), tt.gap)
			if got := r.At(after(tt.now)); got != tt.want {
				t.Errorf("At = %v, want %v", got, tt.want)
			}
			if got, want := r.At(after(tt.now+5)), tt.want+5; got != want && want <= 300 {
				t.Errorf("5 s later At = %v, want %v", got, want)
			}
		})
	}
	if p := c.Pause(after(5)); p.Resume(after(70), time.Minute) != p {
		t.Error("a paused clock was moved")
	}
}

func TestSpeeds(t *testing.T) {
	c := New(300).Play(t0)
	var up, down []float64
	for range 9 {
		up = append(up, c.Speed())
		c = c.Faster(after(1))
	}
	for range 10 {
		down = append(down, c.Speed())
		c = c.Slower(after(1))
	}
	if diff := cmp.Diff([]float64{1, 2, 4, 8, 16, 32, 64, 64, 64}, up); diff != "" {
		t.Errorf("Faster (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{64, 32, 16, 8, 4, 2, 1, 0.5, 0.25, 0.25}, down); diff != "" {
		t.Errorf("Slower (-want +got):\n%s", diff)
	}
	for in, want := range map[float64]float64{3: 3, 0: 0.25, -1: 0.25, math.Inf(1): 64, 100: 64} {
		if got := c.SetSpeed(t0, in).Speed(); got != want {
			t.Errorf("SetSpeed(%v) = %v, want %v", in, got, want)
		}
	}
	if got := c.SetSpeed(t0, math.NaN()); got != c {
		t.Error("SetSpeed(NaN) changed the clock")
	}
	if got := New(9).SetSpeed(t0, 3).Faster(t0).Speed(); got != 4 {
		t.Errorf("Faster from 3 = %v, want 4", got)
	}
}

func TestInterval(t *testing.T) {
	tests := []struct {
		name            string
		duration, speed float64
		fps             int
		want            time.Duration
	}{
		{"a fast replay takes every frame", 300, 16, 10, 100 * time.Millisecond},
		{"at 1× a quarter of a second is the least to see", 300, 1, 20, 250 * time.Millisecond},
		{"slow motion is held at a second", 3000, 0.25, 20, time.Second},
		{"a short run moves visibly in less", 100, 1, 20, 100 * time.Millisecond},
		{"a run of milliseconds takes every frame", 0.01, 1, 20, 50 * time.Millisecond},
		{"an empty run", 0, 1, 20, 50 * time.Millisecond},
		{"no frame rate", 300, 64, 0, time.Second},
		{"absurd frame rate", 300, 64, 1 << 40, time.Second / 60},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := New(tt.duration).SetSpeed(t0, tt.speed).Interval(tt.fps); got != tt.want {
				t.Errorf("Interval = %v, want %v", got, tt.want)
			}
		})
	}
}
