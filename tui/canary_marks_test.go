package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// TestCanaryStopStaysSeen: whichever stage is selected, and in a terminal without
// colour, the stage that ended the rollout says so; the selected one is another.
func TestCanaryStopStaysSeen(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		for _, size := range sizes {
			o := options(snapshot(1, demoFiles(t)...))
			o.ASCII, o.Theme = ascii, "none"
			r := run(t, o, size.w, size.h)
			r.Press(tabOf(t, "Canary"))
			for _, k := range []string{"left", "right", "right"} {
				r.Press(k)
				if n := strings.Count(r.Frame(), "stopped here"); n != 1 {
					t.Errorf("ASCII %v, %dx%d, after %s: the stop is said %d times:\n%s", ascii, size.w, size.h, k, n, r.Frame())
				}
			}
		}
	}
}

// contradicting is a rollout that the file calls promoted though its second stage
// breaks a gate, beside one that is better than its baseline.
const contradicting = `{"canary_rollouts": {
 "said_promoted": {"completed_100_percent": true, "rolled_back": false, "stages": [
  {"stage_percent": 5, "requests_evaluated": 250, "decision": "promote", "passed": true, "tpot_delta_ms": -3, "quality_drop": 0.001, "canary_error_rate": 0.001, "reasons": []},
  {"stage_percent": 25, "requests_evaluated": 1200, "decision": "promote", "passed": true, "tpot_delta_ms": 9, "quality_drop": 0.001, "canary_error_rate": 0.001, "reasons": []}]}
}, "canary_gate_policy": {"max_tpot_regression_ms": 6.0, "max_quality_drop": 0.015, "max_error_rate": 0.005}}`

// TestCanaryContradictionIsOnTheHeadLine: what the file says against its own
// figures is marked where the eye looks first, at every size.
func TestCanaryContradictionIsOnTheHeadLine(t *testing.T) {
	for _, size := range append(sizes, struct{ w, h int }{40, 10}) {
		r := onScreen(t, "Canary", size.w, size.h, file(t, "c.json", []byte(contradicting)))
		if row := rowOf(r.Frame(), "GATES BREAK"); !strings.Contains(row, "≠ GATES BREAK") || strings.Contains(r.Frame(), "ROLLED BACK") {
			t.Errorf("%dx%d: %q does not say that the file says something else\n%s", size.w, size.h, row, r.Frame())
		}
		r = onScreen(t, "Canary", size.w, size.h, demoFiles(t)...)
		lacks(t, rowOf(r.Frame(), "ROLLED BACK"), "≠")
	}
}

// TestCanaryBelowZero: −3 ms of a limit of 6 ms uses nothing of it, as the report
// has it, and is better than the baseline.
func TestCanaryBelowZero(t *testing.T) {
	r := onScreen(t, "Canary", 200, 60, file(t, "c.json", []byte(contradicting)))
	r.Press("left")
	row := rowOf(r.Frame(), "TPOT regression")
	for _, part := range []string{"−3 ms", "better than baseline", " 0 %"} {
		if !strings.Contains(row, part) {
			t.Errorf("%q lacks %q", row, part)
		}
	}
	if strings.Contains(row, "−50") {
		t.Errorf("%q has a negative share of a limit", row)
	}
}

// TestCanaryWarning: a limit that only warns and is broken is neither a verdict
// nor nothing to judge.
func TestCanaryWarning(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		p := analysis.BuiltIn()
		for i := range p.Rules {
			p.Rules[i].Warn = p.Rules[i].ID == analysis.RuleQualityDrop
		}
		o := options()
		o.ASCII, o.Theme = ascii, "dark"
		o.Judge = analysis.Options{Policy: p}
		o.Source = &queue{snaps: []*model.Snapshot{snapshot(1, demoFiles(t)...)}}
		r := run(t, o, 80, 24)
		r.Press(tabOf(t, "Canary"))
		badge, mark := "! WARN", "! 0.028"
		if ascii {
			badge, mark = "[WARN]", "[WARN] 0.028"
		}
		wants(t, rowOf(r.Frame(), "quality drop  "), "187 %", badge)
		wants(t, r.Frame(), mark)
		lacks(t, rowOf(r.Frame(), "quality drop  "), "INFO")
		at := strings.Index(r.Raw(), badge)
		if open := r.Raw()[:max(at, 0)]; !strings.HasSuffix(open, theme.Dark(ascii).Open(theme.Undecided)) {
			t.Errorf("WARN is not painted as undecided: %q", open[max(len(open)-20, 0):])
		}
		// Without the warning it would hold: the what-if turns one into the other.
		r.Press("e", "down", "down", ".", "5")
		want := "! → ✓ PASS"
		if ascii {
			want = "[WARN] -> [PASS]"
		}
		wants(t, rowOf(r.Frame(), "quality drop  "), want)
	}
}

// TestCanaryListSaysItsPlace: where the rollouts scroll the list says which one
// is selected of how many.
func TestCanaryListSaysItsPlace(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `%s"build_%02d": {"stages": [{"stage_percent": 5, "requests_evaluated": 250, "decision": "promote", "passed": true, "tpot_delta_ms": 1}]}`, map[bool]string{true: ", "}[i > 0], i)
	}
	r := onScreen(t, "Canary", 120, 36, file(t, "many.json", []byte(`{"canary_rollouts": {`+b.String()+`}, "canary_gate_policy": {"max_tpot_regression_ms": 6}}`)))
	for range 11 {
		r.Press("down")
	}
	wants(t, r.Frame(), "rollout 12 of 40")
	wants(t, onScreen(t, "Canary", 120, 36, demoFiles(t)...).Frame(), "2 rollouts")
}

// TestCanaryNeverCutsAFigure: at every width whatever stands in the column of a
// figure is the figure, or the mark of one that had no room.
func TestCanaryNeverCutsAFigure(t *testing.T) {
	long := strings.NewReplacer(`"tpot_delta_ms": 9`, `"tpot_delta_ms": 123456.75`, `"max_tpot_regression_ms": 6.0`, `"max_tpot_regression_ms": 98765.25`).Replace(contradicting)
	part := regexp.MustCompile(`[0-9][0-9.]*`)
	for _, ascii := range []bool{false, true} {
		for w := 40; w <= 130; w++ {
			o := options(snapshot(1, file(t, "c.json", []byte(long))))
			o.ASCII, o.Theme = ascii, "none"
			r := run(t, o, w, 30)
			r.Press(tabOf(t, "Canary"))
			for line := range strings.Lines(r.Frame()) {
				if !strings.Contains(line, "TPOT ") {
					continue
				}
				for _, n := range part.FindAllString(line, -1) {
					n = strings.TrimRight(n, ".")
					if strings.HasPrefix("123457", n) && n != "123457" && len(n) > 2 || strings.HasPrefix("98765", n) && n != "98765" && len(n) > 2 {
						t.Errorf("%d cells: %q stands in %q", w, n, line)
					}
				}
			}
		}
	}
}
