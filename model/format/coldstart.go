package format

import "scaledeck/model"

// totalKey is the one key of a start-up profile that is no phase.
const totalKey = "total_seconds"

// coldStart decodes the start-up profiles.
func (d *decoder) coldStart(o *object) {
	begin := d.pos
	switch d.repeat(o) {
	case same:
		return
	case differs:
		d.doc.Startup().Profiles = nil
		return
	}
	c := &model.Startup{Pointer: d.pointer()}
	d.doc.Parts = append(d.doc.Parts, c)
	if !d.wantObject("an object of start-up profiles") {
		return
	}
	left := 0
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			if i, ok := d.earlier(&o); ok {
				c.Profiles[i].Phases, c.Profiles[i].Total = nil, model.Missing(model.Duplicated)
			}
		default:
			if d.full(len(c.Profiles), &left) {
				continue
			}
			p := model.Profile{Pointer: d.pointer(), Name: clean(o.key)}
			if d.wantObject("an object of phases") {
				d.profile(&p)
			}
			d.put(&o, len(c.Profiles))
			c.Profiles = append(c.Profiles, p)
		}
	}
	d.tellLeft(begin, left)
	if len(c.Profiles) == 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeMissing, "no start-up profiles: expected at least one")
	}
}

// profile decodes one start-up profile: every key but the total is a phase.
func (d *decoder) profile(p *model.Profile) {
	begin, left := d.pos, 0
	for o := d.object(); d.member(&o); {
		if string(o.key) == totalKey {
			d.figure(&o, &p.Total, &model.NotNegative)
			continue
		}
		if o.dup >= 0 {
			if i, ok := d.earlier(&o); ok {
				d.figure(&o, &p.Phases[i].Seconds, &model.NotNegative)
			} else {
				d.stray() // the first was left out too
			}
			continue
		}
		if d.full(len(p.Phases), &left) {
			continue
		}
		phase := model.Phase{Pointer: d.pointer(), Name: clean(o.key)}
		d.figure(&o, &phase.Seconds, &model.NotNegative)
		d.put(&o, len(p.Phases))
		p.Phases = append(p.Phases, phase)
	}
	d.tellLeft(begin, left)
	d.require(begin, totalKey, p.Total, &model.NotNegative)
}
