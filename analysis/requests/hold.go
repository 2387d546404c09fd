package requests

import (
	"cmp"
	"slices"
)

// interval returns the median time between two samples of the same series of the
// chosen gauges, in seconds; 0 where no series has two samples. Replicas and
// tenants are not scraped at the same moment, so that the time between any two
// samples says little.
func (m *systemMetrics) interval(chosen func(gauge) bool) float64 {
	var steps []float64
	for id, list := range m.series {
		for i := 1; chosen(id.gauge) && i < len(list); i++ {
			steps = append(steps, list[i].second-list[i-1].second)
		}
	}
	if len(steps) == 0 {
		return 0
	}
	slices.Sort(steps)
	return steps[len(steps)/2]
}

// silent returns the longest time between two samples of one series that a peak
// is made of, in seconds.
func (m *systemMetrics) silent() float64 {
	longest := 0.0
	for id, list := range m.series {
		for i := 1; id.gauge <= kvCache && i < len(list); i++ {
			longest = max(longest, list[i].second-list[i-1].second)
		}
	}
	return longest
}

// peakOfSum returns the highest sum over the series of a gauge. The series of one
// scrape are not sampled at the same moment: each counts with its last value for
// half of the median scrape interval. So those of one scrape are added up, a
// sample lives no longer than to the next scrape, and a series that has ended
// counts no more. At one moment all samples count before the sum does.
func (m *systemMetrics) peakOfSum(g gauge) peak {
	type event struct {
		sample
		series int
	}
	var events []event
	ids := m.ids(g)
	for i, id := range ids {
		for _, s := range m.series[id] {
			events = append(events, event{s, i})
		}
	}
	slices.SortStableFunc(events, func(a, b event) int { return cmp.Compare(a.second, b.second) })
	held := make([]sample, len(ids))
	seen := make([]bool, len(ids))
	hold := m.interval(func(of gauge) bool { return of == g }) / 2
	var p peak
	for i, e := range events {
		held[e.series], seen[e.series] = e.sample, true
		if i+1 < len(events) && events[i+1].second == e.second {
			continue
		}
		sum := 0.0
		for j, s := range held {
			if seen[j] && e.second-s.second <= hold {
				sum += s.value
			}
		}
		if !p.ok || sum > p.value {
			p = peak{sum, e.second, true}
		}
	}
	return p
}
