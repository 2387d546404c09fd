package format

import (
	"bytes"

	"scaledeck/model"
)

// autoscaling decodes the timelines.
func (d *decoder) autoscaling(o *object) {
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		d.doc.Timelines().Timelines = nil
		return
	}
	a := &model.TimelineSet{Pointer: d.pointer()}
	d.doc.Parts = append(d.doc.Parts, a)
	if !d.wantObject("an object of policies") {
		return
	}
	left := 0
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			if i, ok := d.earlier(&o); ok {
				a.Timelines[i] = distrustedTimeline(&a.Timelines[i])
			}
		default:
			if d.full(len(a.Timelines), &left) {
				continue
			}
			d.put(&o, len(a.Timelines))
			a.Timelines = append(a.Timelines, model.Timeline{Pointer: d.pointer(), Name: clean(o.key)})
			if d.wantObject("a policy with its timeline") {
				d.timeline(&a.Timelines[len(a.Timelines)-1])
			}
		}
	}
	d.tellLeft(begin, left)
	if len(a.Timelines) == 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeMissing, "no policies: expected at least one")
	}
}

// distrustedTimeline returns what is left of a timeline that stands twice.
func distrustedTimeline(t *model.Timeline) model.Timeline {
	no := model.Missing(model.Duplicated)
	return model.Timeline{
		Pointer: t.Pointer, Name: t.Name, SLO: no, ColdStartSeconds: no,
		PeakKVUtilization: no, PeakP99TTFT: no, MaxReady: no, BreachWindows: no,
	}
}

func (d *decoder) timeline(t *model.Timeline) {
	begin := d.pos
	sampled := false
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "mode":
			d.text(&o, &t.Mode)
		case "cold_start_seconds":
			d.figure(&o, &t.ColdStartSeconds, &model.NotNegative)
		case "peak_kv_utilization":
			d.figure(&o, &t.PeakKVUtilization, &model.NotNegative)
		case "peak_p99_ttft_ms":
			d.figure(&o, &t.PeakP99TTFT, &model.NotNegative)
		case "max_ready_replicas":
			d.figure(&o, &t.MaxReady, &model.Counted)
		case "slo_breach_windows":
			d.figure(&o, &t.BreachWindows, &model.Counted)
		case "slo_p99_ttft_ms":
			d.figure(&o, &t.SLO, &model.NotNegative)
		case "timeline":
			sampled = true
			d.samples(&o, t)
		default:
			d.unknown(&o)
		}
	}
	d.require(begin, "cold_start_seconds", t.ColdStartSeconds, &model.NotNegative)
	d.require(begin, "peak_kv_utilization", t.PeakKVUtilization, &model.NotNegative)
	d.require(begin, "peak_p99_ttft_ms", t.PeakP99TTFT, &model.NotNegative)
	d.require(begin, "max_ready_replicas", t.MaxReady, &model.Counted)
	d.require(begin, "slo_breach_windows", t.BreachWindows, &model.Counted)
	if !sampled && !d.failed {
		d.missing(begin, "timeline", "a list of samples")
	}
}

func (d *decoder) samples(o *object, t *model.Timeline) {
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		empty(t)
		return
	}
	if !d.wantArray("a list of samples") {
		return
	}
	c := columns{timeline: t}
	n := 0
	for l := d.list(); d.element(&l); n++ {
		if !d.wantObject("a sample") {
			continue
		}
		d.sample(&c)
		if n == 0 && t.Len() > 0 {
			c.reserve(d.samplesAhead(l.at))
		}
	}
	if d.failed {
		return
	}
	d.finishSamples(&c, begin)
	switch {
	case n == 0:
		d.issue(begin, model.Warning, model.CodeMissing, "no samples: expected at least one")
	case t.Len() == 0:
		d.issue(begin, model.Warning, model.CodeMissing, "no sample that can be used: expected at least one")
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
	rest := d.data[d.pos:]
	if end := bytes.IndexByte(rest, ']'); end >= 0 {
		rest = rest[:end]
	}
	return min(bytes.Count(rest, []byte{'{'}), 2*len(rest)/max(d.pos-at, 1))
}
