package sim

import (
	"fmt"
	"io"
	"math"

	"scaledeck/model"
)

// Trace is a demand over time: one figure an interval, from second 0.
type Trace struct {
	Interval float64   // s; 0 where a single row leaves it unknown
	Demand   []float64 // tokens in flight
	Held     int       // values that ReadTraceEvery repeated because no row had their time
}

// stepTolerance is how far a step may be from the first one and still be called
// regular: times are often printed with few decimals.
const stepTolerance = 0.01

// ReadTrace reads a trace from CSV with a header. Columns are found by name, in
// any order and letter case: sec, seconds, time or t, in seconds, and demand or
// demand_tokens, in tokens. Other columns, blank lines and lines that begin with
// # are skipped; fields are separated by commas, semicolons or tabs.
//
// Times may start anywhere; the first becomes second 0. They must ascend in equal
// steps: a row out of order, twice, or after a gap is an error that names its
// line, and so is a figure that is missing, not finite or negative. Nothing is
// filled in. Traces with unequal steps are for ReadTraceEvery. It reads row by
// row and keeps eight bytes of each.
func ReadTrace(r io.Reader) (Trace, error) {
	rows, err := newTraceRows(r)
	if err != nil {
		return Trace{}, fmt.Errorf("read trace: %w", err)
	}
	var t Trace
	var s steps
	for rows.next() {
		if err := s.add(rows.time); err != nil {
			return Trace{}, fmt.Errorf("read trace: line %d: %w; a trace with unequal steps can be read at an interval of your own", rows.line, err)
		}
		if len(t.Demand) == maxIntervals {
			return Trace{}, fmt.Errorf("read trace: line %d: more than %d rows", rows.line, maxIntervals)
		}
		t.Demand = append(t.Demand, rows.demand)
	}
	if rows.err != nil {
		return Trace{}, fmt.Errorf("read trace: %w", rows.err)
	}
	if len(t.Demand) == 0 {
		return Trace{}, fmt.Errorf("read trace: no rows under the header")
	}
	t.Interval = s.interval()
	return t, nil
}

// ReadTraceEvery reads CSV as ReadTrace does, but takes rows at any ascending
// times and returns the demand every interval seconds from the first row to the
// last: each value is that of the last row at or before its moment, repeated
// through gaps. Trace.Held counts the figures of moments before which no new row
// had come for a whole interval.
func ReadTraceEvery(r io.Reader, interval float64) (Trace, error) {
	if !(interval > 0 && interval <= maxSecondsOfConfig) {
		return Trace{}, fmt.Errorf("read trace: interval: %v s is not over 0 and at most %v", interval, float64(maxSecondsOfConfig))
	}
	rows, err := newTraceRows(r)
	if err != nil {
		return Trace{}, fmt.Errorf("read trace: %w", err)
	}
	t := Trace{Interval: interval}
	var first, last, held float64
	begun, fresh := false, false
	emit := func() {
		t.Demand = append(t.Demand, held)
		if !fresh {
			t.Held++
		}
		fresh = false
	}
	at := func() float64 { return first + float64(len(t.Demand))*interval }
	for rows.next() {
		switch {
		case !begun:
			first, begun = rows.time, true
		case rows.time <= last:
			return Trace{}, fmt.Errorf("read trace: line %d: %w", rows.line, orderError(rows.time, last))
		case (rows.time-first)/interval >= maxIntervals:
			return Trace{}, fmt.Errorf("read trace: line %d: time %v is more than %d intervals after the first", rows.line, rows.time, maxIntervals)
		}
		for at() < rows.time-dust*interval && len(t.Demand) < maxIntervals {
			emit()
		}
		last, held, fresh = rows.time, rows.demand, true
	}
	switch {
	case rows.err != nil:
		return Trace{}, fmt.Errorf("read trace: %w", rows.err)
	case !begun:
		return Trace{}, fmt.Errorf("read trace: no rows under the header")
	}
	if at() <= last+dust*interval {
		emit()
	}
	return t, nil
}

// TraceFrom returns the demand of a timeline as a trace. The samples must ascend
// in equal steps and each must have a time and a demand; an error names the one
// that does not by its JSON pointer.
func TraceFrom(tl *model.Timeline) (Trace, error) {
	if tl == nil || tl.Len() == 0 {
		return Trace{}, fmt.Errorf("trace from a timeline: it has no samples")
	}
	var t Trace
	var s steps
	for i := range tl.Len() {
		// Named only where something is wrong: a long timeline has many samples.
		where := func() string { return fmt.Sprintf("trace from %s/timeline/%d", tl.Pointer, i) }
		second, demand := tl.Seconds.At(i), tl.Column(model.Demand).At(i)
		if !second.OK() {
			return Trace{}, fmt.Errorf("%s: the time is %s", where(), second.State)
		}
		if !demand.OK() || demand.Value < 0 || demand.Value > maxDemandTokens {
			return Trace{}, fmt.Errorf("%s: the demand is %s", where(), outOfRange(demand))
		}
		if err := s.add(second.Value); err != nil {
			return Trace{}, fmt.Errorf("%s: %w", where(), err)
		}
		t.Demand = append(t.Demand, demand.Value)
	}
	t.Interval = s.interval()
	return t, nil
}

func outOfRange(f model.Figure) model.Presence {
	if f.OK() {
		return model.OutOfRange
	}
	return f.State
}

// steps checks that times ascend in equal steps.
type steps struct {
	n               int
	first, last     float64
	step            float64
	unequalByDigits bool
}

func (s *steps) add(t float64) error {
	switch {
	case s.n == 0:
		s.first = t
	case t <= s.last:
		return orderError(t, s.last)
	case s.n == 1:
		s.step = t - s.first
	default:
		d := math.Abs(t - s.last - s.step)
		if d > stepTolerance*s.step {
			return fmt.Errorf("time %v is %v s after the row before, and the steps are %v s: a gap or an unequal step", t, t-s.last, s.step)
		}
		s.unequalByDigits = s.unequalByDigits || d > dust*math.Abs(t)
	}
	s.last = t
	s.n++
	return nil
}

// interval returns the step, or the mean of the steps where they differ in their
// last printed digits, so that a long trace does not drift.
func (s *steps) interval() float64 {
	if s.unequalByDigits {
		return (s.last - s.first) / float64(s.n-1)
	}
	return s.step
}

func orderError(t, last float64) error {
	return fmt.Errorf("time %v is not after %v of the row before: out of order, or twice", t, last)
}
