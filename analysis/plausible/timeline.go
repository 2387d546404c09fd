package plausible

import (
	"slices"
	"strconv"

	"scaledeck/model"
)

// Timeline returns what is odd about the samples of a timeline.
func Timeline(t *model.Timeline) []Caution {
	var found list
	found.epochs(t)
	demand, ready := t.Column(model.Demand), t.Column(model.Ready)
	for i := range t.Len() {
		if positive(demand.At(i)) && ready.At(i) == model.Of(0) {
			found.add(Caution{Code: NoReplicaReady, Metric: model.P99TTFT, Scope: t.Name, At: at(t, i)})
		}
	}
	for c := range t.Columns {
		col := &t.Columns[c]
		if !latency(col.Metric) || col.Metric.Unit != model.Milliseconds {
			continue
		}
		usual := mean(col.Series)
		for i := range col.Series.Len() {
			v, ok := col.Series.At(i).Get()
			switch {
			case !ok:
			case v == 0 && positive(demand.At(i)):
				found.add(Caution{Code: ZeroUnderLoad, Metric: col.Metric, Scope: t.Name, At: at(t, i)})
			case v > 0 && v < 1 && v*100 <= usual:
				found.add(Caution{Code: OffScale, Metric: col.Metric, Scope: t.Name, Value: model.Of(v), At: at(t, i)})
			}
		}
		found.clipped(t, col, demand)
	}
	return found
}

// clippedFrom is how many worst samples have to be equal to be at the bound of a bucket.
const clippedFrom = 3

// clipped adds a column whose worst samples are all one whole number though the
// demand on them differs: the last bound of a histogram and no measurement.
func (l *list) clipped(t *model.Timeline, c *model.Column, demand model.Series) {
	most, first := c.Series.Max()
	low, _, _ := c.Series.Range()
	if !most.OK() || most.Value == low || most.Value != float64(int64(most.Value)) {
		return
	}
	n, differs := 0, false
	for i := range c.Series.Len() {
		if c.Series.At(i) == most {
			n++
			differs = differs || demand.At(i) != demand.At(first)
		}
	}
	if n >= clippedFrom && differs {
		l.add(Caution{Code: Clipped, Metric: c.Metric, Scope: t.Name, Value: most, At: at(t, first)})
	}
}

// epochs adds times that are in more than one unit: epochs in s, ms and µs are
// three powers of ten apart each.
func (l *list) epochs(t *model.Timeline) {
	var seen []int
	for i := range t.Len() {
		if e, ok := epochUnit(t.Seconds.At(i)); ok {
			if !slices.Contains(seen, e) {
				seen = append(seen, e)
			}
			if len(seen) > 1 {
				l.add(Caution{Code: MixedEpochs, Scope: t.Name, At: at(t, i)})
			}
		}
	}
}

// epochUnit returns which unit a time counts since 1970 in: 1 for s, 2 for ms, 3
// for µs, 4 for ns, and 0 for a time from the start of a run.
func epochUnit(f model.Figure) (int, bool) {
	v, ok := f.Get()
	unit := 0
	for bound := 1e9; unit < 4 && v >= bound; bound *= 1000 {
		unit++
	}
	return unit, ok
}

func positive(f model.Figure) bool { return f.OK() && f.Value > 0 }

// mean returns the mean of the figures above zero: a scale to see an odd one by, in
// no memory of its own.
func mean(s model.Series) float64 {
	sum, n := 0.0, 0
	for _, v := range s.Values() {
		if v > 0 {
			sum, n = sum+v, n+1
		}
	}
	return sum / float64(max(n, 1))
}

// at returns where sample i is in the file.
func at(t *model.Timeline, i int) string {
	if i < len(t.Places) {
		i = t.Places[i]
	}
	return t.Pointer + "/timeline/" + strconv.Itoa(i)
}
