package timeline

import (
	"scaledeck/analysis/finding"
	"scaledeck/model"
)

// Autoscaling is the judgement of one timeline.
type Autoscaling struct {
	Data    *model.Timeline
	SLO     SLO
	Over    []bool   // one a sample: p99 TTFT over the SLO, by SLO or by the file's own flags
	Judged  []bool   // one a sample: whether it could be judged; where not, Over is false and means nothing
	Windows []Window // runs of samples over the SLO
	Breach  int      // samples over the SLO
	Samples int      // samples that could be judged
	Worst   Peak     // worst p99 TTFT, ms; none where no sample over the SLO has a figure
	Demand  Peak     // highest demand / KV capacity
	Events  []Event  // ascending by time
}

// SLO is the objective a timeline is judged by. Where the file does not state
// it, its own flags bound it: Low was not breached, High was.
type SLO struct {
	Limit     model.Figure // ms
	Low, High model.Figure // ms
	Source    string       // in words
}

// Window is a run of samples over the SLO: indices First to Last inclusive,
// seconds Start to End where End is the time of the first sample after it, or
// of the last sample of the timeline.
type Window struct {
	First, Last int
	Start, End  float64
}

// Peak is a largest figure and where it stands.
type Peak struct {
	Figure  model.Figure
	Index   int // −1 where there is none
	Second  float64
	Partial bool // samples have no figure: a larger one may be among them
}

// EventKind is what happened.
type EventKind uint8

// The kinds of event on a timeline.
const (
	BreachBegan EventKind = iota
	BreachEnded
	ScaledUp    // replicas were started
	BecameReady // started replicas began to serve
	ScaledDown
	Peaked // p99 TTFT at its worst
)

// Event is one thing that happened on a timeline.
type Event struct {
	Kind   EventKind
	Index  int     // of the sample
	Second float64 // of the sample
	Count  int     // replicas, for the scale events
	Text   string  // "+2 started", "p99 TTFT over SLO"
	Warm   int     // of Count, those that came from standby, for ScaledUp
}

// AutoscalingOf returns the outcome of a timeline, nil for any other finding.
func AutoscalingOf(outcome any) *Autoscaling { return finding.As[Autoscaling](outcome) }
