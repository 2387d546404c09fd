package gate

import (
	"math"

	"scaledeck/model"
)

// How many samples the built-in rules need. A policy can say another number.
const (
	// minRepeats is how many repeats either side of a comparison needs: fewer have
	// no median that one slow repeat cannot move, and three is what the benchmark
	// of the known file runs.
	minRepeats = 3
	// minRequests is how many requests a canary's TPOT and quality need: a mean of
	// fewer moves by more than the limits are wide from one request to the next.
	minRequests = 30
)

// MaxSamples is the largest number of samples that an int and a float64 both hold.
const MaxSamples = math.MaxInt - math.MaxInt%1024

// Needs returns how many samples the rule needs where its limit is the given one:
// MinSamples or, where that is 0, what the limit takes. An error rate takes 1/limit
// requests and never under 30: among fewer a single error already is over the
// limit, and none shows nothing of a rate as small as that. A limit of 0 has no
// such number and takes as many as the built-in limit does.
func (r Rule) Needs(limit float64) int {
	switch {
	case r.MinSamples > 0:
		return r.MinSamples
	case r.Metric != model.ErrorRate.ID:
		return 1
	case !(limit > 0):
		limit = maxErrorRate
	}
	// Less dust, so that 1/0.005 does not take 201.
	return int(min(max(math.Ceil(1/limit*(1-model.FloatDust)), minRequests), MaxSamples))
}

// samples returns what the samples of a gate are called.
func samplesOf(k Kind) string {
	switch k {
	case KindScaleOut:
		return "repeats"
	case KindCanary:
		return "requests"
	default:
		return "samples"
	}
}

// certain gives a gate on an error rate that has too few requests its verdict
// back where no more of them could change it: it breaks its limit even if every
// one that is still needed succeeds.
func certain(g Gate, strict bool) Gate {
	observed, ok := g.Observed.Get()
	needed := g.Rule.MinSamples
	if !ok || !g.Limit.OK() || g.Rule.Metric != model.ErrorRate.ID || !g.Rule.Upper() || g.N == 0 || g.N >= needed {
		return g
	}
	best := observed * float64(g.N) / float64(needed)
	if g.Rule.Op.Meets(best, g.Limit.Value) {
		return g
	}
	few := g.Reason
	few.Code = TooFewSurely
	g.Rule.MinSamples, g.Reason = g.N, Reason{}
	g = evaluate(g, strict)
	g.Rule.MinSamples = needed
	return withReason(g, few)
}
