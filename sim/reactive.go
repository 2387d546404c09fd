package sim

// Reactive starts replicas once the GPUs are busy: where GPU utilisation is over
// Threshold, all replicas that the demand of this very sample needs at the
// target ratio are started, with no look ahead and no cap. It never drains.
//
// Source: the simplest rule that reproduces the reactive_gpu_util timeline of
// the known autoscaling file; the file does not state its rule.
type Reactive struct {
	Threshold float64 // GPU compute utilisation, 0–1
}

// Name returns "reactive_gpu_util".
func (Reactive) Name() string { return "reactive_gpu_util" }

// Validate returns an error where the threshold is not a share.
func (p Reactive) Validate() error {
	if !(p.Threshold >= 0 && p.Threshold <= 1) {
		return invalid("Threshold", "%v is not between 0 and 1", p.Threshold)
	}
	return nil
}

// For returns the decider of one run.
func (p Reactive) For(f Fleet) Decider { return &reactive{p, f} }

type reactive struct {
	Reactive
	fleet Fleet
}

// Decide starts all that is needed where the GPUs are busy.
func (r *reactive) Decide(o Observation) Decision {
	d := Decision{Cause: Cause{SignalGPU, o.GPU, r.Threshold}}
	if o.GPU <= r.Threshold {
		return d
	}
	d.Active = true
	d.Delta = max(0, r.fleet.desired(o.Demand)-o.Ready-o.Booting)
	return d
}
