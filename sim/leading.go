package sim

// Leading starts replicas for the demand that is coming: with the growth of the
// last interval continued for Lead seconds,
//
//	desired = ⌈(demand + max(0, velocity)·Lead) / (capacity × target)⌉
//
// and everything missing is started: standbys first, then at most MaxColdBoots
// cold boots an interval on top of them. It never drains.
//
// Source: the simplest rule that reproduces the leading_kv_and_velocity timeline
// of the known autoscaling file; the file does not state its rule.
type Leading struct {
	MaxColdBoots int     // cold boots an interval, ≥ 1
	FixedLead    bool    // look Lead seconds ahead, and not the cold start plus one interval
	Lead         float64 // s, ≥ 0; read only with FixedLead
}

// Name returns "leading_kv_and_velocity".
func (Leading) Name() string { return "leading_kv_and_velocity" }

// Validate returns an error that names the first parameter out of range.
func (p Leading) Validate() error {
	if p.MaxColdBoots < 1 || p.MaxColdBoots > maxReplicaCount {
		return invalid("MaxColdBoots", "%d is not between 1 and %d", p.MaxColdBoots, maxReplicaCount)
	}
	if p.FixedLead && !(p.Lead >= 0 && p.Lead <= maxSecondsOfConfig) {
		return invalid("Lead", "%v s is not between 0 and %v", p.Lead, float64(maxSecondsOfConfig))
	}
	return nil
}

// For returns the decider of one run.
func (p Leading) For(f Fleet) Decider {
	p.Lead = p.lead(f.ColdStart, f.Interval)
	return &leading{p, f}
}

// lead returns how far ahead the policy looks: by default to where what is
// decided now serves at the latest, one interval after its boot.
func (p Leading) lead(coldStart, interval float64) float64 {
	if p.FixedLead {
		return p.Lead
	}
	return coldStart + interval
}

type leading struct {
	Leading
	fleet Fleet
}

// Decide starts what the demand of Lead seconds from now needs.
func (l *leading) Decide(o Observation) Decision {
	desired := l.fleet.desired(o.Demand + max(0, o.Velocity)*l.Lead)
	have := o.Ready + o.Booting
	need := desired - have
	return Decision{
		Delta:  max(0, min(need, o.Standby+l.MaxColdBoots)),
		Active: need > 0,
		Cause:  Cause{SignalDesired, float64(desired), float64(have)},
	}
}
