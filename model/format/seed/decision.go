package seed

import (
	"slices"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// decision decodes the verdict that a scale-out analysis states itself.
func (d *decoder) decision(dst *model.Decision) {
	begin := d.Pos()
	if !d.object(&d.scaleOut.Lost, "an object") {
		return
	}
	compared := false
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "data_publishable":
			d.Flag(&o, &dst.DataPublishable)
		case "scale_out_pass":
			d.Flag(&o, &dst.ScaleOutPass)
		case "criteria":
			d.Text(&o, &dst.Criteria)
		case "comparisons_to_one_replica":
			compared = true
			d.comparisons(&o, &dst.Comparisons)
		default:
			d.Unknown(&o)
		}
	}
	d.RequireFlag(begin, "data_publishable", dst.DataPublishable)
	d.RequireFlag(begin, "scale_out_pass", dst.ScaleOutPass)
	if !compared {
		d.Missing(begin, "comparisons_to_one_replica", "an object of comparisons")
		d.scaleOut.Lost = append(d.scaleOut.Lost, model.Measured{Expected: dst.DataPublishable.State != model.Absent || dst.ScaleOutPass.State != model.Absent, Origin: model.Origin{At: d.Pointer() + "/comparisons_to_one_replica"}})
	}
}

func (d *decoder) comparisons(o *jsonscan.Object, dst *[]model.ClaimedChange) {
	switch d.Repeat(o) {
	case jsonscan.Same:
		return
	case jsonscan.Differs:
		*dst = nil
		lose(&d.scaleOut.Lost, d.Pointer(), model.Duplicated)
		return
	}
	begin, left := d.Pos(), 0
	if !d.object(&d.scaleOut.Lost, "an object of comparisons") {
		return
	}
	for o := d.Object(); d.Member(&o); {
		switch d.Repeat(&o) {
		case jsonscan.Same:
		case jsonscan.Differs:
			if i, ok := d.Earlier(&o); ok {
				(*dst)[i] = distrustedComparison(&(*dst)[i])
			}
		default:
			if d.Full(len(*dst), &left) {
				continue
			}
			c := model.ClaimedChange{Pointer: d.Pointer(), Key: jsonscan.Clean(o.Key), Replicas: d.keyNumber(&o)}
			if d.object(&d.scaleOut.Lost, "a comparison") {
				d.comparison(&c)
			}
			d.Put(&o, len(*dst))
			*dst = append(*dst, c)
		}
	}
	d.TellLeft(begin, left)
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
	begin := d.Pos()
	for o := d.Object(); d.Member(&o); {
		switch string(o.Key) {
		case "offered_rps_per_gpu_change_pct":
			d.Figure(&o, &c.OfferedChange, &model.AnyNumber)
		case "offered_load_matched":
			d.Flag(&o, &c.LoadMatched)
		case "served_rps_per_gpu_change_pct":
			d.Figure(&o, &c.ServedChange, &model.AnyNumber)
		case "premium_burst_p95_ttft_change_pct":
			d.Figure(&o, &c.TTFTChange, &model.AnyNumber)
		case "pass":
			d.Flag(&o, &c.Pass)
		default:
			d.Unknown(&o)
		}
	}
	d.Require(begin, "offered_rps_per_gpu_change_pct", c.OfferedChange, &model.AnyNumber)
	d.RequireFlag(begin, "offered_load_matched", c.LoadMatched)
	d.Require(begin, "served_rps_per_gpu_change_pct", c.ServedChange, &model.AnyNumber)
	d.Require(begin, "premium_burst_p95_ttft_change_pct", c.TTFTChange, &model.AnyNumber)
	d.RequireFlag(begin, "pass", c.Pass)
}
