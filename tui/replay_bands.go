package tui

import (
	"math"

	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// band is one chart of the stack.
type band struct {
	title  string
	metric *model.Metric
	weight int
	rules  []chart.Rule
	step   bool
	log    bool
	whole  bool // 0 to 1, whatever the samples reach
}

// bands draws the charts into h lines; the fewer lines there are the fewer charts.
func (s stage) bands(r *replay, w, h int) []string {
	last := band{title: "GPU utilisation", metric: model.GPUUse, weight: 2, whole: true}
	if r.kv {
		last = band{title: "KV cache use", metric: model.KVUse, weight: 2}
	}
	all := []band{
		{title: "demand / KV capacity", metric: model.DemandRatio, weight: 3, rules: []chart.Rule{{Y: 1, Label: "capacity", Token: theme.Limit}}},
		s.ttftBand(),
		{title: "replicas ready, faint with those booting", metric: model.Ready, weight: 2, step: true},
		last,
	}
	switch {
	case h < 5:
		all = all[1:2]
	case h < 12:
		all = all[:2]
	case h < 20:
		all = all[:3]
	}
	return stacked(all, h, func(b band, rows int) []string { return s.band(b, w, rows) })
}

// stacked draws bands one below the other on h lines, each with a title line and
// its share of the rest by weight; draw draws one with so many rows below its title.
func stacked(all []band, h int, draw func(b band, rows int) []string) []string {
	weights := 0
	for _, b := range all {
		weights += b.weight
	}
	var out []string
	free := h - len(all)
	for i, b := range all {
		rows := free * b.weight / weights
		if i == len(all)-1 {
			rows = h - len(out) - 1
		}
		if rows < 1 {
			break
		}
		out = append(out, draw(b, rows)...)
	}
	return out
}

// ttftBand is p99 TTFT with the SLO, or its bounds where the file only flags
// samples; logarithmic where the range passes 20×, and its title says so.
func (s stage) ttftBand() band {
	b := band{title: "p99 TTFT", metric: model.P99TTFT, weight: 4}
	slo := s.tracks[0].finding.Autoscaling.SLO
	if v, ok := slo.Limit.Get(); ok {
		b.rules = []chart.Rule{{Y: v, Label: "SLO " + slo.Limit.Text(model.Milliseconds), Token: theme.Limit}}
	} else if lo, ok := slo.Low.Get(); ok {
		rule := chart.Rule{Y: lo, Label: "SLO ≥ " + slo.Low.Text(model.Milliseconds), Token: theme.Limit}
		if hi, ok := slo.High.Get(); ok {
			rule.To, rule.Band, rule.Label = hi, true, "SLO "+slo.Low.Text(model.None)+"–"+slo.High.Text(model.Milliseconds)
		}
		b.rules = []chart.Rule{rule}
	} else if hi, ok := slo.High.Get(); ok {
		b.rules = []chart.Rule{{Y: hi, Label: "SLO under " + slo.High.Text(model.Milliseconds), Token: theme.Limit}}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range s.tracks {
		if lo, hi, ok := t.finding.Autoscaling.Data.Column(model.P99TTFT).Range(); ok {
			low, high = min(low, lo), max(high, hi)
		}
	}
	if chart.PrefersLog(low, high) {
		b.log, b.title = true, "p99 TTFT, log scale"
	}
	return b
}

func (s stage) band(b band, w, rows int) []string {
	head := widget.Draw(s.c.Theme, widget.Heading{Title: " " + b.title}, w)
	spec := chart.Spec{
		Width: w, Height: rows, Gutter: gutter, X: s.x, Mode: s.mode, Rules: b.rules,
		Playhead: s.pos, HasPlayhead: true, Until: s.pos, HasUntil: true,
		Y: chart.Axis{Unit: b.metric.Unit, Log: b.log},
	}
	if b.whole {
		spec.Y.Min, spec.Y.Max = 0, 1
	}
	for i := len(s.tracks) - 1; i >= 0; i-- {
		t := s.tracks[i]
		data := t.finding.Autoscaling.Data
		spec.Gap = gapOf(data)
		if b.metric == model.Ready {
			spec.Series = append(spec.Series, chart.Series{X: data.Seconds.Values(), Y: sum(data, model.Ready, model.Booting), Token: t.token, Glyph: '.', Step: true, Faint: true})
		}
		one := chart.Series{X: data.Seconds.Values(), Y: data.Column(b.metric).Values(), Token: t.token, Glyph: t.glyph, Step: b.step, Dashed: t.finding.Simulated}
		if len(s.tracks) > 1 {
			one.Name = t.name // colour alone tells nobody which line is which
		}
		spec.Series = append(spec.Series, one)
	}
	return append([]string{head}, chart.Render(s.c.Theme, spec)...)
}

// gapOf returns the time between two samples over which no line is drawn.
func gapOf(t *model.Timeline) float64 {
	v := t.Seconds.Values()
	if len(v) < 3 {
		return 0
	}
	return gapFactor * (v[len(v)-1] - v[0]) / float64(len(v)-1)
}

// sum adds two columns; where either is missing so is the sum.
func sum(t *model.Timeline, a, b *model.Metric) []float64 {
	out := make([]float64, t.Len())
	for i := range out {
		out[i] = t.Column(a).Values()[i] + t.Column(b).Values()[i]
	}
	return out
}
