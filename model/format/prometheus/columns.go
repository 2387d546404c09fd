package prometheus

import (
	"cmp"
	"slices"

	"scaledeck/model"
)

// group is all series of one metric.
type group struct {
	row
	series []*series
}

// times returns the times at which any series has a value, in order.
func (d *decoder) times() []float64 {
	var times []float64
	for i := range d.series {
		for _, p := range d.series[i].points {
			times = append(times, p.at)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// timeline makes one timeline of all series.
func (d *decoder) timeline(times []float64) model.Timeline {
	t := model.Timeline{Pointer: result, Name: cmp.Or(d.common("model_name"), d.common("job"), name), Breached: make([]model.Flag, len(times))}
	for _, at := range times {
		t.Seconds.Append(model.Of(at - times[0]))
	}
	for _, g := range d.groups() {
		t.Columns = append(t.Columns, d.columns(g, times)...)
	}
	t.Complete()
	return t
}

// common returns the value of a label that all series share, "" where they do not.
func (d *decoder) common(key string) string {
	if len(d.series) == 0 {
		return ""
	}
	value := d.series[0].label(key)
	if slices.ContainsFunc(d.series, func(s series) bool { return s.label(key) != value }) {
		return ""
	}
	return value
}

// groups returns the series by their metric, in the order of the answer.
func (d *decoder) groups() []group {
	var list []group
	at := make(map[string]int) // by the metric's ID
	for i := range d.series {
		s := &d.series[i]
		r := rowOf(s.name)
		k, known := at[r.metric.ID]
		if !known {
			k = len(list)
			at[r.metric.ID] = k
			list = append(list, group{row: r})
		}
		list[k].series = append(list[k].series, s)
	}
	return list
}

// columns returns the columns of a metric: one of all replicas where it can be made
// of theirs, and one of each where there are several.
func (d *decoder) columns(g group, times []float64) []model.Column {
	scopes := g.scopes()
	at := make(map[string]int, len(scopes))
	var list []model.Column
	var figures [][]model.Figure
	var lost []bool
	for i, s := range g.series {
		k, known := at[scopes[i]]
		if !known {
			k = len(list)
			at[scopes[i]] = k
			figures, lost = append(figures, make([]model.Figure, len(times))), append(lost, false)
			list = append(list, model.Column{Metric: g.metric, Scope: scopes[i], Origin: s.selector()})
		}
		d.place(g, s, figures[k], times)
		lost[k] = lost[k] || s.lost
	}
	for i := range list {
		list[i].Series = seriesOf(figures[i])
	}
	if g.join == apart || len(list) < 2 {
		return list
	}
	all := model.Column{Metric: g.metric, Origin: joinNames[g.join] + "(" + g.name + ")"}
	all.Series = seriesOf(g.joined(figures, lost, len(times)))
	return append([]model.Column{all}, list...)
}

// place puts the values of a series where their times are. Two that differ at one
// time are both not trusted.
func (d *decoder) place(g group, s *series, own []model.Figure, times []float64) {
	outside, twice := 0, 0
	for _, p := range s.points {
		f := p.figure
		if f.OK() {
			if f = model.Of(f.Value * g.scale); !f.OK() || !g.metric.Domain.Holds(f.Value) {
				f = model.Missing(model.OutOfRange)
				outside++
			}
		}
		i, _ := slices.BinarySearch(times, p.at)
		if own[i].State != model.Absent && own[i] != f {
			f = model.Missing(model.Duplicated)
			twice++
		}
		own[i] = f
	}
	if outside > 0 {
		d.IssueAt(result, -1, model.Warning, model.CodeOutOfRange, "%s: %d out of range: expected %s", s.selector(), outside, g.metric.Domain.Words)
	}
	if twice > 0 {
		d.IssueAt(result, -1, model.Warning, model.CodeDuplicate, "%s: %d values differ from another at the same time: none is trusted", s.selector(), twice)
	}
}

func seriesOf(figures []model.Figure) model.Series {
	var s model.Series
	s.Grow(len(figures))
	for _, f := range figures {
		s.Append(f)
	}
	return s
}

// joined returns the figures of all replicas together. One that is not there yet,
// or no longer, is left out; one that lacks a value in between leaves none, and so
// does one that lost a value anywhere.
func (g *group) joined(figures [][]model.Figure, lost []bool, n int) []model.Figure {
	all := make([]model.Figure, n)
	for i, own := range figures {
		from, to := 0, n
		for ; !lost[i] && from < to && own[from].State == model.Absent; from++ {
		}
		for ; !lost[i] && from < to && own[to-1].State == model.Absent; to-- {
		}
		for k := from; k < to; k++ {
			all[k] = g.together(all[k], own[k])
		}
	}
	return all
}

// together joins what there is so far with the figure of one more replica. What
// either lacks, both lack.
func (g *group) together(sofar, f model.Figure) model.Figure {
	switch {
	case !f.OK():
		return model.Missing(max(f.State, model.Null)) // not Absent, which is none so far
	case sofar.State == model.Absent:
		return f
	case !sofar.OK():
		return sofar
	}
	return model.Of(g.join.of(sofar.Value, f.Value))
}

// replicas are the labels that tell replicas apart, the best first.
var replicas = []string{"pod", "instance", "replica", "engine"}

// scopes returns whose each series is: "" for the only one, the label that tells
// them apart, or all labels where no single one does.
func (g *group) scopes() []string {
	scopes := make([]string, len(g.series))
	if len(g.series) == 1 {
		return scopes
	}
	for _, key := range replicas {
		seen := make(map[string]bool)
		for i, s := range g.series {
			scopes[i] = s.label(key)
			seen[scopes[i]] = true
		}
		if len(seen) == len(g.series) && !seen[""] {
			return scopes
		}
	}
	for i, s := range g.series {
		scopes[i] = s.selector()
	}
	return scopes
}
