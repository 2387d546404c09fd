package autoscaler

import (
	"cmp"
	"context"
	"slices"

	"scaledeck/model"
	"scaledeck/model/text"
)

// place is one column of the timeline: a metric of everything, or of one replica.
type place struct {
	metric *model.Metric
	pod    string
}

// sample is one moment. Its figures are in the order of builder.places; there may
// be fewer, and what was not read is absent.
type sample struct {
	at      float64
	figures []model.Figure
}

// builder collects samples and makes a timeline of them.
type builder struct {
	*rows
	samples []sample
	places  []place  // in the order of their first figure
	keys    []string // the column each was read from
	index   map[place]int
	doubled bool // an event was there twice
}

// maxPods bounds the columns of single replicas.
const maxPods = 200

func (b *builder) put(s *sample, p place, key string, f model.Figure) {
	at, known := b.index[p]
	if !known {
		if p.pod != "" && len(b.places) >= maxPods {
			b.tell("pods", key, model.Warning, model.CodeTruncated, "more than %d replicas: the others are left out", maxPods)
			return
		}
		if b.index == nil {
			b.index = make(map[place]int)
		}
		at = len(b.places)
		b.index[p] = at
		b.places, b.keys = append(b.places, p), append(b.keys, key)
	}
	for len(s.figures) <= at {
		s.figures = append(s.figures, model.Figure{})
	}
	if s.figures[at].State != model.Absent {
		b.doubled = true // the first counts
		return
	}
	s.figures[at] = f
}

// get returns the figure of a sample that is at a place.
func (b *builder) get(s *sample, p place) model.Figure {
	if at, known := b.index[p]; known && at < len(s.figures) {
		return s.figures[at]
	}
	return model.Figure{}
}

// polls reads a file with a row a poll.
func (b *builder) polls(ctx context.Context) {
	places := make([]int, len(pollColumns))
	for i := range pollColumns {
		places[i] = b.find(&pollColumns[i])
	}
	stamp, _ := b.Column("timestamp")
	for b.Next() && ctx.Err() == nil {
		if !b.usable() {
			continue
		}
		at, ok := b.seconds(stamp)
		if !ok {
			continue
		}
		s := sample{at: at, figures: make([]model.Figure, 0, len(pollColumns))}
		for i := range pollColumns {
			if c := &pollColumns[i]; places[i] >= 0 {
				b.put(&s, place{metric: c.metric}, c.key, b.figure(c, places[i]))
			}
		}
		b.unheard(&s)
		b.samples = append(b.samples, s)
	}
}

// unheard takes out a request rate of 0 unless nothing waits: the monitor had none.
func (b *builder) unheard(s *sample) {
	rate, waiting := place{metric: requestRate}, b.get(s, place{metric: model.WaitingRequests})
	if f := b.get(s, rate); f.OK() && f.Value == 0 && (!waiting.OK() || waiting.Value > 0) {
		b.tell("zero", "request_rate_per_min", model.Warning, model.CodeMissing, "0 while requests wait, or may: taken as missing")
		s.figures[b.index[rate]] = model.Missing(model.Unmeasured)
	}
}

// burst is how long after its first event another still belongs to one sample, s.
const burst = 5

// events reads a file with a row an event.
func (b *builder) events(ctx context.Context) {
	stamp, _ := b.Column("timestamp")
	sort, _ := b.Column("event_type")
	pods, _ := b.Column("pod")
	places := b.eventPlaces()
	for b.Next() && ctx.Err() == nil {
		if !b.usable() {
			continue
		}
		i := slices.IndexFunc(events, func(e event) bool { return e.name == b.Cell(sort) })
		if i < 0 {
			b.tell("event", "event_type", model.Warning, model.CodeUnrecognised, "%s is no event that is known: the row is left out", text.Quote(b.Cell(sort), 40))
			b.leave(model.WrongType)
			continue
		}
		at, ok := b.seconds(stamp)
		if e := &events[i]; ok && len(e.columns) > 0 {
			b.take(e, places[i], at, text.Clean(b.Cell(pods)))
		}
	}
	if b.doubled {
		b.issues.Add(-1, model.Note, model.CodeDuplicate, "", "events are there more than once for one moment: the first of each counts")
	}
	for i := range b.samples {
		b.together(&b.samples[i], model.WaitingRequests, func(a, v float64) float64 { return a + v })
		b.together(&b.samples[i], model.KVUse, func(a, v float64) float64 { return max(a, v) })
	}
}

// eventPlaces returns where the columns of each event are. The header has those of
// the events that the file holds.
func (b *builder) eventPlaces() [][]int {
	list := make([][]int, len(events))
	for i, e := range events {
		for j := range e.columns {
			c := e.columns[j]
			c.optional = true // an event that has a row will miss it there
			list[i] = append(list[i], b.find(&c))
		}
	}
	return list
}

// take adds the figures of one event to its sample.
func (b *builder) take(e *event, places []int, at float64, pod string) {
	if e.pod && pod == "" && b.Cell(places[0]) == "" {
		return // what the log writes after the last replica
	}
	if e.pod && pod == "" {
		b.tell("pod", "pod", model.Warning, model.CodeMissing, "empty: expected the name of a replica; the row is left out")
		b.leave(model.Absent)
		return
	}
	if n := len(b.samples); n == 0 || at < b.samples[n-1].at || at > b.samples[n-1].at+burst {
		b.samples = append(b.samples, sample{at: at})
	}
	s := &b.samples[len(b.samples)-1]
	for i := range e.columns {
		c := &e.columns[i]
		switch {
		case places[i] >= 0:
			b.put(s, place{metric: c.metric, pod: pod}, c.key, b.figure(c, places[i]))
		case !c.optional:
			b.find(c) // makes the issue
		}
	}
}

// together makes the figure of all replicas from those of each: it is missing
// where that of one is.
func (b *builder) together(s *sample, m *model.Metric, join func(a, v float64) float64) {
	all, none, key := model.Of(0), true, ""
	for i, f := range s.figures {
		switch p := b.places[i]; {
		case p.metric != m || p.pod == "" || f.State == model.Absent:
			continue
		case !f.OK():
			all = f
		case all.OK():
			all = model.Of(join(all.Value, f.Value))
		}
		none, key = false, b.keys[i]
	}
	if !none {
		b.put(s, place{metric: m}, key, all)
	}
}

// timeline puts the samples in order.
func (b *builder) timeline() model.Timeline {
	byTime := func(a, c sample) int { return cmp.Compare(a.at, c.at) }
	if !slices.IsSortedFunc(b.samples, byTime) {
		b.issues.Add(-1, model.Note, model.CodeOrder, "", "rows are out of order: put where their times belong")
		slices.SortStableFunc(b.samples, byTime)
	}
	for i := range b.samples {
		b.samples[len(b.samples)-1-i].at -= b.samples[0].at // the first last
	}
	kept := slices.CompactFunc(b.samples, func(a, c sample) bool { return a.at == c.at })
	if n := len(b.samples) - len(kept); n > 0 {
		b.issues.Add(-1, model.Warning, model.CodeDuplicate, "", "%d rows repeat a time that was there before: the first of each is kept", n)
	}
	t := model.Timeline{Name: name, Breached: make([]model.Flag, len(kept)), Lost: b.lost}
	for _, s := range kept {
		t.Seconds.Append(model.Of(s.at))
	}
	for i, p := range b.places {
		c := model.Column{Metric: p.metric, Scope: p.pod, Origin: b.keys[i]}
		c.Series.Grow(len(kept))
		for k := range kept {
			c.Series.Append(b.get(&kept[k], p))
		}
		t.Columns = append(t.Columns, c)
	}
	t.Complete()
	return t
}
