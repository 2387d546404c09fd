package sim

import "fmt"

// Schedule holds a planned number of replicas by time, whatever the demand: from
// the second of a step on, ready and booting replicas together are brought to
// its number. Before the first step nothing is done. A replica planned for a
// moment must be planned a cold start earlier.
//
// Source: the cron scaler of the field (KEDA's, for one) reduced to its rule:
// time in, number out.
type Schedule struct {
	Steps []Planned // in ascending order of time
}

// Planned is how many replicas there are to be from a moment on.
type Planned struct {
	Second   float64 // from the start of the run, ≥ 0
	Replicas int     // ≥ 1; the run keeps it within Min and Max
}

// Name returns "schedule".
func (Schedule) Name() string { return "schedule" }

// Validate returns an error that names the first step out of range or order.
func (p Schedule) Validate() error {
	if len(p.Steps) == 0 {
		return invalid("Steps", "none is given")
	}
	for i, s := range p.Steps {
		switch {
		case !(s.Second >= 0 && s.Second <= maxSecondsOfConfig):
			return invalid(fmt.Sprintf("Steps[%d].Second", i), "%v s is not between 0 and %v", s.Second, float64(maxSecondsOfConfig))
		case i > 0 && s.Second <= p.Steps[i-1].Second:
			return invalid(fmt.Sprintf("Steps[%d].Second", i), "%v s is not after the step before it, %v s", s.Second, p.Steps[i-1].Second)
		case s.Replicas < 1 || s.Replicas > maxReplicaCount:
			return invalid(fmt.Sprintf("Steps[%d].Replicas", i), "%d is not between 1 and %d", s.Replicas, maxReplicaCount)
		}
	}
	return nil
}

// For returns the decider of one run.
func (p Schedule) For(f Fleet) Decider { return &schedule{steps: p.Steps, fleet: f} }

type schedule struct {
	steps []Planned
	fleet Fleet
	next  int // first step still to come
}

// Decide brings the fleet to the planned number.
func (s *schedule) Decide(o Observation) Decision {
	for s.next < len(s.steps) && s.steps[s.next].Second <= o.Second+dust*o.Second {
		s.next++
	}
	if s.next == 0 {
		return Decision{}
	}
	plan, have := s.steps[s.next-1].Replicas, o.Ready+o.Booting
	plan = min(max(plan, s.fleet.Min), s.fleet.Max)
	return Decision{Delta: plan - have, Active: plan > have, Cause: Cause{SignalPlan, float64(plan), float64(have)}}
}
