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
	Drained                        // ready replicas were drained
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
func (e Event) Text() string { return e.with(e.Cause.Text()) }

// Brief returns the event with the figure behind it, without the limit.
func (e Event) Brief() string { return e.with(e.Cause.brief()) }

// Bare returns what happened without its cause.
func (e Event) Bare() string {
	switch e.Kind {
	case BecameReady:
		return fmt.Sprintf("%d ready", e.Count)
	case StandbyUsed, Started:
		return fmt.Sprintf("+%d %s", e.Count, e.Kind)
	case Cancelled, Drained:
		return fmt.Sprintf("−%d %s", e.Count, e.Kind)
	}
	return e.Kind.String()
}

func (e Event) with(cause string) string {
	if e.Cause.Signal == NoSignal {
		return e.Bare()
	}
	return e.Bare() + ": " + cause
}

// Text returns the cause in words.
func (c Cause) Text() string {
	if c.Signal == SignalBoot {
		return c.brief()
	}
	word := "at"
	switch {
	case c.Observed > c.Limit:
		word = "over"
	case c.Observed < c.Limit:
		word = "under"
	}
	return fmt.Sprintf("%s %s %s", c.brief(), word, model.Of(c.Limit).Text(c.unit()))
}

func (c Cause) brief() string {
	if c.Signal == SignalBoot {
		return "asked for at " + model.Of(c.Observed).Text(model.Seconds)
	}
	return fmt.Sprintf("%s %s", c.Signal, model.Of(c.Observed).TextAgainst(model.Of(c.Limit), c.unit()))
}

// unit is that of the figure and its limit.
func (c Cause) unit() model.Unit {
	switch c.Signal {
	case SignalGPU, SignalKV:
		return model.Share
	case SignalTTFT:
		return model.Milliseconds
	}
	return model.Count
}
