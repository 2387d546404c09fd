package requests

import (
	"context"
	"maps"
	"math"
	"slices"

	"scaledeck/model/format/csvscan"
)

// The metrics of the system run on a clock of their own, which begins before the
// traffic's, and no file says by how much. Both count the requests of a tenant:
// the endpoint picker those it has queued, the load generator those it has
// issued. The offset is the one at which the two agree best.

// traffic are the issued requests of one run by tenant, on the traffic clock.
type traffic map[string][]sample

var (
	issuedHeadings    = named("issued_requests", "issued")
	completedHeadings = named("completed_requests", "completed")
)

func isTraffic(t *table) bool {
	return t.has(issuedHeadings) && t.has(completedHeadings) && t.has(elapsedHeadings)
}

// trafficSink takes the rows of traffic-samples.csv.
type trafficSink struct {
	sampled
	issued int
	into   map[runID]traffic
}

func (s *trafficSink) reset() int { return 0 }

func (s *trafficSink) take(sc *csvscan.Scanner, r *csvscan.Record) (int, string) {
	run, column, want := s.run(sc, r)
	if column != absent {
		return column, want
	}
	second, how := csvscan.Number(sc.Cell(r, s.elapsed))
	if how != csvscan.Good {
		return s.elapsed, wantNumber
	}
	issued, how := csvscan.Number(sc.Cell(r, s.issued))
	if how == csvscan.Bad || issued < 0 {
		return s.issued, wantPositive
	}
	tenant := s.newTenant(sc, r, nil).tenant.name
	if how == csvscan.Blank || warmup(tenant) {
		return absent, ""
	}
	if s.into[run] == nil {
		s.into[run] = make(traffic)
	}
	s.into[run][tenant] = append(s.into[run][tenant], sample{second, issued})
	return absent, ""
}

// readTraffic reads a table of traffic samples into the runs.
func readTraffic(ctx context.Context, t *table, c cutting, most int, into map[runID]traffic) (tally, error) {
	common, err := newSampled(t)
	if err != nil {
		return tally{}, err
	}
	s := &trafficSink{sampled: common, into: into}
	if s.issued, _, err = t.find(issuedHeadings); err != nil {
		return tally{}, err
	}
	c.workers = 1
	sum, err := t.scan(ctx, c, most, func() sink { return s }, func(sink) error { return nil })
	for _, tenants := range into {
		for _, list := range tenants {
			slices.SortStableFunc(list, earlier)
		}
	}
	return sum, err
}

// issued returns the highest count of all tenants together.
func (t traffic) issued() float64 {
	sum := 0.0
	for _, tenant := range slices.Sorted(maps.Keys(t)) {
		most := 0.0
		for _, s := range t[tenant] {
			most = max(most, s.value)
		}
		sum += most
	}
	return sum
}

const (
	clockSearch  = 120  // seconds that are tried on either side of the first guess
	clockLimit   = 1e10 // seconds that clocks are believed to be apart: epochs and all
	clockSamples = 600  // of each tenant's samples that are compared
	minMatches   = 3    // pairs of samples that an offset must rest on
)

// offset returns by how many whole seconds the metrics' clock is ahead of the
// traffic clock, and how far the counts are apart then, in requests on average.
// It is false where too little of the two can be compared or nothing fits.
func offset(t traffic, m *systemMetrics) (seconds, apart float64, ok bool) {
	guess := math.Inf(1)
	for tenant, issued := range t {
		queued := m.series[seriesID{queuedTotal, tenant}]
		i := slices.IndexFunc(issued, func(s sample) bool { return s.value > 0 })
		j := slices.IndexFunc(queued, func(s sample) bool { return s.value > 0 })
		if i >= 0 && j >= 0 {
			guess = min(guess, math.Round(queued[j].second-issued[i].second))
		}
	}
	if math.Abs(guess) > clockLimit {
		return 0, 0, false
	}
	most := 0
	for i := range 2*clockSearch + 1 {
		_, n := apartAt(t, m, guess+float64(i-clockSearch))
		most = max(most, n)
	}
	best := math.Inf(1)
	for i := range 2*clockSearch + 1 {
		d := guess + float64(i-clockSearch)
		// A few samples at the edge agree by chance with almost anything.
		if sum, n := apartAt(t, m, d); n >= minMatches && 2*n >= most && sum/float64(n) < best {
			best, seconds = sum/float64(n), d
		}
	}
	if best > max(2, 0.05*t.issued()) {
		return 0, 0, false
	}
	return seconds, best, true
}

// apartAt returns the sum of the differences at an offset and how many pairs of
// samples there are. Where a series has no sample it is not taken as zero.
func apartAt(t traffic, m *systemMetrics, d float64) (sum float64, n int) {
	for _, tenant := range slices.Sorted(maps.Keys(t)) {
		issued, queued := t[tenant], m.series[seriesID{queuedTotal, tenant}]
		j := 0
		for _, s := range issued[:min(len(issued), clockSamples)] {
			for j < len(queued) && queued[j].second < s.second+d-0.5 {
				j++
			}
			if j < len(queued) && queued[j].second < s.second+d+0.5 {
				sum += math.Abs(queued[j].value - s.value)
				n++
			}
		}
	}
	return sum, n
}
