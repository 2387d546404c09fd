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
	NumParameters
)

// parameter is what there is to know of a Parameter. set returns false where the
// policy has no such number.
type parameter struct {
	name  string
	label string
	unit  model.Unit
	get   func(*Config) (float64, bool)
	set   func(*Config, float64) bool
}

// whole makes a parameter of a count.
func whole(name, label string, field func(*Config) *int) parameter {
	return parameter{name, label, model.Count,
		func(c *Config) (float64, bool) { return float64(*field(c)), true },
		func(c *Config, v float64) bool { *field(c) = int(v); return true }}
}

// plain makes a parameter of a number.
func plain(name, label string, unit model.Unit, field func(*Config) *float64) parameter {
	return parameter{name, label, unit,
		func(c *Config) (float64, bool) { return *field(c), true },
		func(c *Config, v float64) bool { *field(c) = v; return true }}
}

// ofPolicy makes a parameter of one kind of policy.
func ofPolicy[P Policy](name, label string, unit model.Unit, get func(P) float64, set func(*P, float64)) parameter {
	return parameter{name, label, unit,
		func(c *Config) (float64, bool) {
			p, ok := c.Policy.(P)
			if !ok {
				return 0, false
			}
			return get(p), true
		},
		func(c *Config, v float64) bool {
			p, ok := c.Policy.(P)
			if ok {
				set(&p, v)
				c.Policy = p
			}
			return ok
		}}
}

var parameters = [NumParameters]parameter{
	ParamColdStart: {"cold-start", "cold start", model.Seconds,
		func(c *Config) (float64, bool) { return c.ColdStart.Seconds, true },
		func(c *Config, v float64) bool { c.ColdStart = ColdStartOf(v); return true }},
	ParamStandby:  whole("standby", "warm standby", func(c *Config) *int { return &c.Standby }),
	ParamInitial:  whole("initial", "ready at the start", func(c *Config) *int { return &c.InitialReady }),
	ParamMin:      whole("min", "fewest replicas", func(c *Config) *int { return &c.Min }),
	ParamMax:      whole("max", "most replicas", func(c *Config) *int { return &c.Max }),
	ParamCapacity: plain("capacity", "replica capacity", model.Tokens, func(c *Config) *float64 { return &c.ReplicaCapacity }),
	ParamTarget:   plain("target", "target demand/capacity", model.Ratio, func(c *Config) *float64 { return &c.TargetRatio }),
	ParamSLO:      plain("slo", "p99 TTFT SLO", model.Milliseconds, func(c *Config) *float64 { return &c.SLO }),
	ParamDrain:    plain("drain", "drain time", model.Seconds, func(c *Config) *float64 { return &c.DrainSeconds }),
	ParamDemand: {"demand", "demand, times", model.Ratio,
		func(*Config) (float64, bool) { return 1, true },
		func(c *Config, v float64) bool { *c = c.Scaled(v); return true }},
	ParamGPUThreshold: ofPolicy("gpu-threshold", "GPU threshold", model.Share,
		func(p Reactive) float64 { return p.Threshold }, func(p *Reactive, v float64) { p.Threshold = v }),
	ParamLead: {"lead", "look ahead", model.Seconds,
		func(c *Config) (float64, bool) {
			p, ok := c.Policy.(Leading)
			return p.lead(c.ColdStart.Seconds, c.Interval), ok
		},
		ofPolicy("", "", "", nil, func(p *Leading, v float64) { p.FixedLead, p.Lead = true, v }).set},
	ParamMaxBoots: ofPolicy("max-boots", "cold boots an interval", model.Count,
		func(p Leading) float64 { return float64(p.MaxColdBoots) }, func(p *Leading, v float64) { p.MaxColdBoots = int(v) }),
	ParamHPATarget: ofPolicy("hpa-target", "HPA target", model.Share,
		func(p HPA) float64 { return p.Target }, func(p *HPA, v float64) { p.Target = v }),
}

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

// Set changes the parameter in a config. It fails where the value is not finite,
// where a count is not whole, and where the policy has no such number; whether
// the value makes sense is for Config.Validate to say.
func (p Parameter) Set(c *Config, v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("%s: %v is not a finite number", p, v)
	case p.Unit() == model.Count && (v != math.Trunc(v) || math.Abs(v) > 1e9):
		return fmt.Errorf("%s: %v is not a whole number", p, v)
	case c.Policy == nil:
		return fmt.Errorf("%s: the config has no policy", p)
	case !parameters[min(p, NumParameters-1)].set(c, v):
		return fmt.Errorf("%s: policy %s has no such parameter", p, c.Policy.Name())
	}
	return nil
}

// ParseParameter returns the parameter of a name.
func ParseParameter(name string) (Parameter, error) {
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
		return 0, fmt.Errorf("%s: %.40q is not a number of %s", p, s, p.Unit())
	}
	return v * times / by, nil
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
