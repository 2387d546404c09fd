package sim

import (
	"fmt"
	"math"
)

// Bounds on what a run takes. They keep every figure of a run finite and every
// count in range; a real fleet stays far inside them.
const (
	maxIntervals       = 20_000_000 // samples of one run
	maxReplicaCount    = 1_000_000  // replicas of any kind
	maxDemandTokens    = 1e15
	maxCapacityTokens  = 1e12
	maxSecondsOfConfig = 1e9
)

// Config is one run as a value: the demand, the fleet and who decides. The zero
// value is not runnable; start from ReferenceReactive or ReferenceLeading and
// change what is to be different. Run does not change a Config, so one may be
// used by many runs at the same time.
type Config struct {
	Demand   []float64 // tokens in flight, one an interval, each finite and ≥ 0
	Interval float64   // control interval, s, > 0

	ReplicaCapacity float64   // KV capacity of one ready replica, tokens, ≥ 1
	InitialReady    int       // replicas ready at 0 s, within Min and Max
	Standby         int       // warm replicas at 0 s, used first and never refilled, ≥ 0
	ColdStart       ColdStart // from asked for to ready
	DrainSeconds    float64   // how long a drained replica stays before it is gone, s, ≥ 0
	Min             int       // fewest replicas, ≥ 1: with none ready the model has no figure
	Max             int       // most replicas, ready and booting; 0 is no limit but maxReplicaCount

	TargetRatio  float64 // demand/capacity that is aimed at, > 0
	SLO          float64 // limit of p99 TTFT, ms, > 0
	Policy       Policy  // who decides
	Coefficients Coefficients
}

// Validate returns an error that names the first field that cannot be run, or
// nil. Run, summarise and the rest call it themselves.
func (c *Config) Validate() error {
	if err := c.validateDemand(); err != nil {
		return err
	}
	if err := c.ColdStart.Validate(); err != nil {
		return invalid("ColdStart", "%s", err)
	}
	for _, f := range []struct {
		name   string
		value  float64
		lo, hi float64
		unit   string
	}{
		{"ReplicaCapacity", c.ReplicaCapacity, 1, maxCapacityTokens, "tokens"},
		{"DrainSeconds", c.DrainSeconds, 0, maxSecondsOfConfig, "s"},
		{"TargetRatio", c.TargetRatio, 0.001, 1000, "demand/capacity"},
		{"SLO", c.SLO, 0.001, 1e12, "ms"},
	} {
		if !(f.value >= f.lo && f.value <= f.hi) {
			return invalid(f.name, "%v is not between %v and %v %s", f.value, f.lo, f.hi, f.unit)
		}
	}
	if err := c.validateFleet(); err != nil {
		return err
	}
	if err := c.Coefficients.Validate(); err != nil {
		return within("Coefficients", err)
	}
	if c.Policy == nil {
		return invalid("Policy", "none is given; use None for a fleet of constant size")
	}
	if err := c.Policy.Validate(); err != nil {
		return within("Policy "+c.Policy.Name(), err)
	}
	return nil
}

func (c *Config) validateDemand() error {
	switch {
	case len(c.Demand) == 0:
		return invalid("Demand", "no samples")
	case len(c.Demand) > maxIntervals:
		return invalid("Demand", "%d samples, at most %d", len(c.Demand), maxIntervals)
	case !(c.Interval > 0) || c.Interval > maxSecondsOfConfig:
		return invalid("Interval", "%v s is not over 0 and at most %v", c.Interval, float64(maxSecondsOfConfig))
	}
	for i, d := range c.Demand {
		if !(d >= 0 && d <= maxDemandTokens) {
			return invalid(fmt.Sprintf("Demand[%d]", i), "%v is not between 0 and %v tokens", d, float64(maxDemandTokens))
		}
	}
	return nil
}

func (c *Config) validateFleet() error {
	switch {
	case c.Min < 1 || c.Min > maxReplicaCount:
		return invalid("Min", "%d replicas is not between 1 and %d", c.Min, maxReplicaCount)
	case c.Max != 0 && (c.Max < c.Min || c.Max > maxReplicaCount):
		return invalid("Max", "%d replicas is not between the fewest (%d) and %d, nor 0 for no limit", c.Max, c.Min, maxReplicaCount)
	case c.InitialReady < c.Min || c.InitialReady > c.limit():
		return invalid("InitialReady", "%d replicas is not between the fewest (%d) and the most (%d)", c.InitialReady, c.Min, c.limit())
	case c.Standby < 0 || c.Standby > maxReplicaCount:
		return invalid("Standby", "%d replicas is not between 0 and %d", c.Standby, maxReplicaCount)
	}
	return nil
}

// limit returns the most replicas that may be ready or booting.
func (c *Config) limit() int {
	if c.Max == 0 {
		return maxReplicaCount
	}
	return c.Max
}

// WithTrace returns the config with the demand and interval of t.
func (c Config) WithTrace(t Trace) Config {
	c.Demand, c.Interval = t.Demand, t.Interval
	return c
}

// Scaled returns the config with every demand multiplied by factor. The demand
// is copied, so the receiver keeps its own.
func (c Config) Scaled(factor float64) Config {
	scaled := make([]float64, len(c.Demand))
	for i, d := range c.Demand {
		scaled[i] = d * factor
	}
	c.Demand = scaled
	return c
}

// Coefficients are the constants of the serving model, with
// r = demand / (ready × ReplicaCapacity):
//
//	KV use          = min(1, r)
//	GPU utilisation = min(GPUMax, GPUBase + GPUSlope·r)
//	p99 TTFT        = TTFTBase + TTFTSlope·min(r, Knee) + TTFTOver·max(0, r − Knee)^TTFTPower
//
// They are assumptions of the known autoscaling file, worked out from its 32
// samples, and not measurements of any hardware.
type Coefficients struct {
	GPUBase, GPUSlope, GPUMax float64 // shares, 0–1; GPUSlope a share for each unit of r
	TTFTBase, TTFTSlope       float64 // ms; ms for each unit of r
	Knee                      float64 // the r from which queueing sets in
	TTFTOver                  float64 // ms at one unit over the knee
	TTFTPower                 float64 // how fast queueing grows over the knee
}

// ReferenceCoefficients returns the constants of the known autoscaling file.
func ReferenceCoefficients() Coefficients {
	return Coefficients{
		GPUBase: 0.52, GPUSlope: 0.38, GPUMax: 0.99,
		TTFTBase: 140, TTFTSlope: 190, Knee: 0.85, TTFTOver: 2600, TTFTPower: 1.35,
	}
}

// Validate returns an error that names the first constant out of range, or nil.
func (k Coefficients) Validate() error {
	for _, f := range []struct {
		name      string
		value, hi float64
	}{
		{"GPUBase", k.GPUBase, 1}, {"GPUSlope", k.GPUSlope, 1e6}, {"GPUMax", k.GPUMax, 1},
		{"TTFTBase", k.TTFTBase, 1e9}, {"TTFTSlope", k.TTFTSlope, 1e9}, {"Knee", k.Knee, 1e6},
		{"TTFTOver", k.TTFTOver, 1e9}, {"TTFTPower", k.TTFTPower, 8},
	} {
		if !(f.value >= 0 && f.value <= f.hi) {
			return fmt.Errorf("%s: %v is not between 0 and %v", f.name, f.value, f.hi)
		}
	}
	return nil
}

// kv returns the share of KV capacity in use at r.
func (k *Coefficients) kv(r float64) float64 { return min(1, r) }

// gpu returns the GPU compute utilisation at r, 0–1.
func (k *Coefficients) gpu(r float64) float64 { return min(k.GPUMax, k.GPUBase+k.GPUSlope*r) }

// ttft returns the p99 TTFT at r, ms.
func (k *Coefficients) ttft(r float64) float64 {
	t := k.TTFTBase + k.TTFTSlope*min(r, k.Knee)
	if over := r - k.Knee; over > 0 {
		t += k.TTFTOver * math.Pow(over, k.TTFTPower)
	}
	return t
}
