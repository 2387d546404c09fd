package sim

import (
	"strings"
	"testing"

	"scaledeck/model"

	"github.com/google/go-cmp/cmp"
)

func TestReferenceCanariesBitForBit(t *testing.T) {
	cs, err := ReferenceCanaries()
	if err != nil {
		t.Fatal(err)
	}
	none := []string{}
	want := [][]StageResult{
		{
			{PlannedStage{5, 250}, 31.2, 2.8000000000000007, 0.008000000000000007, 0.001, true, "promote", none},
			{PlannedStage{25, 1200}, 48, 19.6, 0.028000000000000025, 0.002, false, "rollback_to_0_percent",
				[]string{"tpot_slo_regression", "quality_score_regression"}},
		},
		{
			{PlannedStage{5, 250}, 24.8, -3.599999999999998, 0.0030000000000000027, 0.001, true, "promote", none},
			{PlannedStage{25, 1200}, 25, -3.3999999999999986, 0.0040000000000000036, 0.001, true, "promote", none},
			{PlannedStage{100, 5000}, 25.4, -3, 0.0040000000000000036, 0.001, true, "promote", none},
		},
	}
	for i, c := range cs {
		if d := cmp.Diff(want[i], c.Results); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.Plan.Build, d)
		}
	}
	if c := cs[0]; !c.RolledBack() || c.Completed() || c.Percent() != 0 {
		t.Errorf("defective: rolled back %v, completed %v, at %v %%", c.RolledBack(), c.Completed(), c.Percent())
	}
	if c := cs[1]; c.RolledBack() || !c.Completed() || c.Percent() != 100 {
		t.Errorf("validated: rolled back %v, completed %v, at %v %%", c.RolledBack(), c.Completed(), c.Percent())
	}
}

func TestCanaryGates(t *testing.T) {
	plan := CanaryPlan{Build: "b", Stages: ReferenceStages(), Baseline: Baseline{TPOT: 40, Quality: 0.9}, Gates: ReferenceGates()}
	tests := []struct {
		name string
		o    Candidate
		want []string
	}{
		{"all well", candidate(40, 0.9, 0), []string{}},
		{"the ceiling breaks where the regression does not", candidate(45.1, 0.9, 0), []string{"tpot_slo_regression"}},
		{"at the ceiling", candidate(45, 0.9, 0), []string{}},
		{"quality at its limit carries dust only", candidate(40, 0.885, 0), []string{}},
		{"quality over its limit", candidate(40, 0.8849, 0), []string{"quality_score_regression"}},
		{"errors at their limit", candidate(40, 0.9, 0.005), []string{}},
		{"errors over their limit", candidate(40, 0.9, 0.0051), []string{"error_rate_exceeded"}},
		{"everything", candidate(50, 0.5, 0.5), []string{"tpot_slo_regression", "quality_score_regression", "error_rate_exceeded"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := RunCanary(plan, []Candidate{tt.o})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, c.Results[0].Reasons); d != "" {
				t.Errorf("reasons (-want +got):\n%s", d)
			}
		})
	}
}

func TestCanaryStepsAreValues(t *testing.T) {
	c, err := StartCanary(CanaryPlan{Build: "b", Stages: ReferenceStages(), Baseline: Baseline{28.4, 0.92}, Gates: ReferenceGates()})
	if err != nil {
		t.Fatal(err)
	}
	first, _, err := c.Step(candidate(28, 0.92, 0))
	if err != nil || first.Percent() != 5 || len(c.Results) != 0 {
		t.Fatalf("first step: %v, at %v %%, receiver has %d results", err, first.Percent(), len(c.Results))
	}
	good, _, _ := first.Step(candidate(28, 0.92, 0))
	bad, _, _ := first.Step(candidate(99, 0.92, 0))
	if !good.Results[1].Passed || bad.Results[1].Passed {
		t.Errorf("two continuations of one rollout share their results")
	}
	if _, _, err := bad.Step(candidate(28, 0.92, 0)); err == nil {
		t.Errorf("a step after the rollback must fail")
	}
}

func TestCanaryMissingFigureDecidesNothing(t *testing.T) {
	c, err := StartCanary(CanaryPlan{Build: "b", Stages: ReferenceStages(), Baseline: Baseline{28.4, 0.92}, Gates: ReferenceGates()})
	if err != nil {
		t.Fatal(err)
	}
	o := candidate(28, 0.92, 0)
	o.ErrorRate = model.Missing(model.Null)
	after, _, err := c.Step(o)
	if err == nil || !strings.Contains(err.Error(), "stage 5 %: error rate is null") || len(after.Results) != 0 {
		t.Errorf("got %d results and error %v", len(after.Results), err)
	}
}

func TestCanaryPlanErrorsNameTheField(t *testing.T) {
	tests := []struct {
		want   string
		change func(*CanaryPlan)
	}{
		{"Stages: there is none", func(p *CanaryPlan) { p.Stages = nil }},
		{"Stages[0].Percent", func(p *CanaryPlan) { p.Stages = []PlannedStage{{0, 1}} }},
		{"Stages[1].Percent", func(p *CanaryPlan) { p.Stages = []PlannedStage{{25, 1}, {5, 1}} }},
		{"Stages[0].Requests", func(p *CanaryPlan) { p.Stages = []PlannedStage{{5, 0}} }},
		{"Baseline.TPOT", func(p *CanaryPlan) { p.Baseline.TPOT = 0 }},
		{"Gates.MaxErrorRate", func(p *CanaryPlan) { p.Gates.MaxErrorRate = 2 }},
	}
	for _, tt := range tests {
		p := CanaryPlan{Build: "b", Stages: ReferenceStages(), Baseline: Baseline{28.4, 0.92}, Gates: ReferenceGates()}
		tt.change(&p)
		if _, err := StartCanary(p); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v does not name %q", err, tt.want)
		}
	}
}
