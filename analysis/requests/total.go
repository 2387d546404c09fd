package requests

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
)

// maxGroups is the most pairs of run and tenant that are believed: a file with
// more has something else in one of these columns.
const maxGroups = 20_000

// groupKey is a run and a tenant.
type groupKey struct {
	run    runID
	tenant tenantID
}

// total is the requests of one run and tenant.
type total struct {
	counts
	ttft, tpot series
}

// totals are the requests of a whole file.
type totals struct {
	tally  tally
	lost   losses
	groups map[groupKey]*total
	byRun  map[runID][]tenantID
}

// readRequests reads a table of requests. spans gives the window and the length
// of a run by its number of replicas.
func readRequests(ctx context.Context, t *table, c cutting, most int, spans func(int) span) (*totals, error) {
	columns, err := requestColumnsOf(t)
	if err != nil {
		return nil, unfit(err)
	}
	sum := &totals{groups: make(map[groupKey]*total), byRun: make(map[runID][]tenantID)}
	open := func() sink { return newRequestSink(columns, spans) }
	sum.tally, err = t.scan(ctx, c, most, open, func(s sink) error { return sum.merge(t, s.(*requestSink)) })
	return sum, err
}

func (a *totals) merge(t *table, s *requestSink) error {
	for _, g := range s.used {
		key := groupKey{g.run, g.tenant}
		sum := a.groups[key]
		if sum == nil {
			if len(a.groups) >= maxGroups {
				return unfit(fmt.Errorf("%s: more than %d pairs of run and tenant: expected those columns to name a few", t.name, maxGroups))
			}
			sum = &total{counts: noCounts()}
			a.groups[key] = sum
			a.byRun[g.run] = append(a.byRun[g.run], g.tenant)
		}
		sum.add(&g.counts)
		sum.ttft.take(&g.ttft)
		sum.tpot.take(&g.tpot)
	}
	a.lost.merge(&s.lost)
	return nil
}

// measured reports whether a run has requests that are no warm-up.
func (a *totals) measured(run runID) bool {
	return slices.ContainsFunc(a.byRun[run], func(t tenantID) bool { return !t.warmup() })
}

// distinct returns one side of the groups that are no warm-up, each once, in any order.
func distinct[T comparable](a *totals, side func(groupKey) T) []T {
	seen := make(map[T]bool)
	for k := range a.groups {
		if !k.tenant.warmup() {
			seen[side(k)] = true
		}
	}
	return slices.Collect(maps.Keys(seen))
}

// runs returns the runs, ascending by replicas, repeat and name.
func (a *totals) runs() []runID {
	list := distinct(a, func(k groupKey) runID { return k.run })
	slices.SortFunc(list, func(a, b runID) int {
		return cmp.Or(cmp.Compare(a.replicas, b.replicas), cmp.Compare(a.repeat, b.repeat), cmp.Compare(a.name, b.name))
	})
	return list
}

// tenants returns the tenants that are no warm-up, those of high priority first
// and those without one last.
func (a *totals) tenants() []tenantID {
	list := distinct(a, func(k groupKey) tenantID { return k.tenant })
	slices.SortFunc(list, func(a, b tenantID) int {
		if a.ranked != b.ranked {
			if a.ranked {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.priority, a.priority), cmp.Compare(a.name, b.name))
	})
	return list
}

// warmups returns how many requests of warm-up tenants were left out.
func (a *totals) warmups() int {
	n := 0
	for k, t := range a.groups {
		if k.tenant.warmup() {
			n += t.requests
		}
	}
	return n
}
