package analysis

import (
	"os"
	"path/filepath"
	"testing"

	"scaledeck/analysis/known"
	"scaledeck/analysis/startup"
	"scaledeck/analysis/timeline"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/format"
)

// sharedAutoscaling reads the known autoscaling file, which lies beside the
// repository, and skips the test where it does not.
func sharedAutoscaling(t *testing.T) *model.File {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if filepath.Dir(dir) == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	data, err := os.ReadFile(filepath.Join(dir, "..", "shared", "results", "autoscaling-canary.json"))
	if err != nil {
		t.Skipf("the known result file is not here: %v", err)
	}
	doc, issues := format.Decode("autoscaling.json", data, format.Options{})
	if doc == nil {
		t.Fatalf("not decoded: %v", issues)
	}
	return &model.File{Key: "a", Name: "autoscaling.json", Doc: doc}
}

// TestRealAutoscalingFile holds the file itself to what the fixtures of its
// figures give, which the other tests hold to answers worked out by hand.
func TestRealAutoscalingFile(t *testing.T) {
	type said struct {
		Key, Title, Why, Sentence string
		Verdict                   gate.Verdict
		Simulated                 bool
		Windows                   []timeline.Window
		Events                    []timeline.Event
		Tie                       []string
	}
	all := func(f *model.File) ([]said, []finding.Check) {
		list, checks := canaryOf(f, gate.Options{})
		timelines, more := autoscalingOf(f, gate.Options{})
		list, checks = append(list, timelines...), append(checks, more...)
		cold, more := coldStartOf(f, gate.Options{})
		list, checks = append(list, cold), append(checks, more...)
		var out []said
		for _, fd := range list {
			s := said{Key: fd.Key, Title: fd.Title, Why: fd.Why, Sentence: fd.Sentence, Verdict: fd.Verdict, Simulated: fd.Simulated}
			if timeline.AutoscalingOf(fd.Outcome) != nil {
				s.Windows, s.Events = timeline.AutoscalingOf(fd.Outcome).Windows, timeline.AutoscalingOf(fd.Outcome).Events
			}
			if startup.ColdStartOf(fd.Outcome) != nil {
				s.Tie = startup.ColdStartOf(fd.Outcome).Tie
			}
			out = append(out, s)
		}
		return out, checks
	}
	gotFindings, gotChecks := all(sharedAutoscaling(t))
	wantFindings, wantChecks := all(known.AutoscalingFile())
	if diff := cmp.Diff(wantFindings, gotFindings); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(wantChecks, gotChecks); diff != "" {
		t.Error(diff)
	}
}
