// Package plausible finds figures that can hardly be what they are given as: a
// latency of zero under load, percentiles out of order, seconds among
// milliseconds. It judges nothing: a caution keeps a gate that rests on the
// figure from passing, and is only shown where no gate does.
//
// Start reading at Caution, then Comparison and Timeline.
package plausible

import (
	"fmt"

	"scaledeck/model"
)

// Code is what is odd about a figure.
type Code uint8

// The codes.
const (
	ZeroUnderLoad    Code = iota // a latency of zero while there is work
	NoReplicaReady               // there is work and nobody to do it
	PercentilesOrder             // of two percentiles the higher is the smaller: Other
	BelowTPOT                    // a TTFT is below the TPOT: Other
	OffScale                     // below 1 ms and a hundredth or less of the others
	Clipped                      // the worst figures are all one bound
	MixedEpochs                  // times in several units
	NameTwice                    // one name for two runs
	SameRepeats                  // repeats equal to the last digit
)

// Caution is one odd figure, or several of one sort in a column.
type Caution struct {
	Code   Code
	Metric *model.Metric // the one in doubt; nil where all figures of the part are
	Other  *model.Metric // what it was checked against; nil for none
	Scope  string        // whose: a run, a timeline
	Value  model.Figure
	N      int    // how many of the sort
	At     string // where the first is
	Name   string // of a run, for NameTwice
}

// Touches reports whether a gate on a metric rests on what is in doubt.
func (c Caution) Touches(metric string) bool {
	return c.Code != SameRepeats && (c.Metric == nil || c.Metric.ID == metric)
}

// String puts the caution into words; it is the only place that does.
func (c Caution) String() string {
	where := c.At
	if c.N > 1 {
		where = fmt.Sprintf("%s and %d more", c.At, c.N-1)
	}
	switch c.Code {
	case ZeroUnderLoad:
		return fmt.Sprintf("%s is 0 while busy: no data (%s)", c.Metric.Label, where)
	case NoReplicaReady:
		return fmt.Sprintf("no replica ready under demand (%s)", where)
	case PercentilesOrder:
		return fmt.Sprintf("%s and %s are out of order (%s)", c.Metric.Label, c.Other.Label, where)
	case BelowTPOT:
		return fmt.Sprintf("%s is below %s: seconds and not ms? (%s)", c.Metric.Label, c.Other.Label, where)
	case OffScale:
		return fmt.Sprintf("%s of %s is far below the others: seconds and not ms? (%s)", c.Metric.Label, c.Value.Exact(c.Metric.Unit), where)
	case Clipped:
		return fmt.Sprintf("%s clipped at %s? (%s)", c.Metric.Label, c.Value.Exact(c.Metric.Unit), where)
	case MixedEpochs:
		return fmt.Sprintf("times are in several units (%s)", where)
	case NameTwice:
		return fmt.Sprintf("two repeats are both named %s (%s)", c.Name, where)
	default:
		return fmt.Sprintf("repeats are identical (%s)", where)
	}
}

// Issue returns the caution as an issue of a file.
func (c Caution) Issue(file string) model.Issue {
	return model.Issue{Severity: model.Note, Code: model.CodeCaution, File: file, Pointer: c.At, Message: c.String()}
}

// list gathers cautions, those of one code and metric as one.
type list []Caution

func (l *list) add(c Caution) {
	for i := range *l {
		if o := &(*l)[i]; o.Code == c.Code && o.Metric == c.Metric && o.Other == c.Other && o.Name == c.Name {
			o.N++
			return
		}
	}
	c.N = 1
	*l = append(*l, c)
}

// latency reports whether a metric is a time that nothing can take none of.
func latency(m *model.Metric) bool {
	if m.Signed {
		return false
	}
	switch m.Quantity {
	case model.TTFT, model.TPOT, model.ITL, model.E2E:
		return true
	}
	return false
}
