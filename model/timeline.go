package model

import "slices"

// TimelineSet is a set of timelines of one demand under several policies.
type TimelineSet struct {
	Pointer   string     // such as /autoscaling_comparison
	Timelines []Timeline // in the file's order
	Open      bool       // the columns are whatever the format has, and not SampleMetrics
	Lost      []Measured // what should be here and could not be read
}

// Timeline is one run under one policy, with what the file claims of it.
type Timeline struct {
	Pointer           string // such as /autoscaling_comparison/reactive_gpu_util
	Name              string
	Mode              string
	ColdStartSeconds  Figure
	PeakKVUtilization Figure // as claimed; in the known file this is the peak of DemandRatio
	PeakP99TTFT       Figure
	MaxReady          Figure
	BreachWindows     Figure
	SLO               Figure // ms, p99 TTFT; absent where the file does not state it (slo_p99_ttft_ms)

	Seconds  Series // time of each sample from the start of the run, ascending
	Columns  []Column
	Breached []Flag     // as the file claims
	Places   []int      // the number of each sample in the file; nil where that is its place here
	Lost     []Measured // what should be here and could not be read
}

// Len returns the number of samples.
func (t *Timeline) Len() int { return t.Seconds.Len() }

// Column is one metric over the samples of a timeline.
type Column struct {
	Metric *Metric
	Scope  string // whose, such as a replica; "" for all together
	Series Series // as long as Timeline.Seconds
	Origin string // where the first sample has it: a key, a column; "" for the metric's ID
}

// Column returns the figures of a metric over all replicas, an empty series where
// the timeline has none.
func (t *Timeline) Column(m *Metric) Series {
	if c := t.find(m, ""); c != nil {
		return c.Series
	}
	return Series{}
}

func (t *Timeline) find(m *Metric, scope string) *Column {
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Metric == m && c.Scope == scope {
			return c
		}
	}
	return nil
}

// Set puts s in the place of the figures of m, which may be none yet.
func (t *Timeline) Set(m *Metric, s Series) {
	t.Columns = slices.Clone(t.Columns) // a copy of a timeline shares them
	if c := t.find(m, ""); c != nil {
		c.Series = s
		return
	}
	t.Columns = append(t.Columns, Column{Metric: m, Series: s})
}

// Append adds one figure to the column of m, making the column where there is none.
func (t *Timeline) Append(m *Metric, f Figure) {
	c := t.find(m, "")
	if c == nil {
		t.Columns = append(t.Columns, Column{Metric: m})
		c = &t.Columns[len(t.Columns)-1]
	}
	c.Series.Append(f)
}

// Complete adds the columns of SampleMetrics that the timeline lacks, without a
// figure: charts take each of them from every timeline.
func (t *Timeline) Complete() {
	for _, m := range SampleMetrics() {
		if t.find(m, "") != nil {
			continue
		}
		c := Column{Metric: m}
		c.Series.Grow(t.Len())
		for range t.Len() {
			c.Series.Append(Figure{})
		}
		t.Columns = append(t.Columns, c)
	}
}

// Metrics returns what the timeline has columns of, and the columns that every
// timeline of its kind can have.
func (t *Timeline) Metrics() []*Metric {
	list := SampleMetrics()
	for _, c := range t.Columns {
		if c.Scope == "" && !slices.Contains(list, c.Metric) {
			list = append(list, c.Metric)
		}
	}
	return list
}
