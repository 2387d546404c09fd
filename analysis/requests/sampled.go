package requests

import (
	"fmt"

	"scaledeck/model/format/csvscan"
)

// sampled is what the long tables of samples have in common.
type sampled struct {
	requestSink
	elapsed int
}

// newSampled finds the columns that tell run, tenant and time.
func newSampled(t *table) (sampled, error) { return newSampledAt(t, elapsedHeadings) }

// newSampledAt is newSampled for tables whose time, if they have one, is called so.
func newSampledAt(t *table, at []heading) (sampled, error) {
	c := requestColumns{run: make([]int, 3), tenant: []int{absent, absent}}
	elapsed := absent
	for _, f := range []struct {
		to       *int
		headings []heading
	}{
		{&c.run[runName], runHeadings}, {&c.run[runReplicas], replicasHeadings}, {&c.run[runRepeat], repeatHeadings},
		{&c.tenant[tenantName], tenantHeadings}, {&elapsed, at},
	} {
		at, _, err := t.find(f.headings)
		if err != nil {
			return sampled{}, err
		}
		*f.to = at
	}
	if c.run[runReplicas] == absent {
		return sampled{}, fmt.Errorf("%s: no column model_replicas: expected the number of replicas of every sample's run", t.name)
	}
	s := newRequestSink(c, func(int) span { return span{} })
	return sampled{requestSink: *s, elapsed: elapsed}, nil
}

// run returns the run of a row, or the column that does not tell it.
func (s *sampled) run(sc *csvscan.Scanner, r *csvscan.Record) (runID, int, string) {
	s.lastRun = s.runOf(sc, r)
	id := &s.runs[s.lastRun]
	return id.run, id.column, id.want
}
