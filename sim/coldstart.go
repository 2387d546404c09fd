package sim

import (
	"fmt"
	"math"

	"scaledeck/model"
)

// Phase is one part of a cold start.
type Phase struct {
	Name    string
	Seconds float64 // ≥ 0
}

// ColdStart is how long a replica takes from being asked for to being ready.
// Phases are optional; where there are any, they add up to Seconds.
type ColdStart struct {
	Seconds float64
	Name    string // of the profile; "" for a bare number of seconds
	Phases  []Phase
}

// ColdStartOf returns a cold start of so many seconds, of unknown phases.
func ColdStartOf(seconds float64) ColdStart { return ColdStart{Seconds: seconds} }

// coldStartPhases returns the cold start made of the phases, one after another.
func coldStartPhases(name string, phases ...Phase) ColdStart {
	c := ColdStart{Name: name, Phases: phases}
	c.Seconds = c.sum()
	return c
}

// ColdStartFrom returns the profile of a document as a cold start. It fails
// where a phase has no figure, or where the claimed total is not their sum.
func ColdStartFrom(p model.Profile) (ColdStart, error) {
	c := ColdStart{Name: p.Name}
	for _, ph := range p.Phases {
		v, ok := ph.Seconds.Get()
		if !ok {
			return ColdStart{}, fmt.Errorf("cold start %q: phase %q is %s", p.Name, ph.Name, ph.Seconds.State)
		}
		c.Phases = append(c.Phases, Phase{ph.Name, v})
	}
	total, stated := p.Total.Get()
	switch {
	case stated:
		c.Seconds = total
	case len(c.Phases) > 0:
		c.Seconds = c.sum()
	default:
		return ColdStart{}, fmt.Errorf("cold start %q: neither phases nor a total", p.Name)
	}
	if err := c.Validate(); err != nil {
		return ColdStart{}, fmt.Errorf("cold start %q: %w", p.Name, err)
	}
	return c, nil
}

// Validate returns an error where the seconds are out of range or the phases do
// not add up to them.
func (c ColdStart) Validate() error {
	if !(c.Seconds >= 0 && c.Seconds <= maxSecondsOfConfig) {
		return fmt.Errorf("%v s is not between 0 and %v", c.Seconds, float64(maxSecondsOfConfig))
	}
	for _, p := range c.Phases {
		if !(p.Seconds >= 0 && p.Seconds <= maxSecondsOfConfig) {
			return fmt.Errorf("phase %q: %v s is not between 0 and %v", p.Name, p.Seconds, float64(maxSecondsOfConfig))
		}
	}
	if sum := c.sum(); len(c.Phases) > 0 && math.Abs(sum-c.Seconds) > dust*max(1, c.Seconds) {
		return fmt.Errorf("the phases add up to %v s, the total says %v", sum, c.Seconds)
	}
	return nil
}

func (c ColdStart) sum() float64 {
	var s float64
	for _, p := range c.Phases {
		s += p.Seconds
	}
	return s
}

// intervals returns after how many intervals a boot is ready: the first one at
// or after its end, and never the one it was started in, since replicas become
// ready before the policy decides.
func (c ColdStart) intervals(interval float64) int {
	return max(1, int(min(ceil(c.Seconds/interval), maxIntervals+1)))
}
