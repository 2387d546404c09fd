package gate

import (
	"scaledeck/model"
)

// builtIn is the built-in policy, which is never changed.
var builtIn = BuiltIn()

// LimitedBy returns the metric that a built-in canary rule is about, nil for any
// other rule.
func LimitedBy(rule string) *model.Metric {
	r, ok := builtIn.Rule(rule)
	if !ok || r.Kind != KindCanary {
		return nil
	}
	return model.MetricOf(model.StageMetrics(), r.Metric)
}
