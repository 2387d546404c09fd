package analysis

import "math"

// rankDust is how far q·n may lie over a whole number and still mean it: 0.07 ×
// 100 is 7.000000000000001 in binary and means rank 7.
const rankDust = 1e-9

// Percentile returns the nearest-rank percentile sorted[ceil(q·n)−1], 0 < q ≤ 1:
// always one of the values, never an interpolation. sorted must be ascending and
// hold no NaN. It is false where sorted is empty or q is out of range.
func Percentile(sorted []float64, q float64) (float64, bool) {
	if len(sorted) == 0 || !(q > 0 && q <= 1) {
		return 0, false
	}
	rank := int(math.Ceil(q*float64(len(sorted)) - rankDust))
	return sorted[min(max(rank, 1), len(sorted))-1], true
}

// Supported reports whether n samples are enough for the percentile q, 0 ≤ q < 1:
// n ≥ 1/(1−q), so that at least one sample is expected beyond it. A p95 needs
// 20, a p99 needs 100; with fewer it is only the largest value under another name.
func Supported(n int, q float64) bool {
	return q >= 0 && q < 1 && n >= 1 && float64(n)*(1-q) >= 1-rankDust
}
