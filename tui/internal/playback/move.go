package playback

import (
	"sort"
	"time"
)

// grace is how far back a move backwards looks past while the clock plays.
// Without it the second press of the key would land where the first one did,
// since the clock has moved on a little in between.
const grace = time.Second

// Step moves by exactly one sample: to the next later one where dir is positive,
// to the next earlier one where it is negative. From between two samples it goes
// to the neighbour. Without a sample on that side nothing moves. While the clock
// plays, a step back passes over what was played within the last second, so that
// pressing the key again leads on. samples are seconds of the run in ascending
// order; equal times count as one.
func (c Clock) Step(now time.Time, samples []float64, dir int) Clock {
	switch {
	case dir > 0:
		return c.next(now, samples)
	case dir < 0:
		return c.previous(now, samples)
	}
	return c
}

// Jump moves by a fraction of the run, such as 0.1 or −0.1.
func (c Clock) Jump(now time.Time, fraction float64) Clock {
	return c.Seek(now, c.At(now)+fraction*c.duration)
}

// NextEvent moves to the first of the times after the position; without one
// nothing moves. times are seconds of the run in ascending order.
func (c Clock) NextEvent(now time.Time, times []float64) Clock { return c.next(now, times) }

// PrevEvent moves to the last of the times before the position, with the grace
// of Step while the clock plays.
func (c Clock) PrevEvent(now time.Time, times []float64) Clock { return c.previous(now, times) }

func (c Clock) next(now time.Time, times []float64) Clock {
	pos := c.At(now)
	if i := sort.Search(len(times), func(i int) bool { return times[i] > pos }); i < len(times) {
		return c.Seek(now, times[i])
	}
	return c
}

func (c Clock) previous(now time.Time, times []float64) Clock {
	pos := c.At(now)
	if c.Playing(now) {
		pos = c.skips.Run(c.skips.Shown(pos) - grace.Seconds()*c.Speed())
	}
	i := sort.Search(len(times), func(i int) bool { return times[i] >= pos }) - 1
	switch {
	case i >= 0:
		return c.Seek(now, times[i])
	case len(times) > 0 && times[0] < c.At(now):
		return c.Seek(now, times[0]) // within the grace of the first: back to it
	}
	return c
}

// SampleAt returns the index of the last sample at or before pos, or −1 where
// there is none: before the first sample, of no samples, or for a NaN. samples
// are in ascending order.
func SampleAt(samples []float64, pos float64) int {
	if pos != pos {
		return -1
	}
	return sort.Search(len(samples), func(i int) bool { return samples[i] > pos }) - 1
}
