package playback

import (
	"math"
	"time"
)

// speeds are the steps of Faster and Slower: what is useful from reading every
// sample of a burst to flying over a day.
var speeds = [...]float64{0.25, 0.5, 1, 2, 4, 8, 16, 32, 64}

// The slowest and the fastest speed.
const (
	MinSpeed = 0.25
	MaxSpeed = 64
)

// SetSpeed sets the seconds of the run that pass in a second of play, held
// within MinSpeed and MaxSpeed. NaN changes nothing.
func (c Clock) SetSpeed(now time.Time, speed float64) Clock {
	if math.IsNaN(speed) {
		return c
	}
	c = c.settled(now)
	c.speed = min(max(speed, MinSpeed), MaxSpeed)
	return c
}

// Faster sets the next higher speed of 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64.
func (c Clock) Faster(now time.Time) Clock {
	for _, s := range speeds {
		if s > c.Speed() {
			return c.SetSpeed(now, s)
		}
	}
	return c
}

// Slower sets the next lower speed.
func (c Clock) Slower(now time.Time) Clock {
	for i := len(speeds) - 1; i >= 0; i-- {
		if speeds[i] < c.Speed() {
			return c.SetSpeed(now, speeds[i])
		}
	}
	return c
}

// SetLoop says whether play begins again after the end. A clock that already
// holds at the end stays there until it is played.
func (c Clock) SetLoop(now time.Time, on bool) Clock {
	c = c.settled(now)
	c.loop = on
	return c
}

// SetSkips makes play hurry through the holes of s, or through none where s is
// nil. Positions stay seconds of the run either way.
func (c Clock) SetSkips(now time.Time, s *Skips) Clock {
	c = c.settled(now)
	c.skips = s
	return c
}

// The least move of the position that anyone can see: a thousandth of the run is
// less than a dot of the widest chart, and the readout counts seconds.
const (
	visibleShare   = 1.0 / 1000
	visibleSeconds = 0.25
	longestTick    = time.Second
)

// Interval returns how long to wait between two ticks while the clock plays: one
// frame at the given frames a second (1 to 60), or longer where the position
// would not visibly move within one, but never over a second. While the clock
// does not play, no tick is needed at all; see Playing.
func (c Clock) Interval(fps int) time.Duration {
	frame := time.Second / time.Duration(min(max(fps, 1), 60))
	visible := min(c.duration*visibleShare, visibleSeconds) / c.Speed()
	return max(frame, min(time.Duration(visible*float64(time.Second)), longestTick))
}
