package model

import (
	"math"
	"slices"
)

// Series is a column of figures, eight bytes each. A missing figure is held as
// a NaN; why it is missing is kept apart, since that is rare. The zero value
// is an empty series.
type Series struct {
	values []float64
	why    map[int]Presence // only for missing values whose reason is not Absent
}

// SeriesOf returns a series of the given values; non-finite ones are missing.
func SeriesOf(values ...float64) Series {
	var s Series
	for _, v := range values {
		s.Append(Of(v))
	}
	return s
}

// Append adds one figure at the end.
func (s *Series) Append(f Figure) {
	if f.OK() {
		s.values = append(s.values, f.Value)
		return
	}
	if f.State != Absent {
		if s.why == nil {
			s.why = make(map[int]Presence)
		}
		s.why[len(s.values)] = f.State
	}
	s.values = append(s.values, math.NaN())
}

// Grow makes room for n more values without further allocation.
func (s *Series) Grow(n int) {
	if free := cap(s.values) - len(s.values); free < n {
		grown := make([]float64, len(s.values), len(s.values)+n)
		copy(grown, s.values)
		s.values = grown
	}
}

// Len returns the number of figures, missing ones included.
func (s Series) Len() int { return len(s.values) }

// At returns figure i, or an absent one where i is outside the series.
func (s Series) At(i int) Figure {
	if i < 0 || i >= len(s.values) {
		return Figure{}
	}
	if v := s.values[i]; !math.IsNaN(v) {
		return Figure{Value: v, State: Present}
	}
	return Figure{State: s.why[i]}
}

// Values returns the values with NaN where one is missing: the form that charts
// and statistics take. The slice belongs to the series and must not be changed.
func (s Series) Values() []float64 { return s.values }

// Max returns the largest present figure and its index, or an absent figure and
// −1 where there is none. Of equal figures the first counts.
func (s Series) Max() (Figure, int) {
	best, at := Figure{}, -1
	for i, v := range s.values {
		if !math.IsNaN(v) && (at < 0 || v > best.Value) {
			best, at = Figure{Value: v, State: Present}, i
		}
	}
	return best, at
}

// Range returns the smallest and largest present value; ok is false where there is none.
func (s Series) Range() (lo, hi float64, ok bool) {
	for _, v := range s.values {
		if math.IsNaN(v) {
			continue
		}
		if !ok {
			lo, hi, ok = v, v, true
		}
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi, ok
}

// given reports whether the file says anything of any figure, present or not.
func (s Series) given() bool {
	return len(s.why) > 0 || slices.ContainsFunc(s.values, func(v float64) bool { return v == v })
}

// extent returns where the first and the last figures are of which the file says
// anything, the last excluded.
func (s Series) extent() (from, to int) {
	said := func(i int) bool { return s.At(i).State != Absent }
	for to = s.Len(); to > 0 && !said(to-1); to-- {
	}
	for from < to && !said(from) {
		from++
	}
	return from, to
}

// Present returns how many figures are there.
func (s Series) Present() int {
	n := 0
	for _, v := range s.values {
		if v == v { // not the NaN that is there for a missing one
			n++
		}
	}
	return n
}
