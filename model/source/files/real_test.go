package files

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"scaledeck/model"
)

const smallCanary = `{
  "canary_gate_policy": {"max_error_rate": 0.005},
  "canary_rollouts": {
    "build_a": {"completed": true, "rolled_back": false, "final_traffic_percent": 100, "stages": [
      {"traffic_percent": 100, "requests": 100, "decision": "promote", "passed": true, "error_rate": 0.001}
    ]}
  }
}
`

// However a result is cut, what stood before it stays and no error shows.
func TestEveryCutOfARealDocumentIsPending(t *testing.T) {
	now := time.Now()
	r := newRig(t, func(o *Options) { o.Decode = nil })
	r.now = now
	r.write("a.json", smallCanary)
	s := r.look()
	if len(s.Files) != 1 || s.Files[0].State != model.Fresh || s.Files[0].Doc.Rollouts() == nil {
		t.Fatalf("files = %+v", s.Files)
	}
	doc := s.Files[0].Doc
	for n := range len(smallCanary) - 2 { // without the last brace and line feed
		r.write("a.json", smallCanary[:n])
		s = r.after(time.Second)
		if f := s.Files[0]; f.State != model.Pending || f.Doc != doc || len(f.Issues) != 0 {
			t.Fatalf("cut at %d: %s", n, shape(s))
		}
	}
	s = r.after(DefaultSettle)
	if f := s.Files[0]; f.State != model.Stale || f.Doc != doc || len(f.Issues) != 1 || f.Issues[0].Code != model.CodeIncomplete {
		t.Errorf("quiet: %s", shape(s))
	}
	r.write("a.json", smallCanary)
	if s = r.after(time.Second); s.Files[0].State != model.Fresh {
		t.Errorf("whole again: %s", shape(s))
	}
}

func TestSharedResults(t *testing.T) {
	root, err := os.Getwd()
	must(t, err)
	for !present(filepath.Join(root, "go.mod")) {
		root = filepath.Dir(root)
	}
	dir := filepath.Join(root, "..", "shared", "results")
	if !present(dir) {
		t.Skip("the shared result files are not beside the repository")
	}
	s, err := Read(t.Context(), Options{Paths: []string{dir}})
	must(t, err)
	fresh := 0
	for _, f := range s.Files {
		if f.State == model.Fresh && !f.Doc.Empty() {
			fresh++
		}
	}
	if fresh != 2 || len(s.Issues) != 0 || s.Label == "" {
		t.Errorf("%d fresh, want 2: %s issues %v", fresh, shape(s), s.Issues)
	}
}

func present(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
