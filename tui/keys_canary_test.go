package tui

import (
	"fmt"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/tui/internal/screentest"
)

// gateIs fails the test where the row of a gate is not made of the wanted texts.
func gateIs(t *testing.T, r *screentest.Runner, gate string, want ...string) {
	t.Helper()
	row := flat(rowOf(r.Frame(), " "+gate+"  "))
	for _, bar := range []string{"█", "▌", "│", "·", "▶"} {
		row = strings.ReplaceAll(row, bar, " ")
	}
	if got, want := flat(row), flat(gate+" "+strings.Join(want, " ")); got != want {
		t.Errorf("the gate is %q, want %q", got, want)
	}
}

// TestCanaryStageKeys: the stages of both rollouts, value for value.
func TestCanaryStageKeys(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	gateIs(t, r, "TPOT regression", "≤ 6 ms +19.6 ms −13.6 ms 327 % ✗ FAIL")
	gateIs(t, r, "TPOT", "≤ 45 ms – – – not in file")
	gateIs(t, r, "quality drop", "≤ 0.015 0.028 −0.013 187 % ✗ FAIL")
	gateIs(t, r, "error rate", "≤ 0.005 0.002 +0.003 40 % ✓ PASS")
	r.Press("h")
	wants(t, r.Frame(), "at 5 % · 250 requests")
	gateIs(t, r, "TPOT regression", "≤ 6 ms +2.8 ms +3.2 ms 47 % ✓ PASS")
	gateIs(t, r, "quality drop", "≤ 0.015 0.008 +0.007 53 % ✓ PASS")
	gateIs(t, r, "error rate", "≤ 0.005 0.001 +0.004 20 % ✓ PASS")
	r.Press("right", "right", "right")
	wants(t, r.Frame(), "at 100 % · not reached")
	gateIs(t, r, "TPOT regression", "≤ 6 ms not reached")
	r.Press("j")
	wants(t, r.Frame(), "◆ ✓ validated_fp8_build", "PROMOTED to 100 %")
	r.Press("j", "k", "G", "home", "end", "pgup", "pgdown")
	wants(t, r.Frame(), "◆ ✓ validated_fp8_build", "2 of 2")
	r.Press("g")
	wants(t, r.Frame(), "◆ ✗ defective_int4_build", "1 of 2")
}

// manyRollouts is a file with so many rollouts that passed.
func manyRollouts(t testing.TB, n int) model.File {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `%s"build_%02d": {"stages": [{"stage_percent": 100, "requests_evaluated": 5000, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001}]}`,
			map[bool]string{true: "", false: ","}[i == 0], i)
	}
	return file(t, "many.json", []byte(`{"canary_gate_policy": {"max_tpot_regression_ms": 6, "max_quality_drop": 0.015, "max_error_rate": 0.005}, "canary_rollouts": {`+b.String()+`}}`))
}

// TestCanaryPageKeys: a page is half the screen's height, 9 of 19 lines; in a
// what-if the same keys turn to the next rollout.
func TestCanaryPageKeys(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, manyRollouts(t, 30))
	for _, step := range []struct{ key, at string }{
		{"pgdown", "10"}, {"pgdown", "19"}, {"pgup", "10"}, {"down", "11"}, {"G", "30"}, {"pgup", "21"}, {"g", "1"}, {"pgup", "1"},
		{"e", "1"}, {"pgdown", "2"}, {"pgdown", "3"}, {"pgup", "2"},
	} {
		r.Press(step.key)
		wants(t, r.Frame(), " "+step.at+" of 30")
	}
}

// TestCanaryListBreakpoint: from 110 columns the rollouts stand in a list at the
// left, below that on one line.
func TestCanaryListBreakpoint(t *testing.T) {
	for w, list := range map[int]bool{109: false, 110: true, 111: true} {
		r := onScreen(t, "Canary", w, 40, demoFiles(t)...)
		line := frameLine(r, 3)
		if got := strings.HasPrefix(line, " 2 rollouts"); got != list {
			t.Errorf("%d columns: a list %v, want %v: %q", w, got, list, line)
		}
		if got := strings.Contains(line, "◆ ✗ defective_int4_build    ✓ validated_fp8_build"); got == list {
			t.Errorf("%d columns: one line %v: %q", w, got, line)
		}
	}
}

// TestWhatIfLimitStep: a limit is stepped by 1, 2 or 5 times a power of ten near
// a tenth of it: 0.5 of 6 ms, 0.002 of 0.015, 0.0005 of 0.005 and 5 of 45 ms.
func TestWhatIfLimitStep(t *testing.T) {
	for _, tt := range []struct {
		gate, keys, was, want string
	}{
		{"TPOT regression", "+", "6 ms", "6.5 ms"},
		{"TPOT regression", "=", "6 ms", "6.5 ms"},
		{"TPOT regression", "-", "6 ms", "5.5 ms"},
		{"TPOT regression", "_", "6 ms", "5.5 ms"},
		{"TPOT regression", "+ + +", "6 ms", "7.5 ms"},
		{"TPOT regression", "5 . 2 +", "6 ms", "5.5 ms"},
		{"TPOT regression", "5 . 2 -", "6 ms", "5 ms"},
		{"TPOT", "+", "45 ms", "50 ms"},
		{"TPOT", "- -", "45 ms", "35 ms"},
		{"quality drop", "+", "0.015", "0.016"},
		{"quality drop", "- -", "0.015", "0.012"},
		{"error rate", "+", "0.005", "0.0055"},
		{"error rate", "- - -", "0.005", "0.0035"},
		{"error rate", ". 0 1", "0.005", "0.01"},
		{"error rate", ". 0 1 1 ctrl+u . 0 2", "0.005", "0.02"},
	} {
		r := onScreen(t, "Canary", 100, 30, demoFiles(t)...)
		r.Press("e")
		for range map[string]int{"TPOT regression": 0, "TPOT": 1, "quality drop": 2, "error rate": 3}[tt.gate] {
			r.Press("down")
		}
		r.Press(strings.Fields(tt.keys)...)
		wants(t, r.Frame(), "WHAT-IF "+tt.gate+" ≤ "+tt.want+" instead of "+tt.was+" · ")
	}
}

// TestWhatIfGateKeys: arrows choose the gate that is edited, and leaving brings
// the selection back that was there before.
func TestWhatIfGateKeys(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	selected := func(want string) {
		t.Helper()
		wants(t, r.Frame(), "▶ "+want+"  ")
	}
	r.Press("n")
	selected("TPOT")
	r.Press("e", "j", "j")
	selected("error rate")
	r.Press("down", "up")
	selected("quality drop")
	r.Press("k", "k", "k", "k")
	selected("TPOT regression")
	r.Press("left")
	wants(t, r.Frame(), "at 5 % ·")
	r.Press("l", "right")
	wants(t, r.Frame(), "at 100 % ·")
	r.Press("h", "e")
	lacks(t, r.Frame(), "WHAT-IF")
	selected("TPOT")
	wants(t, r.Frame(), "at 25 % ·")
}

// TestWhatIfKeepsLimitsOfOptions: what the console was started with, --limit or a
// policy, holds in a what-if for every limit that is not changed there.
func TestWhatIfKeepsLimitsOfOptions(t *testing.T) {
	o := options(snapshot(1, demoFiles(t)...))
	o.Judge.Limits = map[string]float64{"canary.quality-drop": 0.03}
	r := run(t, o, 80, 24)
	r.Press(tabOf(t, "Canary"))
	gateIs(t, r, "quality drop", "≤ 0.03 0.028 +0.002 93 % ✓ PASS")
	r.Press("e", "2", "0")
	gateIs(t, r, "quality drop", "≤ 0.03 0.028 93 % ✓ PASS")
	// Neither gate breaks: nothing stops the build, and 100 % was never tried.
	wants(t, r.Frame(), "WHAT-IF  … RUNNING  WOULD GO ON", "recorded ✗ FAIL")
	lacks(t, r.Frame(), "quality drop ≤ 0.015")
}

// ownLimits has limits that no built-in policy has: 12 ms and 0.03 where that has 6 ms and 0.015.
const ownLimits = `{"canary_rollouts": {"own": {"completed_100_percent": true, "rolled_back": false, "stages": [
  {"stage_percent": 100, "requests_evaluated": 2500, "decision": "promote", "passed": true, "tpot_delta_ms": 9, "quality_drop": 0.02, "canary_error_rate": 0.001}]}},
 "canary_gate_policy": {"max_tpot_regression_ms": 12.0, "max_quality_drop": 0.03, "max_error_rate": 0.01}}`

// TestWhatIfKeepsLimitsOfTheFile: the limits that a file states hold in a what-if
// for every gate but the one that is changed.
func TestWhatIfKeepsLimitsOfTheFile(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, file(t, "own.json", []byte(ownLimits)))
	r.Press("e", "1", "0")
	gateIs(t, r, "TPOT regression", "≤ 12 ms ≤ 10▏ +9 ms 90 % ✓ PASS")
	gateIs(t, r, "quality drop", "≤ 0.03 0.02 67 % ✓ PASS")
	gateIs(t, r, "error rate", "≤ 0.01 0.001 10 % ✓ PASS")
	wants(t, r.Frame(), "WHAT-IF  ✓ PASS", "TPOT regression ≤ 10 ms instead of 12 ms · ")
}

// doubted was rolled back by its file while every gate holds.
const doubted = `{"canary_rollouts": {"says_rollback": {"rolled_back": true, "stages": [
  {"stage_percent": 5, "requests_evaluated": 250, "decision": "rollback_to_0_percent", "passed": false, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001},
  {"stage_percent": 100, "requests_evaluated": 2500, "decision": "promote", "passed": true, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001}]}},
 "canary_gate_policy": {"max_tpot_regression_ms": 6.0, "max_quality_drop": 0.015, "max_error_rate": 0.005}}`

// TestWhatIfKeepsADoubt: no limit can take back that a file contradicts itself.
// A limit that fails the build still does.
func TestWhatIfKeepsADoubt(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, file(t, "doubted.json", []byte(doubted)))
	wants(t, r.Frame(), "? UNDECIDED")
	for _, keys := range []string{"9", "9 9", "+", "down down 1"} {
		r.Press("e")
		r.Press(strings.Fields(keys)...)
		wants(t, r.Frame(), "WHAT-IF  ? UNDECIDED")
		lacks(t, r.Frame(), "WHAT-IF  ✓", "WHAT-IF  …")
		r.Press("r", "esc")
	}
	r.Press("e", "k", "k", "k", "0", "enter")
	wants(t, r.Frame(), "WHAT-IF  ✗ FAIL")
}
