package requests

import (
	"math"

	"scaledeck/analysis"
)

// quantile is a percentile of some requests of one run. Where the figure of some
// is missing it lies somewhere from low, as if all of those were the smallest, to
// high, as if they were the largest; low and high are infinite where those few
// decide it alone.
type quantile struct {
	value     float64 // of those that have the figure
	low, high float64
}

// settled reports whether the missing figures cannot change it as it is printed.
func (q quantile) settled() bool {
	return q.low == q.high || !math.IsInf(q.low, 0) && !math.IsInf(q.high, 0) && round(q.low, 3) == round(q.high, 3)
}

// sampleOf are the figures of one kind of some requests of one run.
type sampleOf struct {
	values  []float64 // in no order
	missing int       // requests without the figure
}

// sampleOf collects the figures over the tenants of a run in buf, which is given
// back with them.
func (a *totals) sampleOf(run runID, tenants map[tenantID]bool, of func(*total) (*series, int), buf []float64) sampleOf {
	s := sampleOf{values: buf[:0]}
	for _, t := range a.byRun[run] {
		if tenants[t] {
			figures, missing := of(a.groups[groupKey{run, t}])
			s.values = figures.appendTo(s.values)
			s.missing += missing
		}
	}
	return s
}

// quantile computes the percentile q, 0 < q < 1. It is false where no request has
// the figure.
func (s *sampleOf) quantile(q float64) (quantile, bool) {
	value, ok := percentile(s.values, q)
	if !ok {
		return quantile{}, false
	}
	out := quantile{value, value, value}
	if s.missing == 0 {
		return out, true
	}
	n := len(s.values)
	rank, _ := analysis.Rank(n+s.missing, q)
	out.low, out.high = math.Inf(-1), math.Inf(1)
	if rank > s.missing {
		out.low = selected(s.values, rank-1-s.missing)
	}
	if rank <= n {
		out.high = selected(s.values, rank-1)
	}
	return out, true
}

// needed returns how many figures the percentile q needs: 1/(1−q), 20 for p95.
func needed(q float64) int { return int(math.Round(1 / (1 - q))) }
