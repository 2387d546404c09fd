package sim

import (
	"fmt"
	"math/bits"
	"strings"
)

// Factors is a set of the three changes that an ablation tells apart.
type Factors uint8

// The factors. Each has two levels, that of the first configuration and that of
// the second:
//
//   - FactorSignal: the policy with all its parameters; in the reference
//     reactive_gpu_util against leading_kv_and_velocity. What belongs to a policy
//     goes with it: only the leading one looks ahead, by the cold start of the
//     same run plus one interval (42 s with 22 s, 200 s with 180 s), and only the
//     leading one starts at most three cold boots an interval on top of standbys.
//     The reactive one starts all that is needed at once.
//   - FactorColdStart: the cold start, 180 s against 22 s in the reference.
//   - FactorStandby: the standbys at the start, none against two in the
//     reference. Under either policy a standby is used before a cold boot, is
//     ready at the next interval and is not refilled.
//
// The known file ran two of the eight combinations: all first levels, and all
// second ones. The sentences above define the six others. None of the two
// policies scales down, so replica·s are those up to the end of the demand, and
// what comes ready late costs less than it would have.
const (
	FactorSignal Factors = 1 << iota
	FactorColdStart
	FactorStandby

	numCombinations = 8
)

// String returns the factors in words, such as "signal × standby".
func (f Factors) String() string {
	var words []string
	for i, w := range [...]string{"signal", "cold start", "standby"} {
		if f>>i&1 == 1 {
			words = append(words, w)
		}
	}
	return strings.Join(words, " × ")
}

// Ablation is the 2×2×2 of signal, cold start and standby on one demand.
type Ablation struct {
	Runs    []AblationRun // all eight; Runs[f] has the factors of f at their second level
	Effects []Effect      // three main effects, then the interactions of two, then that of all
}

// AblationRun is one combination.
type AblationRun struct {
	Changed Factors // those at their second level
	Config  Config
	Summary Summary
}

// Effect is what a factor changes on average over the other two, second level
// less first, so less than nothing is a saving: the mean of the four runs at its
// second level less the mean of the four others.
//
// For several factors it is their interaction, again the mean of four runs less
// that of four others: those with an even number of the factors at their first
// level less those with an odd one. Of two it is half of how much the effect of
// one differs between the levels of the other; of three, a quarter of how much
// that difference itself differs between the levels of the third; of n in
// general, the n-fold difference of the runs over 2ⁿ⁻¹. Under zero the factors
// save more together than apart; over zero one makes the other worth less.
type Effect struct {
	Of             Factors
	BreachSeconds  float64
	WorstTTFT      float64 // ms
	ReplicaSeconds float64
}

// Ablate runs all eight combinations of the policy, cold start and standby of
// from and to. Everything else, the demand included, is that of from.
func Ablate(from, to Config) (Ablation, error) {
	var a Ablation
	for f := range Factors(numCombinations) {
		c := from
		if f&FactorSignal != 0 {
			c.Policy = to.Policy
		}
		if f&FactorColdStart != 0 {
			c.ColdStart = to.ColdStart
		}
		if f&FactorStandby != 0 {
			c.Standby = to.Standby
		}
		s, err := summarise(c)
		if err != nil {
			return Ablation{}, fmt.Errorf("ablation, run %d of %d: %w", f+1, numCombinations, err)
		}
		a.Runs = append(a.Runs, AblationRun{f, c, s})
	}
	for _, of := range []Factors{
		FactorSignal, FactorColdStart, FactorStandby,
		FactorSignal | FactorColdStart, FactorSignal | FactorStandby, FactorColdStart | FactorStandby,
		FactorSignal | FactorColdStart | FactorStandby,
	} {
		a.Effects = append(a.Effects, a.effect(of))
	}
	return a, nil
}

// effect returns the contrast of the runs: those in which an even number of the
// factors is at its first level less the others, over half their number.
func (a *Ablation) effect(of Factors) Effect {
	e := Effect{Of: of}
	for _, r := range a.Runs {
		sign := 1.0
		if bits.OnesCount8(uint8(of&^r.Changed))%2 == 1 {
			sign = -1
		}
		e.BreachSeconds += sign * r.Summary.BreachSeconds / (numCombinations / 2)
		e.WorstTTFT += sign * r.Summary.WorstTTFT / (numCombinations / 2)
		e.ReplicaSeconds += sign * r.Summary.ReplicaSeconds / (numCombinations / 2)
	}
	return e
}

// Effect returns the effect of a factor, or the interaction of several.
func (a *Ablation) Effect(of Factors) Effect {
	for _, e := range a.Effects {
		if e.Of == of {
			return e
		}
	}
	return Effect{}
}
