package tui

import (
	"bytes"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
)

// TestTopologiesFiguresOfARow: figures of a row have equal decimals, a change one
// form in the whole screen, and what is summed is not called a median. The change
// of the offered load is (4.33 / 4.319 − 1) · 100 = 0.2547 %.
func TestTopologiesFiguresOfARow(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {200, 60}} {
		r := onScreen(t, "Topologies", size.w, size.h, demoFiles(t)...)
		frame := r.Frame()
		wants(t, frame, "requests, sum", "non-200 responses, sum", "4.319", "4.330", "4.306", "374.2", "340.0", "321.9", "14.30", "!538.0")
		lacks(t, frame, "0.255", "+0.25%", "−9.123", "−0.3 %")
		if n := strings.Count(frame, "+0.25 %"); n != 2 {
			t.Errorf("%dx%d: the change of the load is printed alike %d times, want in its cell and at its criterion:\n%s", size.w, size.h, n, frame)
		}
	}
}

// TestTopologiesWordsWithoutColour: at 80 columns there is no room for the words,
// and in a terminal without colour the marks say them; the head of the criteria
// says what they mean.
func TestTopologiesWordsWithoutColour(t *testing.T) {
	for _, tt := range []struct {
		ascii  bool
		rows   map[string]string
		legend string
	}{
		{false, map[string]string{"offered/GPU": "+0.25 %≈", "prem p95 TTFT": "−9.12 %▲"}, "▲ better  ▼ worse  ≈ noise  = same  ! over 1.5× apart"},
		{true, map[string]string{"offered/GPU": "+0.25 %~", "prem p95 TTFT": "-9.12 %+"}, "+ better  - worse  ~ noise  = same  ! over 1.5x apart"},
	} {
		o := options(snapshot(1, demoFiles(t)...))
		o.ASCII, o.Theme = tt.ascii, "none"
		r := run(t, o, 80, 24)
		r.Press(tabOf(t, "Topologies"))
		for name, want := range tt.rows {
			if row := rowOf(r.Frame(), name); !strings.Contains(row, want) {
				t.Errorf("%q lacks %q", row, want)
			}
		}
		wants(t, r.Frame(), tt.legend)
		r.Press("b") // against two replicas one replica is worse
		worse := "+10.04 %▼"
		if tt.ascii {
			worse = "+10.04 %-"
		}
		wants(t, rowOf(r.Frame(), "prem p95 TTFT"), worse)
	}
	// With room for words no mark needs a legend.
	lacks(t, onScreen(t, "Topologies", 120, 40, demoFiles(t)...).Frame(), "▲ better")
}

// TestTopologiesSaysOfHowManyACellIs: a median over two of three repeats says so
// in its own cell, which its column's n does not.
func TestTopologiesSaysOfHowManyACellIs(t *testing.T) {
	data := sim.DemoScaleOut()
	at := bytes.Index(data, []byte(`"premium_burst_p95_ttft_ms": 374.167`))
	if at < 0 {
		t.Fatal("the demo no longer has the figure that is changed here")
	}
	few := bytes.Replace(data, []byte(`"premium_burst_p95_ttft_ms": 374.167`), []byte(`"premium_burst_p95_ttft_ms": null`), 1)
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {200, 60}} {
		r := onScreen(t, "Topologies", size.w, size.h, file(t, "few.json", few))
		// 366.5 and 415.7 remain: their median is 391.1.
		if row := rowOf(r.Frame(), "p95 TTFT ms"); !strings.Contains(row, "n2 391") || strings.Contains(row, "n2 340") {
			t.Errorf("%dx%d: %q", size.w, size.h, row)
		}
		wants(t, r.Frame(), "1 replica · n 3")
	}
	wants(t, onScreen(t, "Topologies", 120, 40, file(t, "few.json", few)).Frame(), "n 2 of 3")
	lacks(t, onScreen(t, "Topologies", 120, 40, demoFiles(t)...).Frame(), "n2")
}

// TestTopologiesAnotherBaseline: with another baseline the criteria are judged
// against it too, the screen says that this is a what-if, and what is left is
// what was recorded.
func TestTopologiesAnotherBaseline(t *testing.T) {
	for _, size := range sizes {
		r := onScreen(t, "Topologies", size.w, size.h, demoFiles(t)...)
		before := r.Frame()
		lacks(t, before, "WHAT-IF")
		r.Press("b")
		frame := r.Frame()
		wants(t, frame, "WHAT-IF", "0 (2×: 1)")
		if size.w >= 80 {
			row := rowOf(frame, "≤ 20 %")
			if i, j := strings.Index(row, "+10.04 %"), strings.Index(row, "baseline"); i < 0 || j < i {
				t.Errorf("%dx%d: the criteria are not judged against two replicas: %q", size.w, size.h, row)
			}
		}
		r.Press("b", "b")
		if r.Frame() != before {
			t.Errorf("%dx%d: the baseline of the file is not back", size.w, size.h)
		}
	}
	r := onScreen(t, "Topologies", 120, 40, demoFiles(t)...)
	r.Press("b")
	wants(t, r.Frame(), "WHAT-IF against 2 replicas", "recorded ✗ FAIL", "The baseline is 2 replicas")
}

// TestTopologiesSayWhatIsOutside: columns and metrics that have no room are
// announced with the way to them.
func TestTopologiesSayWhatIsOutside(t *testing.T) {
	r := onScreen(t, "Topologies", 60, 15, demoFiles(t)...)
	wants(t, r.Frame(), "◀ 1 more", "of 12 ↑↓")
	r.Press("left", "left")
	wants(t, r.Frame(), "1 more ▶")
	lacks(t, r.Frame(), "◀ 1")

	r = onScreen(t, "Topologies", 80, 24, demoFiles(t)...)
	wants(t, r.Frame(), "medians 1–8 of 12 ↓")
	lacks(t, rowOf(r.Frame(), "medians"), "↑")
	lacks(t, r.Frame(), "more metrics above")
	for range 11 {
		r.Press("down")
	}
	wants(t, r.Frame(), "medians 5–12 of 12 ↑")
	lacks(t, rowOf(r.Frame(), "medians"), "↓")
	lacks(t, onScreen(t, "Topologies", 120, 40, demoFiles(t)...).Frame(), "medians")
}

// TestTopologiesSentenceStaysBold: the sentence is one thing, on however many
// lines, and what has no room of it does not end within a figure.
func TestTopologiesSentenceStaysBold(t *testing.T) {
	r := onScreen(t, "Topologies", 80, 24, demoFiles(t)...)
	bold := theme.Dark(false).Open(theme.Strong)
	for _, begins := range []string{"FAIL: 1 of 5", "throughput, latency", "fails on the"} {
		if !strings.Contains(r.Raw(), bold+begins) {
			t.Errorf("the line that begins with %q is not bold", begins)
		}
	}
	wants(t, rowOf(onScreen(t, "Topologies", 60, 15, demoFiles(t)...).Frame(), "FAIL: 1 of 5"), "…")
}

// TestTopologiesWarning: a criterion that only warns and is broken says so.
func TestTopologiesWarning(t *testing.T) {
	p := analysis.BuiltIn()
	for i := range p.Rules {
		p.Rules[i].Warn = p.Rules[i].ID == analysis.RuleNon200
	}
	for _, ascii := range []bool{false, true} {
		o := options(snapshot(1, demoFiles(t)...))
		o.ASCII, o.Judge = ascii, analysis.Options{Policy: p}
		r := run(t, o, 80, 24)
		r.Press(tabOf(t, "Topologies"))
		want := "! WARN 5"
		if ascii {
			want = "[WARN] 5"
		}
		badge := theme.Dark(ascii).Open(theme.Undecided) + strings.TrimSuffix(want, " 5")
		if n := strings.Count(r.Raw(), badge); n != 2 {
			t.Errorf("ASCII %v: %d cells of the criterion are painted as undecided, want those of one and two replicas:\n%s", ascii, n, r.Frame())
		}
		lacks(t, rowOf(r.Frame(), want), "INFO")
		wants(t, r.Frame(), want)
	}
}
