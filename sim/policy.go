package sim

// Policy is a rule that scales a fleet, as a value with its parameters. It
// holds no state of a run, so one value may serve many runs at the same time.
type Policy interface {
	Name() string        // as documents spell it, such as "reactive_gpu_util"
	Validate() error     // names the first parameter out of range
	For(f Fleet) Decider // the decider of one run
}

// Decider decides during one run. It may hold state and is used by that run
// only, once an interval, in order.
type Decider interface {
	Decide(o Observation) Decision
}

// Fleet is what a policy knows of the fleet before a run.
type Fleet struct {
	Interval        float64 // s
	ReplicaCapacity float64 // tokens
	TargetRatio     float64 // demand/capacity aimed at
	ColdStart       float64 // s
	Min, Max        int     // replicas
}

// desired returns the replicas that serve so many tokens at the target ratio.
func (f *Fleet) desired(tokens float64) int {
	return replicas(tokens / (f.ReplicaCapacity * f.TargetRatio))
}

// Observation is what a policy sees in one interval.
type Observation struct {
	Second   float64 // from the start of the run
	Demand   float64 // tokens in flight
	Velocity float64 // tokens/s since the interval before; 0 in the first
	Ready    int     // replicas serving
	Booting  int     // replicas started, not yet ready
	Standby  int     // warm replicas left
	Ratio    float64 // demand / capacity of the ready replicas
	KV       float64 // KV cache use, 0–1
	GPU      float64 // GPU compute utilisation, 0–1
}

// Decision is what a policy wants, and why. The run starts at most what Max
// allows and drains at most what Min allows.
type Decision struct {
	Delta  int   // replicas to start (> 0) or to drain (< 0)
	Active bool  // the policy's signal is over its threshold
	Cause  Cause // of Delta and Active
}

// Signal names the figure a policy acted on.
type Signal uint8

// The signals.
const (
	NoSignal      Signal = iota
	SignalGPU            // GPU compute utilisation over its threshold
	SignalKV             // KV cache use against its target
	SignalDesired        // replicas wanted over replicas ready or booting
	SignalPlan           // the planned number of replicas
	SignalTTFT           // p99 TTFT, ms, against the SLO
	SignalBoot           // a start asked for earlier
)

var signalWords = [...]string{
	NoSignal: "", SignalGPU: "GPU utilisation", SignalKV: "KV cache use", SignalDesired: "replicas wanted",
	SignalPlan: "replicas planned", SignalTTFT: "p99 TTFT", SignalBoot: "asked for",
}

// String returns the signal in words.
func (s Signal) String() string { return signalWords[min(int(s), len(signalWords)-1)] }

// Cause is the value behind an event and the limit it was compared with.
type Cause struct {
	Signal   Signal
	Observed float64 // in the signal's unit; for SignalBoot the second it was asked for
	Limit    float64 // in the same unit; 0 for SignalBoot
}

// Drains reports whether a policy ever gives a replica up. Where none does, how
// long a drained replica stays changes nothing.
func Drains(p Policy) bool {
	switch p.(type) {
	case HPA, Schedule:
		return true
	}
	return false
}

// None is the policy of a fleet of constant size.
type None struct{}

// Name returns "none".
func (None) Name() string { return "none" }

// Validate returns nil: there is nothing to get wrong.
func (None) Validate() error { return nil }

// For returns a decider that does nothing.
func (n None) For(Fleet) Decider { return n }

// Decide starts and drains nothing.
func (None) Decide(Observation) Decision { return Decision{} }
