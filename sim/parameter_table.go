package sim

import "scaledeck/model"

// parameter is what there is to know of a Parameter. set returns false where the
// policy has no such number.
type parameter struct {
	name      string
	label     string
	unit      model.Unit
	low, high float64 // the least and the most that Validate takes, whatever else is set
	over      bool    // low itself is not taken
	get       func(*Config) (float64, bool)
	set       func(*Config, float64) bool
}

// whole makes a parameter of a count.
func whole(name, label string, low float64, field func(*Config) *int) parameter {
	return parameter{name: name, label: label, unit: model.Count, low: low, high: maxReplicaCount,
		get: func(c *Config) (float64, bool) { return float64(*field(c)), true },
		set: func(c *Config, v float64) bool { *field(c) = int(v); return true }}
}

// plain makes a parameter of a number.
func plain(name, label string, unit model.Unit, low, high float64, field func(*Config) *float64) parameter {
	return parameter{name: name, label: label, unit: unit, low: low, high: high,
		get: func(c *Config) (float64, bool) { return *field(c), true },
		set: func(c *Config, v float64) bool { *field(c) = v; return true }}
}

// ofPolicy makes a parameter of one kind of policy.
func ofPolicy[P Policy](name, label string, unit model.Unit, low, high float64, get func(P) float64, set func(*P, float64)) parameter {
	return parameter{name: name, label: label, unit: unit, low: low, high: high,
		get: func(c *Config) (float64, bool) {
			p, ok := c.Policy.(P)
			if !ok {
				return 0, false
			}
			return get(p), true
		},
		set: func(c *Config, v float64) bool {
			p, ok := c.Policy.(P)
			if ok {
				set(&p, v)
				c.Policy = p
			}
			return ok
		}}
}

// overLow takes the least value out of a parameter's range.
func overLow(p parameter) parameter {
	p.over = true
	return p
}

var parameters = [NumParameters]parameter{
	ParamColdStart: {name: "cold-start", label: "cold start", unit: model.Seconds, high: maxSecondsOfConfig,
		get: func(c *Config) (float64, bool) { return c.ColdStart.Seconds, true },
		set: func(c *Config, v float64) bool { c.ColdStart = ColdStartOf(v); return true }},
	ParamStandby:  whole("standby", "warm standby", 0, func(c *Config) *int { return &c.Standby }),
	ParamInitial:  whole("initial", "ready at the start", 1, func(c *Config) *int { return &c.InitialReady }),
	ParamMin:      whole("min", "fewest replicas", 1, func(c *Config) *int { return &c.Min }),
	ParamMax:      whole("max", "most replicas", 0, func(c *Config) *int { return &c.Max }),
	ParamCapacity: plain("capacity", "replica capacity", model.Tokens, 1, maxCapacityTokens, func(c *Config) *float64 { return &c.ReplicaCapacity }),
	ParamTarget:   plain("target", "target demand/capacity", model.Ratio, 0.001, 1000, func(c *Config) *float64 { return &c.TargetRatio }),
	ParamSLO:      plain("slo", "p99 TTFT SLO", model.Milliseconds, 0.001, 1e12, func(c *Config) *float64 { return &c.SLO }),
	ParamDrain:    plain("drain", "drain time", model.Seconds, 0, maxSecondsOfConfig, func(c *Config) *float64 { return &c.DrainSeconds }),
	ParamDemand: {name: "demand", label: "demand", unit: model.Ratio, high: maxDemandTokens,
		get: func(*Config) (float64, bool) { return 1, true },
		set: func(c *Config, v float64) bool { *c = c.Scaled(v); return true }},
	ParamGPUThreshold: ofPolicy("gpu-threshold", "GPU threshold", model.Share, 0, 1,
		func(p Reactive) float64 { return p.Threshold }, func(p *Reactive, v float64) { p.Threshold = v }),
	ParamLead: {name: "lead", label: "look ahead", unit: model.Seconds, high: maxSecondsOfConfig,
		get: func(c *Config) (float64, bool) {
			p, ok := c.Policy.(Leading)
			return p.lead(c.ColdStart.Seconds, c.Interval), ok
		},
		set: ofPolicy("", "", "", 0, 0, nil, func(p *Leading, v float64) { p.FixedLead, p.Lead = true, v }).set},
	ParamMaxBoots: ofPolicy("max-boots", "cold boots an interval", model.Count, 1, maxReplicaCount,
		func(p Leading) float64 { return float64(p.MaxColdBoots) }, func(p *Leading, v float64) { p.MaxColdBoots = int(v) }),
	ParamHPATarget: overLow(ofPolicy("hpa-target", "HPA target", model.Share, 0, 1,
		func(p HPA) float64 { return p.Target }, func(p *HPA, v float64) { p.Target = v })),
	ParamHPAWindow: ofPolicy("hpa-window", "scale-down window", model.Seconds, 0, maxStabilisation,
		func(p HPA) float64 { return p.ScaleDown.Stabilisation }, func(p *HPA, v float64) { p.ScaleDown.Stabilisation = v }),
	ParamHPATolerance: ofPolicy("hpa-tolerance", "HPA tolerance", model.Share, 0, 1,
		func(p HPA) float64 { return p.Tolerance }, func(p *HPA, v float64) { p.Tolerance = v }),
}
