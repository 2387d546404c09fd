package stats

import "math"

// RankDust is how far q·n may lie over a whole number and still mean it: 0.07 ×
// 100 is 7.000000000000001 in binary and means rank 7.
const RankDust = 1e-9

// Rank returns the nearest rank ceil(q·n) of the percentile q among n values, 1 to
// n. It is false where n is zero or less or q is not in 0 < q ≤ 1.
func Rank(n int, q float64) (int, bool) {
	if n <= 0 || !(q > 0 && q <= 1) {
		return 0, false
	}
	return min(max(int(math.Ceil(q*float64(n)-RankDust)), 1), n), true
}

// Percentile returns the nearest-rank percentile sorted[ceil(q·n)−1], 0 < q ≤ 1:
// always one of the values, never an interpolation. sorted must be ascending and
// hold no NaN. It is false where sorted is empty or q is out of range.
func Percentile(sorted []float64, q float64) (float64, bool) {
	rank, ok := Rank(len(sorted), q)
	if !ok {
		return 0, false
	}
	return sorted[rank-1], true
}

// Supported reports whether n samples are enough for the percentile q, 0 ≤ q < 1:
// n ≥ 1/(1−q), so that at least one sample is expected beyond it. A p95 needs
// 20, a p99 needs 100; with fewer it is only the largest value under another name.
func Supported(n int, q float64) bool {
	return q >= 0 && q < 1 && n >= 1 && float64(n)*(1-q) >= 1-RankDust
}
