//go:build linux

package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// canaryFile is a rollout by the two policies' own limits, of the given stages.
func canaryFile(stages ...string) string {
	return `{"canary_gate_policy": {"max_tpot_regression_ms": 6, "max_tpot_ceiling_ms": 45, "max_quality_drop": 0.015, "max_error_rate": 0.005},
 "canary_rollouts": {"build": {"stages": [` + strings.Join(stages, ",") + `]}}}`
}

// The stages of the cases, each with a share of traffic.
func stage(percent, requests, tpot string, more ...string) string {
	return `{"stage_percent": ` + percent + `, "requests_evaluated": ` + requests + `, "tpot_delta_ms": ` + tpot +
		`, "quality_drop": 0.001` + strings.Join(more, "") + `}`
}

const errorsFew = `, "canary_error_rate": 0.001`

func timelineFile(p99 string) string {
	return `{"autoscaling_comparison": {"steady": {"slo_p99_ttft_ms": 500, "timeline": [{"sec": 0, "p99_ttft_ms": 100}, {"sec": 1` + p99 + `}]}}}`
}

// unstatedFile is a timeline that flags no sample, with more of its own keys.
func unstatedFile(more string) string {
	return `{"autoscaling_comparison": {"steady": {` + more + ` "timeline": [{"sec": 0, "p99_ttft_ms": 100, "slo_breached": false},
 {"sec": 1, "p99_ttft_ms": 999, "slo_breached": false}]}}}`
}

const warnOnly = `version: 1
extends: built-in
rules:
  - {id: canary.tpot-regression, severity: warn}
`

const manySamples = `version: 1
extends: built-in
rules:
  - {id: canary.error-rate, min_samples: 1000}
`

// agreements is the one table of verdicts: what a person at the console, a
// script, a reader of a report, a viewer of test results and a pipeline are told.
var agreements = []struct {
	name, file, policy string
	args               []string
	verdict            string
	code               int
}{
	{name: "within every limit", file: timelineFile(`, "p99_ttft_ms": 200`), verdict: "PASS"},
	{name: "over the limit", file: timelineFile(`, "p99_ttft_ms": 900`), verdict: "FAIL", code: 3},
	{name: "a figure is missing", file: timelineFile(""), verdict: "UNDECIDED", code: 4},
	{name: "a figure is NaN", file: timelineFile(`, "p99_ttft_ms": NaN`), verdict: "UNDECIDED", code: 4},
	{name: "a figure stands twice", file: timelineFile(`, "p99_ttft_ms": 200, "p99_ttft_ms": 900`), verdict: "UNDECIDED", code: 4},
	{name: "a canary that runs", file: canaryFile(stage("5", "300", "1", errorsFew)), verdict: "RUNNING", code: 4},
	{name: "a canary promoted", file: canaryFile(stage("5", "300", "1", errorsFew), stage("100", "900", "1", errorsFew)), verdict: "PASS"},
	{name: "a canary rolled back", file: canaryFile(stage("5", "300", "9", errorsFew), stage("100", "900", "1", errorsFew)), verdict: "FAIL", code: 3},
	{name: "a canary without traffic", file: canaryFile(stage("100", "0", "1", errorsFew)), verdict: "UNDECIDED", code: 4},
	{name: "too few requests for its limit", file: canaryFile(stage("100", "199", "1", errorsFew)), verdict: "UNDECIDED", code: 4},
	{name: "few requests and many errors", file: canaryFile(stage("100", "100", "1", `, "canary_error_rate": 0.5`)), verdict: "FAIL", code: 3},
	{name: "too few samples", file: canaryFile(stage("100", "900", "1", errorsFew)), policy: manySamples, verdict: "UNDECIDED", code: 4},
	{name: "a figure that the file never has", file: canaryFile(stage("100", "900", "1", errorsFew)), verdict: "PASS"},
	{name: "the same, strictly", file: canaryFile(stage("100", "900", "1", errorsFew)), args: []string{"--strict"}, verdict: "UNDECIDED", code: 4},
	{name: "a break that only warns", file: canaryFile(stage("100", "900", "9", errorsFew)), policy: warnOnly, verdict: "PASS"},
	{name: "a file that ends in the middle", file: `{"canary_rollouts": {`, verdict: "UNDECIDED", code: 4},
	{name: "an objective by flag", file: timelineFile(`, "p99_ttft_ms": 200`), args: []string{"--slo", "150ms"}, verdict: "FAIL", code: 3},
	{name: "flags and no objective", file: unstatedFile(""), verdict: "UNDECIDED", code: 4},
	{name: "the same with an objective by flag", file: unstatedFile(""), args: []string{"--slo", "1s"}, verdict: "PASS"},
	{name: "a flag for a figure that is missing", file: strings.Replace(unstatedFile(`"slo_p99_ttft_ms": 1000,`), `"p99_ttft_ms": 999, `, "", 1), verdict: "UNDECIDED", code: 4},
	{name: "a canary said to be promoted over a broken gate", file: strings.Replace(canaryFile(stage("100", "900", "9", errorsFew)), `"stages"`, `"completed_100_percent": true, "rolled_back": false, "stages"`, 1), verdict: "FAIL", code: 3},
	{name: "a canary said to be rolled back", file: strings.Replace(canaryFile(stage("100", "900", "1", errorsFew)), `"stages"`, `"completed_100_percent": false, "rolled_back": true, "stages"`, 1), verdict: "UNDECIDED", code: 4},
	{name: "nothing", verdict: "UNDECIDED", code: 4},
}

// TestEverySurfaceAgrees runs the command itself for every case: the console's
// badge, JSON, Markdown, JUnit, the first line and the exit code say the same.
func TestEverySurfaceAgrees(t *testing.T) {
	for _, tt := range agreements {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			results := filepath.Join(dir, "results")
			if err := os.Mkdir(results, 0o777); err != nil {
				t.Fatal(err)
			}
			if tt.file != "" {
				write(t, filepath.Join(results, "case.json"), tt.file)
			}
			args := append([]string{results}, tt.args...)
			if tt.policy != "" {
				policy := filepath.Join(dir, "policy.yaml")
				write(t, policy, tt.policy)
				args = append(args, "--policy", policy)
			}
			said := map[string]string{"console": consoleBadge(t, args, tt.verdict)}
			for format, read := range map[string]func(*testing.T, string) string{
				"text": firstVerdict, "markdown": firstVerdict, "json": jsonVerdict, "junit": junitVerdict,
			} {
				out, code := checked(t, append(args, "--format", format)...)
				if code != tt.code {
					t.Errorf("%s: code %d, want %d", format, code, tt.code)
				}
				said[format] = read(t, out)
			}
			for where, verdict := range said {
				if verdict != tt.verdict {
					t.Errorf("%s says %q, want %s", where, verdict, tt.verdict)
				}
			}
		})
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// checked runs check and returns its output and exit code.
func checked(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], append([]string{"check"}, args...)...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "GOCOVERDIR="+t.TempDir())
	data, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(data), cmd.ProcessState.ExitCode()
}

var verdictWord = regexp.MustCompile(`PASS|FAIL|UNDECIDED|RUNNING|INFO`)

// consoleBadge waits until the badge of the board's first row, which is the
// worst, is the wanted one, and returns it: a file that ends in the middle counts
// as being written at first, and a row may be seen half drawn.
func consoleBadge(t *testing.T, args []string, want string) string {
	s := start(t, nil, args...)
	var badge string
	s.until("the badge "+want, func() bool {
		for line := range strings.Lines(s.text()) {
			if strings.HasPrefix(line, "▶") {
				badge = verdictWord.FindString(line)
			}
			if strings.Contains(line, "Nothing to judge") {
				badge = "UNDECIDED"
			}
		}
		return badge == want
	})
	s.press("q")
	s.code()
	return badge
}

func firstVerdict(_ *testing.T, out string) string {
	for line := range strings.Lines(out) {
		if word := verdictWord.FindString(line); word != "" {
			return word
		}
	}
	return ""
}

func jsonVerdict(t *testing.T, out string) string {
	var report struct {
		Version int    `json:"schema_version"`
		Verdict string `json:"verdict"`
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.Version != 1 {
		t.Errorf("version %d, %v in %q", report.Version, err, out)
	}
	return report.Verdict
}

// junitVerdict returns what a viewer makes of the cases: a failure is FAIL, an
// error UNDECIDED; where all passed or were skipped the suites' own words tell.
func junitVerdict(t *testing.T, out string) string {
	var report struct {
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Suites   []struct {
			Properties []struct {
				Name  string `xml:"name,attr"`
				Value string `xml:"value,attr"`
			} `xml:"properties>property"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(out), &report); err != nil {
		t.Errorf("%v in %q", err, out)
	}
	switch {
	case report.Failures > 0:
		return "FAIL"
	case report.Errors > 0:
		return "UNDECIDED"
	}
	for _, s := range report.Suites {
		for _, p := range s.Properties {
			if p.Name == "verdict" {
				return p.Value
			}
		}
	}
	return ""
}
