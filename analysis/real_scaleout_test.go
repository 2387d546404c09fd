package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"scaledeck/analysis/finding"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/format"
)

// sharedResult reads a result file that lies beside the repository, or skips.
func sharedResult(t *testing.T, name string) *model.Document {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, "..", "shared", "results", name))
	if err != nil {
		t.Skipf("the result files are not beside the repository: %v", err)
	}
	doc, issues := format.Decode(name, data, format.Options{})
	if doc == nil {
		t.Fatalf("not decoded: %v", issues)
	}
	return doc
}

// TestRealScaleOut judges the known file itself: the same figures, verdict and
// words as our own table of it, and nothing to complain of.
func TestRealScaleOut(t *testing.T) {
	doc := sharedResult(t, "multi-replica-scaling.json")
	j := Judge(&model.Snapshot{Files: []model.File{{Key: "k", Name: doc.File, Doc: doc}}}, gate.Options{})
	if len(j.List) != 1 || len(j.Issues) != 0 {
		t.Fatalf("%d findings, issues %v", len(j.List), j.Issues)
	}
	ours, checks := scaleOutOf(known.FileOf(known.ScaleOut()), gate.Options{})
	slices.SortStableFunc(checks, func(a, b finding.Check) int { return int(b.Result) - int(a.Result) })
	if d := cmp.Diff(checks, j.Checks, cmpopts.IgnoreFields(finding.Check{}, "File")); d != "" {
		t.Errorf("checks: %s", d)
	}
	if d := cmp.Diff([]string{ours.Title, ours.Why, ours.Sentence}, []string{j.List[0].Title, j.List[0].Why, j.List[0].Sentence}); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(comparison.ScaleOutOf(ours.Outcome).Topologies, comparison.ScaleOutOf(j.List[0].Outcome).Topologies); d != "" {
		t.Errorf("our table of the file is not the file: %s", d)
	}
}
