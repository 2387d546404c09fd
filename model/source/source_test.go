package source

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
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
