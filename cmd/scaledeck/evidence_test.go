package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/source"
)

// FuzzBeside: whatever table lies beside it, an analysis is judged.
func FuzzBeside(f *testing.F) {
	f.Add([]byte("model_replicas,repeat,requests\n1,1,5\n"))
	f.Add([]byte("repeat,replicas,headers_passed,epp_restarted\n1,1,true,true\n1,1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		table, _ := format.Evidence("summary.csv", strings.NewReader(string(data)))
		run := model.Run{Replicas: model.Of(1), Repeat: model.Of(1)}
		doc := &model.Document{File: "f", Parts: []model.Part{&model.Comparison{Rows: []model.Run{run}, Decision: model.Decision{DataPublishable: model.FlagOf(true)}}}}
		file := model.File{Name: "f", Doc: doc, Beside: &model.Beside{Tables: []model.Evidence{table}}}
		if got := analysis.Judge(&model.Snapshot{Files: []model.File{file}}, analysis.Options{}); len(got.Checks) == 0 {
			t.Fatal("the checks are gone")
		}
	})
}

// TestRealEvidence: nothing in a published package differs from its tables, and
// that they agree is not taken for a proof.
func TestRealEvidence(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "data", "flow-control", "multi-replica-scaling")
	if _, err := os.Stat(filepath.Join(dir, "summary.csv")); err != nil {
		t.Skipf("%s is not here: the evidence package is not part of the repository", dir)
	}
	snap, err := source.Read(t.Context(), []string{dir}, source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	judged := analysis.Judge(snap, analysis.Options{})
	f, notes, err := withRequests(t.Context(), judged, []string{dir})
	if err != nil {
		t.Fatal(err)
	}
	for name, checks := range map[string][]analysis.Check{"judged": judged.Checks, "audited": f.Checks} {
		n := make(map[analysis.CheckResult]int)
		for _, c := range checks {
			n[c.Result]++
			if c.Result == analysis.Differs {
				t.Errorf("%s: %+v", name, c)
			}
		}
		// 14 figures of nine rows equal a copy; whether the data are publishable
		// follows from the gates. The requests there are an excerpt.
		if n[analysis.Copied] != 9*14 || n[analysis.NotCheckable] != 2 {
			t.Errorf("%s: %v", name, n)
		}
	}
	if len(notes) == 0 || !strings.Contains(strings.Join(notes, "\n"), "requests are missing") {
		t.Errorf("nothing says that the requests are an excerpt: %q", notes)
	}
}
