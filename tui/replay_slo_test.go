package tui

import (
	"regexp"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/tui/internal/screentest"
)

// onSLO has a sample on its SLO, one under it and one over it.
const onSLO = `{"autoscaling_comparison": {"steady": {"slo_p99_ttft_ms": 500, "timeline": [
 {"sec": 0, "p99_ttft_ms": 499}, {"sec": 20, "p99_ttft_ms": 500}, {"sec": 40, "p99_ttft_ms": 500.5}, {"sec": 60, "p99_ttft_ms": 100}]}}}`

// TestReplayOnTheSLO: a sample on the SLO is within it, in the panel, in the
// strip, in the explanation and on the narrow line.
func TestReplayOnTheSLO(t *testing.T) {
	f := file(t, "edge.json", []byte(onSLO))
	r := plots(t, 120, 40, f)
	r.Press("g", "right")
	sideIs(t, r, "p99 TTFT", "500 ms")
	sideIs(t, r, "SLO", "ok")
	sideIs(t, r, "✗ steady", "1/4 over SLO")
	r.Press("enter")
	wants(t, flat(r.Frame()), "SLO within the SLO")
	r.Press("esc", "right")
	sideIs(t, r, "SLO", "OVER")
	strip := rowOf(r.Frame(), "over SLO ·")
	// 60 s on the columns of the strip: a third within, a third over, a third within.
	within, over := strings.Count(strip, "·"), strings.Count(strip, "▓")+strings.Count(strip, "▒")
	if over < within/3 || over > within {
		t.Errorf("%d columns over and %d within: %q", over, within, strip)
	}
	r = plots(t, 60, 15, f)
	r.Press("g", "right")
	wants(t, rowOf(r.Frame(), "p99 500 ms"), "ok")
	r.Press("right")
	wants(t, rowOf(r.Frame(), "p99 500.5 ms"), "OVER")
}

// TestReplayUnjudgedIsNotWithin: where no SLO is known nothing is drawn as within
// it: not in the panel, the strip, the explanation or the narrow line.
func TestReplayUnjudgedIsNotWithin(t *testing.T) {
	f := file(t, "steady.json", []byte(noObjective))
	r := plots(t, 120, 40, f)
	for _, key := range []string{"g", "right"} {
		r.Press(key)
		sideIs(t, r, "SLO", "–")
		strip := rowOf(r.Frame(), "over SLO")
		lacks(t, strip, "·", "▓", "▒")
	}
	lacks(t, r.Frame(), " ok")
	r = plots(t, 60, 15, f)
	row := rowOf(r.Frame(), "p99 100 ms")
	wants(t, row, " – ")
	lacks(t, r.Frame(), " ok", "OVER")
}

// oneMissing lacks the p99 TTFT of its second sample.
const oneMissing = `{"autoscaling_comparison": {"steady": {"slo_p99_ttft_ms": 500, "timeline": [
 {"sec": 0, "p99_ttft_ms": 100}, {"sec": 20, "p99_ttft_ms": null}, {"sec": 40, "p99_ttft_ms": 900}, {"sec": 60, "p99_ttft_ms": 100}]}}}`

// TestReplayMissingSample: one sample without a value is neither within nor over.
func TestReplayMissingSample(t *testing.T) {
	r := plots(t, 120, 40, file(t, "hole.json", []byte(oneMissing)))
	r.Press("g")
	sideIs(t, r, "SLO", "ok")
	r.Press("right")
	sideIs(t, r, "p99 TTFT", "–")
	sideIs(t, r, "SLO", "–")
	r.Press("enter")
	wants(t, flat(r.Frame()), "p99 TTFT –", "SLO cannot be judged")
	r.Press("esc", "G")
	// A third within, a third of blanks, a third over.
	strip := strings.TrimPrefix(rowOf(r.Frame(), "over SLO "), " over SLO ")
	third := regexp.MustCompile(`^(·{20,}) {20,}[▒▓]{20,}·`)
	if !third.MatchString(strip) {
		t.Errorf("the strip is %q", strip)
	}
}

// flagged states no SLO: its flags put it between 409.01 and 502.27 ms.
const flagged = `{"autoscaling_comparison": {"steady": {"timeline": [
 {"sec": 0, "p99_ttft_ms": 266.67, "slo_breached": false}, {"sec": 20, "p99_ttft_ms": 502.27, "slo_breached": true}, {"sec": 40, "p99_ttft_ms": 409.01, "slo_breached": false}]}}}`

const allOver = `{"autoscaling_comparison": {"steady": {"timeline": [
 {"sec": 0, "p99_ttft_ms": 700, "slo_breached": true}, {"sec": 20, "p99_ttft_ms": 650, "slo_breached": true}]}}}`

// TestReplayBoundsOfTheSLO: bounds are shown as bounds, and never one of them as
// the SLO itself.
func TestReplayBoundsOfTheSLO(t *testing.T) {
	for _, tt := range []struct{ file, want string }{
		{flagged, "SLO 409–502.3 ms"}, {allOver, "SLO under 650 ms"}, {noObjective, "SLO ≥ 999 ms"}, {onSLO, "SLO 500 ms"},
	} {
		r := plots(t, 120, 40, file(t, "bounds.json", []byte(tt.file)))
		if !regexp.MustCompile(`[⠀-⣿│] *` + tt.want).MatchString(r.Frame()) { // on the line of the limit
			t.Errorf("%q is on no line:\n%s", tt.want, r.Frame())
		}
	}
	r := plots(t, 120, 40, file(t, "bounds.json", []byte(flagged)))
	lacks(t, r.Frame(), "SLO 502", "SLO 409 ms")
	r.Press("g", "right")
	sideIs(t, r, "SLO", "OVER")
	r.Press("right")
	sideIs(t, r, "SLO", "ok")
}

// plots opens Replay in the layout that has the curves of all policies in one plot.
func plots(t testing.TB, w, h int, files ...model.File) *screentest.Runner {
	t.Helper()
	r := onScreen(t, "Replay", w, h, files...)
	r.Press("v")
	return r
}
