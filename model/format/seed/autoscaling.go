package seed

import (
	"bytes"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// autoscaling decodes the timelines.
func (d *decoder) autoscaling(o *jsonscan.Object) {
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		set := d.doc.Timelines()
		set.Timelines = nil
		lose(&set.Lost, set.Pointer, model.Duplicated)
		return
	}
	a := &model.TimelineSet{Pointer: d.Pointer()}
	d.doc.Parts = append(d.doc.Parts, a)
	if !d.object(&a.Lost, "an object of policies") {
		return
	}
	left := 0
	for o := d.Object(); d.Member(&o); {
		switch d.Repeat(&o) {
		case jsonscan.Same:
		case jsonscan.Differs:
			if i, ok := d.Earlier(&o); ok {
				a.Timelines[i] = distrustedTimeline(&a.Timelines[i])
			}
		default:
			if d.Full(len(a.Timelines), &left) {
				continue
			}
			d.Put(&o, len(a.Timelines))
			a.Timelines = append(a.Timelines, model.Timeline{Pointer: d.Pointer(), Name: jsonscan.Clean(o.Key)})
			if t := &a.Timelines[len(a.Timelines)-1]; d.object(&t.Lost, "a policy with its timeline") {
				d.timeline(t)
			}
		}
	}
	d.TellLeft(begin, left)
	if len(a.Timelines) == 0 && !d.Failed() {
		d.Issue(begin, model.Warning, model.CodeMissing, "no policies: expected at least one")
		lose(&a.Lost, a.Pointer, model.Absent)
	}
}

// distrustedTimeline returns what is left of a timeline that is there twice.
func distrustedTimeline(t *model.Timeline) model.Timeline {
	no := model.Missing(model.Duplicated)
	return model.Timeline{
		Pointer: t.Pointer, Name: t.Name, SLO: no, ColdStartSeconds: no,
		PeakKVUtilization: no, PeakP99TTFT: no, MaxReady: no, BreachWindows: no,
		Lost: []model.Measured{{Figure: no, Origin: model.Origin{At: t.Pointer}}},
	}
}

// timelineFields are the keys of a policy, its samples aside.
var timelineFields = []jsonscan.Field[model.Timeline]{
	{Key: "mode", Text: func(t *model.Timeline) *string { return &t.Mode }},
	{Key: "cold_start_seconds", Domain: &model.NotNegative, Figure: func(t *model.Timeline) *model.Figure { return &t.ColdStartSeconds }},
	{Key: "peak_kv_utilization", Domain: &model.NotNegative, Figure: func(t *model.Timeline) *model.Figure { return &t.PeakKVUtilization }},
	{Key: "peak_p99_ttft_ms", Domain: &model.NotNegative, Figure: func(t *model.Timeline) *model.Figure { return &t.PeakP99TTFT }},
	{Key: "max_ready_replicas", Domain: &model.Counted, Figure: func(t *model.Timeline) *model.Figure { return &t.MaxReady }},
	{Key: "slo_breach_windows", Domain: &model.Counted, Figure: func(t *model.Timeline) *model.Figure { return &t.BreachWindows }},
	{Key: "slo_p99_ttft_ms", Domain: &model.NotNegative, Figure: func(t *model.Timeline) *model.Figure { return &t.SLO }, Optional: true},
}

func (d *decoder) timeline(t *model.Timeline) {
	begin, sampled := d.Pos(), false
	jsonscan.Fields(&d.Reader, timelineFields, t, func(o *jsonscan.Object) bool {
		if string(o.Key) != "timeline" {
			return false
		}
		sampled = true
		d.samples(o, t)
		return true
	})
	if !sampled && !d.Failed() {
		d.Missing(begin, "timeline", "a list of samples")
		lose(&t.Lost, t.Pointer+"/timeline", model.Absent)
	}
}

func (d *decoder) samples(o *jsonscan.Object, t *model.Timeline) {
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		empty(t)
		lose(&t.Lost, d.Pointer(), model.Duplicated)
		return
	}
	if !d.array(&t.Lost, "a list of samples") {
		return
	}
	c := columns{timeline: t}
	n := 0
	for l := d.List(); d.Element(&l); n++ {
		c.place = n
		if !d.object(&t.Lost, "a sample") {
			c.skipped = true
			continue
		}
		d.sample(&c)
		if n == 0 && t.Len() > 0 {
			c.reserve(d.samplesAhead(l.At))
		}
	}
	if d.Failed() {
		return
	}
	d.finishSamples(&c, begin)
	switch {
	case n == 0:
		d.Issue(begin, model.Warning, model.CodeMissing, "no samples: expected at least one")
		lose(&t.Lost, d.Pointer(), model.Absent)
	case t.Len() == 0:
		d.Issue(begin, model.Warning, model.CodeMissing, "no sample that can be used: expected at least one")
	}
}

// empty takes the samples out of a timeline.
func empty(t *model.Timeline) {
	t.Seconds, t.Breached, t.Columns = model.Series{}, nil, nil
}

// samplesAhead estimates how many samples follow the one that was read from
// offset at to here: by their opening brackets up to the end of the list, and
// never more than there is room for at half that sample's size. A wrong estimate
// costs memory or time, nothing else.
func (d *decoder) samplesAhead(at int) int {
	rest := d.Rest()
	if end := bytes.IndexByte(rest, ']'); end >= 0 {
		rest = rest[:end]
	}
	return min(bytes.Count(rest, []byte{'{'}), 2*len(rest)/max(d.Pos()-at, 1))
}
