package plausible

import (
	"maps"

	"scaledeck/model"
)

// Comparison returns what is odd about the runs of a comparison.
func Comparison(c *model.Comparison) []Caution {
	var found list
	metrics := c.Metrics()
	named := make(map[string]int)
	for i := range c.Rows {
		r := &c.Rows[i]
		for _, m := range metrics {
			v, ok := r.Figures[m].Get()
			if !ok || !latency(m) {
				continue
			}
			if v == 0 && busy(r, metrics) {
				found.add(Caution{Code: ZeroUnderLoad, Metric: m, Scope: r.Name, At: r.Where(m).At})
				continue
			}
			for _, o := range metrics {
				found.pair(r, m, o)
			}
		}
		if first, again := named[r.Name]; again && r.Name != "" && !sameRun(r, &c.Rows[first]) {
			found.add(Caution{Code: NameTwice, Name: r.Name, At: r.Pointer})
		} else if !again {
			named[r.Name] = i
		}
		for j := range i {
			if o := &c.Rows[j]; r.Replicas == o.Replicas && r.Arm == o.Arm && r.Repeat != o.Repeat && len(r.Figures) > 0 && maps.Equal(r.Figures, o.Figures) {
				found.add(Caution{Code: SameRepeats, At: r.Pointer})
				break
			}
		}
	}
	return found
}

// pair checks a latency of a run against another of the same requests.
func (l *list) pair(r *model.Run, m, o *model.Metric) {
	v, other := r.Figures[m], r.Figures[o]
	if !v.OK() || !other.OK() || m.Tenant != o.Tenant || m.Window != o.Window || m.Unit != o.Unit {
		return
	}
	q, ok := rank(m)
	p, okOther := rank(o)
	switch {
	case !ok || !okOther || v.Value >= other.Value:
	case m.Quantity == o.Quantity && q > p:
		for _, doubted := range [...]*model.Metric{m, o} { // nobody knows which of them is right
			partner := m
			if doubted == m {
				partner = o
			}
			l.add(Caution{Code: PercentilesOrder, Metric: doubted, Other: partner, Scope: r.Name, Value: r.Figures[doubted], At: r.Where(doubted).At})
		}
	case m.Quantity == model.TTFT && o.Quantity == model.TPOT && q == p:
		l.add(Caution{Code: BelowTPOT, Metric: m, Other: o, Scope: r.Name, Value: v, At: r.Where(m).At})
	}
}

// rank returns the percentile of a metric, the median being the 50th; a mean has none.
func rank(m *model.Metric) (q float64, ok bool) {
	if m.Stat == model.Median {
		return 0.5, latency(m)
	}
	q, ok = m.Quantile()
	return q, ok && latency(m)
}

// busy reports whether a run served anything.
func busy(r *model.Run, metrics []*model.Metric) bool {
	for _, m := range metrics {
		switch m.Quantity {
		case model.RequestCount, model.Throughput:
			if v, ok := r.Figures[m].Get(); ok && v > 0 {
				return true
			}
		case model.TTFT, model.TPOT, model.ITL, model.E2E:
			if v, ok := r.Figures[m].Get(); ok && v > 0 && latency(m) {
				return true
			}
		}
	}
	return false
}

// sameRun reports whether two rows are of the same run: naming it twice is another fault.
func sameRun(a, b *model.Run) bool {
	return a.Replicas == b.Replicas && a.Repeat == b.Repeat && a.Arm == b.Arm
}
