//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSimRunIsFollowed: a document of sim run opens beside another one and is
// followed while it is written anew.
func TestSimRunIsFollowed(t *testing.T) {
	dir := t.TempDir()
	if code := run([]string{"demo", "--write", dir}, os.Stdin, discard(t), os.Stderr); code != 0 {
		t.Fatalf("writing the demo: code %d", code)
	}
	out := filepath.Join(dir, "what-if.json")
	write := func(args ...string) {
		t.Helper()
		if code := run(append([]string{"sim", "run", "--out", out}, args...), os.Stdin, discard(t), os.Stderr); code != 0 {
			t.Fatalf("sim run %v: code %d", args, code)
		}
	}
	write("--policy", "none")
	s := start(t, nil, dir)
	s.see("3 files")
	s.see("11 of 16 windows") // nobody scales
	s.see("9 of 16 windows")  // the demo's own reactive run, beside it
	write("--policy", "reactive", "--cold-start", "22s")
	s.see("4 of 16 windows")
	s.until("the run before to leave", func() bool { return !strings.Contains(s.text(), "11 of 16 windows") })
	if strings.Contains(s.text(), "incomplete") || strings.Contains(s.text(), "stale") {
		t.Errorf("half a file was seen:\n%s", s.text())
	}
	s.press("q")
	if code := s.code(); code != 0 {
		t.Errorf("code %d", code)
	}
}

// TestLabSavesIntoTheFolder: w writes the run on screen to a new file of one's own.
func TestLabSavesIntoTheFolder(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	s := start(t, nil, "demo", "--screen", "lab")
	s.see("what if")
	s.press("e22\r")
	s.see("−100 s")
	s.press("w")
	s.see("run saved as scaledeck-lab-")
	s.press("q")
	s.code()
	names, err := filepath.Glob("scaledeck-lab-*.json")
	if err != nil || len(names) != 1 {
		t.Fatalf("in the folder: %v, %v", names, err)
	}
	tl := read(t, names[0]).Timelines().Timelines[0]
	if tl.ColdStartSeconds.Value != 22 || tl.BreachWindows.Value != 4 {
		t.Errorf("cold start %v, windows %v", tl.ColdStartSeconds, tl.BreachWindows)
	}
}

// TestSweepOnATerminal: the progress is drawn, an interrupt ends it with code 130
// and no row was printed.
func TestSweepOnATerminal(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "long.csv")
	var b strings.Builder
	b.WriteString("sec,demand\n")
	for i := range 20_000 {
		b.WriteString(number(float64(20*i)) + ",100000\n")
	}
	if err := os.WriteFile(trace, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, nil, "sim", "sweep", "--trace", trace, "--vary", "cold-start=1s..1000s", "--vary", "standby=0..99")
	s.see(" of 100000 runs")
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if code := s.code(); code != 130 {
		t.Errorf("code %d, want 130", code)
	}
	if strings.Contains(s.output(), "replica·s") {
		t.Error("rows were printed")
	}
}
