package gate

import (
	"slices"

	"scaledeck/model"
)

// The IDs of the built-in rules. They are in reports and name limits on the
// command line, so they never change their meaning.
const (
	RuleOfferedLoad    = "scale-out.offered-load"
	RuleServed         = "scale-out.served-throughput"
	RulePremiumTTFT    = "scale-out.premium-ttft"
	RuleNon200         = "scale-out.non-200"
	RuleRestarts       = "scale-out.epp-restarts"
	RuleSLOWindows     = "autoscaling.slo-windows"
	RuleTPOTRegression = "canary.tpot-regression"
	RuleTPOTCeiling    = "canary.tpot-ceiling"
	RuleQualityDrop    = "canary.quality-drop"
	RuleErrorRate      = "canary.error-rate"
)

// maxErrorRate is the built-in limit of a canary's error rate.
const maxErrorRate = 0.005

// BuiltIn returns the policy of the two known files: the five scale-out
// criteria of the multi-replica analysis, its SLO windows, and the four gates of
// the canary policy. Limits that a file states go before the ones here.
//
// A rule on a change needs three repeats of either side, a count one. A canary's
// TPOT and quality need 30 requests, its error rate as many as Rule.Needs says:
// 200 for the limit of 0.005.
func BuiltIn() Policy {
	return Policy{Name: "built-in", Rules: []Rule{
		{
			ID: RuleOfferedLoad, Name: "offered load matched", Kind: KindScaleOut, Metric: "offered_rps_per_gpu", Statistic: "median",
			Op: AtMost, Limit: 1, Unit: model.Percent, Relation: ChangePercent, Magnitude: true, MinSamples: minRepeats, Direction: model.Neither,
		},
		{
			ID: RuleServed, Name: "served throughput", Kind: KindScaleOut, Metric: "served_rps_per_gpu", Statistic: "median",
			Op: AtLeast, Limit: -15, Unit: model.Percent, Relation: ChangePercent, MinSamples: minRepeats, Precondition: RuleOfferedLoad, Direction: model.Higher,
		},
		{
			ID: RulePremiumTTFT, Name: "premium burst p95 TTFT", Kind: KindScaleOut, Metric: "premium_burst_p95_ttft_ms", Statistic: "median",
			Op: AtMost, Limit: 20, Unit: model.Percent, Relation: ChangePercent, MinSamples: minRepeats, Precondition: RuleOfferedLoad, Direction: model.Lower,
		},
		{
			ID: RuleNon200, Name: "zero non-200 responses", Kind: KindScaleOut, Metric: "http_non_200", Statistic: "sum",
			Op: AtMost, Limit: 0, Unit: model.Count, MinSamples: 1, Everywhere: true, Direction: model.Lower,
		},
		{
			ID: RuleRestarts, Name: "zero EPP restarts", Kind: KindScaleOut, Metric: "epp_restarted", Statistic: "sum",
			Op: AtMost, Limit: 0, Unit: model.Count, MinSamples: 1, Everywhere: true, Direction: model.Lower,
		},
		{
			ID: RuleSLOWindows, Name: "p99 TTFT over SLO", Kind: KindAutoscaling, Metric: "p99_ttft_ms", Statistic: OverSLO,
			Op: AtMost, Limit: 0, Unit: model.Count, MinSamples: 1, Direction: model.Lower,
		},
		{
			ID: RuleTPOTRegression, Name: "TPOT regression", Kind: KindCanary, Metric: model.TPOTDelta.ID, Statistic: "value",
			Op: AtMost, Limit: 6, Unit: model.Milliseconds, MinSamples: minRequests, Direction: model.Lower,
		},
		{
			ID: RuleTPOTCeiling, Name: "TPOT", Kind: KindCanary, Metric: "canary_tpot_ms", Statistic: "value",
			Op: AtMost, Limit: 45, Unit: model.Milliseconds, MinSamples: minRequests, Optional: true, Direction: model.Lower,
		},
		{
			ID: RuleQualityDrop, Name: "quality drop", Kind: KindCanary, Metric: "quality_drop", Statistic: "value",
			Op: AtMost, Limit: 0.015, Unit: model.Score, MinSamples: minRequests, Direction: model.Lower,
		},
		{
			ID: RuleErrorRate, Name: "error rate", Kind: KindCanary, Metric: model.ErrorRate.ID, Statistic: "value",
			Op: AtMost, Limit: maxErrorRate, Unit: model.Ratio, Direction: model.Lower,
		},
	}}
}

// For returns the rules of one kind, in the policy's order.
func (p Policy) For(k Kind) []Rule {
	return slices.DeleteFunc(slices.Clone(p.Rules), func(r Rule) bool { return r.Kind != k })
}
