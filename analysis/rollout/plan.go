package rollout

import (
	"cmp"
	"slices"

	"scaledeck/model"
)

// maxPlan bounds the stages of a shared plan. A file whose rollouts have more
// different shares of traffic than this does not describe one pipeline; each of
// its rollouts is then judged by its own stages.
const maxPlan = 64

// plan is what the rollouts of a document tell of each other.
type plan struct {
	shares  []float64       // of traffic, percent, ascending; none where there is no common plan
	carried map[string]bool // metrics of which some stage says something: there a missing one is missing
}

func planOf(c *model.RolloutSet) plan {
	p := plan{carried: make(map[string]bool)}
	seen := make(map[float64]bool)
	for i := range c.Rollouts {
		for j := range c.Rollouts[i].Stages {
			s := &c.Rollouts[i].Stages[j]
			for m, f := range s.Figures {
				if f.State != model.Absent {
					p.carried[m.ID] = true
				}
			}
			if v, ok := s.Percent.Get(); ok && len(seen) <= maxPlan && !seen[v] {
				seen[v] = true
				p.shares = append(p.shares, v)
			}
		}
	}
	if len(seen) > maxPlan {
		p.shares = nil
	}
	slices.Sort(p.shares)
	return p
}

// byShare returns the stages of a rollout in ascending order of traffic, equal
// ones in the file's order, and apart from them those whose share is missing.
func byShare(r *model.Rollout) (placed, unplaced []*model.Stage) {
	for i := range r.Stages {
		if s := &r.Stages[i]; s.Percent.OK() {
			placed = append(placed, s)
		} else {
			unplaced = append(unplaced, s)
		}
	}
	slices.SortStableFunc(placed, func(a, b *model.Stage) int { return cmp.Compare(a.Percent.Value, b.Percent.Value) })
	return placed, unplaced
}

// with returns the plan of a rollout: the common one and the rollout's own sorted
// stages, which need not be of the document that the plan is of.
func (p plan) with(own []*model.Stage) []float64 {
	shares := make([]float64, 0, len(p.shares)+len(own))
	shares = append(shares, p.shares...)
	for _, s := range own {
		shares = append(shares, s.Percent.Value)
	}
	slices.Sort(shares)
	return slices.Compact(shares)
}
