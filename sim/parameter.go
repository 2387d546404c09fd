package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"scaledeck/model"
)

// Parameter is one number of a run that can be varied: by a sweep, or by hand.
type Parameter uint8

// The parameters.
const (
	ParamColdStart Parameter = iota
	ParamStandby
	ParamInitial
	ParamMin
	ParamMax
	ParamCapacity
	ParamTarget
	ParamSLO
	ParamDrain
	ParamDemand
	ParamGPUThreshold
	ParamLead
	ParamMaxBoots
	ParamHPATarget
	ParamHPAWindow
	ParamHPATolerance
	NumParameters
)

// String returns the parameter's name as commands spell it, such as "cold-start".
func (p Parameter) String() string { return parameters[min(p, NumParameters-1)].name }

// Label returns the parameter's name as screens have it.
func (p Parameter) Label() string { return parameters[min(p, NumParameters-1)].label }

// Unit returns the unit of the parameter's values.
func (p Parameter) Unit() model.Unit { return parameters[min(p, NumParameters-1)].unit }

// Get returns the parameter's value in a config; ok is false where its policy
// has no such number. The demand is always 1 times itself.
func (p Parameter) Get(c *Config) (v float64, ok bool) {
	return parameters[min(p, NumParameters-1)].get(c)
}

// Set changes the parameter in a config. It fails where the value is out of the
// parameter's range, where a count is not whole, and where the policy has no such
// number; whether numbers fit each other is for Config.Validate to say.
func (p Parameter) Set(c *Config, v float64) error {
	d := &parameters[min(p, NumParameters-1)]
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s: %v is not a finite number", p.Label(), v)
	case v < d.low || v > d.high || d.over && v == d.low:
		return fmt.Errorf("%s: %s is not %s", p.Label(), p.text(v), p.rangeText())
	case p.Unit() == model.Count && v != math.Trunc(v):
		return fmt.Errorf("%s: %v is not a whole number", p.Label(), v)
	case c.Policy == nil:
		return fmt.Errorf("%s: the config has no policy", p.Label())
	case !d.set(c, v):
		return fmt.Errorf("%s: policy %s has no such number", p.Label(), c.Policy.Name())
	}
	return nil
}

// Text prints a value of the parameter in its unit, with all its digits.
func (p Parameter) Text(v float64) string {
	switch {
	case p == ParamMax && v == 0:
		return "no limit"
	case p == ParamDemand:
		return "× " + exact(v, model.Ratio)
	}
	return p.text(v)
}

// text prints a bare value of the parameter in its unit.
func (p Parameter) text(v float64) string { return exact(v, p.Unit()) }

// rangeText says between which values the parameter can be.
func (p Parameter) rangeText() string {
	d := &parameters[min(p, NumParameters-1)]
	if d.over {
		return fmt.Sprintf("over %s and at most %s", p.text(d.low), p.text(d.high))
	}
	return fmt.Sprintf("between %s and %s", p.text(d.low), p.text(d.high))
}

// parseParameter returns the parameter of a name.
func parseParameter(name string) (Parameter, error) {
	var known []string
	for p := range NumParameters {
		if p.String() == name {
			return p, nil
		}
		known = append(known, p.String())
	}
	return 0, fmt.Errorf("no parameter %.40q; there are %s", name, strings.Join(known, ", "))
}

// Parse reads a value of the parameter: a number in its own unit, or with a unit
// of time after it (ms, s, m, h) where it is a time, or a percent sign where it
// is a share.
func (p Parameter) Parse(s string) (float64, error) {
	number, times, by := s, 1.0, 1.0
	for _, u := range p.suffixes() {
		if cut, ok := strings.CutSuffix(s, u.text); ok {
			number, times, by = cut, u.times, u.by
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%s: %.40q is no %s", p.Label(), s, p.kind())
	}
	if p.Unit() == model.Share && by == 1 && v > 1 {
		return 0, fmt.Errorf("%s: %.40q is %s: a share is written as %.40s%% or as a number up to 1", p.Label(), s, p.text(v), s)
	}
	return v * times / by, nil
}

// kind says what is expected of a value.
func (p Parameter) kind() string {
	switch p.Unit() {
	case model.Seconds:
		return "time such as 22s"
	case model.Milliseconds:
		return "time such as 500ms"
	case model.Share:
		return "share such as 80%"
	case model.Count:
		return "whole number"
	default:
		return "number"
	}
}

// suffix is a unit after a value: times and by turn it into the parameter's own,
// in two numbers since 85 × 0.01 is not 0.85.
type suffix struct {
	text      string
	times, by float64
}

// suffixes returns the units a value may carry, longer ones first.
func (p Parameter) suffixes() []suffix {
	switch p.Unit() {
	case model.Seconds:
		return []suffix{{"ms", 1, 1000}, {"s", 1, 1}, {"m", 60, 1}, {"h", 3600, 1}}
	case model.Milliseconds:
		return []suffix{{"ms", 1, 1}, {"s", 1000, 1}, {"m", 60_000, 1}, {"h", 3_600_000, 1}}
	case model.Share:
		return []suffix{{"%", 1, 100}}
	default:
		return nil
	}
}
