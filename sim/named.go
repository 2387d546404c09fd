package sim

import (
	"fmt"
	"slices"
	"strings"
)

// namedPolicy is a policy by its name and the short form of it.
type namedPolicy struct {
	name, short string
	of          func(Config) Policy
}

// namedPolicies are all policies, in the order in which they are shown.
var namedPolicies = [...]namedPolicy{
	{Reactive{}.Name(), "reactive", func(Config) Policy { return ReferenceReactive().Policy }},
	{Leading{}.Name(), "leading", func(Config) Policy { return ReferenceLeading().Policy }},
	{HPA{Metric: OnKV}.Name(), "hpa", func(Config) Policy { return DefaultHPA(OnKV, referenceHPATarget) }},
	{HPA{Metric: OnGPU}.Name(), "hpa-gpu", func(Config) Policy { return DefaultHPA(OnGPU, referenceHPATarget) }},
	{Schedule{}.Name(), "schedule", func(c Config) Policy { return PlanAhead(c) }},
	{None{}.Name(), "none", func(Config) Policy { return None{} }},
}

// referenceHPATarget is the mean use that an HPA aims at by default:
// the target ratio of the reference, as a share.
const referenceHPATarget = 0.8

// PolicyNames returns the names of all policies, as documents spell them.
func PolicyNames() []string {
	names := make([]string, len(namedPolicies))
	for i, p := range namedPolicies {
		names[i] = p.name
	}
	return names
}

// PolicyNamed returns the policy of a name, or of its short form, with the
// parameters of the reference; the schedule is PlanAhead of c.
//
//	reactive_gpu_util (reactive), leading_kv_and_velocity (leading), hpa_kv_utilization (hpa),
//	hpa_gpu_utilization (hpa-gpu), schedule, none
func PolicyNamed(name string, c Config) (Policy, error) {
	i := slices.IndexFunc(namedPolicies[:], func(p namedPolicy) bool { return name == p.name || name == p.short })
	if i < 0 {
		return nil, fmt.Errorf("no policy %.60q; there are %s", name, strings.Join(PolicyNames(), ", "))
	}
	return namedPolicies[i].of(c), nil
}
