package model

// First returns the first n samples of a timeline. What the file claims of all
// samples is left out, unless they are all. The samples are shared.
func (t *Timeline) First(n int) Timeline {
	first := *t
	if n >= t.Len() {
		return first
	}
	none := Figure{}
	first.PeakKVUtilization, first.PeakP99TTFT, first.MaxReady, first.BreachWindows = none, none, none, none
	first.Seconds = t.Seconds.First(n)
	first.Columns = make([]Column, len(t.Columns))
	for i, c := range t.Columns {
		c.Series = c.Series.First(n)
		first.Columns[i] = c
	}
	first.Places = t.Places[:min(n, len(t.Places))]
	n = min(n, len(t.Breached))
	first.Breached = t.Breached[:n:n]
	return first
}

// First returns the first n figures, which it shares.
func (s Series) First(n int) Series {
	n = max(0, min(n, len(s.values)))
	return Series{values: s.values[:n:n], why: s.why}
}
