package seed

import (
	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// totalKey is the one key of a start-up profile that is no phase.
const totalKey = "total_seconds"

// coldStart decodes the start-up profiles.
func (d *decoder) coldStart(o *jsonscan.Object) {
	begin := d.Pos()
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		c := d.doc.Startup()
		c.Profiles = nil
		lose(&c.Lost, c.Pointer, model.Duplicated)
		return
	}
	c := &model.Startup{Pointer: d.Pointer()}
	d.doc.Parts = append(d.doc.Parts, c)
	if !d.object(&c.Lost, "an object of start-up profiles") {
		return
	}
	left := 0
	for o := d.Object(); d.Member(&o); {
		switch d.Repeat(&o) {
		case jsonscan.Same:
		case jsonscan.Differs:
			if i, ok := d.Earlier(&o); ok {
				c.Profiles[i].Phases, c.Profiles[i].Total = nil, model.Missing(model.Duplicated)
			}
		default:
			if d.Full(len(c.Profiles), &left) {
				continue
			}
			p := model.Profile{Pointer: d.Pointer(), Name: jsonscan.Clean(o.Key)}
			if d.object(&c.Lost, "an object of phases") {
				d.profile(&p)
			}
			d.Put(&o, len(c.Profiles))
			c.Profiles = append(c.Profiles, p)
		}
	}
	d.TellLeft(begin, left)
	if len(c.Profiles) == 0 && !d.Failed() {
		d.Issue(begin, model.Warning, model.CodeMissing, "no start-up profiles: expected at least one")
		lose(&c.Lost, c.Pointer, model.Absent)
	}
}

// profile decodes one start-up profile: every key but the total is a phase.
func (d *decoder) profile(p *model.Profile) {
	begin, left := d.Pos(), 0
	for o := d.Object(); d.Member(&o); {
		if string(o.Key) == totalKey {
			d.Figure(&o, &p.Total, &model.NotNegative)
			continue
		}
		if o.Repeated() {
			if i, ok := d.Earlier(&o); ok {
				d.Figure(&o, &p.Phases[i].Seconds, &model.NotNegative)
			} else {
				d.Stray() // the first was left out too
			}
			continue
		}
		if d.Full(len(p.Phases), &left) {
			continue
		}
		phase := model.Phase{Pointer: d.Pointer(), Name: jsonscan.Clean(o.Key)}
		d.Figure(&o, &phase.Seconds, &model.NotNegative)
		d.Put(&o, len(p.Phases))
		p.Phases = append(p.Phases, phase)
	}
	d.TellLeft(begin, left)
	d.Require(begin, totalKey, p.Total, &model.NotNegative)
}
