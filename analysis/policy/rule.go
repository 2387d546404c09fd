package policy

import (
	"slices"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// fill sets what an entry names of a rule and holds the result to what can be
// judged. A rule that is fresh needs a metric, an operator and a limit.
func (b *policyBuilder) fill(r *gate.Rule, e *model.PolicyRule, fresh bool) {
	was := *r
	if e.Metric.Set {
		r.Metric = e.Metric.Value
	}
	s, known := SubjectOf(r.Metric)
	switch {
	case r.Metric == "":
		b.complain(e.Place, "rule %s has no metric: expected one of %s", r.ID, metricKeys())
		return
	case !known:
		b.complain(e.Metric.Place, "unknown metric %q: the known ones are %s", r.Metric, metricKeys())
		return
	}
	r.Kind = s.Kind
	if fresh {
		r.Name, r.Direction = s.Metric.Label, s.Metric.Better
		if len(s.Statistics) == 1 {
			r.Statistic = s.Statistics[0]
		}
		if r.Metric == model.ErrorRate.ID {
			r.MinSamples = 0 // as many as its limit takes
		}
	}
	b.comparison(r, e, s, fresh)
	b.conditions(r, e)
	r.Unit = s.Unit(*r)
	b.sound(r, e, s)
	if builtIn, ok := gate.BuiltIn().Rule(r.ID); ok {
		if fresh {
			was = builtIn
		}
		b.sameMeaning(was, *r, e)
	}
}

// comparison sets what is compared and with what.
func (b *policyBuilder) comparison(r *gate.Rule, e *model.PolicyRule, s Subject, fresh bool) {
	if e.Statistic.Set {
		r.Statistic = e.Statistic.Value
		if !slices.Contains(s.Statistics, r.Statistic) {
			b.complain(e.Statistic.Place, "statistic %q of %s: expected %s", r.Statistic, r.Metric, strings.Join(s.Statistics, ", "))
		}
	} else if r.Statistic == "" {
		b.complain(e.Place, "rule %s has no statistic: expected %s", r.ID, strings.Join(s.Statistics, ", "))
	}
	if e.Operator.Set {
		r.Op = gate.Op(b.word(e.Operator, "operator", opWords))
	} else if fresh {
		b.complain(e.Place, "rule %s has no operator: expected %s", r.ID, strings.Join(opWords, ", "))
	}
	if e.Limit.Set {
		r.Limit, r.OwnLimit = e.Limit.Value, true
	} else if fresh {
		b.complain(e.Place, "rule %s has no limit: expected a number", r.ID)
	}
	if e.LimitFrom.Set {
		r.OwnLimit = b.word(e.LimitFrom, "limit_from", fromWords) == 0
	}
	if e.Baseline.Set {
		r.Relation = gate.Relation(b.word(e.Baseline, "baseline", relationWords))
	}
	if e.Magnitude.Set {
		r.Magnitude = e.Magnitude.Value
	}
}

// conditions sets when a rule counts and how much.
func (b *policyBuilder) conditions(r *gate.Rule, e *model.PolicyRule) {
	if e.Name.Set {
		r.Name = e.Name.Value
	}
	if e.MinSamples.Set {
		r.MinSamples = e.MinSamples.Value
	}
	if e.Precondition.Set {
		if r.Precondition = e.Precondition.Value; r.Precondition == "none" {
			r.Precondition = ""
		}
	}
	if e.Everywhere.Set {
		r.Everywhere = e.Everywhere.Value
	}
	if e.Optional.Set {
		r.Optional = e.Optional.Value
	}
	if e.Severity.Set {
		r.Warn = b.word(e.Severity, "severity", severityWords) == 1
	}
	switch {
	case !e.Direction.Set:
	case e.Direction.Value == "lower":
		r.Direction = model.Lower
	case e.Direction.Value == "higher":
		r.Direction = model.Higher
	default:
		b.word(e.Direction, "direction", directionWords)
		r.Direction = model.Neither
	}
}

// sound refuses a rule that says something which nothing is judged by.
func (b *policyBuilder) sound(r *gate.Rule, e *model.PolicyRule, s Subject) {
	upper := r.Upper()
	if r.Kind != gate.KindScaleOut {
		for _, k := range []struct {
			key   string
			used  bool
			place model.Place
		}{
			{"baseline", r.Relation != gate.Absolute, e.Baseline.Place}, {"precondition", r.Precondition != "", e.Precondition.Place},
			{"everywhere", r.Everywhere, e.Everywhere.Place},
		} {
			if k.used {
				b.complain(k.place, "%s: only scale-out rules have one, and %s is of %s: expected the key to be left out", k.key, r.Metric, r.Kind)
			}
		}
	}
	switch {
	case r.Kind != gate.KindCanary && r.MinSamples > MaxSelfTest:
		b.complain(e.MinSamples.Place, "min_samples %d: expected at most %d repeats or samples", r.MinSamples, MaxSelfTest)
	case r.Everywhere && r.Relation != gate.Absolute:
		b.complain(e.Place, "rule %s: everywhere counts the baseline's own figure, which has no %s: expected baseline: absolute", r.ID, relationWords[r.Relation])
	case r.Statistic == gate.OverSLO && !upper:
		b.complain(e.Operator.Place, "operator of %s: expected at_most or below", gate.OverSLO)
	case r.Magnitude && r.Limit < 0:
		b.complain(e.Limit.Place, "limit of a magnitude: expected 0 or more")
	case !r.Magnitude && (r.Direction == model.Higher && upper || r.Direction == model.Lower && !upper):
		b.complain(e.Place, "rule %s: %s is an improvement for %s: expected the other operator, or direction: neither", r.ID,
			map[bool]string{true: "less", false: "more"}[!upper], s.Metric.Label)
	}
}

// sameMeaning refuses a change of what a built-in rule is about: its ID stands
// in reports, and the limits that files state belong to it.
func (b *policyBuilder) sameMeaning(was, now gate.Rule, e *model.PolicyRule) {
	side := func(o gate.Op) bool { return o == gate.AtMost || o == gate.Below }
	for _, c := range []struct {
		key     string
		changed bool
		place   model.Place
	}{
		{"metric", now.Metric != was.Metric, e.Metric.Place}, {"statistic", now.Statistic != was.Statistic, e.Statistic.Place},
		{"baseline", now.Relation != was.Relation, e.Baseline.Place}, {"operator", side(now.Op) != side(was.Op), e.Operator.Place},
		{"magnitude", now.Magnitude != was.Magnitude, e.Magnitude.Place},
	} {
		if c.changed {
			if c.place.Line == 0 {
				c.place = e.Place
			}
			b.complain(c.place, "%s of built-in rule %s cannot change, reports and files know it as it is: expected another id for another rule", c.key, was.ID)
		}
	}
}

// MaxSelfTest bounds the repeats and samples of a document made for a self-test.
const MaxSelfTest = 10_000
