package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// checkExit runs the program's check on a file and returns its exit code.
func checkExit(t *testing.T, args ...string) int {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Cmd{Path: exe, Args: append([]string{"scaledeck", "check"}, args...), Env: os.Environ()}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, out)
	}
	return cmd.ProcessState.ExitCode()
}

func TestImplausibleFiguresDoNotPass(t *testing.T) {
	for name, want := range map[string]int{
		"sample-time-twice": 4, "ready-zero-ttft-zero": 4, "ttft-zero-while-busy": 4,
		"only-p95-zero-p99-positive": 4, "mixed-epochs": 4, "timeline-breach-in-seconds": 4,
		"seconds-in-ms": 4, "same-run-name-different-repeat": 4, "identical-repeats": 0,
		"epoch-seconds": 3, "epoch-milliseconds": 3, "retried-canary": 3, "refusing-server": 3,
	} {
		file := filepath.Join("..", "..", "..", "shared", "cases", "verdicts", name+".json")
		if _, err := os.Stat(file); err != nil {
			t.Skip("the documents of wrong verdicts are not part of the repository, and ../shared/cases is not here")
		}
		if got := checkExit(t, "--slo", "500ms", file); got != want {
			t.Errorf("%s: exit code %d, want %d", name, got, want)
		}
	}
	clipped := filepath.Join("..", "..", "..", "shared", "cases", "verdicts", "clipped-at-bucket.json")
	for slo, want := range map[string]int{"500ms": 3, "3s": 4} {
		if got := checkExit(t, "--slo", slo, clipped); got != want {
			t.Errorf("clipped-at-bucket at %s: exit code %d, want %d", slo, got, want)
		}
	}
}

// faulty is a timeline of three samples, the second as given.
func faulty(second string) string {
	return `{"autoscaling_comparison": {"p": {"timeline": [
{"sec": 0, "demand_tokens": 48000, "ready_replicas": 4, "p99_ttft_ms": 266.7},
` + second + `,
{"sec": 40, "demand_tokens": 48000, "ready_replicas": 4, "p99_ttft_ms": 266.7}]}}}`
}

func TestImplausibleSample(t *testing.T) {
	for name, c := range map[string]struct {
		second string
		want   int
	}{
		"sound":   {`{"sec": 20, "demand_tokens": 50000, "ready_replicas": 4, "p99_ttft_ms": 270.5}`, 0},
		"zero":    {`{"sec": 20, "demand_tokens": 50000, "ready_replicas": 4, "p99_ttft_ms": 0}`, 4},
		"nobody":  {`{"sec": 20, "demand_tokens": 50000, "ready_replicas": 0, "p99_ttft_ms": 270.5}`, 4},
		"seconds": {`{"sec": 20, "demand_tokens": 50000, "ready_replicas": 4, "p99_ttft_ms": 0.2705}`, 4},
	} {
		file := filepath.Join(t.TempDir(), "p.json")
		if err := os.WriteFile(file, []byte(faulty(c.second)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := checkExit(t, "--slo", "500ms", file); got != c.want {
			t.Errorf("%s: exit code %d, want %d", name, got, c.want)
		}
	}
}
