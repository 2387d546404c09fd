package playback

import (
	"math"
	"slices"
	"sort"
)

// Skips are the holes of a run that play hurries through. They map the seconds
// of the run to the seconds that play takes at speed 1, its shown time, and
// back. Only play is shortened: positions, axes and readouts stay in seconds of
// the run. A nil Skips is valid and skips nothing. It is immutable.
type Skips struct {
	holes []hole // ascending, not overlapping
}

// hole is a stretch of the run and the shorter stretch of shown time it takes.
type hole struct {
	run, runEnd     float64
	shown, shownEnd float64
}

// FindSkips returns the holes between the sample times: gaps longer than k times
// the median gap, each shown for as long as k median gaps. It returns nil where
// there is none, or where k is not a finite number of at least 1. Times that are
// not finite or before the run's beginning are left out; the order does not matter.
func FindSkips(samples []float64, k float64) *Skips {
	if !(k >= 1) || math.IsInf(k, 0) {
		return nil
	}
	times := slices.DeleteFunc(slices.Clone(samples), func(v float64) bool { return math.IsNaN(v-v) || v < 0 })
	slices.Sort(times)
	times = slices.Compact(times)
	if len(times) < 3 {
		return nil // one gap is its own median
	}
	longest := k * medianGap(times)
	if !(longest > 0) || math.IsInf(times[len(times)-1]-times[0], 0) {
		return nil
	}
	var holes []hole
	saved := 0.0
	for i, end := range times[1:] {
		start := times[i]
		if end-start <= longest {
			continue
		}
		h := hole{run: start, runEnd: end, shown: start - saved, shownEnd: start - saved + longest}
		saved += end - start - longest
		holes = append(holes, h)
	}
	if len(holes) == 0 {
		return nil
	}
	return &Skips{holes: holes}
}

// medianGap returns the median of the gaps between at least two ascending times;
// of an even number it is the lower middle one, since half a hole is no gap that occurs.
func medianGap(times []float64) float64 {
	gaps := make([]float64, len(times)-1)
	for i := range gaps {
		gaps[i] = times[i+1] - times[i]
	}
	slices.Sort(gaps)
	return gaps[(len(gaps)-1)/2]
}

// Holes returns how many holes there are.
func (s *Skips) Holes() int {
	if s == nil {
		return 0
	}
	return len(s.holes)
}

// Shown returns the shown time at which play from 0 reaches a second of the run.
func (s *Skips) Shown(run float64) float64 {
	if s == nil {
		return run
	}
	i := sort.Search(len(s.holes), func(i int) bool { return s.holes[i].run > run }) - 1
	if i < 0 {
		return run
	}
	h := s.holes[i]
	if run >= h.runEnd {
		return h.shownEnd + (run - h.runEnd)
	}
	return h.shown + (run-h.run)/(h.runEnd-h.run)*(h.shownEnd-h.shown)
}

// Run returns the second of the run that play shows at a shown time: the reverse of Shown.
func (s *Skips) Run(shown float64) float64 {
	if s == nil {
		return shown
	}
	i := sort.Search(len(s.holes), func(i int) bool { return s.holes[i].shown > shown }) - 1
	if i < 0 {
		return shown
	}
	h := s.holes[i]
	if shown >= h.shownEnd {
		return h.runEnd + (shown - h.shownEnd)
	}
	return h.run + (shown-h.shown)/(h.shownEnd-h.shown)*(h.runEnd-h.run)
}
