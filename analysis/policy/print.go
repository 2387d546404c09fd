package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// YAML returns the policy as a policy file that says everything and extends
// nothing. Read back it is the same policy.
func YAML(p gate.Policy) string {
	var b strings.Builder
	fmt.Fprintf(&b, "version: 1\nname: %s\n", strconv.Quote(p.Name))
	if v, ok := p.SLO.Get(); ok {
		fmt.Fprintf(&b, "slo: %sms\nslo_from: %s\n", strconv.FormatFloat(v, 'f', -1, 64), fromWord(p.OwnSLO))
	}
	b.WriteString("rules:\n")
	for i, r := range p.Rules {
		if i > 0 {
			b.WriteByte('\n')
		}
		ruleYAML(&b, r)
	}
	return b.String()
}

// ruleYAML writes one entry. What is as it would be without saying is left out.
func ruleYAML(b *strings.Builder, r gate.Rule) {
	lead := "  - "
	put := func(key, value string) {
		fmt.Fprintf(b, "%s%s: %s\n", lead, key, value)
		lead = "    "
	}
	flag := func(key string, set bool) {
		if set {
			put(key, "true")
		}
	}
	put("id", r.ID)
	put("name", strconv.Quote(r.Name))
	put("metric", r.Metric)
	put("statistic", r.Statistic)
	if r.Relation != gate.Absolute {
		put("baseline", relationWords[r.Relation])
	}
	flag("magnitude", r.Magnitude)
	put("operator", opWords[r.Op&3])
	put("limit", yamlNumber(r.Limit)+unitComment(r.Unit))
	put("limit_from", fromWord(r.OwnLimit))
	if r.MinSamples > 0 {
		put("min_samples", strconv.Itoa(r.MinSamples))
	} else {
		fmt.Fprintf(b, "    # min_samples: as many as the limit takes, %d for this one\n", r.Needs(r.Limit))
	}
	if r.Precondition != "" {
		put("precondition", r.Precondition)
	}
	flag("everywhere", r.Everywhere)
	flag("optional", r.Optional)
	severity := "fail"
	if r.Warn {
		severity = "warn"
	}
	put("severity", severity)
	direction := directionWords[0]
	switch r.Direction {
	case model.Lower:
		direction = directionWords[1]
	case model.Higher:
		direction = directionWords[2]
	}
	put("direction", direction)
}

func fromWord(policy bool) string {
	if policy {
		return fromWords[0]
	}
	return fromWords[1]
}

// yamlNumber writes a number without needless digits.
func yamlNumber(v float64) string {
	if a := math.Abs(v); v != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func unitComment(u model.Unit) string {
	if u == model.None {
		return ""
	}
	return " # " + string(u)
}
