// Package stats has the statistics of a few repeats: medians, percentiles, spreads,
// intervals, the rank test, and what a change between two spreads comes to.
package stats

import (
	"math"
	"slices"

	"scaledeck/model"
)

// Median returns the median of the values that are numbers: the middle one, or
// the mean of the two middle ones where their count is even. NaN is left out.
// It is false where nothing is left. The order of values does not matter, and
// values is not changed.
func Median(values []float64) (float64, bool) {
	sorted := make([]float64, 0, len(values))
	for _, v := range values {
		if !math.IsNaN(v) {
			sorted = append(sorted, v)
		}
	}
	if len(sorted) == 0 {
		return 0, false
	}
	slices.Sort(sorted)
	return Middle(sorted), true
}

// Middle is Median of at least one value, sorted.
func Middle(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return mean(sorted[n/2-1], sorted[n/2])
}

// mean returns (a+b)/2 as it is usually computed, so that it equals what other
// programs print to the last digit, and a/2+b/2 only where the sum overflows.
func mean(a, b float64) float64 {
	if sum := a + b; !math.IsInf(sum, 0) {
		return sum / 2
	}
	return a/2 + b/2
}

// Present returns the values of the figures that are there.
func Present(figures []model.Figure) []float64 {
	values := make([]float64, 0, len(figures))
	for _, f := range figures {
		if v, ok := f.Get(); ok {
			values = append(values, v)
		}
	}
	return values
}
