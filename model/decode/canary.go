package decode

import "scaledeck/model"

// canary returns the document's canary part, making it where there is none yet:
// rollouts and policy stand side by side in the file.
func (d *decoder) canary() *model.Canary {
	if d.doc.Canary == nil {
		d.doc.Canary = &model.Canary{}
	}
	return d.doc.Canary
}

// finishCanary looks at what only shows once the whole file is read.
func (d *decoder) finishCanary(begin int) {
	c := d.doc.Canary
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
		no := model.Missing(model.Duplicated)
		*p = model.GatePolicy{Pointer: p.Pointer, MaxTPOTRegression: no, MaxTPOT: no, MaxQualityDrop: no, MaxErrorRate: no}
		return
	}
	p.Pointer = d.pointer()
	if !d.wantObject("an object of limits") {
		return
	}
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "max_tpot_regression_ms":
			d.figure(&o, &p.MaxTPOTRegression, &anyNumber)
		case "max_tpot_ceiling_ms":
			d.figure(&o, &p.MaxTPOT, &positiveOr0)
		case "max_quality_drop":
			d.figure(&o, &p.MaxQualityDrop, &anyNumber)
		case "max_error_rate":
			d.figure(&o, &p.MaxErrorRate, &shareOf)
		default:
			d.unknown(&o)
		}
	}
	d.require(begin, "max_tpot_regression_ms", p.MaxTPOTRegression, &anyNumber)
	d.require(begin, "max_tpot_ceiling_ms", p.MaxTPOT, &positiveOr0)
	d.require(begin, "max_quality_drop", p.MaxQualityDrop, &anyNumber)
	d.require(begin, "max_error_rate", p.MaxErrorRate, &shareOf)
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
			d.figure(&o, &r.FinalPercent, &percentOf)
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
	d.require(begin, "final_canary_traffic_percent", r.FinalPercent, &percentOf)
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
	s := model.Stage{Pointer: d.pointer()}
	begin := d.pos
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "stage_percent":
			d.figure(&o, &s.Percent, &percentOf)
		case "requests_evaluated":
			d.figure(&o, &s.Requests, &countOf)
		case "decision":
			d.text(&o, &s.Decision)
		case "passed":
			d.flag(&o, &s.Passed)
		case "tpot_delta_ms":
			d.figure(&o, &s.TPOTDelta, &anyNumber)
		case "canary_tpot_ms":
			d.figure(&o, &s.TPOT, &positiveOr0)
		case "quality_drop":
			d.figure(&o, &s.QualityDrop, &anyNumber)
		case "canary_error_rate":
			d.figure(&o, &s.ErrorRate, &shareOf)
		case "reasons":
			d.texts(&o, &s.Reasons)
		default:
			d.unknown(&o)
		}
	}
	d.require(begin, "stage_percent", s.Percent, &percentOf)
	d.require(begin, "requests_evaluated", s.Requests, &countOf)
	d.requireFlag(begin, "passed", s.Passed)
	d.require(begin, "tpot_delta_ms", s.TPOTDelta, &anyNumber)
	d.require(begin, "quality_drop", s.QualityDrop, &anyNumber)
	d.require(begin, "canary_error_rate", s.ErrorRate, &shareOf)
	return s
}
