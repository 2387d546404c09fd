package policy

import (
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Subject is a metric that a rule can be about.
type Subject struct {
	Kind       gate.Kind
	Metric     *model.Metric
	Statistics []string
}

// Subjects returns every metric that can be judged, in the order of the kinds.
// A metric's key says which kind of finding a rule is for: no two kinds share one.
func Subjects() []Subject {
	var list []Subject
	for _, m := range model.RunMetrics() {
		s := Subject{gate.KindScaleOut, m, []string{"median", "min", "max"}}
		if m.Summed() || m == model.Preemptions { // a sum of medians, peaks or percentiles is nothing
			s.Statistics = append(s.Statistics, "sum")
		}
		list = append(list, s)
	}
	list = append(list, Subject{gate.KindScaleOut, model.EPPRestarts, []string{"sum", "max"}})
	for _, m := range model.StageMetrics() {
		list = append(list, Subject{gate.KindCanary, m, []string{"value"}})
	}
	for _, m := range model.SampleMetrics() {
		s := Subject{gate.KindAutoscaling, m, []string{"max", "min"}}
		if m == model.P99TTFT {
			s.Statistics = append(s.Statistics, gate.OverSLO)
		}
		list = append(list, s)
	}
	for _, m := range model.LoadMetrics() {
		if slices.ContainsFunc(list, func(s Subject) bool { return s.Metric.ID == m.ID }) {
			continue // a rule on it is about a timeline
		}
		s := Subject{model.KindArms, m, []string{"median", "min", "max"}}
		if m.Summed() {
			s.Statistics = append(s.Statistics, "sum")
		}
		list = append(list, s)
	}
	return list
}

// SubjectOf returns the metric that files spell key.
func SubjectOf(key string) (Subject, bool) {
	all := Subjects()
	i := slices.IndexFunc(all, func(s Subject) bool { return s.Metric.ID == key })
	if i < 0 {
		return Subject{}, false
	}
	return all[i], true
}

// metricKeys lists the metrics of each kind, for messages.
func metricKeys() string {
	var parts []string
	for _, k := range []gate.Kind{gate.KindScaleOut, gate.KindCanary, gate.KindAutoscaling, model.KindArms} {
		var keys []string
		for _, s := range Subjects() {
			if s.Kind == k {
				keys = append(keys, s.Metric.ID)
			}
		}
		parts = append(parts, k.String()+": "+strings.Join(keys, ", "))
	}
	return strings.Join(parts, "; ")
}

// Unit returns the unit of what a rule on the metric compares with its limit.
func (s Subject) Unit(r gate.Rule) model.Unit {
	switch {
	case r.Relation == gate.ChangePercent:
		return model.Percent
	case r.Statistic == gate.OverSLO:
		return model.Count
	default:
		return s.Metric.Unit
	}
}
