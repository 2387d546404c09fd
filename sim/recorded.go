package sim

import (
	"fmt"
	"math"

	"scaledeck/model"
)

// FromTimeline returns the inputs of a run as a recorded timeline shows them, so
// that it can be run again with one of them changed: demand, interval, replicas
// and standbys at the start, cold start, policy by its name, and the KV capacity
// of a replica that explains its ratios. Of profiles, which may be nil, the one
// with the timeline's cold start gives the phases. slo is the limit of p99 TTFT
// in ms.
//
// What a timeline does not show is that of the reference; assumed names it. No
// timeline shows the numbers of its policy, so those are always among it. An
// error names the sample without which there is no run.
func FromTimeline(tl *model.Timeline, profiles *model.Startup, slo float64) (c Config, assumed []string, err error) {
	trace, err := TraceFrom(tl)
	if err != nil {
		return Config{}, nil, err
	}
	c = ReferenceReactive()
	if p, err := PolicyNamed(tl.Mode, c); err == nil {
		c.Policy = p
	} else {
		c.Policy = None{}
		assumed = append(assumed, "policy none")
	}
	if trace.Interval == 0 {
		trace.Interval = c.Interval
		assumed = append(assumed, "an interval of "+exact(c.Interval, model.Seconds))
	}
	c = c.WithTrace(trace)
	c.SLO = slo
	if v, ok := tl.ColdStartSeconds.Get(); ok && v >= 0 {
		c.ColdStart = coldStartOf(v, profiles)
	} else {
		assumed = append(assumed, "a cold start of "+exact(c.ColdStart.Seconds, model.Seconds))
	}
	if v, ok := capacityOf(tl); ok {
		c.ReplicaCapacity = v
	} else {
		assumed = append(assumed, exact(c.ReplicaCapacity, model.Tokens)+" a replica")
	}
	if v, ok := wholeAt(tl, model.Ready, 0); ok && v >= 1 {
		c.InitialReady = v
	} else {
		assumed = append(assumed, fmt.Sprintf("%d ready at the start", c.InitialReady))
	}
	c.Min = c.InitialReady
	for i := range tl.Len() {
		if v, ok := wholeAt(tl, model.Ready, i); ok && v >= 1 {
			c.Min = min(c.Min, v)
		}
	}
	if v, ok := wholeAt(tl, model.Standby, 0); ok {
		c.Standby = v
	} else {
		assumed = append(assumed, "no standby")
	}
	if s, ok := c.Policy.(Schedule); ok && s.Steps != nil {
		c.Policy = PlanAhead(c)
	}
	assumed = append(assumed, ofPolicyAssumed(&c)...)
	if err := c.Validate(); err != nil {
		return Config{}, nil, fmt.Errorf("inputs of %s: %w", tl.Pointer, err)
	}
	return c, assumed, nil
}

// ofPolicyAssumed names the numbers that the policy of c decides by and that no
// timeline shows.
func ofPolicyAssumed(c *Config) []string {
	var out []string
	for _, p := range []Parameter{ParamGPUThreshold, ParamLead, ParamMaxBoots, ParamHPATarget, ParamHPAWindow, ParamHPATolerance} {
		if v, has := p.Get(c); has {
			out = append(out, p.Label()+" "+p.text(v))
		}
	}
	switch c.Policy.(type) {
	case Reactive, Leading:
		out = append(out, ParamTarget.Label()+" "+ParamTarget.text(c.TargetRatio))
	case Schedule:
		out = append(out, "a plan made from the demand")
	}
	return out
}

// wholeAt returns a count of sample i; ok is false where it is missing or none.
func wholeAt(tl *model.Timeline, m *model.Metric, i int) (int, bool) {
	v, ok := tl.Column(m).At(i).Get()
	if !ok || v < 0 || v > maxReplicaCount || v != math.Trunc(v) {
		return 0, false
	}
	return int(v), true
}

// coldStartOf returns the profile of so many seconds, or the bare seconds where
// there is none or more than one.
func coldStartOf(seconds float64, profiles *model.Startup) ColdStart {
	found := ColdStartOf(seconds)
	if profiles == nil {
		return found
	}
	for _, p := range profiles.Profiles {
		c, err := ColdStartFrom(p)
		if err != nil || math.Abs(c.Seconds-seconds) > dust*max(1, seconds) {
			continue
		}
		if found.Name != "" {
			return ColdStartOf(seconds)
		}
		found = c
	}
	return found
}

// capacityOf returns the KV capacity of a replica, in tokens, by which every
// ratio of a timeline is its demand over ready replicas × capacity. A ratio is
// printed to four decimals, so each sample leaves a range; of what all of them
// leave the roundest number is taken. ok is false where they leave nothing.
func capacityOf(tl *model.Timeline) (capacity float64, ok bool) {
	const half = 0.5e-4 // of the last printed digit
	lo, hi := 0.0, math.Inf(1)
	for i := range tl.Len() {
		demand, ready := tl.Column(model.Demand).At(i), tl.Column(model.Ready).At(i)
		ratio := tl.Column(model.DemandRatio).At(i)
		if !demand.OK() || !ready.OK() || !ratio.OK() || demand.Value <= 0 || ready.Value <= 0 || ratio.Value <= half {
			continue
		}
		each := demand.Value / ready.Value
		lo, hi = max(lo, each/(ratio.Value+half)), min(hi, each/(ratio.Value-half))
	}
	if math.IsInf(hi, 1) || lo > hi || hi < 1 || hi > maxCapacityTokens {
		return 0, false
	}
	for step := math.Pow(10, math.Ceil(math.Log10(hi))); step >= 1; step /= 10 {
		for _, fine := range []float64{1, 0.5} {
			if v := math.Floor(hi/(step*fine)) * step * fine; v >= lo && v > 0 {
				return v, true
			}
		}
	}
	return (lo + hi) / 2, true
}
