package timeline

import (
	"fmt"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// ForeignSLO returns the objective that a timeline is judged by where it is not
// the file's own, and where that comes from: the caller's, or the policy's where
// that goes first or the file states none. The file's flags and counts then
// speak of another objective.
func ForeignSLO(t *model.Timeline, o gate.Options) (model.Figure, string) {
	switch {
	case o.SLO.OK():
		return o.SLO, "set by the caller"
	case o.Policy.SLO.OK() && (o.Policy.OwnSLO || t.SLO.State == model.Absent):
		return o.Policy.SLO, "policy " + o.Policy.Name
	default:
		return model.Figure{}, ""
	}
}

// sloOf returns the p99 TTFT objective of one timeline of a document: the
// foreign one, else the one the timeline states, else the bounds that the flags
// of all timelines of the document give, since they share one objective.
func sloOf(bounds SLO, t *model.Timeline, o gate.Options) SLO {
	s := bounds
	limit, source := ForeignSLO(t, o)
	switch {
	case limit.OK():
		s.Limit, s.Source = limit, source
		return s
	case t.SLO.OK():
		s.Limit, s.Source = t.SLO, "stated in the file"
		return s
	}
	s.Source = "the file does not state it"
	if t.SLO.State != model.Absent {
		s.Source = "the file's own is " + t.SLO.State.String()
	}
	s.Source += "; " + s.boundsText()
	return s
}

// flagBounds returns the highest p99 TTFT that is not flagged as over the
// objective and the lowest that is, over all timelines of the document.
func flagBounds(as *model.TimelineSet) SLO {
	var s SLO
	for i := range as.Timelines {
		t := &as.Timelines[i]
		column := t.Column(model.P99TTFT)
		for j := range t.Len() {
			p99, flag := column.At(j), flagAt(t, j)
			switch {
			case !p99.OK() || !flag.OK():
			case flag.Value && (!s.High.OK() || p99.Value < s.High.Value):
				s.High = p99
			case !flag.Value && (!s.Low.OK() || p99.Value > s.Low.Value):
				s.Low = p99
			}
		}
	}
	return s
}

// flagAt returns what the file says of sample i, absent where it says nothing.
func flagAt(t *model.Timeline, i int) model.Flag {
	if i < 0 || i >= len(t.Breached) {
		return model.Flag{}
	}
	return t.Breached[i]
}

// boundsText says between which figures the flags put the objective.
func (s SLO) boundsText() string {
	switch {
	case s.contradicts():
		return fmt.Sprintf("its flags contradict each other: %s is not flagged, %s is", s.Low.Exact(model.Milliseconds), s.High.Exact(model.Milliseconds))
	case s.Low.OK() && s.High.OK():
		return fmt.Sprintf("its flags put it between %s and %s", s.Low.Exact(model.None), s.High.Exact(model.Milliseconds))
	case s.Low.OK():
		return "its flags put it at or above " + s.Low.Exact(model.Milliseconds)
	case s.High.OK():
		return "its flags put it below " + s.High.Exact(model.Milliseconds)
	default:
		return "it flags no sample"
	}
}

// contradicts reports whether the flags fit no objective at all: an unflagged
// sample is as slow as a flagged one, or slower.
func (s SLO) contradicts() bool {
	return s.Low.OK() && s.High.OK() && s.Low.Value >= s.High.Value
}

// judge says whether a sample is over the objective, and whether that can be
// said at all. A sample is over where its p99 TTFT is strictly above the
// objective: on it is within it. own tells that flag speaks of this very objective.
//
// A flag is a claim. It counts against the sample: one that is flagged is over,
// with a figure or without. It counts for the sample only beside a figure and
// where other flags bound the objective from above: a figure that nobody gives is
// within nothing, and where no sample is flagged any objective would do.
func (s SLO) judge(p99 model.Figure, flag model.Flag, own bool) (over, judged bool) {
	limit, known := s.Limit.Get()
	flagged := flag.OK() && flag.Value
	switch {
	case !p99.OK():
		return flagged && own, flagged && own
	case known:
		return !model.AtMost.Meets(p99.Value, limit), true
	case s.contradicts() && p99.Value >= s.High.Value && p99.Value <= s.Low.Value:
		return false, false // the very figures on which the flags contradict each other
	case flagged:
		return true, true
	case !s.High.OK():
		return false, false
	case flag.OK():
		return false, true
	case s.contradicts():
		return p99.Value > s.Low.Value, true
	case p99.Value >= s.High.Value:
		return true, true
	case s.Low.OK() && p99.Value <= s.Low.Value:
		return false, true
	default:
		return false, false
	}
}

// unknown says why a timeline cannot be within the objective, "" where the
// objective is known. Flags alone pass nothing: they are what the file makes of an
// objective that it keeps to itself.
func (s SLO) unknown(stated model.Figure) string {
	why := "the file states no SLO"
	switch {
	case s.Limit.OK():
		return ""
	case stated.State != model.Absent:
		why = "the SLO of the file is " + stated.State.String()
	case !s.High.OK():
		return why + " and flags no sample: --slo sets one"
	}
	return why + ", its flags only bound it: --slo sets one"
}
