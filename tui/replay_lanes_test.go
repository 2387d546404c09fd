package tui

import (
	"strings"
	"testing"
)

// lanesOf returns the lines of a frame that end a lane: those with a figure of a policy.
func lanesOf(frame, policy string) []string {
	var out []string
	for _, line := range strings.Split(frame, "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == policy {
			out = append(out, strings.Join(fields, " "))
		}
	}
	return out
}

// TestReplayLanesAtEverySize: p99 TTFT and KV use of every policy are the first lanes,
// whatever the size, with what they read at the playhead.
func TestReplayLanesAtEverySize(t *testing.T) {
	for _, size := range []struct{ w, h int }{{40, 10}, {60, 15}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
		r := onScreen(t, "Replay", size.w, size.h, demoFiles(t)...)
		for policy, want := range map[string][2]string{"reactive": {"554 ms OVER", "100 % FULL"}, "leading": {"296.2 ms ok", "82.22 %"}} {
			got := lanesOf(r.Frame(), policy)
			if len(got) < 2 || !strings.Contains(got[0], want[0]) || !strings.Contains(got[1], want[1]) {
				t.Errorf("%s, %s: %q, want %q first", sizeName(size.w, size.h), policy, got, want)
			}
		}
	}
}

// TestReplayLanesUnjudged: what could not be judged never reads ok, and a hole is blank.
func TestReplayLanesUnjudged(t *testing.T) {
	r := onScreen(t, "Replay", 80, 24, file(t, "steady.json", []byte(noObjective)))
	for _, key := range []string{"g", "right"} {
		r.Press(key)
		lacks(t, r.Frame(), " ok", "OVER", "·······")
	}
	r = onScreen(t, "Replay", 80, 24, file(t, "hole.json", []byte(oneMissing)))
	for _, step := range []struct{ key, want string }{{"g", "100 ms ok"}, {"right", "– –"}, {"right", "900 ms OVER 1.8×"}, {"right", "100 ms ok"}} {
		r.Press(step.key)
		if got := lanesOf(r.Frame(), "steady"); len(got) == 0 || !strings.HasSuffix(got[0], step.want) {
			t.Errorf("after %s: %q, want %q", step.key, got, step.want)
		}
	}
}

// TestReplayHidesTheFuture: with f nothing after the playhead is drawn, in lanes and in
// plots, and it comes back.
func TestReplayHidesTheFuture(t *testing.T) {
	r := onScreen(t, "Replay", 120, 36, demoFiles(t)...)
	before := r.Frame()
	wants(t, before, "▒", "▲+1")
	r.Press("f")
	lacks(t, r.Frame(), "▒", "+3", "···  ▲") // the strip ahead and the third start
	r.Press("v")
	lacks(t, r.Frame(), "▒")
	r.Press("v", "f")
	if r.Frame() != before {
		t.Error("the future does not come back")
	}
}

// TestReplayEndCard: at the end the run is summed up, before it is not.
func TestReplayEndCard(t *testing.T) {
	const card = "reactive 180 s over SLO, worst 5182 ms · leading 20 s over SLO, worst 502.3 ms · +1000 replica·s"
	r := onScreen(t, "Replay", 120, 36, demoFiles(t)...)
	lacks(t, r.Frame(), "worst 5182 ms ·")
	r.Press("G")
	wants(t, r.Frame(), card)
	r.Press("left")
	lacks(t, r.Frame(), card)
}
