package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestGoldenCases keeps what is printed of documents of our own that pass, fail,
// lack values and contradict themselves, each in its own way: testdata/cases.
func TestGoldenCases(t *testing.T) {
	cases, err := filepath.Abs(filepath.Join("testdata", "cases"))
	if err != nil {
		t.Fatal(err)
	}
	kept := kept(t, "cases")
	t.Setenv("LC_ALL", "C.UTF-8")
	t.Chdir(t.TempDir())
	if err := os.CopyFS(".", os.DirFS(cases)); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.json")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			var b strings.Builder
			for _, args := range [][]string{
				{"report", "--verbose"}, {"check", "--strict", "--slo", "550ms"},
				{"check", "--limit", "canary.tpot-regression=1", "--limit", "scale-out.offered-load=0.1"}, {"report", "--policy", "policy.yaml"}, {"audit", "--all"},
			} {
				b.WriteString("$ scaledeck " + strings.Join(args, " ") + "\n" + commandOutput(t, append(args, file)...))
			}
			golden(t, filepath.Join(kept, strings.TrimSuffix(file, ".json")+".txt"), b.String())
		})
	}
	for _, pair := range [][2]string{
		{"scaleout-pass", "scaleout-slower"}, {"scaleout-slower", "scaleout-holes"}, {"scaleout-uneven", "scaleout-errors"},
		{"timeline-edges", "timeline-flags-only"}, {"timeline-scaling", "timeline-scaling"},
		{"rollout-outcomes", "rollout-one-stage"}, {"rollout-lost-figure", "rollout-lost-figure"}, {"coldstart-tie", "coldstart-same-names"},
	} {
		out := commandOutput(t, "compare", pair[0]+".json", pair[1]+".json") + commandOutput(t, "compare", pair[0]+".json", pair[1]+".json", "--format", "json")
		golden(t, filepath.Join(kept, "compare", pair[0]+"-"+pair[1]+".txt"), out)
	}
	golden(t, filepath.Join(kept, "all.md"), commandOutput(t, "report", ".", "--format", "markdown"))
	golden(t, filepath.Join(kept, "all.xml"), commandOutput(t, "report", ".", "--format", "junit"))
}
