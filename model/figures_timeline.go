package model

import (
	"slices"
	"strconv"
)

// Figures returns the figures of timeline i: what the file claims of it, then one
// for every column that lacks samples, and one for each whole column. A figure is
// expected where another timeline of the set has it.
func (s *TimelineSet) Figures(i int) Figures {
	return func(yield func(Measured) bool) {
		w := &walker{yield: yield}
		w.all(s.Lost)
		t := &s.Timelines[i]
		w.all(t.Lost)
		claims, flagged, starts := false, false, false
		for j := range s.Timelines {
			starts = starts || given(s.Timelines[j].ColdStartSeconds)
			claims = claims || s.Timelines[j].claims()
			flagged = flagged || s.Timelines[j].flagged()
		}
		w.figure(t.Pointer, "cold_start_seconds", t.ColdStartSeconds, claims || starts)
		w.figure(t.Pointer, "peak_kv_utilization", t.PeakKVUtilization, claims)
		w.figure(t.Pointer, "peak_p99_ttft_ms", t.PeakP99TTFT, claims)
		w.figure(t.Pointer, "max_ready_replicas", t.MaxReady, claims)
		w.figure(t.Pointer, "slo_breach_windows", t.BreachWindows, claims)
		if t.SLO.State != Absent { // rarely stated
			w.figure(t.Pointer, "slo_p99_ttft_ms", t.SLO, false)
		}
		t.gaps(w, nil, t.Seconds, "", true)
		for _, c := range s.columns() {
			series := Series{}
			if own := t.find(c.Metric, c.Scope); own != nil {
				series = own.Series
			}
			t.gaps(w, c.Metric, series, c.Scope, s.carries(c.Metric, c.Scope))
		}
		t.flagGaps(w, flagged)
	}
}

// claims reports whether the file claims anything of the samples of t.
func (t *Timeline) claims() bool {
	return given(t.PeakKVUtilization, t.PeakP99TTFT, t.MaxReady, t.BreachWindows)
}

func (t *Timeline) flagged() bool {
	return slices.ContainsFunc(t.Breached, func(f Flag) bool { return f.State != Absent })
}

// columns returns every column that a timeline of the set can have.
func (s *TimelineSet) columns() []Column {
	var list []Column
	add := func(m *Metric, scope string) {
		if !slices.ContainsFunc(list, func(c Column) bool { return c.Metric == m && c.Scope == scope }) {
			list = append(list, Column{Metric: m, Scope: scope})
		}
	}
	if !s.Open {
		for _, m := range SampleMetrics() {
			add(m, "")
		}
	}
	for i := range s.Timelines {
		for j := range s.Timelines[i].Columns {
			add(s.Timelines[i].Columns[j].Metric, s.Timelines[i].Columns[j].Scope)
		}
	}
	return list
}

// carries reports whether any timeline of the set says anything in a column.
func (s *TimelineSet) carries(m *Metric, scope string) bool {
	for i := range s.Timelines {
		for j := range s.Timelines[i].Columns {
			if c := &s.Timelines[i].Columns[j]; c.Metric == m && c.Scope == scope && c.Series.given() {
				return true
			}
		}
	}
	return false
}

// gaps hands out the first sample that a column lacks for each reason, and the
// first sample of a column that lacks none. A nil metric is the time.
func (t *Timeline) gaps(w *walker, m *Metric, s Series, scope string, expected bool) {
	key := "sec"
	if m != nil {
		key = m.ID
	}
	if s.Len() < t.Len() {
		w.put(Measured{Metric: m, Scope: scope, Expected: expected, Origin: t.sample(s.Len(), key)})
		return
	}
	seen := make(map[Presence]bool)
	n, from, to := s.Len()-s.Present(), 0, s.Len()
	if scope != "" && n > 0 { // a replica that is not there yet, or no longer, lacks nothing
		from, to = s.extent()
	}
	for i := from; i < to && n > 0; i++ {
		if f := s.At(i); !f.OK() {
			if n--; !seen[f.State] {
				seen[f.State] = true
				w.put(Measured{Metric: m, Scope: scope, Figure: f, Expected: expected, Origin: t.sample(i, key)})
			}
			if len(s.why) == 0 { // all that are missing are absent
				break
			}
		}
	}
	if len(seen) == 0 && from < to {
		w.put(Measured{Metric: m, Scope: scope, Figure: s.At(from), N: to - from, Expected: expected, Origin: t.sample(from, key)})
	}
}

func (t *Timeline) flagGaps(w *walker, expected bool) {
	seen := make(map[Presence]bool)
	for i := range t.Len() {
		var f Flag
		if i < len(t.Breached) {
			f = t.Breached[i]
		}
		if f.State != Present && !seen[f.State] {
			seen[f.State] = true
			w.put(Measured{Figure: Missing(f.State), Expected: expected, Origin: t.sample(i, "slo_breached")})
		}
	}
}

// sample returns where sample i has a key.
func (t *Timeline) sample(i int, key string) Origin {
	if i < len(t.Places) {
		i = t.Places[i]
	}
	return below(t.Pointer, "timeline/"+strconv.Itoa(i)+"/"+key)
}
