package tui

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
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

// TestFiguresInFewCells: worked out by hand.
func TestFiguresInFewCells(t *testing.T) {
	some := model.Of
	for _, tt := range []struct {
		f      model.Figure
		u      model.Unit
		n      int
		signed bool
		want   string
	}{
		{some(5182.36), model.Milliseconds, 7, false, "5182 ms"},
		{some(5182.36), model.Milliseconds, 6, false, "5182"},
		{some(5182.36), model.Milliseconds, 3, false, "…"},
		{some(19.67), model.Milliseconds, 5, true, "+19.7"},
		{some(19.67), model.Milliseconds, 4, true, "+20"},
		{some(19.67), model.Milliseconds, 2, true, "…"},
		{some(-13.6), model.Milliseconds, 5, true, "−13.6"},
		{some(-13.6), model.Milliseconds, 4, true, "−14"},
		{some(0.004), model.Ratio, 4, false, "…"},
		{some(0.417), model.Share, 6, false, "41.7 %"},
		{some(0.417), model.Share, 5, false, "41.7%"},
		{some(0.417), model.Share, 3, false, "42%"},
		{some(0.417), model.Share, 2, false, "…"},
		{some(99.96), model.Milliseconds, 4, false, "100"},
		{model.Missing(model.Null), model.Milliseconds, 1, false, "–"},
		{some(5), model.Milliseconds, 0, false, ""},
	} {
		if got := wholeFigure(theme.None(false), tt.f, tt.u, tt.n, tt.signed); got != tt.want {
			t.Errorf("%v %s in %d cells: %q, want %q", tt.f.Value, tt.u, tt.n, got, tt.want)
		}
	}
	for _, tt := range []struct {
		mark     string
		v        float64
		decimals int
		n        int
		want     string
	}{
		{"", 4.33, 3, 7, "4.330"}, {"n2 ", 374.15, 1, 7, "n2 374"}, {"n2 !", 538.04, 1, 7, "n2 !538"}, {"n2 !", 5380.4, 1, 7, "…"},
		{"", 1234567.8, 1, 7, "1234568"}, {"", 12345678, 0, 7, "…"}, {"", 0.0004, 3, 7, "…"}, {"", 0, 2, 7, "0.00"}, {"", -0.5, 1, 7, "−0.5"},
	} {
		if got := fixedIn(theme.None(false), tt.mark, some(tt.v), tt.decimals, tt.n); got != tt.want {
			t.Errorf("%s%v: %q, want %q", tt.mark, tt.v, got, tt.want)
		}
	}
	for v, want := range map[float64]string{0.2547: "+0.25 %", -0.3: "−0.30 %", 8.5: "+8.50 %", 0: "0.00 %", -0.001: "−0.001 %", 100: "+100.00 %"} {
		if got := signedPercent(some(v)); got != want {
			t.Errorf("signedPercent %v: %q, want %q", v, got, want)
		}
	}
	load := analysis.Gate{Rule: analysis.Rule{Unit: model.Percent, Magnitude: true}, Limit: some(1)}
	for v, want := range map[float64]string{0.2547: "+0.25 %", 1.004: "+1.004 %", -1.004: "−1.004 %", 1: "+1.00 %", -5: "−5.00 %"} {
		load.Observed = some(v)
		if got := changeFigure(load); got != want {
			t.Errorf("a change of %v against a limit of 1: %q, want %q", v, got, want)
		}
	}
}

// Whatever the room, what is printed is the figure rounded to its last digit, or
// the mark of something cut.
func TestFiguresAreNeverOthers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64Range(-1e7, 1e7), rapid.Float64Range(-1, 1)).Draw(t, "figure")
		n := rapid.IntRange(1, 12).Draw(t, "cells")
		ascii := rapid.Bool().Draw(t, "ascii")
		got := wholeFigure(theme.None(ascii), model.Of(v), model.Milliseconds, n, false)
		if widget.Width(got) > n {
			t.Fatalf("%q takes more than %d cells", got, n)
		}
		if got == "…" || got == "..." || got == "~" {
			return
		}
		text := strings.ReplaceAll(strings.TrimSuffix(got, " ms"), "−", "-")
		read, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatalf("%q is no figure", got)
		}
		unit := 1.0
		if _, after, ok := strings.Cut(text, "."); ok {
			unit = math.Pow(10, -float64(len(after)))
		}
		if math.Abs(read-v) > unit*0.5000001 && !strings.HasSuffix(got, " ms") {
			t.Fatalf("%v reads as %q", v, got)
		}
	})
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
