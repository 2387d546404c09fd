package seed

import (
	"slices"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
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
		d.Missing(begin, "canary_rollouts", "an object of rollouts")
		lose(&c.Lost, "/canary_rollouts", model.Absent)
	}
	if c.Policy.Pointer == "" {
		d.Missing(begin, "canary_gate_policy", "an object of limits")
	}
}

// gatePolicy decodes the limits of the canary stages.
func (d *decoder) gatePolicy(o *jsonscan.Object) {
	p := &d.canary().Policy
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		for _, m := range model.StageMetrics() {
			p.Limits[m] = model.Missing(model.Duplicated)
		}
		return
	}
	p.Pointer, p.Limits = d.Pointer(), make(model.Values)
	if !d.object(&d.canary().Lost, "an object of limits") {
		return
	}
	metrics := model.StageMetrics()
	for o := d.Object(); d.Member(&o); {
		if i := slices.IndexFunc(metrics, func(m *model.Metric) bool { return m.Limit == string(o.Key) }); i >= 0 {
			d.Value(&o, p.Limits, metrics[i])
		} else {
			d.Unknown(&o)
		}
	}
	for _, m := range metrics {
		d.Require(begin, m.Limit, p.Limits[m], &m.Domain)
	}
}

// rollouts decodes the rollouts.
func (d *decoder) rollouts(o *jsonscan.Object) {
	c := d.canary()
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		c.Rollouts = nil
		lose(&c.Lost, c.Pointer, model.Duplicated)
		return
	}
	c.Pointer = d.Pointer()
	if !d.object(&c.Lost, "an object of rollouts") {
		return
	}
	left := 0
	for o := d.Object(); d.Member(&o); {
		switch d.Repeat(&o) {
		case jsonscan.Same:
		case jsonscan.Differs:
			if i, ok := d.Earlier(&o); ok {
				c.Rollouts[i] = distrustedRollout(&c.Rollouts[i])
			}
		default:
			if d.Full(len(c.Rollouts), &left) {
				continue
			}
			r := model.Rollout{Pointer: d.Pointer(), Name: jsonscan.Clean(o.Key)}
			if d.object(&r.Lost, "a rollout") {
				d.rollout(&r)
			}
			d.Put(&o, len(c.Rollouts))
			c.Rollouts = append(c.Rollouts, r)
		}
	}
	d.TellLeft(begin, left)
	if len(c.Rollouts) == 0 && !d.Failed() {
		d.Issue(begin, model.Warning, model.CodeMissing, "no rollouts: expected at least one")
		lose(&c.Lost, c.Pointer, model.Absent)
	}
}

// distrustedRollout returns what is left of a rollout that stands twice.
func distrustedRollout(r *model.Rollout) model.Rollout {
	flag := model.Flag{State: model.Duplicated}
	return model.Rollout{
		Pointer: r.Pointer, Name: r.Name,
		Completed: flag, RolledBack: flag, FinalPercent: model.Missing(model.Duplicated),
		Lost: []model.Measured{{Figure: model.Missing(model.Duplicated), Origin: model.Origin{At: r.Pointer}}},
	}
}

func (d *decoder) rollout(r *model.Rollout) {
	begin := d.Pos()
	staged := false
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "completed_100_percent":
			d.Flag(&o, &r.Completed)
		case "rolled_back":
			d.Flag(&o, &r.RolledBack)
		case "final_canary_traffic_percent":
			d.Figure(&o, &r.FinalPercent, &model.ZeroTo100)
		case "rollback_reasons":
			d.Texts(&o, &r.Reasons)
		case "stages":
			staged = true
			d.stages(&o, r)
		default:
			d.Unknown(&o)
		}
	}
	d.RequireFlag(begin, "completed_100_percent", r.Completed)
	d.RequireFlag(begin, "rolled_back", r.RolledBack)
	d.Require(begin, "final_canary_traffic_percent", r.FinalPercent, &model.ZeroTo100)
	if !staged && !d.Failed() {
		d.Missing(begin, "stages", "a list of stages")
		lose(&r.Lost, r.Pointer+"/stages", model.Absent)
	}
}

func (d *decoder) stages(o *jsonscan.Object, r *model.Rollout) {
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		r.Stages = nil
		lose(&r.Lost, d.Pointer(), model.Duplicated)
		return
	}
	if !d.array(&r.Lost, "a list of stages") {
		return
	}
	n, left := 0, 0
	for l := d.List(); d.Element(&l); n++ {
		if !d.Full(len(r.Stages), &left) && d.object(&r.Lost, "a stage") {
			r.Stages = append(r.Stages, d.stage())
		}
	}
	d.TellLeft(begin, left)
	if n == 0 && !d.Failed() {
		d.Issue(begin, model.Warning, model.CodeMissing, "no stages: expected at least one")
		lose(&r.Lost, d.Pointer(), model.Absent)
	}
}

func (d *decoder) stage() model.Stage {
	s := model.Stage{Pointer: d.Pointer(), Figures: make(model.Values)}
	metrics := model.StageMetrics()
	begin := d.Pos()
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "stage_percent":
			d.Figure(&o, &s.Percent, &model.ZeroTo100)
		case "requests_evaluated":
			d.Figure(&o, &s.Requests, &model.Counted)
		case "decision":
			d.Text(&o, &s.Decision)
		case "passed":
			d.Flag(&o, &s.Passed)
		case "reasons":
			d.Texts(&o, &s.Reasons)
		default:
			if m := model.MetricOf(metrics, string(o.Key)); m != nil {
				d.Value(&o, s.Figures, m)
			} else {
				d.Unknown(&o)
			}
		}
	}
	d.Require(begin, "stage_percent", s.Percent, &model.ZeroTo100)
	d.Require(begin, "requests_evaluated", s.Requests, &model.Counted)
	d.RequireFlag(begin, "passed", s.Passed)
	for _, m := range metrics {
		if !m.Optional {
			d.Require(begin, m.ID, s.Figures[m], &m.Domain)
		}
	}
	return s
}
