package format

import (
	"slices"

	"scaledeck/model"
)

// decision decodes the verdict that a scale-out analysis states itself.
func (d *decoder) decision(dst *model.Decision) {
	begin := d.pos
	if !d.wantObject("an object") {
		return
	}
	compared := false
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "data_publishable":
			d.flag(&o, &dst.DataPublishable)
		case "scale_out_pass":
			d.flag(&o, &dst.ScaleOutPass)
		case "criteria":
			d.text(&o, &dst.Criteria)
		case "comparisons_to_one_replica":
			compared = true
			d.comparisons(&o, &dst.Comparisons)
		default:
			d.unknown(&o)
		}
	}
	d.requireFlag(begin, "data_publishable", dst.DataPublishable)
	d.requireFlag(begin, "scale_out_pass", dst.ScaleOutPass)
	if !compared {
		d.missing(begin, "comparisons_to_one_replica", "an object of comparisons")
	}
}

func (d *decoder) comparisons(o *object, dst *[]model.ClaimedChange) {
	switch d.repeat(o) {
	case same:
		return
	case differs:
		*dst = nil
		return
	}
	begin, left := d.pos, 0
	if !d.wantObject("an object of comparisons") {
		return
	}
	for o := d.object(); d.member(&o); {
		switch d.repeat(&o) {
		case same:
		case differs:
			if i, ok := d.earlier(&o); ok {
				(*dst)[i] = distrustedComparison(&(*dst)[i])
			}
		default:
			if d.full(len(*dst), &left) {
				continue
			}
			c := model.ClaimedChange{Pointer: d.pointer(), Key: clean(o.key), Replicas: d.keyNumber(&o)}
			if d.wantObject("a comparison") {
				d.comparison(&c)
			}
			d.put(&o, len(*dst))
			*dst = append(*dst, c)
		}
	}
	d.tellLeft(begin, left)
	slices.SortStableFunc(*dst, func(a, b model.ClaimedChange) int { return byReplicas(a.Replicas, b.Replicas) })
}

// distrustedComparison returns what is left of a comparison that stands twice.
func distrustedComparison(c *model.ClaimedChange) model.ClaimedChange {
	no, flag := model.Missing(model.Duplicated), model.Flag{State: model.Duplicated}
	return model.ClaimedChange{
		Pointer: c.Pointer, Key: c.Key, Replicas: c.Replicas,
		OfferedChange: no, ServedChange: no, TTFTChange: no, LoadMatched: flag, Pass: flag,
	}
}

func (d *decoder) comparison(c *model.ClaimedChange) {
	begin := d.pos
	for o := d.object(); d.member(&o); {
		switch string(o.key) {
		case "offered_rps_per_gpu_change_pct":
			d.figure(&o, &c.OfferedChange, &model.AnyNumber)
		case "offered_load_matched":
			d.flag(&o, &c.LoadMatched)
		case "served_rps_per_gpu_change_pct":
			d.figure(&o, &c.ServedChange, &model.AnyNumber)
		case "premium_burst_p95_ttft_change_pct":
			d.figure(&o, &c.TTFTChange, &model.AnyNumber)
		case "pass":
			d.flag(&o, &c.Pass)
		default:
			d.unknown(&o)
		}
	}
	d.require(begin, "offered_rps_per_gpu_change_pct", c.OfferedChange, &model.AnyNumber)
	d.requireFlag(begin, "offered_load_matched", c.LoadMatched)
	d.require(begin, "served_rps_per_gpu_change_pct", c.ServedChange, &model.AnyNumber)
	d.require(begin, "premium_burst_p95_ttft_change_pct", c.TTFTChange, &model.AnyNumber)
	d.requireFlag(begin, "pass", c.Pass)
}
