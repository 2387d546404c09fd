package seed

import (
	"cmp"
	"slices"
	"strconv"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// The fields of a sample: the figures by their place in model.SampleMetrics, then
// the time and what the file says of the SLO.
const (
	numMetrics    = 8
	fieldSeconds  = numMetrics
	fieldBreached = fieldSeconds + 1
	numFields     = fieldBreached + 1
)

// sampleMetrics are the figures of a sample.
var sampleMetrics = [numMetrics]*model.Metric(model.SampleMetrics())

// limitsOf returns what a field of a sample can be, the flag aside.
func limitsOf(f int) *model.Domain {
	if f == fieldSeconds {
		return &model.NotNegative
	}
	return &sampleMetrics[f].Domain
}

// field returns the field that a sample calls key, or −1. It is asked for every
// key of every sample.
func field(key []byte) int {
	switch string(key) {
	case "sec":
		return fieldSeconds
	case "slo_breached":
		return fieldBreached
	}
	for i, m := range &sampleMetrics {
		if m.ID == string(key) {
			return i
		}
	}
	return -1
}

func fieldKey(f int) string {
	switch f {
	case fieldSeconds:
		return "sec"
	case fieldBreached:
		return "slo_breached"
	}
	return sampleMetrics[f].ID
}

// maxLost bounds the samples of one timeline that are named as lost.
const maxLost = 100

// columns fills the series of one timeline, sample by sample.
type columns struct {
	timeline *model.Timeline
	tallies  [numFields][model.OutOfRange + 1]tally // of missing values, by field and reason
	last     float64                                // the latest time so far
	late     tally                                  // samples earlier than one before them
	ascend   bool                                   // every time is later than the one before
	place    int                                    // of the current sample in the file
	skipped  bool                                   // samples were left out: places are not counts
}

// tally counts a thing that happens in many samples and keeps the number of the
// issue that its first makes: a column without figures is one issue, not one a
// sample.
type tally struct{ count, issue int }

func (t *tally) first() bool {
	t.count++
	return t.count == 1
}

// reserve makes room for n more samples.
func (c *columns) reserve(n int) {
	t := c.timeline
	t.Seconds.Grow(n)
	for i := range t.Columns {
		t.Columns[i].Series.Grow(n)
	}
	t.Breached = slices.Grow(t.Breached, n)
}

// sample decodes one sample and adds it to the columns.
func (d *decoder) sample(c *columns) {
	begin := d.Pos()
	var figures [fieldBreached]model.Figure
	var breached model.Flag
	seen := 0
	for o := d.Object(); d.Next(&o); {
		f := field(o.Key)
		if f < 0 {
			d.Remember(&o)
			d.Unknown(&o)
			continue
		}
		again := seen&(1<<f) != 0
		if seen |= 1 << f; again {
			d.DuplicateKey(&o)
		}
		if f == fieldBreached {
			flag := d.ScanFlag()
			if t := &c.tallies[f][flag.State]; !flag.OK() && t.first() {
				t.issue = d.ComplainFlag(flag, o.At)
			}
			if again && flag != breached {
				flag = model.Flag{State: model.Duplicated}
			}
			breached = flag
			continue
		}
		figure, k := d.ScanFigure(limitsOf(f))
		if t := &c.tallies[f][figure.State]; !figure.OK() && t.first() {
			t.issue = d.Complain(figure, k, o.At, limitsOf(f))
		}
		if again && figure != figures[f] {
			figure = model.Missing(model.Duplicated)
		}
		figures[f] = figure
	}
	if d.Failed() {
		return
	}
	if seen != 1<<numFields-1 {
		d.absentFields(c, seen, begin)
	}
	d.add(c, begin, &figures, breached)
}

// absentFields counts the fields that the sample which begins at the offset does
// not have.
func (d *decoder) absentFields(c *columns, seen, begin int) {
	for f := range numFields {
		if t := &c.tallies[f][model.Absent]; seen&(1<<f) == 0 && t.first() {
			words := jsonscan.FlagWords
			if f != fieldBreached {
				words = limitsOf(f).Words
			}
			t.issue = d.Missing(begin, fieldKey(f), words)
		}
	}
}

// add puts a sample at the end of the columns. One without a time has no place
// there; the issue of its time says that it is left out.
func (d *decoder) add(c *columns, begin int, figures *[fieldBreached]model.Figure, breached model.Flag) {
	at, ok := figures[fieldSeconds].Get()
	if !ok {
		c.skipped = true
		if len(c.timeline.Lost) < maxLost {
			lose(&c.timeline.Lost, d.Pointer()+"/sec", figures[fieldSeconds].State)
		}
		if t := &c.tallies[fieldSeconds][model.Duplicated]; figures[fieldSeconds].State == model.Duplicated && t.first() {
			t.issue = d.Issue(begin, model.Warning, model.CodeDuplicateKey, "the time stands twice with different values")
		}
		return
	}
	t := c.timeline
	if c.skipped && t.Places == nil {
		for i := range t.Len() {
			t.Places = append(t.Places, i)
		}
	}
	if c.skipped {
		t.Places = append(t.Places, c.place)
	}
	switch {
	case t.Len() == 0:
		c.ascend, c.last = true, at
	case at > c.last:
		c.last = at
	case at == c.last:
		c.ascend = false
	default:
		c.ascend = false
		if c.late.first() {
			c.late.issue = d.Issue(begin, model.Note, model.CodeOrder, "the sample at %s s is out of order: put where its time belongs", seconds(at))
		}
	}
	t.Seconds.Append(figures[fieldSeconds])
	if t.Columns == nil {
		t.Columns = make([]model.Column, numMetrics)
		for i, m := range &sampleMetrics {
			t.Columns[i].Metric = m
		}
	}
	for i := range t.Columns {
		t.Columns[i].Series.Append(figures[i])
	}
	t.Breached = append(t.Breached, breached)
}

func seconds(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// finishSamples amends the issues of what happened more than once, and puts the
// samples of the list that begins at the offset in order.
func (d *decoder) finishSamples(c *columns, begin int) {
	for f := range c.tallies {
		for _, t := range c.tallies[f] {
			if t.count > 0 && f == fieldSeconds {
				d.Issues.Amend(t.issue, "; a sample without a time is left out")
			}
			d.andMore(t)
		}
	}
	d.andMore(c.late)
	if c.timeline.Len() > 0 && !c.ascend {
		d.order(c.timeline, begin)
	}
}

// andMore says how many more of the same there are in the timeline.
func (d *decoder) andMore(t tally) {
	if t.count > 1 {
		d.Issues.Amend(t.issue, "; and "+strconv.Itoa(t.count-1)+" more in this timeline")
	}
}

// order sorts samples by time. Of several at one time the first in the file stays.
func (d *decoder) order(t *model.Timeline, begin int) {
	at := t.Seconds.Values()
	keep := make([]int, len(at))
	for i := range keep {
		keep[i] = i
	}
	slices.SortStableFunc(keep, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	all := len(keep)
	var twice float64
	place := func(i int) string {
		if i < len(t.Places) {
			i = t.Places[i]
		}
		return t.Pointer + "/timeline/" + strconv.Itoa(i) + "/sec"
	}
	for i := len(keep) - 1; i > 0; i-- {
		if at[keep[i]] == at[keep[i-1]] {
			twice = at[keep[i]]
			if len(t.Lost) < maxLost { // which of the two holds cannot be known
				lose(&t.Lost, place(keep[i-1]), model.Duplicated)
				lose(&t.Lost, place(keep[i]), model.Duplicated)
			}
		}
	}
	keep = slices.CompactFunc(keep, func(a, b int) bool { return at[a] == at[b] })
	switch n := all - len(keep); {
	case n == 1:
		d.Issue(begin, model.Warning, model.CodeDuplicate, "the time %s s stands twice: the first sample of it is kept", seconds(twice))
	case n > 1:
		d.Issue(begin, model.Warning, model.CodeDuplicate, "%d samples repeat a time that was there before, the first at %s s: the first of each is kept", n, seconds(twice))
	}
	t.Seconds = pick(t.Seconds, keep)
	for i := range t.Columns {
		t.Columns[i].Series = pick(t.Columns[i].Series, keep)
	}
	breached := make([]model.Flag, len(keep))
	for i, from := range keep {
		breached[i] = t.Breached[from]
	}
	t.Breached = breached
	places := make([]int, len(keep))
	for i, from := range keep {
		places[i] = from
		if from < len(t.Places) {
			places[i] = t.Places[from]
		}
	}
	t.Places = places
}

// pick returns the figures of s at the given places.
func pick(s model.Series, at []int) model.Series {
	var out model.Series
	out.Grow(len(at))
	for _, i := range at {
		out.Append(s.At(i))
	}
	return out
}
