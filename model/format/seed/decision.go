package seed

import (
	"slices"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

// decisionFields are the keys of a decision, its comparisons aside.
var decisionFields = []jsonscan.Field[model.Decision]{
	{Key: "data_publishable", Flag: func(d *model.Decision) *model.Flag { return &d.DataPublishable }},
	{Key: "scale_out_pass", Flag: func(d *model.Decision) *model.Flag { return &d.ScaleOutPass }},
	{Key: "criteria", Text: func(d *model.Decision) *string { return &d.Criteria }},
}

// decision decodes the verdict that a scale-out analysis states itself.
func (d *decoder) decision(dst *model.Decision) {
	begin := d.Pos()
	if !d.object(&d.scaleOut.Lost, "an object") {
		return
	}
	compared := false
	jsonscan.Fields(&d.Reader, decisionFields, dst, func(o *jsonscan.Object) bool {
		if string(o.Key) != "comparisons_to_one_replica" {
			return false
		}
		compared = true
		d.comparisons(o, &dst.Comparisons)
		return true
	})
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

// distrustedComparison returns what is left of a comparison that is there twice.
func distrustedComparison(c *model.ClaimedChange) model.ClaimedChange {
	no, flag := model.Missing(model.Duplicated), model.Flag{State: model.Duplicated}
	return model.ClaimedChange{
		Pointer: c.Pointer, Key: c.Key, Replicas: c.Replicas,
		OfferedChange: no, ServedChange: no, TTFTChange: no, LoadMatched: flag, Pass: flag,
	}
}

// comparisonFields are the keys of a comparison.
var comparisonFields = []jsonscan.Field[model.ClaimedChange]{
	{Key: "offered_rps_per_gpu_change_pct", Domain: &model.AnyNumber, Figure: func(c *model.ClaimedChange) *model.Figure { return &c.OfferedChange }},
	{Key: "offered_load_matched", Flag: func(c *model.ClaimedChange) *model.Flag { return &c.LoadMatched }},
	{Key: "served_rps_per_gpu_change_pct", Domain: &model.AnyNumber, Figure: func(c *model.ClaimedChange) *model.Figure { return &c.ServedChange }},
	{Key: "premium_burst_p95_ttft_change_pct", Domain: &model.AnyNumber, Figure: func(c *model.ClaimedChange) *model.Figure { return &c.TTFTChange }},
	{Key: "pass", Flag: func(c *model.ClaimedChange) *model.Flag { return &c.Pass }},
}

func (d *decoder) comparison(c *model.ClaimedChange) {
	jsonscan.Fields(&d.Reader, comparisonFields, c, nil)
}
