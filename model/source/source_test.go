package source

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"scaledeck/model"
)

func TestOpenNothing(t *testing.T) {
	for _, targets := range [][]string{nil, {""}, {"a", ""}} {
		if _, err := Open(t.Context(), targets, Options{}); !errors.Is(err, ErrNoTarget) {
			t.Errorf("Open(%q): %v, want ErrNoTarget", targets, err)
		}
		if _, err := Read(t.Context(), targets, Options{}); !errors.Is(err, ErrNoTarget) {
			t.Errorf("Read(%q): %v, want ErrNoTarget", targets, err)
		}
	}
}

func TestOpenPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	targets := []string{filepath.Join(dir, "b.json"), filepath.Join(dir, "a.json")}
	if got := Paths(targets); !slices.Equal(got, targets) || File(targets[0]) != targets[0] {
		t.Errorf("paths %v, file %q", got, File(targets[0]))
	}
	for _, once := range []bool{false, true} {
		s, err := Open(t.Context(), targets, Options{Once: once})
		if err != nil {
			t.Fatal(err)
		}
		snap, err := s.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(snap.Files) != 2 || len(snap.Feeds) != 1 || snap.Feeds[0].Name != "2 paths" || (snap.Feeds[0].Mode == model.Static) != once || !snap.Feeds[0].Final() {
			t.Errorf("once %v: %d files, feeds %+v", once, len(snap.Files), snap.Feeds)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenEveryKind(t *testing.T) {
	dir := t.TempDir()
	body := `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"ttft_p99"},"values":[[1,"0.2"],[2,"0.3"]]}]}}`
	recorded := filepath.Join(dir, "a.json")
	if err := os.WriteFile(recorded, []byte(body), 0o644); err != nil {
		t.Fatal(err)
	}
	targets := []string{"replay:" + recorded, recorded, "-", "replay:"}
	if got := Paths(targets); !slices.Equal(got, []string{recorded, "replay:"}) {
		t.Errorf("paths %v", got)
	}
	if a, b, c := File(targets[0]), File(recorded), File("-"); a != recorded || b != recorded || c != "" {
		t.Errorf("files %q, %q, %q", a, b, c)
	}
	snap, err := Read(t.Context(), targets[:3], Options{Input: strings.NewReader(body)})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range snap.Files {
		if f.Doc == nil || f.Doc.Timelines().Timelines[0].Len() != 2 {
			t.Errorf("%s: document %+v, issues %v", f.Name, f.Doc, f.Issues)
		}
		names = append(names, f.Key)
	}
	if want := []string{"a.json", "1:" + recorded, "2:" + InputName}; !slices.Equal(names, want) || len(snap.Feeds) != 3 || snap.Label != "3 sources" {
		t.Errorf("keys %q, label %q, feeds %+v", names, snap.Label, snap.Feeds)
	}
	for _, f := range snap.Feeds {
		if f.State != model.Ended || f.Err != "" {
			t.Errorf("feed %+v, want it ended", f)
		}
	}
}
