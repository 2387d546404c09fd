package report

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/analysis/report/jsonvalue"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/text"
)

// judged decodes and judges files as the console does.
func judged(t *testing.T, paths ...string) *analysis.Findings {
	t.Helper()
	snap := &model.Snapshot{Label: "results/"}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc, issues := format.Decode(filepath.Base(path), data, format.Options{})
		f := model.File{Key: path, Name: filepath.Base(path), Size: int64(len(data)), Doc: doc}
		if doc == nil {
			f.State, f.Issues = model.Unusable, issues
		}
		snap.Files = append(snap.Files, f)
	}
	return analysis.Judge(snap, analysis.Options{})
}

// shared returns the material that lies beside the repository, or skips.
func shared(t *testing.T, pattern string) []string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
	}
	paths, err := filepath.Glob(filepath.Join(dir, "..", "shared", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skipf("no shared/%s beside the repository", pattern)
	}
	return paths
}

// The two files that the console was asked for, through the whole pipeline.
func TestKnownResults(t *testing.T) {
	f := judged(t, shared(t, "results/*.json")...)
	for name, fn := range forms {
		got := plain(name, write(t, fn, f, Options{}))
		for _, want := range []string{"FAIL", "non-200 responses", "5 at 1×", "rolled back at 25 %", "9 of 16", "5182 ms", "8.2×"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
	for _, width := range []int{80, 100, 120} {
		for _, l := range strings.Split(write(t, Text, f, Options{Width: width}), "\n") {
			if n := text.Width(l); n > width && len(strings.Fields(l)) > 1 {
				t.Errorf("width %d: a line of %d cells: %s", width, n, l)
			}
		}
	}
}

// Broken files of every sort: each form is written, valid and of one mind.
func TestCaseFiles(t *testing.T) {
	for _, path := range shared(t, "cases/files/*") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f := judged(t, path)
			for name, fn := range forms {
				for _, r := range write(t, fn, f, Options{Verbose: true, Width: 80}) {
					if r != '\n' && jsonvalue.Unsafe(r) {
						t.Fatalf("%s lets %U through", name, r)
					}
				}
			}
			checkForms(t, f)
		})
	}
}
