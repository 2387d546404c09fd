package replay

import (
	"math"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// bands draws the charts into h lines; the fewer lines there are the fewer charts.
func (s stage) bands(r *replay, w, h int) []string {
	last := view.Band{Title: "GPU utilisation", Metric: model.GPUUse, Weight: 2, Whole: true}
	if r.kv {
		last = view.Band{Title: "KV cache use", Metric: model.KVUse, Weight: 2}
	}
	last.From = 20
	var timelines []*model.Timeline
	for _, t := range s.tracks {
		timelines = append(timelines, analysis.AutoscalingOf(t.finding.Outcome).Data)
	}
	all := []view.Band{
		{Title: "demand / KV capacity", Metric: model.DemandRatio, Weight: 3, From: 5, Rules: []chart.Rule{{Y: 1, Label: "capacity", Token: theme.Limit}}},
		view.TTFTBand(view.SLORule(analysis.AutoscalingOf(s.tracks[0].finding.Outcome).SLO), timelines...),
		{Title: "replicas ready, faint with those booting", Metric: model.Ready, Weight: 2, From: 12, Step: true},
		last,
	}
	return view.Stacked(all, h, func(b view.Band, rows int) []string { return s.band(b, w, rows) })
}

func (s stage) band(b view.Band, w, rows int) []string {
	head := widget.Draw(s.c.Theme, widget.Heading{Title: " " + b.Title}, w)
	spec := chart.Spec{
		Width: w, Height: rows, Gutter: view.Gutter, X: s.x, Mode: s.mode, Rules: b.Rules,
		Playhead: s.pos, HasPlayhead: true, Until: s.pos, HasUntil: true, HideAhead: s.hide,
		Y: chart.Axis{Unit: b.Metric.Unit, Log: b.Log},
	}
	if b.Whole {
		spec.Y.Min, spec.Y.Max = 0, 1
	}
	for i := len(s.tracks) - 1; i >= 0; i-- {
		t := s.tracks[i]
		data := analysis.AutoscalingOf(t.finding.Outcome).Data
		spec.Gap = view.GapOf(data)
		if b.Metric == model.Ready {
			spec.Series = append(spec.Series, chart.Series{X: data.Seconds.Values(), Y: sum(data, model.Ready, model.Booting), Token: t.token, Glyph: '.', Step: true, Faint: true})
		}
		one := chart.Series{X: data.Seconds.Values(), Y: data.Column(b.Metric).Values(), Token: t.token, Glyph: t.glyph, Step: true, Dashed: t.finding.Simulated}
		if len(s.tracks) > 1 {
			one.Name = t.name // colour alone does not name a line
		}
		spec.Series = append(spec.Series, one)
	}
	return append([]string{head}, chart.Render(s.c.Theme, spec)...)
}

// sum adds two columns; where either is missing so is the sum.
func sum(t *model.Timeline, a, b *model.Metric) []float64 {
	out := make([]float64, t.Len())
	left, right := t.Column(a), t.Column(b)
	for i := range out {
		out[i] = math.NaN()
		if l, r := left.At(i), right.At(i); l.OK() && r.OK() {
			out[i] = l.Value + r.Value
		}
	}
	return out
}
