package tui

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screens"
	"scaledeck/tui/internal/screentest"
)

// tabOf returns the key of a screen's tab.
func tabOf(t testing.TB, title string) string {
	t.Helper()
	for i, s := range screens.All() {
		if s.Title == title {
			return string(rune('1' + i))
		}
	}
	t.Fatalf("no screen is called %q", title)
	return ""
}

// onScreen starts a console on a screen with the given files.
func onScreen(t testing.TB, title string, w, h int, files ...model.File) *screentest.Runner {
	t.Helper()
	r := run(t, options(snapshot(1, files...)), w, h)
	r.Press(tabOf(t, title))
	return r
}

// wants fails the test for each text that the frame does not hold.
func wants(t *testing.T, frame string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(frame, text) {
			t.Errorf("the frame does not hold %q:\n%s", text, frame)
		}
	}
}

// lacks fails the test for each text that the frame holds.
func lacks(t *testing.T, frame string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(frame, text) {
			t.Errorf("the frame holds %q:\n%s", text, frame)
		}
	}
}

// flat returns a frame as one line, so that a sentence is found where it wraps.
func flat(frame string) string { return strings.Join(strings.Fields(frame), " ") }

// rowOf returns the first line of a frame that holds text.
func rowOf(frame, text string) string {
	for line := range strings.Lines(frame) {
		if strings.Contains(line, text) {
			return strings.TrimSuffix(line, "\n")
		}
	}
	return ""
}

// TestCanaryOpensAtTheBrokenStage holds the frame of the demo's worst rollout.
// TPOT +19.6 ms of 6 ms is 327 % with −13.6 ms left, a drop of 0.028 of 0.015 is
// 187 % with −0.013 left, 0.002 of 0.005 is 40 %.
func TestCanaryOpensAtTheBrokenStage(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	frame := r.Frame()
	wants(t, frame, "ROLLED BACK to 0 % at 25 %", "✗ rollback", "not reached", "SIMULATED", "1 of 2",
		"at 25 % · 1200 requests · file says rollback_to_0_percent")
	for _, want := range [][]string{
		{"▶ TPOT regression", "≤ 6 ms", "+19.6 ms", "−13.6 ms", "327 %", "✗ FAIL"},
		{"TPOT  ", "≤ 45 ms", "–", "– not in file"},
		{"quality drop", "≤ 0.015", "  0.028", "−0.013", "187 %", "✗ FAIL"},
		{"error rate", "≤ 0.005", "0.002", "+0.003", "40 %", "✓ PASS"},
	} {
		row := rowOf(frame, want[0])
		for _, part := range want[1:] {
			if !strings.Contains(row, part) {
				t.Errorf("%q lacks %q", row, part)
			}
		}
	}
}

func TestCanaryStagesAndRollouts(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	r.Press("left")
	wants(t, r.Frame(), "at 5 % · 250 requests · file says promote", "+2.8 ms")
	r.Press("left")
	wants(t, r.Frame(), "at 5 % ·")
	r.Press("l", "l", "l")
	frame := r.Frame()
	wants(t, frame, "at 100 % · not reached")
	lacks(t, rowOf(frame, "error rate  "), "PASS", "0 %")
	r.Press("down")
	wants(t, r.Frame(), "PROMOTED to 100 %", "at 100 % · 5000 requests", "2 of 2", "−3 ms")
	r.Press("up")
	wants(t, r.Frame(), "ROLLED BACK", "at 25 % ·") // each rollout opens where it was decided
}

func TestCanaryGateSelectionAndExplain(t *testing.T) {
	r := onScreen(t, "Canary", 100, 60, demoFiles(t)...)
	r.Press("n", "n")
	wants(t, r.Frame(), "▶ quality drop")
	r.Press("N", "N", "N")
	wants(t, r.Frame(), "▶ TPOT regression")
	r.Press("enter")
	// metric, value, operator and limit, baseline (the metric is a change against
	// it), margin, samples, verdict, file with pointer
	wants(t, r.Frame(), "rule", "canary.tpot-regression", "figure", "19.6 ms", "≤ 6 ms", "/canary_gate_policy/max_tpot_regression_ms",
		"margin", "−13.6 ms", "n = 1200", "FAIL", "SIMULATED", "/canary_rollouts/defective_int4_build/stages/1/tpot_delta_ms",
		"file says", "rollback_to_0_percent", "quality_score_regression")
	r.Press("esc", "right", "enter")
	wants(t, r.Frame(), "not reached: nothing was judged here")
}

// TestCanaryStory steps through both rollouts: 4 steps for the one that stops at
// its second stage (start, two stages, outcome), 5 for the one with three.
func TestCanaryStory(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	r.Press("space")
	start := r.Frame()
	wants(t, start, "STORY 1/4", "defective_int4_build starts out: 5 %, then 25 %, then 100 %", "to come")
	lacks(t, start, "rollback", "✗ defective", "+19.6")
	r.Press("space")
	wants(t, flat(r.Frame()), "STORY 2/4", "At 5 % of traffic, over 250 requests: 3 gates held, 1 not in file", "goes on to 25 %")
	lacks(t, r.Frame(), "+19.6", "✗ rollback")
	r.Press("space")
	wants(t, flat(r.Frame()), "STORY 3/4", "TPOT regression +19.6 ms breaks ≤ 6 ms", "✗ rollback", "not reached")
	r.Press("left")
	wants(t, r.Frame(), "STORY 2/4")
	r.Press("right", "right")
	wants(t, flat(r.Frame()), "STORY 4/4", "FAIL: rollout defective_int4_build is rolled back at 25 %")
	r.Press("space")
	wants(t, r.Frame(), "STORY 1/5", "validated_fp8_build starts out")
	r.Press("left")
	wants(t, r.Frame(), "STORY 4/4")
	r.Press("right", "right", "right", "right", "right")
	wants(t, r.Frame(), "STORY 5/5", "PASS: rollout validated_fp8_build is promoted")
	r.Press("space")
	if diff := cmp.Diff(start, r.Frame()); diff != "" {
		t.Errorf("the story does not begin anew after its end:\n%s", diff)
	}
	r.Press("space", "esc")
	wants(t, r.Frame(), "at 5 % · 250 requests", "ROLLED BACK")
}

// TestCanaryWhatIf raises the limit of the TPOT regression to 20 ms: 19.6 ms then
// holds at 98 % of it, and the drop in quality still rolls the build back.
func TestCanaryWhatIf(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	before := r.Frame()
	r.Press("e", "2", "0")
	frame := r.Frame()
	wants(t, frame, "WHAT-IF  SIMULATED", "recorded ✗ FAIL", "WHAT-IF  ✗ FAIL  ROLLED BACK to 0 % at 25 %: quality −0.028 (limit −0.015)",
		"TPOT regression ≤ 20 ms instead of 6 ms · written nowhere")
	row := rowOf(frame, "▶ TPOT regression")
	for _, part := range []string{"≤ 6 ms", "≤ 20", "+19.6 ms", "98 %", "✗ → ✓ PASS"} {
		if !strings.Contains(row, part) {
			t.Errorf("%q lacks %q", row, part)
		}
	}
	wants(t, rowOf(frame, "  quality drop"), "187 %", "✗ FAIL")

	// The quality limit too, by its digits: nothing stops the build then, but 100 % was never tried.
	r.Press("enter", "down", "down", ".", "0", "3")
	frame = r.Frame()
	wants(t, frame, "WHAT-IF  … RUNNING  WOULD GO ON", "was ✗ rollback", "✓ promote", "recorded ✗ FAIL")
	lacks(t, frame, "WHAT-IF  ✓ PASS")
	r.Press("enter", "enter")
	wants(t, r.Frame(), "≤ 0.03, WHAT-IF, typed here and written nowhere")
	r.Press("esc")

	r.Press("r")
	wants(t, r.Frame(), "nothing is changed yet")
	r.Press("esc")
	if diff := cmp.Diff(before, r.Frame()); diff != "" {
		t.Errorf("leaving the what-if does not bring the record back:\n%s", diff)
	}
	if v := analysis.CanaryOf(r.Model().(*App).findings.List[0].Outcome); v != nil && v.Policy.Limits[model.TPOTDelta] != model.Of(6) {
		t.Errorf("the what-if changed the document: %v", v.Policy.Limits[model.TPOTDelta])
	}
}

// TestCanaryWhatIfSteps: a tenth of 6 ms is 0.6, its step 0.5.
func TestCanaryWhatIfSteps(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	r.Press("e", "+", "+", "-", "-", "-")
	wants(t, r.Frame(), "TPOT regression ≤ 5.5 ms instead of 6 ms")
	r.Press("+")
	wants(t, r.Frame(), "nothing is changed yet")
	r.Press("7", ".", "2", "5")
	wants(t, r.Frame(), "≤ 7.25▏")
	r.Press("+")
	wants(t, r.Frame(), "≤ 7.5 ms instead of 6 ms")
	r.Press("3", "backspace")
	wants(t, r.Frame(), "nothing is changed yet")
	r.Press("0", "-", "-")
	// 2.8 ms at 5 % are over any limit of 0 ms, and what the record has after it is
	// never reached.
	wants(t, r.Frame(), "≤ 0 ms instead of 6 ms", "stopped here", "─✗", "not reached; the record had rollback on 1200 requests", "was ✗ rollback")
	lacks(t, r.Frame(), "──▶")
	r.Press("enter")
	wants(t, r.Frame(), "WHAT-IF: not reached")
	r.Press("esc", "left")
	wants(t, r.Frame(), " over ", "≤ 0 ms instead of 6 ms")

	// On the build that passed, by the same limits: 0 ms still holds at −3 ms.
	r.Press("pgdown")
	wants(t, r.Frame(), "validated_fp8_build", "WHAT-IF  ✓ PASS  PROMOTED")
	// Digits are the limit's while it is edited, and tabs again after it.
	r.Press("esc", "1")
	wants(t, r.Frame(), "canary defective_int4_build")
}

// blocked is a rollout whose second stage lacks a figure that the file carries.
const blocked = `{"canary_rollouts": {
 "no_quality": {"completed_100_percent": true, "rolled_back": false, "final_canary_traffic_percent": 100, "rollback_reasons": [], "stages": [
  {"stage_percent": 5, "requests_evaluated": 250, "decision": "promote", "passed": true, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001, "reasons": []},
  {"stage_percent": 25, "requests_evaluated": 1200, "decision": "promote", "passed": true, "tpot_delta_ms": 1, "quality_drop": null, "canary_error_rate": 0.001, "reasons": []},
  {"stage_percent": 100, "requests_evaluated": 5000, "decision": "promote", "passed": true, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001, "reasons": []}]},
 "says_rollback": {"rolled_back": true, "stages": [
  {"stage_percent": 5, "requests_evaluated": 250, "decision": "rollback_to_0_percent", "passed": false, "tpot_delta_ms": 1, "quality_drop": 0.001, "canary_error_rate": 0.001, "reasons": []}]}
}, "canary_gate_policy": {"max_tpot_regression_ms": 6.0, "max_quality_drop": 0.015, "max_error_rate": 0.005}}`

// TestCanaryBlockedIsNeverGreen: a missing figure leaves stage and rollout
// undecided, in the record and in any what-if.
func TestCanaryBlockedIsNeverGreen(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, file(t, "blocked.json", []byte(blocked)))
	frame := r.Frame()
	wants(t, frame, "? UNDECIDED  ≠ BLOCKED", "≠ file says promote", "? blocked ≠", "no figure: null")
	lacks(t, rowOf(frame, "▶ quality drop"), "PASS", "0 %", "✓")
	r.Press("e", "9", "9")
	frame = r.Frame()
	wants(t, frame, "WHAT-IF  ? UNDECIDED  BLOCKED")
	lacks(t, frame, "WHAT-IF  ✓")
	lacks(t, rowOf(frame, "▶ quality drop"), "PASS")
	r.Press("esc", "space", "space", "space")
	wants(t, flat(r.Frame()), "quality drop has no verdict (no figure: null)", "blocked here", "≠ The file says promote")
	// A rollback that no figure gives is doubted, whatever the limits are.
	r.Press("esc", "down")
	wants(t, r.Frame(), "? UNDECIDED  ≠ GATES HOLD", "≠ file says rollback_to_0_percent")
	r.Press("e", "9", "9")
	lacks(t, r.Frame(), "WHAT-IF  ✓", "WOULD GO ON")
}

func TestCanaryFilterAndCopy(t *testing.T) {
	r := onScreen(t, "Canary", 80, 24, demoFiles(t)...)
	r.Press("/", "f", "p", "8", "enter")
	wants(t, r.Frame(), "validated_fp8_build", "PROMOTED")
	lacks(t, r.Frame(), "defective")
	r.Press("y")
	wants(t, r.Frame(), `canary validated\_fp8\_build`)
	r.Press("esc", "esc", "/", "z", "z", "enter")
	wants(t, r.Frame(), "No build's name matches the filter.")
	r.Press("e", "space", "enter", "right") // nothing to act on
	r.Raw()
}

// TestCanaryKeepsItsPlace: a reload that puts worse rollouts first keeps rollout,
// stage and gate; one that takes the rollout away shows another.
func TestCanaryKeepsItsPlace(t *testing.T) {
	a := file(t, "a.json", []byte(blocked))
	r := onScreen(t, "Canary", 80, 24, a)
	r.Press("left", "n")
	wants(t, r.Frame(), "at 5 % · 250 requests", "◆ ? no_quality")
	before := rowOf(r.Frame(), "▶ error rate")
	wants(t, before, "≤ 0.005")
	r.Send(judgedMsg(append(demoFiles(t), a)...))
	wants(t, r.Frame(), "at 5 % · 250 requests", "◆ ? no_quality", "2 of 4")
	if after := rowOf(r.Frame(), "▶ error rate"); after != before {
		t.Errorf("%q became %q", before, after)
	}
	r.Press("e", "space")
	r.Send(judgedMsg(demoFiles(t)...))
	wants(t, r.Frame(), "validated_fp8_build")
	lacks(t, r.Frame(), "no_quality")
}

// TestCanaryEveryModeAnySize walks story and what-if through every size.
func TestCanaryEveryModeAnySize(t *testing.T) {
	for _, keys := range [][]string{{"space"}, {"space", "space", "space"}, {"e"}, {"e", "2", "0"}, {"e", "right", "+"}} {
		for _, files := range [][]model.File{demoFiles(t), {file(t, "blocked.json", []byte(blocked))}} {
			r := onScreen(t, "Canary", 80, 24, files...)
			r.Press(keys...)
			for _, size := range walk {
				r.Resize(size.w, size.h)
				r.Raw()
			}
		}
	}
}

// TestCanaryASCII holds that story and what-if write ASCII alone where asked to.
func TestCanaryASCII(t *testing.T) {
	o := options(snapshot(1, file(t, "demo.json", sim.DemoAutoscaling())))
	o.ASCII, o.Theme = true, "none"
	r := run(t, o, 80, 24)
	r.Press(tabOf(t, "Canary"))
	for _, keys := range [][]string{{}, {"space", "space"}, {"esc", "right", "e", "2", "0"}} {
		r.Press(keys...)
		for i, b := range []byte(r.Raw()) {
			if b >= 0x80 {
				t.Fatalf("a byte over 0x7f at %d after %v:\n%s", i, keys, r.Frame())
			}
		}
	}
	wants(t, r.Frame(), "[FAIL] -> [PASS]", "[FAIL]")
}
