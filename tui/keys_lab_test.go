package tui

import (
	"strings"
	"testing"

	"scaledeck/tui/internal/screentest"
)

// labRowIs fails the test where the selected number of the Lab does not read as
// wanted: its label, the number between arrows, what was recorded.
func labRowIs(t *testing.T, r *screentest.Runner, want string) {
	t.Helper()
	if got := flat(strings.Split(selectedLine(t, r), "│")[0]); got != "▶ "+want {
		t.Errorf("the number is %q, want %q", got, "▶ "+want)
	}
}

// outcomeIs fails the test where a line of the Lab's comparison does not read as wanted.
func outcomeIs(t *testing.T, r *screentest.Runner, label, want string) {
	t.Helper()
	for line := range strings.Lines(r.Frame()) {
		if _, after, ok := strings.Cut(line, "│ "+label); ok {
			if got := flat(after); got != want {
				t.Errorf("%s: %q, want %q", label, got, want)
			}
			return
		}
	}
	t.Errorf("no line %q:\n%s", label, r.Frame())
}

// TestLabStepKeys: one step of each number, down and up, small and big. A number
// that is off its steps is brought onto them.
func TestLabStepKeys(t *testing.T) {
	for _, tt := range []struct{ filter, keys, want string }{
		{"cold start", "right", "cold start ◀ 181 s ▶ 180 s"},
		{"cold start", "l l", "cold start ◀ 182 s ▶ 180 s"},
		{"cold start", "left", "cold start ◀ 179 s ▶ 180 s"},
		{"cold start", "h h h", "cold start ◀ 177 s ▶ 180 s"},
		{"cold start", "]", "cold start ◀ 190 s ▶ 180 s"},
		{"cold start", "shift+right ]", "cold start ◀ 200 s ▶ 180 s"},
		{"cold start", "[", "cold start ◀ 170 s ▶ 180 s"},
		{"cold start", "left shift+left", "cold start ◀ 170 s ▶ 180 s"},
		{"cold start", "right [", "cold start ◀ 180 s ▶"},
		{"cold start", "right backspace", "cold start ◀ 180 s ▶"},
		{"cold start", "e 1 5 enter", "cold start ◀ 15 s ▶ 180 s"},
		{"cold start", "enter 1 5 backspace", "cold start ◀ 1▏ ▶ 180 s"},
		{"cold start", "enter 1 5 ctrl+u", "cold start ◀ ▏ ▶"},
		{"cold start", "enter 1 5 esc", "cold start ◀ 180 s ▶"},
		{"standby", "right", "standby ◀ 1 ▶ 0"},
		{"standby", "]", "standby ◀ 5 ▶ 0"},
		{"standby", "left", "standby ◀ 0 ▶"},
		{"ready at", "right", "ready at start ◀ 5 ▶ 4"},
		{"ready at", "left left left left", "ready at start ◀ 1 ▶ 4"},
		{"ready at", "]", "ready at start ◀ 5 ▶ 4"},
		{"fewest", "right", "fewest ◀ 5 ▶ 4"},
		{"fewest", "[", "fewest ◀ 1 ▶ 4"},
		{"most", "right", "most ◀ 4 ▶ no limit"},
		{"most", "right right", "most ◀ 5 ▶ no limit"},
		{"most", "right left", "most ◀ no limit ▶"},
		{"most", "]", "most ◀ 5 ▶ no limit"},
		{"replica kv", "right", "replica KV ◀ 18500 tokens ▶ 18000"},
		{"replica kv", "[", "replica KV ◀ 15000 tokens ▶ 18000"},
		{"slo", "right", "p99 TTFT SLO ◀ 510 ms ▶ 500 ms"},
		{"slo", "[", "p99 TTFT SLO ◀ 400 ms ▶ 500 ms"},
		{"demand", "right", "demand ◀ × 1.05 ▶ × 1"},
		{"demand", "]", "demand ◀ × 1.5 ▶ × 1"},
		{"demand", "left", "demand ◀ × 0.95 ▶ × 1"},
		{"starts at", "right", "starts at GPU ◀ 86 % ▶ 85 %"},
		{"starts at", "[", "starts at GPU ◀ 80 % ▶ 85 %"},
		{"starts at", "] ] ]", "starts at GPU ◀ 100 % ▶ 85 %"},
	} {
		r := onScreen(t, "Lab", 120, 40, demoFiles(t)...)
		r.Press("/")
		for _, c := range strings.ReplaceAll(tt.filter, " ", "\x00") {
			if c == 0 {
				r.Press("space")
			} else {
				r.Press(string(c))
			}
		}
		r.Press("enter")
		r.Press(strings.Fields(tt.keys)...)
		t.Run(tt.filter+" "+tt.keys, func(t *testing.T) { labRowIs(t, r, tt.want) })
	}
}

// TestLabStepsEndAtABound: a step past a bound leads to it and is not refused.
func TestLabStepsEndAtABound(t *testing.T) {
	r := onScreen(t, "Lab", 120, 40, demoFiles(t)...)
	r.Press("up", "]", "]", "]")
	labRowIs(t, r, "starts at GPU ◀ 100 % ▶ 85 %")
	lacks(t, frameLine(r, -1), "is not between")
}

// TestLabMoveKeys: which number is selected; a page is half the screen's height.
func TestLabMoveKeys(t *testing.T) {
	for _, tt := range []struct{ keys, want string }{
		{"", "cold start"}, {"down", "standby"}, {"j j", "replica KV"}, {"up", "starts at GPU"}, {"k k", "policy"}, {"k k k", "demand"},
		{"g", "demand"}, {"home", "demand"}, {"G", "target ratio"}, {"end", "target ratio"}, {"g pgdown", "most"}, {"G pgup", "policy"},
	} {
		r := onScreen(t, "Lab", 80, 24, demoFiles(t)...)
		r.Press(strings.Fields(tt.keys)...)
		if line := selectedLine(t, r); !strings.HasPrefix(line, "▶ "+tt.want+" ") {
			t.Errorf("%q leads to %q, want %s", tt.keys, line, tt.want)
		}
	}
}

// TestLabRunKeys: what the keys that change the run bring into the comparison.
// The figures are those of the ablation in the README.
func TestLabRunKeys(t *testing.T) {
	r := onScreen(t, "Lab", 120, 40, demoFiles(t)...)
	figures := func(over, windows, worst, held string) {
		t.Helper()
		outcomeIs(t, r, "over the SLO", over)
		outcomeIs(t, r, "breach windows", windows)
		outcomeIs(t, r, "worst p99 TTFT", worst)
		outcomeIs(t, r, "replica·s held", held)
	}
	figures("180 s 180 s 0 s", "9 of 16 9 of 16 0", "5182 ms 5182 ms 0 ms", "3480 3480 0")
	r.Press("e", "2", "2", "enter")
	figures("180 s 80 s −100 s", "9 of 16 4 of 16 −5", "5182 ms 1755 ms −3427 ms", "3480 3480 0")
	r.Press("down", "e", "2", "enter")
	figures("180 s 80 s −100 s", "9 of 16 4 of 16 −5", "5182 ms 1226 ms −3957 ms", "3480 3560 +80")
	r.Press("p")
	wants(t, r.Frame(), "leading_kv_and_velocity")
	figures("180 s 20 s −160 s", "9 of 16 1 of 16 −8", "5182 ms 502.3 ms −4680 ms", "3480 4480 +1000")
	r.Press("r")
	wants(t, rowOf(r.Frame(), "policy"), "reactive_gpu_util")
	figures("180 s 180 s 0 s", "9 of 16 9 of 16 0", "5182 ms 5182 ms 0 ms", "3480 3480 0")
	r.Press("t")
	wants(t, r.Frame(), "what if leading_kv_and_velocity")
	figures("20 s 20 s 0 s", "1 of 16 1 of 16 0", "502.3 ms 502.3 ms 0 ms", "4480 4480 0")
	r.Press("t")
	wants(t, r.Frame(), "what if reactive_gpu_util")

	r.Press("a")
	wants(t, r.Frame(), "SIMULATED", "−110 s", "−2567 ms")
	r.Press("a")
	figures("180 s 180 s 0 s", "9 of 16 9 of 16 0", "5182 ms 5182 ms 0 ms", "3480 3480 0")
	r.Press("a", "esc")
	outcomeIs(t, r, "over the SLO", "180 s 180 s 0 s")
	r.Press("w")
	wants(t, frameLine(r, -1), "runs cannot be saved here")
}

// TestLabOnTheSLO: a sample on the SLO is within it, of the recorded run and of
// the simulated one.
func TestLabOnTheSLO(t *testing.T) {
	for slo, windows := range map[string]string{
		"5182.36": "0 of 16 0 of 16 0", "5182.35": "1 of 16 1 of 16 0", "4954.18": "1 of 16 1 of 16 0", "409.01": "9 of 16 9 of 16 0", "409": "10 of 16 10 of 16 0",
	} {
		r := onScreen(t, "Lab", 120, 40, demoFiles(t)...)
		r.Press("/", "s", "l", "o", "enter", "e")
		for _, c := range slo {
			r.Press(string(c))
		}
		r.Press("enter")
		t.Run(slo, func(t *testing.T) { outcomeIs(t, r, "breach windows", windows) })
		if slo == "5182.36" { // nothing is over it, so neither strip shows a column that is
			for _, run := range []string{" recorded ·", "simulated ·"} {
				strip := rowOf(r.Frame(), run)
				wants(t, strip, "·····")
				lacks(t, strip, "▒", "▓")
			}
		}
	}
}
