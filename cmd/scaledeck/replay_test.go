package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const rangeQuery = `{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"ttft_p99"},"values":[[1,"0.2"],[2,"0.3"],[3,"0.25"]]}]}}`

// TestReplayTarget holds that every command that reads takes a recording, and what
// is wrong with one that is not there.
func TestReplayTarget(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.json")
	if err := os.WriteFile(path, []byte(rangeQuery), 0o644); err != nil {
		t.Fatal(err)
	}
	target := "replay:" + path
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"report", target, "--slo", "500ms"}, "p99 TTFT within SLO in all 3 windows"},
		{[]string{"check", target, "--slo", "500ms"}, "exit code 0"},
		{[]string{"check", target, "--slo", "250ms"}, "exit code 3"},
		{[]string{"check", target, "--slo", "500ms", "--wait", "--pace", "100"}, "exit code 0"},
		{[]string{"check", target, "--slo", "500ms", "--wait", "--timeout", "100ms"}, "exit code 4"},
		{[]string{"compare", path, target, "--slo", "500ms"}, "exit code 0"},
		{[]string{"audit", target}, "exit code 0"},
		{[]string{"report", "replay:" + filepath.Join(dir, "none")}, "exit code 2"},
		{[]string{"report", target, "--pace", "0"}, "exit code 2"},
	} {
		if got := commandOutput(t, tt.args...); !strings.Contains(got, tt.want) {
			t.Errorf("%v: %q is not in\n%s", tt.args, tt.want, got)
		}
	}
}

func TestDepth(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "below"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "below", "run.json"), []byte(rangeQuery), 0o644); err != nil {
		t.Fatal(err)
	}
	for depth, want := range map[string]bool{"0": false, "1": true} {
		if got := commandOutput(t, "report", dir, "--depth", depth); strings.Contains(got, "below/run.json") != want {
			t.Errorf("--depth %s: found %v, want %v\n%s", depth, !want, want, got)
		}
	}
}
