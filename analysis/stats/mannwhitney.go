package stats

import (
	"fmt"
	"math"
	"slices"
)

// maxExact is the largest number of values over both sides for which the exact
// distribution is computed. Repeats of a benchmark are far fewer; the bound
// keeps a file with thousands of rows from stopping the console.
const maxExact = 60

// RankTest is the outcome of a Mann–Whitney U test.
type RankTest struct {
	U      float64 // pairs in which the first side is larger, ties counting half
	P      float64 // two-sided p, exact; meaningful where Reason is ""
	Tied   bool    // equal values: P is exact given these ties
	Reason string  // why there is no P
}

// MannWhitney tests whether values of a and b come from one distribution: the
// two-sided Mann–Whitney U test with its exact permutation distribution, no
// normal approximation. p is the share of all ways to deal the pooled ranks to
// the two sides that lie at least as far from the middle as the ranks at hand.
//
// Equal values share the mean of their ranks and the same dealing is counted:
// the p is then exact for these ties, and Tied says that the tabulated
// distribution (which knows no ties) does not apply. There is no p where a side
// is empty, a value is not a number, or there are more than 60 values.
func MannWhitney(a, b []float64) RankTest {
	n, all := len(a), len(a)+len(b)
	switch {
	case n == 0 || len(b) == 0:
		return RankTest{Reason: "a side has no values"}
	case all > maxExact:
		return RankTest{Reason: fmt.Sprintf("more than %d values: the exact distribution is not computed", maxExact)}
	case slices.ContainsFunc(a, math.IsNaN) || slices.ContainsFunc(b, math.IsNaN):
		return RankTest{Reason: "a value is not a number"}
	}
	ranks, sum, tied := doubledRanks(a, b)
	middle := n * (all + 1) // of twice the rank sum
	far := distance(sum, middle)
	ways, extreme := 0.0, 0.0
	for s, count := range dealings(ranks, n) {
		ways += count
		if distance(s, middle) >= far {
			extreme += count
		}
	}
	return RankTest{U: float64(sum-n*(n+1)) / 2, P: min(extreme/ways, 1), Tied: tied}
}

func distance(a, b int) int { return max(a-b, b-a) }

// doubledRanks returns twice the rank of every pooled value, so that the mean
// rank of ties stays whole, twice the rank sum of a, and whether there are ties.
func doubledRanks(a, b []float64) (ranks []int, sumA int, tied bool) {
	pool := slices.Concat(a, b)
	slices.Sort(pool)
	rank := func(v float64) int {
		first, _ := slices.BinarySearch(pool, v)
		last := first
		for last+1 < len(pool) && pool[last+1] == v {
			last++
		}
		tied = tied || last > first
		return first + last + 2
	}
	for _, v := range pool {
		ranks = append(ranks, rank(v))
	}
	for _, v := range a {
		sumA += rank(v)
	}
	return ranks, sumA, tied
}

// dealings returns in how many ways n of the ranks can be dealt to one side for
// each of their sums.
func dealings(ranks []int, n int) []float64 {
	most := 0
	for _, r := range ranks {
		most += r
	}
	ways := make([][]float64, n+1) // by number dealt, then by sum
	for i := range ways {
		ways[i] = make([]float64, most+1)
	}
	ways[0][0] = 1
	for _, r := range ranks {
		for k := n; k >= 1; k-- {
			for s := most; s >= r; s-- {
				ways[k][s] += ways[k-1][s-r]
			}
		}
	}
	return ways[n]
}

// SmallestP returns the smallest two-sided p that a Mann–Whitney test of n
// against m values can give: 2 / C(n+m, n), at most 1. It is 1 where a side is
// empty: then there is no answer.
func SmallestP(n, m int) float64 {
	if n < 1 || m < 1 {
		return 1
	}
	choose := 1.0
	for i := 1; i <= min(n, m); i++ {
		choose *= float64(n+m-min(n, m)+i) / float64(i)
	}
	return min(1, 2/choose)
}

// RepeatsForTest returns how many repeats a side it takes for a difference test
// to be able to reach the given p. 0.05 takes four. A p of 0 or less, which no
// number of repeats reaches, returns −1.
func RepeatsForTest(p float64) int {
	if !(p > 0) {
		return -1
	}
	for n := 1; ; n++ {
		if SmallestP(n, n) <= p {
			return n
		}
	}
}

// DifferenceNote says in words why no test can tell a difference between n and
// m repeats at p = 0.05, or returns "" where one can.
func DifferenceNote(n, m int) string {
	const level = 1 - Confidence
	if SmallestP(n, m) <= level {
		return ""
	}
	side := fmt.Sprintf("%d a side", n)
	if n != m {
		side = fmt.Sprintf("%d and %d", n, m)
	}
	return fmt.Sprintf("no difference test can reach 0.05 with %s, %d are needed", side, RepeatsForTest(level))
}
