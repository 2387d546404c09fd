// Package playback is the replay clock: which moment of a recorded run is on
// screen, as a plain value. Time is always an argument, so a replay is the same
// however many frames were drawn, dropped or late.
//
// It imports the standard library only and knows nothing of screens. Start
// reading at Clock.At.
package playback

import (
	"math"
	"time"
)

// Clock is where a replay is. It is a value: every operation returns a new
// one. Two paused clocks at the same position with the same settings are equal
// by ==. The zero value is the paused clock of an empty run.
//
// The position is worked out from the time that has passed since the last
// operation, never by adding up frames. What holds at every moment:
//
//   - the position is finite and within 0 and Duration;
//   - a change of speed, loop or skips, and Pause, leave the position as it is;
//   - play stops at the end of the run and holds there, and Play at the end
//     starts again from 0;
//   - moving (Seek, Step, Jump, NextEvent, PrevEvent) neither starts nor stops
//     the play, except that a move to the end of a run that is not looped ends it;
//   - a time before the last operation counts as the time of that operation, so
//     that a clock set back holds the position instead of running backwards.
type Clock struct {
	duration float64 // s of the run, finite, at least 0
	anchor   float64 // s of the run, the position at since
	since    time.Time
	speed    float64 // 0 in the zero value only, where it means 1
	skips    *Skips  // nil: every second of the run is played
	playing  bool
	loop     bool
}

// New returns a paused clock at the beginning of a run of the given length in
// seconds. A length that is negative, NaN or infinite is taken as 0: there is
// nothing to play.
func New(duration float64) Clock {
	if !(duration > 0) || math.IsInf(duration, 0) {
		duration = 0
	}
	return Clock{duration: duration, speed: 1}
}

// Duration returns the length of the run in seconds.
func (c Clock) Duration() float64 { return c.duration }

// Speed returns the seconds of the run that pass in a second of play.
func (c Clock) Speed() float64 {
	if c.speed == 0 {
		return 1
	}
	return c.speed
}

// Loop reports whether play begins again after the end.
func (c Clock) Loop() bool { return c.loop }

// Skips returns the holes that play hurries through, or nil.
func (c Clock) Skips() *Skips { return c.skips }

// At returns the position at now in seconds of the run. It is exact while the
// clock is paused: the position is then what it was set to.
func (c Clock) At(now time.Time) float64 {
	if !c.playing {
		return c.anchor
	}
	elapsed := now.Sub(c.since).Seconds()
	if !(elapsed > 0) {
		return c.anchor
	}
	length := c.skips.Shown(c.duration)
	shown := c.skips.Shown(c.anchor) + elapsed*c.Speed()
	switch {
	case shown < length:
	case c.loop && length > 0:
		shown = math.Mod(shown, length)
	default:
		return c.duration
	}
	return min(max(c.skips.Run(shown), 0), c.duration)
}

// Fraction returns the position at now as a share of the run, 0 to 1.
func (c Clock) Fraction(now time.Time) float64 {
	if c.duration == 0 {
		return 0
	}
	return c.At(now) / c.duration
}

// Done reports whether the position is at the end and play has nothing left to
// do. A run without any length is always done, looped or not: looping it would
// only spin.
func (c Clock) Done(now time.Time) bool {
	return c.duration == 0 || !(c.loop && c.playing) && c.At(now) >= c.duration
}

// Playing reports whether the position moves at now. Ticks are needed only then.
func (c Clock) Playing(now time.Time) bool { return c.playing && !c.Done(now) }

// Play starts the play, from 0 where the position is at the end.
func (c Clock) Play(now time.Time) Clock {
	if c.Playing(now) || c.duration == 0 {
		return c
	}
	pos := c.At(now)
	if pos >= c.duration {
		pos = 0
	}
	c.anchor, c.since, c.playing = pos, now, true
	return c
}

// Pause stops the play where it is.
func (c Clock) Pause(now time.Time) Clock {
	c.anchor, c.since, c.playing = c.At(now), time.Time{}, false
	return c
}

// Toggle pauses a clock that plays and plays one that does not.
func (c Clock) Toggle(now time.Time) Clock {
	if c.Playing(now) {
		return c.Pause(now)
	}
	return c.Play(now)
}

// Resume takes the last gap out of the play: the time for which the process was
// stopped (ctrl+z, SIGSTOP, a laptop asleep). Nobody was watching then, so the
// clock is as if it had been paused. Call it with the time at which the process
// runs again. A gap longer than the play so far puts the clock back to where the
// play began, and a negative one is ignored.
//
// A slow link or late frames are no gap: the clock catches up with those by itself.
func (c Clock) Resume(now time.Time, gap time.Duration) Clock {
	if !c.playing || gap <= 0 {
		return c
	}
	if since := c.since.Add(gap); since.Before(now) {
		c.since = since
	} else {
		c.since = now
	}
	return c
}

// Seek moves to pos, in seconds of the run, held within 0 and Duration. A pos
// that is NaN moves nothing.
func (c Clock) Seek(now time.Time, pos float64) Clock {
	if math.IsNaN(pos) {
		return c
	}
	return c.at(now, min(max(pos, 0), c.duration))
}

// at returns the clock re-anchored at pos, which is within the run, playing on
// if it plays at now.
func (c Clock) at(now time.Time, pos float64) Clock {
	playing := c.Playing(now) && (c.loop || pos < c.duration)
	c.anchor, c.since, c.playing = pos, time.Time{}, playing
	if playing {
		c.since = now
	}
	return c
}

// settled returns the clock re-anchored where it is, so that a setting can
// change without moving the position.
func (c Clock) settled(now time.Time) Clock { return c.at(now, c.At(now)) }
