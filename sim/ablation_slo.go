package sim

import (
	"math"
	"slices"
)

// SLORange is how the main effects on time over the SLO fare between two SLOs.
type SLORange struct {
	Low, High   float64    // ms, both included
	Least, Most [3]float64 // s, of signal, cold start and standby
	SameOrder   bool       // which change does most, and which least, is the same throughout
}

// mostForRange bounds the samples that Across looks at, over all eight runs: a
// longer trace has more SLOs to tell apart than are worth the wait.
const mostForRange = 8 * 4096

// Across returns how the main effects on time over the SLO fare for every SLO
// from low to high, ms. No policy looks at the SLO, so the runs stay as they are
// and only what is counted changes, which it does at the p99 TTFT of a sample:
// each of these is tried, and so is every other SLO with them. ok is false where
// the runs are too long for that.
func (a *Ablation) Across(low, high float64) (r SLORange, ok bool) {
	var printed [numCombinations][]float64
	tries := []float64{low}
	for i := range a.Runs {
		c := a.Runs[i].Config
		if len(c.Demand) > mostForRange/numCombinations {
			return SLORange{}, false
		}
		res, err := Run(c)
		if err != nil {
			return SLORange{}, false
		}
		for _, s := range res.Samples {
			v := s.Printed().TTFT
			printed[i] = append(printed[i], v)
			if v > low && v <= high {
				tries = append(tries, v)
			}
		}
		slices.Sort(printed[i])
	}
	slices.Sort(tries)
	r = SLORange{Low: low, High: high, SameOrder: true}
	for i := range r.Least {
		r.Least[i], r.Most[i] = math.Inf(1), math.Inf(-1)
	}
	counted := Ablation{Runs: slices.Clone(a.Runs)}
	var order [3]int
	for n, slo := range slices.Compact(tries) {
		for i := range counted.Runs {
			first, found := slices.BinarySearch(printed[i], slo)
			for found && first < len(printed[i]) && printed[i][first] == slo {
				first++ // at the SLO is not over it
			}
			counted.Runs[i].Summary.BreachSeconds = float64(len(printed[i])-first) * counted.Runs[i].Config.Interval
		}
		var effects [3]float64
		for i, f := range []Factors{FactorSignal, FactorColdStart, FactorStandby} {
			effects[i] = counted.effect(f).BreachSeconds
			r.Least[i], r.Most[i] = min(r.Least[i], effects[i]), max(r.Most[i], effects[i])
		}
		if now := ranks(effects); n == 0 {
			order = now
		} else if now != order {
			r.SameOrder = false
		}
	}
	return r, true
}

// ranks returns for each effect how many are less than it: ties share a rank.
func ranks(effects [3]float64) (r [3]int) {
	for i, e := range effects {
		for _, other := range effects {
			if other < e {
				r[i]++
			}
		}
	}
	return r
}
