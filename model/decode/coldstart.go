package decode

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
		d.doc.ColdStart.Profiles = nil
		return
	}
	c := &model.ColdStart{Pointer: d.pointer()}
	d.doc.ColdStart = c
	if !d.wantObject("an object of start-up profiles") {
		return
	}
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			for i := range c.Profiles {
				if p := &c.Profiles[i]; p.Pointer == d.pointer() {
					p.Phases, p.Total = nil, model.Missing(model.Duplicated)
				}
			}
		default:
			p := model.Profile{Pointer: d.pointer(), Name: clean(o.key)}
			if d.wantObject("an object of phases") {
				d.profile(&p)
			}
			c.Profiles = append(c.Profiles, p)
		}
	}
	if len(c.Profiles) == 0 && !d.failed {
		d.issue(begin, model.Warning, model.CodeMissing, "no start-up profiles: expected at least one")
	}
}

// profile decodes one start-up profile: every key but the total is a phase.
func (d *decoder) profile(p *model.Profile) {
	begin := d.pos
	for o := d.object(); d.member(&o); {
		if string(o.key) == totalKey {
			d.figure(&o, &p.Total, &positiveOr0)
			continue
		}
		name := d.pointer()
		if o.dup >= 0 {
			for i := range p.Phases {
				if p.Phases[i].Pointer == name {
					d.figure(&o, &p.Phases[i].Seconds, &positiveOr0)
					break
				}
			}
			continue
		}
		phase := model.Phase{Pointer: name, Name: clean(o.key)}
		d.figure(&o, &phase.Seconds, &positiveOr0)
		p.Phases = append(p.Phases, phase)
	}
	d.require(begin, totalKey, p.Total, &positiveOr0)
}
