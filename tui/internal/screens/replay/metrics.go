package replay

import (
	"math"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// lane is a metric that is drawn as a filled spark of every policy, on one scale.
type lane struct {
	title  string
	metric *model.Metric
	lo, hi float64
	log    bool
	limit  func(a *analysis.Autoscaling) model.Figure // what is over it is broken
	over   func(a *analysis.Autoscaling) []model.Flag // of each sample; nil where the lane judges nothing
	word   func(a *analysis.Autoscaling, i int) (theme.Token, string)
}

// ttft is p99 TTFT against the SLO.
func (v laneView) ttft() lane {
	l := lane{title: "p99 TTFT", metric: model.P99TTFT, word: v.sloWord, limit: sloOf, over: overSLO}
	lo, hi := v.reach(model.P99TTFT)
	for _, t := range v.tracks {
		if y, ok := sloOf(analysis.AutoscalingOf(t.finding.Outcome)).Get(); ok {
			lo, hi = min(lo, y), max(hi, y)
		}
	}
	l.lo, l.hi = 0, max(hi, 1)
	if chart.PrefersLog(lo, hi) {
		l.lo, l.log = lo*0.8, true
		l.title += ", log"
	}
	slo := analysis.AutoscalingOf(v.tracks[0].finding.Outcome).SLO
	for _, r := range view.SLORule(slo) {
		l.title += " · " + r.Label
		switch {
		case slo.Limit.OK():
		case v.width < 60:
			l.title += "*"
		default:
			l.title += ", inferred"
		}
	}
	return l
}

// sloOf is what a sample must be above to be over the SLO: the SLO, or the greatest
// figure that the file's flags have within it.
func sloOf(a *analysis.Autoscaling) model.Figure {
	if a.SLO.Limit.OK() {
		return a.SLO.Limit
	}
	return a.SLO.Low
}

// overSLO says of each sample whether it is over the SLO, missing where it could not
// be judged.
func overSLO(a *analysis.Autoscaling) []model.Flag {
	flags := make([]model.Flag, len(a.Over))
	for i, over := range a.Over {
		if i < len(a.Judged) && a.Judged[i] {
			flags[i] = model.FlagOf(over)
		}
	}
	return flags
}

// sloWord says whether a sample is over the SLO, and how many times it.
func (v laneView) sloWord(a *analysis.Autoscaling, i int) (theme.Token, string) {
	switch {
	case isOver(a, v.pos):
	case judgedAt(a, v.pos):
		return theme.Pass, "ok"
	default:
		return theme.Muted, model.Dash
	}
	value, known := a.Data.Column(model.P99TTFT).At(i).Get()
	slo, about := a.SLO.Limit, ""
	if !slo.OK() {
		slo, about = a.SLO.High, "~"
	}
	limit, ok := slo.Get()
	if !known || !ok || !(limit > 0) || value < limit*1.05 {
		return theme.Fail, "OVER"
	}
	decimals := 1
	if value/limit >= 10 {
		decimals = 0
	}
	return theme.Fail, "OVER " + about + strconv.FormatFloat(value/limit, 'f', decimals, 64) + "×"
}

func (v laneView) kvUse() lane {
	return lane{title: "KV use", metric: model.KVUse, hi: 1, word: func(a *analysis.Autoscaling, i int) (theme.Token, string) {
		if use, ok := a.Data.Column(model.KVUse).At(i).Get(); ok && use >= 1 {
			return theme.Fail, "FULL"
		}
		return theme.Muted, ""
	}}
}

func (v laneView) gpu() lane { return lane{title: "GPU utilisation", metric: model.GPUUse, hi: 1} }

// demand is the demand against what the KV caches hold.
func (v laneView) demand() lane {
	_, hi := v.reach(model.DemandRatio)
	return lane{
		title: "demand / KV capacity", metric: model.DemandRatio, hi: max(hi, 1.2),
		limit: func(*analysis.Autoscaling) model.Figure { return model.Of(1) },
		over: func(a *analysis.Autoscaling) []model.Flag {
			column := a.Data.Column(model.DemandRatio)
			flags := make([]model.Flag, a.Data.Len())
			for i := range flags {
				if ratio, ok := column.At(i).Get(); ok {
					flags[i] = model.FlagOf(ratio > 1)
				}
			}
			return flags
		},
		word: func(a *analysis.Autoscaling, i int) (theme.Token, string) {
			switch ratio, ok := a.Data.Column(model.DemandRatio).At(i).Get(); {
			case !ok:
				return theme.Muted, ""
			case ratio > 1:
				return theme.Fail, "over capacity"
			}
			return theme.Muted, "fits"
		},
	}
}

// replicas are those that serve, and above them faintly those that start.
func (v laneView) replicas() lane {
	hi := 1.0
	for _, t := range v.tracks {
		for _, n := range sum(analysis.AutoscalingOf(t.finding.Outcome).Data, model.Ready, model.Booting) {
			if !math.IsNaN(n) {
				hi = max(hi, n)
			}
		}
	}
	return lane{title: "replicas ready, faint with those booting", metric: model.Ready, hi: hi, word: func(a *analysis.Autoscaling, i int) (theme.Token, string) {
		if n, ok := a.Data.Column(model.Booting).At(i).Get(); ok && n > 0 {
			return theme.Muted, "+" + model.Of(n).Text(model.Count) + " booting"
		}
		return theme.Muted, ""
	}}
}

// reach returns the range of a metric over all policies: one scale for all lanes.
func (v laneView) reach(m *model.Metric) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, t := range v.tracks {
		if a, b, ok := analysis.AutoscalingOf(t.finding.Outcome).Data.Column(m).Range(); ok {
			lo, hi = min(lo, a), max(hi, b)
		}
	}
	return lo, hi
}
