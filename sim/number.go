package sim

import (
	"math"
	"strconv"

	"scaledeck/model"
)

// dust is the relative error a figure may carry from being computed in binary.
const dust = 1e-9

// ceil is math.Ceil that does not let dust start a replica: 10.000000000000002
// replicas are 10.
func ceil(v float64) float64 { return math.Ceil(v - dust*math.Abs(v)) }

// replicas returns ⌈v⌉ as a count between 0 and maxReplicaCount.
func replicas(v float64) int {
	if !(v > 0) {
		return 0
	}
	return int(min(ceil(v), maxReplicaCount))
}

// round returns v to so many decimals, as a printed figure has it: the nearest
// decimal of the exact binary value.
func round(v float64, decimals int) float64 {
	scale := [...]float64{1, 10, 100, 1e3, 1e4}[decimals]
	scaled := v * scale
	// Scaling rounds too, so near a tie it can land on the wrong side, and a large
	// value has no fraction left: in both cases the printed digits decide.
	if _, frac := math.Modf(scaled); math.Abs(scaled) < 1e9 && math.Abs(math.Abs(frac)-0.5) > 1e-3 {
		return math.Round(scaled) / scale
	}
	exact, err := strconv.ParseFloat(strconv.FormatFloat(v, 'f', decimals, 64), 64)
	if err != nil {
		return v
	}
	return exact
}

// over reports whether a p99 TTFT is over the SLO, both ms. It compares the
// figure to the two decimals that documents print, so that a
// reader of a written run judges every sample as the run did.
func over(ttft, slo float64) bool {
	if d := ttft - slo; d > 0.01 || d < -0.01 {
		return d > 0
	}
	return !model.AtMost.Meets(round(ttft, ttftDecimals), slo)
}
