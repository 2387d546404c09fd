//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"scaledeck/analysis"
	"scaledeck/model"
)

// waiting starts check --wait on a file and returns what it prints and a
// function that waits for its exit code.
func waiting(t *testing.T, name string, args ...string) (cmd *exec.Cmd, stdout, stderr *bytes.Buffer, code func() int) {
	t.Helper()
	cmd = exec.Command(os.Args[0], append([]string{"check", name, "--wait"}, args...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "GOCOVERDIR="+t.TempDir())
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
	t.Cleanup(func() { late.Stop(); _ = cmd.Process.Kill() })
	return cmd, stdout, stderr, func() int { _ = cmd.Wait(); return cmd.ProcessState.ExitCode() }
}

// TestWaitEndsOnTheVerdict writes a file step by step while check waits for it.
func TestWaitEndsOnTheVerdict(t *testing.T) {
	running := canaryFile(stage("5", "300", "1", errorsFew))
	tests := []struct {
		name  string
		steps []string
		code  int
	}{
		{"it passes in the end", []string{`{"canary_roll`, running, canaryFile(stage("5", "300", "1", errorsFew), stage("100", "900", "1", errorsFew))}, 0},
		{"a missing figure comes", []string{timelineFile(""), timelineFile(`, "p99_ttft_ms": 200`)}, 0},
		{"it fails in the end", []string{running, canaryFile(stage("5", "300", "9", errorsFew))}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "case.json")
			_, stdout, stderr, code := waiting(t, name, "--timeout", "25s", "--format", "json")
			for _, content := range tt.steps {
				time.Sleep(400 * time.Millisecond)
				write(t, name, content)
			}
			if got := code(); got != tt.code {
				t.Errorf("code %d, want %d: %s%s", got, tt.code, stdout, stderr)
			}
			// What it printed is what a check without waiting prints.
			if once, _ := checked(t, name, "--format", "json"); once != stdout.String() {
				t.Errorf("waited: %s\nat once: %s", stdout, once)
			}
		})
	}
}

func TestWaitEndsOnASignal(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "case.json")
			cmd, stdout, _, code := waiting(t, name)
			time.Sleep(500 * time.Millisecond)
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if got := code(); got != 128+int(sig) || stdout.Len() > 0 {
				t.Errorf("code %d, printed %q", got, stdout)
			}
		})
	}
}

func TestFinal(t *testing.T) {
	gate := []analysis.Gate{{Margin: model.Of(1)}}
	finding := func(v analysis.Verdict, s model.FileState, doc *model.Document) *analysis.Findings {
		snap := &model.Snapshot{Files: []model.File{{State: s, Doc: doc}}}
		return &analysis.Findings{Snap: snap, Verdict: v, List: []analysis.Finding{{Verdict: v, Gates: gate, File: &snap.Files[0]}}}
	}
	doc := &model.Document{}
	tests := []struct {
		name string
		f    *analysis.Findings
		want bool
	}{
		{"pass", finding(analysis.Pass, model.Fresh, doc), true},
		{"only warned", finding(analysis.Info, model.Fresh, doc), true},
		{"fail", finding(analysis.Fail, model.Fresh, doc), true},
		{"undecided", finding(analysis.Undecided, model.Fresh, doc), false},
		{"running", finding(analysis.Running, model.Fresh, doc), false},
		{"pass of an old version", finding(analysis.Pass, model.Stale, doc), false},
		{"pass of a file that is gone", finding(analysis.Pass, model.Gone, doc), false},
		{"fail of an old version", finding(analysis.Fail, model.Stale, doc), false},
		{"pass beside another kind of file", finding(analysis.Pass, model.Unusable, nil), true},
		{"nothing", &analysis.Findings{Snap: &model.Snapshot{}, Verdict: analysis.Undecided}, false},
		{"no gate", &analysis.Findings{Snap: &model.Snapshot{}, Verdict: analysis.Info, List: []analysis.Finding{{}}}, false},
	}
	for _, tt := range tests {
		if got := final(tt.f); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
