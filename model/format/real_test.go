package format

import (
	"os"
	"path/filepath"
	"testing"

	"scaledeck/model"
)

// shared returns a path of the material that lies beside the repository, and
// skips the test where there is none.
func shared(t *testing.T, parts ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = up
	}
	path := filepath.Join(append([]string{dir, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the shared material is not here: %v", err)
	}
	return path
}

func decodeFile(t *testing.T, path string) (*model.Document, []model.Issue) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return Decode(filepath.Base(path), data, Options{})
}

func clear(t *testing.T, doc *model.Document, issues []model.Issue) {
	t.Helper()
	for _, i := range issues {
		t.Errorf("issue: %s", i)
	}
	if doc == nil {
		t.Fatal("no document")
	}
	if doc.UnknownCount != 0 || len(doc.Unknown) != 0 {
		t.Errorf("%d unknown keys: %q", doc.UnknownCount, doc.Unknown)
	}
}

func TestRealScaleOut(t *testing.T) {
	doc, issues := decodeFile(t, shared(t, "results", "multi-replica-scaling.json"))
	clear(t, doc, issues)
	s := doc.Comparison()
	if s == nil || doc.Timelines() != nil || doc.Rollouts() != nil || doc.Startup() != nil {
		t.Fatalf("kinds: %+v", doc)
	}
	if len(s.Rows) != 9 || len(s.Topologies) != 3 || len(s.Decision.Comparisons) != 2 {
		t.Fatalf("%d rows, %d topologies, %d comparisons", len(s.Rows), len(s.Topologies), len(s.Decision.Comparisons))
	}
	if got := s.Topologies[2].Figures[model.PremiumBurstP99TTFT]; got != model.Of(538) {
		t.Errorf("median p99 TTFT at 4 replicas: %+v", got)
	}
	if got := s.Topologies[2].Figures[model.HTTP200]; got.State != model.Absent {
		t.Errorf("a topology has 200s: %+v", got)
	}
	if got := s.Decision.Comparisons[1].TTFTChange; got != model.Of(-13.96) {
		t.Errorf("TTFT change at 4 replicas: %+v", got)
	}
	if doc.Simulated || doc.Schema != model.ScaleOutSchema || s.Decision.Pointer != "/decision" {
		t.Errorf("simulated %v, schema %q, decision at %q", doc.Simulated, doc.Schema, s.Decision.Pointer)
	}
}

func TestRealAutoscaling(t *testing.T) {
	doc, issues := decodeFile(t, shared(t, "results", "autoscaling-canary.json"))
	clear(t, doc, issues)
	if doc.Comparison() != nil || doc.Timelines() == nil || doc.Rollouts() == nil || doc.Startup() == nil {
		t.Fatalf("kinds: %+v", doc)
	}
	a := doc.Timelines()
	if len(a.Timelines) != 2 || a.Timelines[0].Name != "reactive_gpu_util" || a.Timelines[0].Len() != 16 {
		t.Fatalf("timelines: %+v", a.Timelines)
	}
	peak, at := a.Timelines[0].Column(model.P99TTFT).Max()
	if peak != a.Timelines[0].PeakP99TTFT || a.Timelines[0].Seconds.At(at) != model.Of(120) {
		t.Errorf("peak %+v at sample %d", peak, at)
	}
	if got := len(doc.Rollouts().Rollouts[1].Stages); got != 3 {
		t.Errorf("%d stages of the second rollout", got)
	}
	if got := doc.Rollouts().Rollouts[0].Stages[1].Reasons; len(got) != 2 || got[1] != "quality_score_regression" {
		t.Errorf("reasons %q", got)
	}
	if got := doc.Startup().Profiles[1]; got.Total != model.Of(22) || len(got.Phases) != 3 || got.Phases[2].Seconds != model.Of(12) {
		t.Errorf("second profile %+v", got)
	}
	if !doc.Simulated {
		t.Error("assumed coefficients are not taken as simulated")
	}
}
