package chart

import "math"

// maxTicks bounds what Ticks returns; no axis needs more.
const maxTicks = 64

// NiceDomain returns the range of round figures that holds lo to hi: multiples
// of 1, 2 or 5 for a linear axis, of 1, 1.5, 2, 3, 5 or 7 for a log one. A range
// of one value is padded; what is not finite counts as 0 to 1.
func NiceDomain(lo, hi float64, log bool) (float64, float64) {
	if !finite(lo) || !finite(hi) {
		return 0, 1
	}
	lo, hi = widen(lo, hi)
	if log && hi > 0 {
		if lo <= 0 {
			lo = hi / 1000
		}
		return logFloor(lo), logCeil(hi)
	}
	by := niceStep(hi/5 - lo/5)
	a, b := math.Floor(lo/by+1e-9)*by, math.Ceil(hi/by-1e-9)*by
	if !finite(a) || !finite(b) {
		return lo, hi
	}
	return min(a, lo), max(b, hi)
}

// PrefersLog reports whether a range is wide enough for a log axis: over 20×.
func PrefersLog(lo, hi float64) bool { return lo > 0 && hi/lo > 20 && finite(hi) }

// Ticks returns at most n round values from lo to hi, ascending: multiples of
// one step of 1, 2 or 5 on a linear axis; decades on a log one, with 3 or with
// 2 and 5 between where there is room.
func Ticks(lo, hi float64, log bool, n int) []float64 {
	n = min(n, maxTicks)
	if n < 1 || !finite(lo) || !finite(hi) || hi < lo {
		return nil
	}
	if log && lo > 0 {
		if t := logTicks(lo, hi, n); len(t) > 1 || n == 1 {
			return t
		}
	}
	by := niceStep(hi/float64(max(n-1, 1)) - lo/float64(max(n-1, 1)))
	var ticks []float64
	first := math.Ceil(lo/by - 1e-9)
	slack := (hi/2 - lo/2) * 1e-6 // of the range: a step can be far larger than it
	for i := range n {
		v := (first + float64(i)) * by
		if v > hi+slack || !finite(v) {
			break
		}
		if v >= lo-slack && (len(ticks) == 0 || v > ticks[len(ticks)-1]) {
			ticks = append(ticks, v+0) // +0 turns a negative zero into zero
		}
	}
	return ticks
}

// logTicks returns the densest of the usual divisions that has at most n values.
func logTicks(lo, hi float64, n int) []float64 {
	for _, mantissas := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		if t := logDivision(lo, hi, mantissas, 1, n); t != nil {
			return t
		}
	}
	first, last := int(math.Ceil(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	return logDivision(lo, hi, []float64{1}, (last-first)/n+1, n)
}

// logDivision returns the mantissas times every decade of the given stride that
// lie in range, or nil where they are more than n.
func logDivision(lo, hi float64, mantissas []float64, stride, n int) []float64 {
	t := make([]float64, 0, n)
	first, last := int(math.Floor(math.Log10(lo)-1e-9)), int(math.Floor(math.Log10(hi)+1e-9))
	if stride > 1 {
		first = int(math.Ceil(math.Log10(lo) - 1e-9))
	}
	for e := first; e <= last; e += stride {
		for _, m := range mantissas {
			v := m * math.Pow(10, float64(e))
			if v < lo*(1-1e-9) || v > hi*(1+1e-9) || !finite(v) || len(t) > 0 && v <= t[len(t)-1] {
				continue
			}
			if len(t) == n {
				return nil
			}
			t = append(t, v)
		}
	}
	return t
}

// niceStep returns the smallest of 1, 2 and 5 times a power of ten that is at
// least v. It is positive and finite for any v.
func niceStep(v float64) float64 {
	if !(v > 1e-300) || !finite(v) {
		return 1
	}
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5, 10} {
		if s := m * p; s >= v*(1-1e-9) && finite(s) {
			return s
		}
	}
	return v
}

var logMantissas = [...]float64{1, 1.5, 2, 3, 5, 7, 10}

func logFloor(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for i := len(logMantissas) - 1; i >= 0; i-- {
		if s := logMantissas[i] * p; s > 0 && s <= v*(1+1e-9) {
			return min(s, v)
		}
	}
	return v
}

func logCeil(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range logMantissas {
		if s := m * p; s >= v*(1-1e-9) && finite(s) {
			return max(s, v)
		}
	}
	return v
}
