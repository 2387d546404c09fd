package view

import (
	"math"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
)

// Band is one chart of the stack.
type Band struct {
	Title  string
	Metric *model.Metric
	Weight int
	Rules  []chart.Rule
	Step   bool
	Log    bool
	Whole  bool // 0 to 1, whatever the samples reach
}

// Stacked draws bands one below the other on h lines, each with a title line and
// its share of the rest by weight; draw draws one with so many rows below its title.
func Stacked(all []Band, h int, draw func(b Band, rows int) []string) []string {
	weights := 0
	for _, b := range all {
		weights += b.Weight
	}
	var out []string
	free := h - len(all)
	for i, b := range all {
		rows := free * b.Weight / weights
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

// GapOf returns the time between two samples over which no line is drawn.
func GapOf(t *model.Timeline) float64 {
	v := t.Seconds.Values()
	if len(v) < 3 {
		return 0
	}
	return GapFactor * (v[len(v)-1] - v[0]) / float64(len(v)-1)
}

// Gutter is the room for labels at the left of every band: one width, so that
// the same second stands in the same column of each.
const Gutter = 10

// GapFactor is how many median intervals a hole must exceed to be hurried through.
const GapFactor = 3

// MostPolicies is how many timelines are drawn at once; more cannot be told apart.
const MostPolicies = 4

// SeriesTokens colour the policies in the file's order.
var SeriesTokens = [MostPolicies]theme.Token{theme.SeriesA, theme.SeriesB, theme.SeriesC, theme.SeriesD}

// SeriesGlyphs draw them in ASCII, where the glyph and not the colour tells them apart.
var SeriesGlyphs = [MostPolicies]rune{'o', '*', 'x', '+'}

// TTFTBand is p99 TTFT with the SLO, or its bounds where the file only flags
// samples; logarithmic where the range passes 20×, and its title says so.
func TTFTBand(timelines ...*analysis.Autoscaling) Band {
	b := Band{Title: "p99 TTFT", Metric: model.P99TTFT, Weight: 4}
	slo := timelines[0].SLO
	if v, ok := slo.Limit.Get(); ok {
		b.Rules = []chart.Rule{{Y: v, Label: "SLO " + slo.Limit.Text(model.Milliseconds), Token: theme.Limit}}
	} else if lo, ok := slo.Low.Get(); ok {
		rule := chart.Rule{Y: lo, Label: "SLO ≥ " + slo.Low.Text(model.Milliseconds), Token: theme.Limit}
		if hi, ok := slo.High.Get(); ok {
			rule.To, rule.Band, rule.Label = hi, true, "SLO "+slo.Low.Text(model.None)+"–"+slo.High.Text(model.Milliseconds)
		}
		b.Rules = []chart.Rule{rule}
	} else if hi, ok := slo.High.Get(); ok {
		b.Rules = []chart.Rule{{Y: hi, Label: "SLO under " + slo.High.Text(model.Milliseconds), Token: theme.Limit}}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range timelines {
		if lo, hi, ok := t.Data.Column(model.P99TTFT).Range(); ok {
			low, high = min(low, lo), max(high, hi)
		}
	}
	if chart.PrefersLog(low, high) {
		b.Log, b.Title = true, "p99 TTFT, log scale"
	}
	return b
}
