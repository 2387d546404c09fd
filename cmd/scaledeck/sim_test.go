package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/sim"
)

// read decodes a document that is there.
func read(t *testing.T, name string) *model.Document {
	t.Helper()
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) && strings.Contains(name, "shared") {
		t.Skipf("%s is not here: the real result files are not part of the repository", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	doc, issues := format.Decode(filepath.Base(name), data, format.Options{})
	if doc == nil {
		t.Fatalf("%s: %v", name, issues)
	}
	return doc
}

// TestSimRunReproducesTheFile: with its defaults sim run writes both timelines of
// the real file, every sample to its last printed digit.
func TestSimRunReproducesTheFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "run.json")
	if code := run([]string{"sim", "run", "--out", out}, os.Stdin, discard(t), os.Stderr); code != 0 {
		t.Fatalf("code %d", code)
	}
	ours := read(t, out)
	theirs := read(t, filepath.Join("..", "..", "..", "shared", "results", "autoscaling-canary.json"))
	samples := 0
	for i := range ours.Timelines().Timelines {
		o := &ours.Timelines().Timelines[i]
		if o.SLO != model.Of(500) {
			t.Errorf("%s: SLO %v", o.Name, o.SLO)
		}
		o.SLO = model.Figure{} // which the real file does not state
		samples += o.Len()
	}
	if samples != 32 {
		t.Errorf("%d samples, want 32", samples)
	}
	if diff := cmp.Diff(theirs.Timelines(), ours.Timelines(), cmp.AllowUnexported(model.Series{}), cmp.Comparer(sameSeries)); diff != "" {
		t.Errorf("timelines (-file +ours):\n%s", diff)
	}
	if diff := cmp.Diff(theirs.Startup(), ours.Startup()); diff != "" {
		t.Errorf("cold start (-file +ours):\n%s", diff)
	}
}

func sameSeries(a, b model.Series) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if a.At(i) != b.At(i) {
			return false
		}
	}
	return true
}

// TestSimWrongUse: whatever is wrong with a call is code 2 and prints nothing to
// stdout.
func TestSimWrongUse(t *testing.T) {
	for _, args := range [][]string{
		{"bogus"}, {"run", "extra"}, {"ablate", "extra"}, {"sweep", "extra"},
		{"run", "--policy", ""}, {"run", "--policy", ","}, {"run", "--policy", "", "--format", "json"},
		{"sweep", "--vary", "slo=1", "--policy", ""}, {"sweep", "--vary", "slo=1", "--policy", "", "--format", "csv"},
		{"sweep", "--vary", "gpu-threshold=85", "--policy", "reactive"}, {"sweep", "--vary", "initial=2"},
		{"run", "--gpu-threshold", "85"}, {"run", "--policy", "hpa", "--hpa-window", "-1s"}, {"run", "--cold-start", ""}, {"run", "--drain", "9s"},
	} {
		out, err := os.CreateTemp(t.TempDir(), "out")
		if err != nil {
			t.Fatal(err)
		}
		said, err := os.CreateTemp(t.TempDir(), "err")
		if err != nil {
			t.Fatal(err)
		}
		code := run(append([]string{"sim"}, args...), os.Stdin, out, said)
		printed, _ := os.ReadFile(out.Name())
		message, _ := os.ReadFile(said.Name())
		if code != exitUsage || len(printed) > 0 || strings.Count(string(message), "\n") != 1 {
			t.Errorf("sim %q: code %d, printed %q, said %q", args, code, printed, message)
		}
		for _, field := range []string{"Threshold:", "InitialReady", "Stabilisation", "ScaleDown", "ColdStart"} {
			if strings.Contains(string(message), field) {
				t.Errorf("sim %q names the field %s: %s", args, field, message)
			}
		}
		if err := errors.Join(out.Close(), said.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReplaceFileLeavesNothingHalf(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "run.json")
	if err := os.WriteFile(name, []byte("before"), 0o640); err != nil {
		t.Fatal(err)
	}
	only := func() {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != 1 {
			t.Errorf("in the folder: %v, %v", entries, err)
		}
		if data, _ := os.ReadFile(name); string(data) != "before" {
			t.Errorf("the file holds %q", data)
		}
	}
	broken := errors.New("broken")
	err := replaceFile(context.Background(), name, func(w io.Writer) error {
		_, _ = w.Write([]byte("half"))
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	only()

	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(signalError{syscall.SIGINT})
	err = replaceFile(ctx, name, func(w io.Writer) error { return nil })
	if code, _ := exitCode(err); code != 130 {
		t.Errorf("code %d after an interrupt, want 130", code)
	}
	only()

	if err := writeRun(context.Background(), name, false, sim.Document{}); err == nil {
		t.Error("a file of somebody else was replaced")
	}
	only()
	if err := replaceFile(context.Background(), name, func(w io.Writer) error {
		_, err := w.Write([]byte("after"))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v: a replaced file keeps its own", info.Mode(), err)
	}
}

// TestOutKnowsItsOwnFile: a file of ours is told by its beginning, however long
// it is, and a file over the default limit is reported.
func TestOutKnowsItsOwnFile(t *testing.T) {
	dir := t.TempDir()
	ours := `{"execution_mode": "` + sim.ExecutionMode + `", "timeline": [`
	for name, tt := range map[string]struct {
		head string
		want bool
	}{
		"ours, and more than a trace may be": {ours, true},
		"another mode":                       {`{"execution_mode": "measured"` + strings.Repeat(" ", 100), false},
		"another key first":                  {`{"experiment": "x", "execution_mode": "` + sim.ExecutionMode + `"}`, false},
		"the mode within something else":     {`[` + ours, false},
		"a beginning without an end":         {`{"execution_mode": "` + strings.Repeat("x", 2*headOfOurs), false},
		"no JSON":                            {"sec,demand\n0,1\n", false},
		"nothing":                            {"", false},
	} {
		path := filepath.Join(dir, "run.json")
		if err := os.WriteFile(path, []byte(tt.head), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, defaultMaxSize+1); err != nil { // a hole: it takes no room
			t.Fatal(err)
		}
		if got := isOurs(path); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
		var said bytes.Buffer
		warnOfSize(&said, path)
		if want := path + " has 65 MiB, more than the default limit: open it with --max-size 65MiB\n"; said.String() != want {
			t.Errorf("of %d bytes it says %q", defaultMaxSize+1, said.String())
		}
		if err := os.Truncate(path, defaultMaxSize); err != nil {
			t.Fatal(err)
		}
		said.Reset()
		if warnOfSize(&said, path); said.Len() > 0 {
			t.Errorf("of %d bytes it says %q", defaultMaxSize, said.String())
		}
	}
	root := newRoot(&terminal{in: os.Stdin, out: discard(t), lookup: os.LookupEnv})
	if n, err := parseSize(root.Flags().Lookup("max-size").DefValue); err != nil || n != defaultMaxSize {
		t.Errorf("without --max-size %d bytes are read, %v", n, err)
	}
}

func TestLabRunsAreNewFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	r, err := sim.Run(sim.ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	d := sim.Document{Runs: []sim.NamedRun{{Name: "what-if", Result: r}}}
	at := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	for _, want := range []string{"scaledeck-lab-20260314-120000.json", "scaledeck-lab-20260314-120000-1.json"} {
		name, err := writeLabRun(d, at)
		if err != nil || name != want {
			t.Fatalf("%q, %v, want %q", name, err, want)
		}
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
		if doc := read(t, name); doc.Timelines() == nil || doc.Timelines().Timelines[0].Len() != 16 {
			t.Errorf("%s does not read back", name)
		}
	}
	if _, err := writeLabRun(sim.Document{}, at); err == nil {
		t.Error("a document of nothing was written")
	}
	if entries, _ := os.ReadDir("."); len(entries) != 2 {
		t.Errorf("in the folder: %v", entries)
	}
}

func TestProgress(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	var b bytes.Buffer
	p := &progress{w: &b, total: 200, now: func() time.Time { return now }}
	p.show(50)
	p.show(60) // too soon
	now = now.Add(time.Second)
	p.show(200)
	p.clear()
	want := "\r[#######.......................]  25%  50 of 200 runs\r[##############################] 100%  200 of 200 runs\r\x1b[K"
	if b.String() != want {
		t.Errorf("drew %q, want %q", b.String(), want)
	}
	quiet := newProgress(&terminal{lookup: os.LookupEnv}, &b, 10)
	b.Reset()
	quiet.show(5)
	quiet.clear()
	if b.Len() > 0 {
		t.Errorf("drew %q on what is no terminal", b.String())
	}
}
