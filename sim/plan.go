package sim

// PlanAhead returns the schedule for a demand that is known in advance:
// in every interval the replicas that the highest demand up to one cold start
// from now needs at the target ratio, so that replicas are requested one cold
// start ahead and given up when they are no longer needed. It reads the demand before
// it comes, which no real policy can, so the others can be compared with it.
//
// It is not a lower bound. It aims at the target ratio and not at the SLO, so a
// fleet that runs hotter can hold less and still be within the SLO; and it drains
// what the next cold start does not need, so under an SLO tighter than the target
// a fleet of constant size can be over it for less time.
//
// It needs a Config that is valid but for its policy, which is not read; for any
// other it returns a schedule that Validate refuses or that Run cannot use.
func PlanAhead(c Config) Schedule {
	if len(c.Demand) == 0 || !(c.Interval > 0) || !(c.ReplicaCapacity > 0) || !(c.TargetRatio > 0) {
		return Schedule{}
	}
	f := Fleet{ReplicaCapacity: c.ReplicaCapacity, TargetRatio: c.TargetRatio}
	needed := func(i int) int { return min(max(f.desired(c.Demand[i]), c.Min), c.limit()) }

	ahead := c.ColdStart.intervals(c.Interval)
	// The window holds the demand to come; its span counts intervals, from the
	// last one backwards, so that the highest of those ahead is always at hand.
	w := window{span: float64(ahead) + 0.5, most: true}
	plan := make([]int, len(c.Demand))
	for i := len(plan) - 1; i >= 0; i-- {
		w.add(float64(len(plan)-i), needed(i))
		plan[i] = w.best()
	}
	var s Schedule
	for i, n := range plan {
		if i == 0 || n != plan[i-1] {
			s.Steps = append(s.Steps, Planned{float64(i) * c.Interval, n})
		}
	}
	return s
}
