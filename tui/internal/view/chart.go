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
	Weight int // its share in the lines
	From   int // lines of the stack from which it is drawn
	Rules  []chart.Rule
	Step   bool
	Log    bool
	Whole  bool // 0 to 1, whatever the samples reach
}

// Stacked draws bands one below the other on h lines, each with a title line and
// its share of the rest by weight; draw draws one with so many rows below its title.
func Stacked(all []Band, h int, draw func(b Band, rows int) []string) []string {
	var blocks []Block
	for _, b := range all {
		if h >= b.From {
			blocks = append(blocks, Block{Least: 1, Ideal: 1, Grow: b.Weight, Draw: func(n int) []string {
				if n < 2 {
					return nil // a title alone says nothing
				}
				return draw(b, n-1)
			}})
		}
	}
	return Stack(h, blocks...)
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
// the same second is in the same column of each.
const Gutter = 10

// GapFactor is how many median intervals a hole must exceed to be hurried through.
const GapFactor = 3

// MostPolicies is how many timelines are drawn at once; more cannot be distinguished.
const MostPolicies = 4

// SeriesTokens colour the policies in the file's order.
var SeriesTokens = [MostPolicies]theme.Token{theme.SeriesA, theme.SeriesB, theme.SeriesC, theme.SeriesD}

// SeriesGlyphs draw them in ASCII, where the glyph and not the colour tells them apart.
var SeriesGlyphs = [MostPolicies]rune{'o', '*', 'x', '+'}

// TTFTBand is p99 TTFT with the SLO, or its bounds where the file only flags
// samples; logarithmic where the range passes 20×, and its title says so.
func TTFTBand(rules []chart.Rule, timelines ...*model.Timeline) Band {
	b := Band{Title: "p99 TTFT", Metric: model.P99TTFT, Weight: 4, Rules: rules}
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range timelines {
		if lo, hi, ok := t.Column(model.P99TTFT).Range(); ok {
			low, high = min(low, lo), max(high, hi)
		}
	}
	if chart.PrefersLog(low, high) {
		b.Log, b.Title = true, "p99 TTFT, log scale"
	}
	return b
}

// SLORule is a p99 TTFT SLO on a chart, or its bounds where the file only flags
// samples.
func SLORule(slo analysis.SLO) []chart.Rule {
	rule := chart.Rule{Token: theme.Limit}
	limit, stated := slo.Limit.Get()
	low, over := slo.Low.Get()
	high, under := slo.High.Get()
	switch {
	case stated:
		rule.Y, rule.Label = limit, "SLO "+slo.Limit.Text(model.Milliseconds)
	case over && under:
		rule.Y, rule.To, rule.Band = low, high, true
		rule.Label = "SLO " + slo.Low.Text(model.None) + "–" + slo.High.Text(model.Milliseconds)
	case over:
		rule.Y, rule.Label = low, "SLO ≥ "+slo.Low.Text(model.Milliseconds)
	case under:
		rule.Y, rule.Label = high, "SLO under "+slo.High.Text(model.Milliseconds)
	default:
		return nil
	}
	return []chart.Rule{rule}
}
