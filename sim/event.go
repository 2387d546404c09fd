package sim

import (
	"fmt"

	"scaledeck/model"
)

// EventKind is what happened.
type EventKind uint8

// The kinds of event, in the order in which they happen within one interval.
const (
	BecameReady   EventKind = iota // replicas started earlier began to serve
	BreachBegan                    // p99 TTFT went over the SLO
	BreachEnded                    // p99 TTFT came back under the SLO
	SignalCrossed                  // the policy's signal went over its threshold
	StandbyUsed                    // warm replicas were asked to serve; ready at the next interval
	Started                        // cold boots were started
	Cancelled                      // boots were given up before they were ready
	Drained                        // ready replicas were told to serve no more
)

var eventWords = [...]string{
	BecameReady: "ready", BreachBegan: "breach began", BreachEnded: "breach ended", SignalCrossed: "signal crossed",
	StandbyUsed: "standby used", Started: "started", Cancelled: "cancelled", Drained: "drained",
}

// String returns the kind in words.
func (k EventKind) String() string { return eventWords[min(int(k), len(eventWords)-1)] }

// Event is one thing that happened in a run, and why.
type Event struct {
	Kind   EventKind
	Index  int     // of the sample
	Second float64 // of the sample, s
	Count  int     // replicas; 0 for breaches and signals
	Cause  Cause
}

// Text returns the event with its cause in one line, such as
//
//	+2 started: GPU utilisation 91.06 % over 85 %
//	2 ready: asked for at 40 s
func (e Event) Text() string {
	s := e.Kind.String()
	switch e.Kind {
	case BecameReady:
		s = fmt.Sprintf("%d ready", e.Count)
	case StandbyUsed, Started:
		s = fmt.Sprintf("+%d %s", e.Count, e.Kind)
	case Cancelled, Drained:
		s = fmt.Sprintf("−%d %s", e.Count, e.Kind)
	}
	if e.Cause.Signal == NoSignal {
		return s
	}
	return s + ": " + e.Cause.Text()
}

// Text returns the cause in words.
func (c Cause) Text() string {
	unit := model.Count
	switch c.Signal {
	case SignalGPU, SignalKV:
		unit = model.Share
	case SignalTTFT:
		unit = model.Milliseconds
	case SignalBoot:
		return "asked for at " + model.Of(c.Observed).Text(model.Seconds)
	}
	word := "at"
	switch {
	case c.Observed > c.Limit:
		word = "over"
	case c.Observed < c.Limit:
		word = "under"
	}
	observed, limit := model.Of(c.Observed), model.Of(c.Limit)
	return fmt.Sprintf("%s %s %s %s", c.Signal, observed.TextAgainst(limit, unit), word, limit.Text(unit))
}
