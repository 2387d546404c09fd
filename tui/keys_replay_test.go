package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/tui/internal/screentest"
)

// TestReplayMoveKeys: each key that moves the clock, and what is read where it
// leads to. The replay opens at 40 s, the first sample over the SLO.
func TestReplayMoveKeys(t *testing.T) {
	tests := []struct {
		keys            string
		at              string
		p99, slo, ready string
	}{
		{"", "40 s", "554 ms 296.2 ms −257.8 ms", "OVER ok", "4 5 +1"},
		{"right", "60 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		{".", "60 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		{"left", "20 s", "277.2 ms 277.2 ms 0 ms", "ok ok", "4 4 0"},
		{",", "20 s", "277.2 ms 277.2 ms 0 ms", "ok ok", "4 4 0"},
		{"left left left", "0 s", "266.7 ms 266.7 ms 0 ms", "ok ok", "4 4 0"},
		{"]", "70 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		{"shift+right", "70 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		{"] ] right", "120 s", "5182 ms 263.9 ms −4919 ms", "OVER ok", "4 15 +11"},
		{"[", "10 s", "266.7 ms 266.7 ms 0 ms", "ok ok", "4 4 0"},
		{"shift+left shift+left", "0 s", "266.7 ms 266.7 ms 0 ms", "ok ok", "4 4 0"},
		{"] left", "60 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		{"g", "0 s", "266.7 ms 266.7 ms 0 ms", "ok ok", "4 4 0"},
		{"home", "0 s", "266.7 ms 266.7 ms 0 ms", "ok ok", "4 4 0"},
		{"G", "300 s", "180.6 ms 173 ms −7.61 ms", "ok ok", "13 16 +3"},
		{"end", "300 s", "180.6 ms 173 ms −7.61 ms", "ok ok", "13 16 +3"},
		{"end left", "280 s", "189.3 ms 176.9 ms −12.32 ms", "ok ok", "12 16 +4"},
		{"n", "60 s", "1755 ms 502.3 ms −1253 ms", "OVER OVER", "4 6 +2"},
		// 140 s is the last event of the leading policy, 220 s the next of the reactive.
		{"n n n n n", "140 s", "4954 ms 253.5 ms −4701 ms", "OVER ok", "4 16 +12"},
		{"n n n n n n", "220 s", "409 ms 207.3 ms −201.7 ms", "ok ok", "6 16 +10"},
		{"N", "20 s", "277.2 ms 277.2 ms 0 ms", "ok ok", "4 4 0"},
		{"N N", "20 s", "277.2 ms 277.2 ms 0 ms", "ok ok", "4 4 0"},
		// Of the reactive policy alone 40 s is the first event.
		{"o N", "40 s", "554 ms", "OVER", "4"},
		{"o n n n n n n", "240 s", "250.8 ms", "ok", "8"},
	}
	for _, tt := range tests {
		t.Run(tt.keys, func(t *testing.T) {
			r := plots(t, 120, 40, demoFiles(t)...)
			r.Press(strings.Fields(tt.keys)...)
			if got := side(r, "at "); !strings.HasPrefix(got, "at "+tt.at+" ") {
				t.Errorf("the panel is at %q, want %s", got, tt.at)
			}
			sideIs(t, r, "p99 TTFT", tt.p99)
			sideIs(t, r, "SLO", tt.slo)
			if got := side(r, "ready"); !strings.HasSuffix(got, " "+tt.ready) {
				t.Errorf("the panel has %q, want %s", got, tt.ready)
			}
			// "40 / 300 s" with how many of those drawn are over the SLO.
			want := strings.TrimSuffix(tt.at, " s") + " / 300 s"
			if over := strings.Count(tt.slo, "OVER"); over > 0 {
				want += "  " + map[int]string{1: "1", 2: "2"}[over] + " over SLO"
			}
			if !strings.HasSuffix(transport(r), " "+want) {
				t.Errorf("the transport has %q, want %q at its end", transport(r), want)
			}
		})
	}
}

// TestReplayReadout holds every row of the panel at 60 s.
func TestReplayReadout(t *testing.T) {
	r := plots(t, 120, 40, demoFiles(t)...)
	r.Press("right")
	sideIs(t, r, "at 60 s", "reactive leading Δ")
	sideIs(t, r, "demand/KV", "1.5 1 −0.5")
	sideIs(t, r, "booting", "4 6 +2")
	sideIs(t, r, "standby", "0 0 0")
	sideIs(t, r, "GPU", "99 % 90 % −9 pt")
	sideIs(t, r, "KV use", "100 % 100 % 0 pt")
	sideIs(t, r, "demand  ", "108000 108000 0")
	sideIs(t, r, "✗ reactive", "9/16 over SLO")
	sideIs(t, r, "  worst 5182", "ms at 120 s · 5 ups, +9")
	sideIs(t, r, "✗ leading", "1/16 over SLO")
	sideIs(t, r, "  worst 502.3", "ms at 60 s · 5 ups, +12")
	sideIs(t, r, "events", "reactive")
	sideIs(t, r, "▶   60 s", "+2 started")
	sideIs(t, r, "    80 s", "+2 started")
}

// TestReplayPlayKeys: play, speed, loop and the skipping of gaps, with the clock.
func TestReplayPlayKeys(t *testing.T) {
	r, pass := clocked(t, "replay", 120, 40, demoFiles(t)...)
	r.Press("v")
	at := func(want string) {
		t.Helper()
		if got := side(r, "at "); !strings.HasPrefix(got, "at "+want+" ") {
			t.Errorf("the panel is at %q, want %s", got, want)
		}
	}
	state := func(want string) {
		t.Helper()
		if got := transport(r); !strings.HasPrefix(got, want) {
			t.Errorf("the transport has %q, want %q first", got, want)
		}
	}
	pass(10 * time.Second)
	at("40 s")
	state("││ 1× ")
	r.Press("space")
	state("▶  1× ")
	pass(5 * time.Second)
	at("45 s")
	r.Press("+")
	state("▶  2× ")
	pass(10 * time.Second)
	at("65 s")
	sideIs(t, r, "p99 TTFT", "1755 ms 502.3 ms −1253 ms")
	r.Press("=")
	state("▶  4× ")
	pass(2 * time.Second)
	at("73 s")
	r.Press("-", "_", "-")
	state("▶  0.5× ")
	pass(2 * time.Second)
	at("74 s")
	r.Press("space")
	state("││ 0.5× ")
	pass(time.Minute)
	at("74 s")
	for range 20 {
		r.Press("-")
	}
	state("││ 0.25× ")
	for range 20 {
		r.Press("+")
	}
	state("││ 64× ")
	r.Press("space")
	pass(10 * time.Second)
	at("300 s")
	state("■  64× ")
	r.Press("l")
	if got := transport(r); !strings.HasSuffix(got, "300 / 300 s loop") {
		t.Errorf("the transport has %q", got)
	}
	r.Press("space") // from the end it begins again
	pass(time.Second)
	at("64 s")
	pass(4 * time.Second) // 320 s of play are 20 s of the second round
	at("20 s")
	state("▶  64× ")
	r.Press("l")
	if got := transport(r); strings.Contains(got, "loop") {
		t.Errorf("the transport has %q", got)
	}
}

// gapped has a hole of 100 s between samples 1 s apart.
const gapped = `{"autoscaling_comparison": {"steady": {"slo_p99_ttft_ms": 500, "timeline": [
 {"sec": 0, "p99_ttft_ms": 100}, {"sec": 1, "p99_ttft_ms": 110}, {"sec": 2, "p99_ttft_ms": 120}, {"sec": 3, "p99_ttft_ms": 130},
 {"sec": 103, "p99_ttft_ms": 140}, {"sec": 104, "p99_ttft_ms": 150}, {"sec": 105, "p99_ttft_ms": 160}, {"sec": 106, "p99_ttft_ms": 170}]}}}`

func TestReplaySkipsGaps(t *testing.T) {
	r, pass := clocked(t, "replay", 120, 40, file(t, "gapped.json", []byte(gapped)))
	r.Press("v", "g", "space")
	pass(6 * time.Second)
	sideIs(t, r, "p99 TTFT", "130 ms")
	r.Press("space", "g", "s")
	if got := transport(r); !strings.HasSuffix(got, "0 / 106 s gaps short") {
		t.Errorf("the transport has %q", got)
	}
	r.Press("space")
	pass(6 * time.Second)
	sideIs(t, r, "p99 TTFT", "140 ms") // 3 s of samples, and 3 for the hole: three times a gap
	pass(2 * time.Second)
	sideIs(t, r, "p99 TTFT", "160 ms")
	r.Press("s")
	if got := transport(r); strings.Contains(got, "gaps short") {
		t.Errorf("the transport has %q", got)
	}
}

// TestReplayZoomKey: a zoomed axis is a half, a quarter and an eighth of the run,
// and begins at the multiple of half its length that keeps the playhead within.
func TestReplayZoomKey(t *testing.T) {
	axis := func(r *screentest.Runner) string {
		for line := range strings.Lines(r.Frame()) {
			if before, _, ok := strings.Cut(line, " │"); ok && strings.Contains(before, " s ") && !strings.ContainsAny(before, "┤┼│⣀▲") {
				return flat(before)
			}
		}
		return ""
	}
	for _, tt := range []struct{ move, zoom, head, axis string }{
		{"g", "", "", "0 s 60 s 120 s 180 s 240 s 300 s"},
		{"g", "z", "zoom 2×", "0 s 20 s 40 s 60 s 80 s 100 s 120 s 140 s"}, // 0 to 150 s
		{"G", "z", "zoom 2×", "150 s 180 s 210 s 240 s 270 s 300 s"},
		// At 140 s half of it is 75 to 225 s, a quarter 112.5 to 187.5 s, an eighth 112.5 to 150 s.
		{"g ] ] ] ] right", "z", "zoom 2×", "80 s 100 s 120 s 140 s 160 s 180 s 200 s 220 s"},
		{"g ] ] ] ] right", "z z", "zoom 4×", "120 s 130 s 140 s 150 s 160 s 170 s 180 s"},
		{"g ] ] ] ] right", "z z z", "zoom 8×", "120 s 130 s 140 s 150 s"},
		{"G", "z z z z", "", "0 s 60 s 120 s 180 s 240 s 300 s"},
	} {
		r := plots(t, 120, 40, demoFiles(t)...)
		r.Press(strings.Fields(tt.move)...)
		r.Press(strings.Fields(tt.zoom)...)
		if got := axis(r); got != tt.axis {
			t.Errorf("%s, %s: the axis is %q, want %q", tt.move, tt.zoom, got, tt.axis)
		}
		if tt.head == "" {
			lacks(t, frameLine(r, 3), "zoom")
		} else {
			wants(t, frameLine(r, 3), tt.head+"  SIMULATED")
		}
	}
}

// TestReplayChooseKeys: which policy is selected, and which are drawn.
func TestReplayChooseKeys(t *testing.T) {
	r := plots(t, 120, 40, demoFiles(t)...)
	selected := func(head, events string) {
		t.Helper()
		if got := frameLine(r, 3); !strings.HasPrefix(got, " "+head) {
			t.Errorf("the head line is %q, want %q", got, head)
		}
		sideIs(t, r, "events", events)
	}
	both := func(a, b string) string { return a + " ✗ reactive  " + b + " ✗ leading " }
	selected(both("◆", "━"), "reactive")
	r.Press("down")
	selected(both("━", "◆"), "leading")
	r.Press("j")
	selected(both("━", "◆"), "leading")
	r.Press("k")
	selected(both("◆", "━"), "reactive")
	r.Press("up")
	selected(both("◆", "━"), "reactive")
	r.Press("j", "o")
	if got := frameLine(r, 3); !strings.HasPrefix(got, " ◆ ✗ leading ") || strings.Contains(got, "reactive") {
		t.Errorf("the head line of one policy is %q", got)
	}
	sideIs(t, r, "p99 TTFT", "296.2 ms")
	sideIs(t, r, "SLO", "ok")
	lacks(t, transport(r), "over SLO")
	r.Press("k")
	sideIs(t, r, "p99 TTFT", "554 ms")
	r.Press("o")
	sideIs(t, r, "p99 TTFT", "554 ms 296.2 ms −257.8 ms")

	wants(t, r.Frame(), " GPU utilisation ─")
	lacks(t, r.Frame(), " KV cache use ─")
	r.Press("u")
	wants(t, r.Frame(), " KV cache use ─")
	lacks(t, r.Frame(), " GPU utilisation ─")
	r.Press("u")
	wants(t, r.Frame(), " GPU utilisation ─")
}

// TestReplayCompareKey lays the timelines of another file over, one after the other.
func TestReplayCompareKey(t *testing.T) {
	r := plots(t, 160, 40, demoFiles(t)...)
	r.Press("c")
	wants(t, frameLine(r, -1), "no other file has a timeline to compare with")
	r = plots(t, 160, 40, append(demoFiles(t), file(t, "steady.json", []byte(gapped)))...)
	r.Press("G")
	sideIs(t, r, "p99 TTFT", "180.6 ms 173 ms −7.61 ms")
	r.Press("c")
	sideIs(t, r, "at 300 s", "reactive leading other")
	sideIs(t, r, "p99 TTFT", "180.6 ms 173 ms 170 ms")
	r.Press("c")
	sideIs(t, r, "p99 TTFT", "180.6 ms 173 ms −7.61 ms")
}

// TestReplayExplainKey: everything on the sample at the playhead.
func TestReplayExplainKey(t *testing.T) {
	r := plots(t, 120, 40, demoFiles(t)...)
	r.Press("n", "enter")
	wants(t, flat(r.Frame()), "sample 4 of 16, at 60 s", "demand 108000 tokens", "ready replicas 4 ", "booting replicas 4 ", "warm standby 0 ",
		"demand / KV capacity 1.5 ", "KV cache use 100 %", "GPU utilisation 99 %", "p99 TTFT 1754.97 ms", "SLO over the SLO",
		"/autoscaling_comparison/reactive_gpu_util/timeline/3", "autoscaling.slo-windows", "n = 16", "margin −9", "verdict FAIL")
	r.Press("esc", "N", "N", "j", "enter")
	wants(t, flat(r.Frame()), "sample 2 of 16, at 20 s", "p99 TTFT 277.22 ms", "SLO within the SLO", "margin −1")
	r.Press("esc")
	sideIs(t, r, "p99 TTFT", "277.2 ms 277.2 ms 0 ms")
	r.Press("esc")
	if got := selectedLine(t, r); !strings.Contains(got, "scale-out") {
		t.Errorf("esc leads to %q, not to the board", got)
	}
}

// TestReplayInterrupt: while a replay plays the first ctrl+c only warns, and
// counts for a second and a half.
func TestReplayInterrupt(t *testing.T) {
	for after, quits := range map[time.Duration]bool{0: true, 1500 * time.Millisecond: true, 1501 * time.Millisecond: false} {
		r, pass := clocked(t, "replay", 120, 40, demoFiles(t)...)
		r.Press("v")
		r.Press("space", "ctrl+c")
		wants(t, frameLine(r, -1), "ctrl+c again to quit")
		if r.Quit() {
			t.Error("one ctrl+c ended a replay that plays")
		}
		pass(after)
		r.Press("ctrl+c")
		if r.Quit() != quits {
			t.Errorf("a second ctrl+c after %v: quit %v", after, r.Quit())
		}
	}
	r, _ := clocked(t, "replay", 120, 40, demoFiles(t)...)
	r.Press("ctrl+c")
	if !r.Quit() {
		t.Error("ctrl+c does not end a paused replay")
	}
}

// TestReplaySuspended: the time for which the process was stopped is not played.
func TestReplaySuspended(t *testing.T) {
	r, pass := clocked(t, "replay", 120, 40, demoFiles(t)...)
	r.Press("v")
	r.Press("space")
	pass(5 * time.Second)
	app := r.Model().(*App)
	app.suspends(app, tea.SuspendMsg{})
	pass(time.Minute)
	r.Send(tea.ResumeMsg{})
	if got := side(r, "at "); !strings.HasPrefix(got, "at 45 s ") {
		t.Errorf("after a minute stopped the panel is at %q", got)
	}
}
