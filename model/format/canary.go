package format

import (
	"slices"

	"scaledeck/model"
)

// canary returns the document's canary part, making it where there is none yet:
// rollouts and policy are two keys of the file.
func (d *decoder) canary() *model.RolloutSet {
	if d.rolloutSet == nil {
		d.rolloutSet = &model.RolloutSet{}
		d.doc.Parts = append(d.doc.Parts, d.rolloutSet)
	}
	return d.rolloutSet
}

// finishCanary looks at what only shows once the whole file is read.
func (d *decoder) finishCanary(begin int) {
	c := d.rolloutSet
	if c.Pointer == "" {
		d.missing(begin, "canary_rollouts", "an object of rollouts")
	}
	if c.Policy.Pointer == "" {
		d.missing(begin, "canary_gate_policy", "an object of limits")
	}
}

// gatePolicy decodes the limits of the canary stages.
func (d *decoder) gatePolicy(o *object) {
	p := &d.canary().Policy
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		for _, m := range model.StageMetrics() {
			p.Limits[m] = model.Missing(model.Duplicated)
		}
		return
	}
	p.Pointer, p.Limits = d.pointer(), make(model.Values)
	if !d.wantObject("an object of limits") {
		return
	}
	metrics := model.StageMetrics()
	for o := d.object(); d.member(&o); {
		if i := slices.IndexFunc(metrics, func(m *model.Metric) bool { return m.Limit == string(o.key) }); i >= 0 {
			d.value(&o, p.Limits, metrics[i])
		} else {
			d.unknown(&o)
		}
	}
	for _, m := range metrics {
		d.require(begin, m.Limit, p.Limits[m], &m.Domain)
	}
}

// rollouts decodes the rollouts.
func (d *decoder) rollouts(o *object) {
	c := d.canary()
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		c.Rollouts = nil
		return
	}
	c.Pointer = d.pointer()
	if !d.wantObject("an object of rollouts") {
		return
	}
	left := 0
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			if i, ok := d.earlier(&o); ok {
				c.Rollouts[i] = distrustedRollout(&c.Rollouts[i])
			}
		default:
			if d.full(len(c.Rollouts), &left) {
				continue
			}
			r := model.Rollout{Pointer: d.pointer(), Name: clean(o.key)}
			if d.wantObject("a rollout") {
				d.rollout(&r)
			}
			d.put(&o, len(c.Rollouts))
			c.Rollouts = append(c.Rollouts, r)
		}
	}
	d.tellLeft(begin, left)
	if len(c.Rollouts) == 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeMissing, "no rollouts: expected at least one")
	}
}

// distrustedRollout returns what is left of a rollout that stands twice.
func distrustedRollout(r *model.Rollout) model.Rollout {
	flag := model.Flag{State: model.Duplicated}
	return model.Rollout{
		Pointer: r.Pointer, Name: r.Name,
		Completed: flag, RolledBack: flag, FinalPercent: model.Missing(model.Duplicated),
	}
}

func (d *decoder) rollout(r *model.Rollout) {
	begin := d.pos
	staged := false
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "completed_100_percent":
			d.flag(&o, &r.Completed)
		case "rolled_back":
			d.flag(&o, &r.RolledBack)
		case "final_canary_traffic_percent":
			d.figure(&o, &r.FinalPercent, &model.ZeroTo100)
		case "rollback_reasons":
			d.texts(&o, &r.Reasons)
		case "stages":
			staged = true
			d.stages(&o, &r.Stages)
		default:
			d.unknown(&o)
		}
	}
	d.requireFlag(begin, "completed_100_percent", r.Completed)
	d.requireFlag(begin, "rolled_back", r.RolledBack)
	d.require(begin, "final_canary_traffic_percent", r.FinalPercent, &model.ZeroTo100)
	if !staged && !d.failed {
		d.missing(begin, "stages", "a list of stages")
	}
}

func (d *decoder) stages(o *object, dst *[]model.Stage) {
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		*dst = nil
		return
	}
	if !d.wantArray("a list of stages") {
		return
	}
	n, left := 0, 0
	for l := d.list(); d.element(&l); n++ {
		if !d.full(len(*dst), &left) && d.wantObject("a stage") {
			*dst = append(*dst, d.stage())
		}
	}
	d.tellLeft(begin, left)
	if n == 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeMissing, "no stages: expected at least one")
	}
}

func (d *decoder) stage() model.Stage {
	s := model.Stage{Pointer: d.pointer(), Figures: make(model.Values)}
	metrics := model.StageMetrics()
	begin := d.pos
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "stage_percent":
			d.figure(&o, &s.Percent, &model.ZeroTo100)
		case "requests_evaluated":
			d.figure(&o, &s.Requests, &model.Counted)
		case "decision":
			d.text(&o, &s.Decision)
		case "passed":
			d.flag(&o, &s.Passed)
		case "reasons":
			d.texts(&o, &s.Reasons)
		default:
			if m := model.MetricOf(metrics, string(o.key)); m != nil {
				d.value(&o, s.Figures, m)
			} else {
				d.unknown(&o)
			}
		}
	}
	d.require(begin, "stage_percent", s.Percent, &model.ZeroTo100)
	d.require(begin, "requests_evaluated", s.Requests, &model.Counted)
	d.requireFlag(begin, "passed", s.Passed)
	for _, m := range metrics {
		if !m.Optional {
			d.require(begin, m.ID, s.Figures[m], &m.Domain)
		}
	}
	return s
}
