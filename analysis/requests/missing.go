package requests

import (
	"fmt"

	"scaledeck/model"
)

// countsOf returns the counts of a run. Requests of warm-up tenants are numbered
// along with the others and count for nothing else.
func (a *totals) countsOf(run runID) (all, numbered counts) {
	all, numbered = noCounts(), noCounts()
	for _, tenant := range a.byRun[run] {
		t := a.groups[groupKey{run, tenant}]
		numbered.add(&t.counts)
		if !tenant.warmup() {
			all.add(&t.counts)
		}
	}
	return all, numbered
}

// missing says how it is known that requests of the run are not in the file, or
// may not be; "" where nothing says so. There is no tolerance: the one request
// that is not there can be the one that was refused.
func (a *analyser) missing(run runID) string {
	all, numbered := a.requests.countsOf(run)
	if n := a.requests.lost.runs[run]; n > 0 {
		return fmt.Sprintf("requests are missing: %s of the run cannot be read", counted(n, "row"))
	}
	if why := a.gaps(run, &numbered); why != "" {
		return why
	}
	said, known := 0.0, false
	if a.summary != nil {
		said, known = of(a.summary.figures[model.Requests], a.summary.index, run)
	}
	if known && said > float64(all.requests) {
		return fmt.Sprintf("requests are missing: the file has %d, %s says %.0f", all.requests, a.summary.name, said)
	}
	if t, ok := of(a.traffic, a.trafficRuns, run); ok && t.issued() > float64(all.requests) {
		return fmt.Sprintf("requests are missing: the file has %d, traffic samples say %.0f were issued", all.requests, t.issued())
	}
	if n := a.requests.lost.nowhere; n > 0 && !(known && said == float64(all.requests)) {
		be := "are"
		if n == 1 {
			be = "is"
		}
		return fmt.Sprintf("requests may be missing: nothing says of which run %s %s that cannot be read", be, counted(n, "row"))
	}
	return ""
}

// gaps says what is wrong with the numbers of a run's requests. They count the
// run's, or each tenant's by themselves, from 0 or 1 or on from another run's.
func (a *analyser) gaps(run runID, all *counts) string {
	if all.numbered == 0 {
		return ""
	}
	if all.first > 1 && !a.ends()[all.first-1] {
		return fmt.Sprintf("requests are missing: the numbers begin at %.0f", all.first)
	}
	why := all.consecutive()
	if span := all.last - all.first + 1; why == "" || span > float64(all.requests) {
		return why
	}
	for _, tenant := range a.requests.byRun[run] {
		t := a.requests.groups[groupKey{run, tenant}]
		if t.numbered == 0 || t.first != all.first || t.consecutive() != "" {
			return why
		}
	}
	return ""
}

// ends returns the last request numbers of all runs.
func (a *analyser) ends() map[float64]bool {
	if a.lastNumbers == nil {
		a.lastNumbers = make(map[float64]bool, len(a.requests.byRun))
		for run := range a.requests.byRun {
			_, numbered := a.requests.countsOf(run)
			a.lastNumbers[numbered.last] = true
		}
	}
	return a.lastNumbers
}
