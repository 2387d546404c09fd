package benchreport

import (
	"slices"
	"time"

	"scaledeck/model"
	"scaledeck/model/format/intake"
	"scaledeck/model/format/jsonscan"
	"scaledeck/model/format/loadtest"
	"scaledeck/model/text"
)

// blocks are what the reports of one input hold besides what was measured.
type blocks struct {
	timelines model.TimelineSet
	starts    model.Startup
}

// add hands over the blocks that there are.
func (b *blocks) add(to *intake.Sink) {
	if len(b.timelines.Timelines) > 0 || len(b.timelines.Lost) > 0 {
		b.timelines.Open = true
		to.Add(&b.timelines)
	}
	if len(b.starts.Profiles) > 0 || len(b.starts.Lost) > 0 {
		to.Add(&b.starts)
	}
}

// status is one look at the replicas of all controllers.
type status struct {
	at          time.Time
	place       int // in the list of the file
	controllers map[string]replicas
}

type replicas struct{ ready, desired model.Figure }

// replicas reads the replicas of each controller over time.
func (b *blocks) replicas(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	t := model.Timeline{Pointer: d.Pointer(), Name: "replicas"}
	b.timelines.Pointer = t.Pointer
	if !d.WantArray("a list of replica counts") {
		b.timelines.Lost = append(b.timelines.Lost, lost(t.Pointer))
		return
	}
	begin, left := o.At, 0
	var list []status
	var names []string
	for l := d.List(); d.Element(&l); {
		if d.Full(len(list), &left) {
			continue
		}
		at := d.Pointer()
		s, ok := look(d, &names)
		if s.place = len(list); !ok {
			t.Lost = append(t.Lost, lost(at))
			continue
		}
		list = append(list, s)
	}
	d.TellLeft(begin, left)
	if d.Failed() || len(list) == 0 {
		return
	}
	earlier := func(a, b status) int { return a.at.Compare(b.at) }
	if !slices.IsSortedFunc(list, earlier) {
		d.Issue(begin, model.Warning, model.CodeOrder, "times out of order: they are put in order")
		slices.SortStableFunc(list, earlier)
	}
	b.timelines.Timelines = append(b.timelines.Timelines, fill(t, list, names))
}

func lost(at string) model.Measured {
	return model.Measured{Figure: model.Missing(model.WrongType), Expected: true, Origin: model.Origin{At: at}}
}

// look reads the replicas at one time.
func look(d *loadtest.Reader, names *[]string) (s status, ok bool) {
	if !d.WantObject("replica counts at a time") {
		return s, false
	}
	begin := d.Pos()
	s.controllers = make(map[string]replicas)
	timed := false
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "timestamp":
			written := d.ScanText("a time")
			at, err := time.Parse(time.RFC3339Nano, written)
			if s.at, timed = at, err == nil; !timed {
				d.Issue(o.At, model.Warning, model.CodeWrongType, "expected a time such as 2026-01-02T15:04:05Z, got %s", jsonscan.Quote([]byte(written)))
			}
		case "controllers":
			controllers(d, &s, names)
		default:
			d.Unknown(&o)
		}
	}
	if !timed {
		d.Issue(begin, model.Warning, model.CodeMissing, "no time: this sample is left out")
	}
	return s, timed
}

func controllers(d *loadtest.Reader, s *status, names *[]string) {
	if !d.WantArray("a list of controllers") {
		return
	}
	for l := d.List(); d.Element(&l); {
		if !d.WantObject("a controller") {
			continue
		}
		begin, label := d.Pos(), ""
		var r replicas
		for o := d.Object(); d.Member(&o); {
			switch string(o.Key) {
			case "name":
				d.Text(&o, &label)
			case "ready_replicas":
				d.Figure(&o, &r.ready, &model.Ready.Domain)
			case "desired_replicas":
				d.Figure(&o, &r.desired, &model.DesiredReplicas.Domain)
			default:
				d.Unknown(&o)
			}
		}
		d.Require(begin, "ready_replicas", r.ready, &model.Ready.Domain)
		d.Require(begin, "desired_replicas", r.desired, &model.DesiredReplicas.Domain)
		if _, again := s.controllers[label]; again {
			d.Issue(begin, model.Warning, model.CodeDuplicate, "the controller is there twice at one time: neither counts")
			r = replicas{model.Missing(model.Duplicated), model.Missing(model.Duplicated)}
		}
		s.controllers[label] = r
		if !slices.Contains(*names, label) && len(*names) < maxControllers {
			*names = append(*names, label)
		}
	}
}

// maxControllers bounds the columns of a timeline.
const maxControllers = 100

// fill makes the columns: one of each controller where there are several, and one
// of all, which lacks what one of them lacks.
func fill(t model.Timeline, list []status, names []string) model.Timeline {
	t.Breached = make([]model.Flag, len(list))
	for _, s := range list {
		t.Seconds.Append(model.Of(s.at.Sub(list[0].at).Seconds()))
		t.Places = append(t.Places, s.place)
	}
	for _, c := range []struct {
		metric *model.Metric
		key    string
		of     func(replicas) model.Figure
	}{
		{model.Ready, "ready_replicas", func(r replicas) model.Figure { return r.ready }},
		{model.DesiredReplicas, "desired_replicas", func(r replicas) model.Figure { return r.desired }},
	} {
		all := model.Column{Metric: c.metric, Origin: c.key}
		for _, s := range list {
			sum := model.Of(0)
			for _, n := range names {
				if f := c.of(s.controllers[n]); !f.OK() {
					sum = model.Missing(f.State)
				} else if sum.OK() {
					sum = model.Of(sum.Value + f.Value)
				}
			}
			all.Series.Append(sum)
		}
		t.Columns = append(t.Columns, all)
		for _, n := range names {
			if len(names) == 1 {
				break
			}
			own := model.Column{Metric: c.metric, Scope: n, Origin: c.key}
			for _, s := range list {
				own.Series.Append(c.of(s.controllers[n]))
			}
			t.Columns = append(t.Columns, own)
		}
	}
	t.Complete()
	return t
}

// startup reads how long pods took from their creation until they were ready. They
// are not ways to start that could be compared: the slowest is the profile.
func (b *blocks) startup(d *loadtest.Reader, o *jsonscan.Object, _ *loadtest.Result) {
	at, begin := d.Pointer(), o.At
	if !d.WantArray("a list of pods") {
		b.starts.Lost = append(b.starts.Lost, lost(at))
		return
	}
	slowest := model.Profile{Pointer: at}
	pods := 0
	for l := d.List(); d.Element(&l); {
		if !d.WantObject("a pod") {
			b.starts.Lost = append(b.starts.Lost, lost(at))
			continue
		}
		if p := pod(d); pods == 0 || slowest.Total.OK() && (!p.Total.OK() || p.Total.Value > slowest.Total.Value) {
			slowest = p
		}
		pods++
	}
	if pods == 0 {
		return
	}
	if !slowest.Total.OK() {
		d.Issue(begin, model.Warning, model.CodeMissing, "which pod was the slowest is unknown: one has no time")
	}
	slowest.Name = "slowest of " + text.Counted(pods, "pod") + ": " + slowest.Name
	b.starts.Profiles = append(b.starts.Profiles, slowest)
	b.starts.Pointer = at
}

// pod reads one pod as a profile of one phase.
func pod(d *loadtest.Reader) model.Profile {
	p, at := model.Profile{Pointer: d.Pointer()}, d.Pos()
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "name":
			d.Text(&o, &p.Name)
		case "startup_seconds":
			d.Figure(&o, &p.Total, &model.NotNegative)
		default:
			d.Unknown(&o)
		}
	}
	d.Require(at, "startup_seconds", p.Total, &model.NotNegative)
	p.Phases = []model.Phase{{Pointer: p.Pointer + "/startup_seconds", Name: "startup", Seconds: p.Total}}
	return p
}
