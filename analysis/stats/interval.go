package stats

import (
	"fmt"
	"math"

	"scaledeck/model/text"
)

// Confidence is the level of every interval and, as 1 − Confidence, of every test.
const Confidence = 0.95

// MedianInterval returns the narrowest interval [x(k), x(n+1−k)] of order
// statistics that holds the median of the population with at least the given
// confidence (0–1), and its true coverage 1 − 2·P(Binomial(n, ½) < k). It assumes
// nothing about the distribution but independent repeats. sorted must be
// ascending without NaN. It is false where even the whole range is not sure enough.
func MedianInterval(sorted []float64, confidence float64) (low, high, coverage float64, ok bool) {
	n := len(sorted)
	for k := 1; 2*k <= n; k++ {
		c := 1 - 2*binomialBelow(n, k)
		if c < confidence {
			break
		}
		low, high, coverage, ok = sorted[k-1], sorted[n-k], c, true
	}
	return low, high, coverage, ok
}

// binomialBelow returns P(Binomial(n, ½) < k).
func binomialBelow(n, k int) float64 {
	p, logChoose := 0.0, 0.0 // log C(n, 0)
	for i := range k {
		p += math.Exp(logChoose - float64(n)*math.Ln2)
		logChoose += math.Log(float64(n-i)) - math.Log(float64(i+1))
	}
	return p
}

// RepeatsForInterval returns how many repeats it takes for an interval of the
// median at the given confidence (0–1): the smallest n with 1 − 2·½ⁿ ≥ confidence.
// 95 % takes six. Confidences of 1 and over, which no number of repeats reaches,
// return −1.
func RepeatsForInterval(confidence float64) int {
	if !(confidence < 1) {
		return -1
	}
	for n := 2; ; n++ {
		if c := 1 - math.Ldexp(2, -n); c >= confidence {
			return n
		}
	}
}

// IntervalNote says in words why there is no 95 % interval of a median over n
// repeats, or returns "" where there is one.
func IntervalNote(n int) string {
	if need := RepeatsForInterval(Confidence); n < need {
		return fmt.Sprintf("with %s no 95 %% interval of a median exists, %d are needed", text.Counted(n, "repeat"), need)
	}
	return ""
}
