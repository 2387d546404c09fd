package analysis

import (
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// subject is a metric that a rule can be about.
type subject struct {
	kind       gate.Kind
	metric     *model.Metric
	statistics []string
}

// subjects returns every metric that can be judged, in the order of the kinds.
// A metric's key says which kind of finding a rule is for: no two kinds share one.
func subjects() []subject {
	var list []subject
	for _, m := range model.RunMetrics() {
		s := subject{gate.KindScaleOut, m, []string{"median", "min", "max"}}
		if m.Summed() || m == model.Preemptions { // a sum of medians, peaks or percentiles is nothing
			s.statistics = append(s.statistics, "sum")
		}
		list = append(list, s)
	}
	list = append(list, subject{gate.KindScaleOut, model.EPPRestarts, []string{"sum", "max"}})
	for _, m := range model.StageMetrics() {
		list = append(list, subject{gate.KindCanary, m, []string{"value"}})
	}
	for _, m := range model.SampleMetrics() {
		s := subject{gate.KindAutoscaling, m, []string{"max", "min"}}
		if m == model.P99TTFT {
			s.statistics = append(s.statistics, gate.OverSLO)
		}
		list = append(list, s)
	}
	return list
}

// subjectOf returns the metric that files spell key.
func subjectOf(key string) (subject, bool) {
	all := subjects()
	i := slices.IndexFunc(all, func(s subject) bool { return s.metric.ID == key })
	if i < 0 {
		return subject{}, false
	}
	return all[i], true
}

// metricKeys lists the metrics of each kind, for messages.
func metricKeys() string {
	var parts []string
	for _, k := range []gate.Kind{gate.KindScaleOut, gate.KindCanary, gate.KindAutoscaling} {
		var keys []string
		for _, s := range subjects() {
			if s.kind == k {
				keys = append(keys, s.metric.ID)
			}
		}
		parts = append(parts, k.String()+": "+strings.Join(keys, ", "))
	}
	return strings.Join(parts, "; ")
}

// unit returns the unit of what a rule on the metric compares with its limit.
func (s subject) unit(r gate.Rule) model.Unit {
	switch {
	case r.Relation == gate.ChangePercent:
		return model.Percent
	case r.Statistic == gate.OverSLO:
		return model.Count
	default:
		return s.metric.Unit
	}
}
