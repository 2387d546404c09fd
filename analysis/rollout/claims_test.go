package rollout

import (
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// results returns the results of checks by pointer.
func results(checks []finding.Check) map[string]finding.CheckResult {
	m := make(map[string]finding.CheckResult)
	for _, c := range checks {
		m[c.Pointer] = max(m[c.Pointer], c.Result)
	}
	return m
}

func TestKnownRolloutClaimsAreReproduced(t *testing.T) {
	_, checks := canaryOf(known.AutoscalingFile(), gate.Options{})
	// Three of each of five stages, four of each of two rollouts.
	if len(checks) != 23 {
		t.Errorf("%d checks, want 23", len(checks))
	}
	for _, c := range checks {
		if c.Result != finding.Reproduced || c.File == "" || c.Pointer == "" || c.Claim == "" || c.Rule == "" {
			t.Errorf("%s: %+v", c.Result, c)
		}
	}
	// Claims were made under the file's limits and not under the caller's.
	_, loose := canaryOf(known.AutoscalingFile(), gate.Options{Strict: true, Limits: map[string]float64{gate.RuleTPOTRegression: 99, gate.RuleQualityDrop: 1}})
	for _, c := range loose {
		if c.Result != finding.Reproduced {
			t.Errorf("with other limits: %s: %+v", c.Result, c)
		}
	}
}

func TestRolloutClaimsThatDoNotHold(t *testing.T) {
	const p = "/canary_rollouts/validated_fp8_build"
	tests := []struct {
		name    string
		r       model.Rollout
		pointer string
		want    finding.CheckResult
	}{
		{"passed", changed(func(r *model.Rollout) { r.Stages[1].Passed = model.FlagOf(false) }), p + "/stages/1/passed", finding.Differs},
		{"passed, null", changed(func(r *model.Rollout) { r.Stages[1].Passed = model.Flag{State: model.Null} }), p + "/stages/1/passed", finding.NotCheckable},
		{"decision", changed(func(r *model.Rollout) { r.Stages[1].Decision = "rollback_to_0_percent" }), p + "/stages/1/decision", finding.Differs},
		{"unknown decision", changed(func(r *model.Rollout) { r.Stages[1].Decision = "ponder" }), p + "/stages/1/decision", finding.NotCheckable},
		{"reasons", changed(func(r *model.Rollout) { r.Stages[1].Reasons = []string{"error_rate_exceeded"} }), p + "/stages/1/reasons", finding.Differs},
		{"reasons of a gate without a figure", changed(func(r *model.Rollout) { r.Stages[1].Reasons = []string{"tpot_slo_regression"} }), p + "/stages/1/reasons", finding.Ambiguous},
		{"failed by a gate without a figure", changed(func(r *model.Rollout) {
			r.Stages[1].Reasons, r.Stages[1].Passed = []string{"tpot_slo_regression"}, model.FlagOf(false)
		}), p + "/stages/1/passed", finding.Ambiguous},
		{"reasons left out", changed(func(r *model.Rollout) {
			r.Stages[1].Figures[model.ErrorRate], r.Stages[1].Reasons = model.Of(1), nil
		}), p + "/stages/1/reasons", finding.Differs},
		{"a missing figure", changed(func(r *model.Rollout) { r.Stages[1].Figures[model.ErrorRate] = model.Figure{} }), p + "/stages/1/passed", finding.NotCheckable},
		{"completed", changed(func(r *model.Rollout) { r.Completed = model.FlagOf(false) }), p + "/completed_100_percent", finding.Differs},
		{"completed without a last stage", changed(func(r *model.Rollout) { r.Stages = r.Stages[:2] }), p + "/completed_100_percent", finding.Differs},
		{"completed with a figure missing", changed(func(r *model.Rollout) { r.Stages[0].Figures[model.TPOTDelta] = model.Figure{} }), p + "/completed_100_percent", finding.NotCheckable},
		{"rolled back", changed(func(r *model.Rollout) { r.RolledBack = model.FlagOf(true) }), p + "/rolled_back", finding.Differs},
		{"final traffic", changed(func(r *model.Rollout) { r.FinalPercent = model.Of(25) }), p + "/final_canary_traffic_percent", finding.Differs},
		{"rollback reasons", changed(func(r *model.Rollout) { r.Reasons = []string{"quality_score_regression"} }), p + "/rollback_reasons", finding.Differs},
		{"a stage after a rollback", changed(func(r *model.Rollout) { r.Stages[1].Figures[model.ErrorRate] = model.Of(1) }), p + "/stages", finding.Differs},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, checks := canaryOf(known.FileOfRollouts(tt.r), gate.Options{})
			got, ok := results(checks)[tt.pointer]
			if !ok || got != tt.want {
				t.Errorf("%v (there: %v), want %v", got, ok, tt.want)
			}
		})
	}
	r := known.Defective()
	r.Reasons = r.Reasons[:1]
	_, checks := canaryOf(known.FileOfRollouts(r), gate.Options{})
	if got := results(checks)["/canary_rollouts/defective_int4_build/rollback_reasons"]; got != finding.Differs {
		t.Errorf("a rollback reason left out: %v", got)
	}
	silent := model.Rollout{Pointer: "/r", Name: "silent", Stages: []model.Stage{{Pointer: "/r/stages/0", Percent: model.Of(100), Requests: model.Of(1)}}}
	if _, checks := canaryOf(known.FileOfRollouts(silent), gate.Options{}); len(checks) != 0 {
		t.Errorf("%d checks of a rollout that claims nothing", len(checks))
	}
	for _, c := range checks {
		if strings.Contains(c.Recomputed, "NaN") {
			t.Errorf("%+v", c)
		}
	}
}
