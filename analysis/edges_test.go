package analysis_test

import (
	"fmt"
	"testing"

	"scaledeck/analysis"
)

// oneRollout is a file with one rollout that stays within its limits, whose last
// stage has so many percent of the traffic and so many requests.
func oneRollout(percent, requests string, more string) []byte {
	stage := func(percent, requests string) string {
		return `{"stage_percent": ` + percent + `, "requests_evaluated": ` + requests + `, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.0, "decision": "promote", "passed": true, "reasons": []}`
	}
	return []byte(`{"canary_gate_policy": {"max_tpot_regression_ms": 6, "max_quality_drop": 0.015, "max_error_rate": 0.005},
 "canary_rollouts": {"build": {` + more + ` "stages": [` + stage("5", "500") + `, ` + stage(percent, requests) + `]}}}`)
}

// TestEdgesOfARollout: a value on the edge of what a verdict takes, and one beyond it.
func TestEdgesOfARollout(t *testing.T) {
	for _, tt := range []struct {
		percent, requests, more string
		want                    analysis.Verdict
	}{
		{"100", "500", "", analysis.Pass},
		{"99.9", "500", "", analysis.Running}, // not all of the traffic yet
		{"99", "500", "", analysis.Running},
		{"100", "200", "", analysis.Pass}, // one over its limit of 0.005
		{"100", "199", "", analysis.Undecided},
		{"100", "30", "", analysis.Undecided},
		{"100", "0", "", analysis.Undecided},
		{"100", "500", `"rolled_back": false, "completed_100_percent": true, "final_canary_traffic_percent": 100,`, analysis.Pass},
		{"100", "500", `"rolled_back": false, "completed_100_percent": true,`, analysis.Undecided}, // one claim of three is lost
		{"99", "500", `"rolled_back": false, "completed_100_percent": true,`, analysis.Undecided},
		{"100", "500", `"rolled_back": true,`, analysis.Undecided},
		{"100", "500", `"completed_100_percent": false,`, analysis.Undecided},
	} {
		f := judged(t, oneRollout(tt.percent, tt.requests, tt.more), "as the file has it")
		if len(f.List) != 1 || f.List[0].Verdict != tt.want {
			t.Errorf("%s %%, %s requests, %q: %v (%s), want %v", tt.percent, tt.requests, tt.more, f.List[0].Verdict, f.List[0].Why, tt.want)
		}
	}
}

// TestEdgesOfATimeline: a sample on the SLO is within it, whatever states the SLO.
func TestEdgesOfATimeline(t *testing.T) {
	for _, tt := range []struct {
		stated string
		worst  float64
		want   analysis.Verdict
	}{
		{`"slo_p99_ttft_ms": 500,`, 500, analysis.Pass},
		{`"slo_p99_ttft_ms": 500,`, 500.01, analysis.Fail},
		{`"slo_p99_ttft_ms": 500,`, 499.99, analysis.Pass},
		{``, 499.99, analysis.Undecided}, // no SLO to pass by
	} {
		data := fmt.Sprintf(`{"autoscaling_comparison": {"p": {%s "timeline": [{"sec": 0, "p99_ttft_ms": 100}, {"sec": 20, "p99_ttft_ms": %v}]}}}`, tt.stated, tt.worst)
		f := judged(t, []byte(data), "as the file has it")
		if len(f.List) != 1 || f.List[0].Verdict != tt.want {
			t.Errorf("%q, %v ms: %v (%s), want %v", tt.stated, tt.worst, f.List[0].Verdict, f.List[0].Why, tt.want)
		}
	}
}
