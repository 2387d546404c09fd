package format

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"scaledeck/model"
)

var of = model.Of

func flagOf(v bool) model.Flag { return model.FlagOf(v) }

// read decodes a document that has nothing wrong with it.
func read(t *testing.T, in string) *model.Document {
	t.Helper()
	doc, issues := Decode("small.json", []byte(in), Options{})
	clear(t, doc, issues)
	return doc
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.AllowUnexported(model.Series{}), cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// runValues returns figures of a run in the order of model.RunMetrics, absent ones left out.
func runValues(figures ...model.Figure) model.Values {
	out := make(model.Values)
	for i, f := range figures {
		if f.State != model.Absent {
			out[model.RunMetrics()[i]] = f
		}
	}
	return out
}

func TestScaleOut(t *testing.T) {
	doc := read(t, smallScaleOut)
	s := doc.Comparison()
	diff(t, "second run", model.Run{
		Pointer: "/rows/1", Name: "ten", Replicas: of(10), Repeat: of(1), EPPRestarted: flagOf(true),
		Figures: runValues(
			of(1000), of(1000), of(0), of(2.5), of(2.5), of(280), of(390), of(14), of(590), of(1), of(0), of(38), of(2)),
	}, s.Rows[1])
	diff(t, "second topology", model.Topology{
		Pointer: "/topologies/10", Key: "10", Replicas: of(10), Runs: of(1), EPPRestartedRuns: of(1),
		Figures: runValues(
			of(1000), model.Figure{}, of(0), of(2.5), of(2.5), of(280), of(390), of(14), of(590), of(1.5), of(0), of(38), of(2)),
	}, s.Topologies[1])
	diff(t, "decision", model.Decision{
		Pointer: "/decision", DataPublishable: flagOf(true), ScaleOutPass: flagOf(false), Criteria: "No restarts.",
		Comparisons: []model.ClaimedChange{{
			Pointer: "/decision/comparisons_to_one_replica/10", Key: "10", Replicas: of(10),
			OfferedChange: of(0), LoadMatched: flagOf(true), ServedChange: of(4.17), TTFTChange: of(-6.82), Pass: flagOf(false),
		}},
	}, s.Decision)
	if s.BusinessQuestion != "Does it hold?" || s.Answer != "It does." || s.ClaimBoundary != "Two runs only." || s.Schema != model.ScaleOutSchema {
		t.Errorf("sentences: %+v", s)
	}
	if doc.File != "small.json" || doc.Schema != model.ScaleOutSchema || doc.Timelines() != nil || doc.Rollouts() != nil || doc.Startup() != nil {
		t.Errorf("document: %+v", doc)
	}
}

func TestAutoscaling(t *testing.T) {
	doc := read(t, smallAutoscaling)
	want := model.Timeline{
		Pointer: "/autoscaling_comparison/late", Name: "late", Mode: "reactive", ColdStartSeconds: of(90.5),
		PeakKVUtilization: of(1.25), PeakP99TTFT: of(700.5), MaxReady: of(5), BreachWindows: of(1), SLO: of(450),
		Seconds: model.SeriesOf(0, 20),
		Columns: []model.Column{
			{Metric: model.Demand, Series: model.SeriesOf(9000, 22500)}, {Metric: model.Ready, Series: model.SeriesOf(4, 4)},
			{Metric: model.Booting, Series: model.SeriesOf(0, 1)}, {Metric: model.Standby, Series: model.SeriesOf(1, 0)},
			{Metric: model.DemandRatio, Series: model.SeriesOf(0.5, 1.25)}, {Metric: model.KVUse, Series: model.SeriesOf(0.5, 1)},
			{Metric: model.GPUUse, Series: model.SeriesOf(0.71, 0.99)}, {Metric: model.P99TTFT, Series: model.SeriesOf(235, 700.5)}},
		Breached: []model.Flag{flagOf(false), flagOf(true)},
	}
	diff(t, "first timeline", want, doc.Timelines().Timelines[0])
	own := doc.Timelines().Timelines[1]
	if own.SLO != of(300) || own.Len() != 1 || own.Column(model.Standby).At(0) != of(1) {
		t.Errorf("second timeline: %+v", own)
	}
	if doc.Simulated || doc.Schema != "small" || doc.ExecutionMode != "measured on two hosts" || doc.ScenarioScope != "one ramp" {
		t.Errorf("document: %+v", doc)
	}
}

func TestCanaryAndColdStart(t *testing.T) {
	doc := read(t, smallAutoscaling)
	diff(t, "canary", &model.RolloutSet{
		Pointer: "/canary_rollouts",
		Policy:  model.GatePolicy{Pointer: "/canary_gate_policy", Limits: model.Values{model.TPOTDelta: of(6), model.CanaryTPOT: of(45), model.QualityDrop: of(0.015), model.ErrorRate: of(0.005)}},
		Rollouts: []model.Rollout{{
			Pointer: "/canary_rollouts/build", Name: "build", Completed: flagOf(false), RolledBack: flagOf(true),
			FinalPercent: of(0), Reasons: []string{"slow"},
			Stages: []model.Stage{
				{Pointer: "/canary_rollouts/build/stages/0", Percent: of(5), Requests: of(250), Decision: "promote",
					Passed: flagOf(true), Figures: model.Values{model.TPOTDelta: of(-1.5), model.QualityDrop: of(-0.001), model.ErrorRate: of(0)}},
				{Pointer: "/canary_rollouts/build/stages/1", Percent: of(25), Requests: of(900), Decision: "rollback_to_0_percent",
					Passed: flagOf(false), Figures: model.Values{model.TPOTDelta: of(9.5), model.CanaryTPOT: of(38), model.QualityDrop: of(0.01), model.ErrorRate: of(0.002)}, Reasons: []string{"slow"}},
			},
		}},
	}, doc.Rollouts())
	diff(t, "cold start", &model.Startup{
		Pointer: "/cold_start_breakdown_seconds",
		Profiles: []model.Profile{{
			Pointer: "/cold_start_breakdown_seconds/cold", Name: "cold", Total: of(90.5),
			Phases: []model.Phase{
				{Pointer: "/cold_start_breakdown_seconds/cold/pull", Name: "pull", Seconds: of(60)},
				{Pointer: "/cold_start_breakdown_seconds/cold/load", Name: "load", Seconds: of(30.5)},
			},
		}},
	}, doc.Startup())
}

func TestSeveralKindsInOneFile(t *testing.T) {
	both := strings.TrimSuffix(strings.TrimSpace(smallScaleOut), "}") + "," + strings.TrimPrefix(strings.TrimSpace(smallAutoscaling), "{")
	doc := read(t, both)
	if doc.Comparison() == nil || doc.Timelines() == nil || doc.Rollouts() == nil || doc.Startup() == nil {
		t.Errorf("kinds: %+v", doc)
	}
	if len(doc.Comparison().Rows) != 2 || doc.Schema != model.ScaleOutSchema {
		t.Errorf("%d rows, schema %q", len(doc.Comparison().Rows), doc.Schema)
	}
}

func TestSchemas(t *testing.T) {
	without := strings.Replace(smallScaleOut, `"schema": "stable-upstream-multi-replica-analysis-v1",`, "", 1)
	cases := []struct {
		name, in string
		code     model.Code
		severity model.Severity
	}{
		{"none", without, model.CodeMissing, model.Note},
		{"another", strings.Replace(smallScaleOut, "stable-upstream-multi-replica-analysis-v1", "ours", 1), model.CodeUnsupported, model.Warning},
	}
	for _, c := range cases {
		doc, issues := Decode("f", []byte(c.in), Options{})
		if doc == nil || doc.Comparison() == nil || len(doc.Comparison().Rows) != 2 {
			t.Errorf("%s: not read by its shape", c.name)
		}
		if len(issues) != 1 || issues[0].Code != c.code || issues[0].Severity != c.severity || issues[0].Pointer != "/schema" {
			t.Errorf("%s: issues %v", c.name, issues)
		}
	}
	read(t, strings.Replace(smallScaleOut, "analysis-v1", "analysis-v1.2", 1))
}
