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

// distrustedRollout returns what is left of a rollout that is there twice.
func distrustedRollout(r *model.Rollout) model.Rollout {
	flag := model.Flag{State: model.Duplicated}
	return model.Rollout{
		Pointer: r.Pointer, Name: r.Name,
		Completed: flag, RolledBack: flag, FinalPercent: model.Missing(model.Duplicated),
		Lost: []model.Measured{{Figure: model.Missing(model.Duplicated), Origin: model.Origin{At: r.Pointer}}},
	}
}

// rolloutFields are the keys of a rollout, its stages aside.
var rolloutFields = []jsonscan.Field[model.Rollout]{
	{Key: "completed_100_percent", Flag: func(r *model.Rollout) *model.Flag { return &r.Completed }},
	{Key: "rolled_back", Flag: func(r *model.Rollout) *model.Flag { return &r.RolledBack }},
	{Key: "final_canary_traffic_percent", Domain: &model.ZeroTo100, Figure: func(r *model.Rollout) *model.Figure { return &r.FinalPercent }},
	{Key: "rollback_reasons", Texts: func(r *model.Rollout) *[]string { return &r.Reasons }},
}

func (d *decoder) rollout(r *model.Rollout) {
	begin, staged := d.Pos(), false
	jsonscan.Fields(&d.Reader, rolloutFields, r, func(o *jsonscan.Object) bool {
		if string(o.Key) != "stages" {
			return false
		}
		staged = true
		d.stages(o, r)
		return true
	})
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

// stageFields are the keys of a stage, its metrics aside.
var stageFields = []jsonscan.Field[model.Stage]{
	{Key: "stage_percent", Domain: &model.ZeroTo100, Figure: func(s *model.Stage) *model.Figure { return &s.Percent }},
	{Key: "requests_evaluated", Domain: &model.Counted, Figure: func(s *model.Stage) *model.Figure { return &s.Requests }},
	{Key: "decision", Text: func(s *model.Stage) *string { return &s.Decision }},
	{Key: "passed", Flag: func(s *model.Stage) *model.Flag { return &s.Passed }},
	{Key: "reasons", Texts: func(s *model.Stage) *[]string { return &s.Reasons }},
}

func (d *decoder) stage() model.Stage {
	s := model.Stage{Pointer: d.Pointer(), Figures: make(model.Values)}
	metrics := model.StageMetrics()
	begin := d.Pos()
	jsonscan.Fields(&d.Reader, stageFields, &s, d.values(metrics, s.Figures))
	for _, m := range metrics {
		if !m.Optional {
			d.Require(begin, m.ID, s.Figures[m], &m.Domain)
		}
	}
	return s
}

// values returns what reads the metrics of the list, under their IDs.
func (d *decoder) values(metrics []*model.Metric, dst model.Values) func(*jsonscan.Object) bool {
	return func(o *jsonscan.Object) bool {
		m := model.MetricOf(metrics, string(o.Key))
		if m != nil {
			d.Value(o, dst, m)
		}
		return m != nil
	}
}
