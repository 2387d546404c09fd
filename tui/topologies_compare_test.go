package tui

import (
	"bytes"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screentest"
)

// threeAnalyses opens the topologies of the demo and two files besides: one with
// faster premium requests at one replica, one that shares nothing.
func threeAnalyses(t testing.TB, w, h int) *screentest.Runner {
	t.Helper()
	faster := bytes.ReplaceAll(sim.DemoScaleOut(), []byte(`"premium_burst_p95_ttft_ms": 374.167`), []byte(`"premium_burst_p95_ttft_ms": 74.167`))
	if bytes.Equal(faster, sim.DemoScaleOut()) {
		t.Fatal("the demo no longer has the figure that is changed here")
	}
	other := []byte(`{"schema": "stable-upstream-multi-replica-analysis-v1", "rows": [{"replicas": 8, "repeat": 1, "requests": 9}], "topologies": {}, "decision": {}}`)
	r := run(t, options(snapshot(1, file(t, "a.json", sim.DemoScaleOut()), file(t, "b.json", faster), file(t, "c.json", other))), w, h)
	r.Press("4")
	for range 3 { // to a.json, whatever the order
		if strings.Contains(strings.Join(strings.Split(r.Frame(), "\n")[:4], "\n"), "a.json") {
			break
		}
		r.Press("f")
	}
	return r
}

func TestTopologiesCompare(t *testing.T) {
	r := threeAnalyses(t, 120, 40)
	plain := r.Frame()
	seen := map[string]string{}
	for range 2 {
		r.Press("c")
		for _, name := range []string{"b.json", "c.json"} {
			if strings.Contains(r.Frame(), "A a.json → B "+name) {
				seen[name] = r.Frame()
			}
		}
	}
	b, c := seen["b.json"], seen["c.json"]
	for _, part := range []string{"1 replica", "2 replicas", "4 replicas", "no change", "no difference test can reach 0.05"} {
		if !strings.Contains(b, part) {
			t.Errorf("no %q in\n%s", part, b)
		}
	}
	for _, part := range []string{"only in A: scale-out at 1 replica", "only in B: scale-out at 8 replicas", "no topology is in both"} {
		if !strings.Contains(c, part) {
			t.Errorf("no %q in\n%s", part, c)
		}
	}
	r.Press("c")
	if r.Frame() != plain {
		t.Errorf("after the last one c does not lead back\n%s", r.Frame())
	}
}

// comparedWith presses c until B is the named file.
func comparedWith(t *testing.T, r *screentest.Runner, name string) {
	t.Helper()
	for range 3 {
		if r.Press("c"); strings.Contains(r.Frame(), "→ B "+name) {
			return
		}
	}
	t.Fatalf("%s is never compared with\n%s", name, r.Frame())
}

func TestTopologiesCompareFigures(t *testing.T) {
	r := threeAnalyses(t, 120, 40)
	comparedWith(t, r, "b.json")
	r.Press("left", "left")
	// The repeats 415.7, 374.2 and 366.5 become 415.7, 74.2 and 366.5.
	for _, part := range []string{"374.2 → !366.5 noise", "at 1 replica  −7.681 ms  −2.05 % within noise", "n 3, 366.5–415.7 ms", "n 3, 74.17–415.73 ms, UNSTABLE 5.605×"} {
		if !strings.Contains(r.Frame(), part) {
			t.Errorf("no %q in\n%s", part, r.Frame())
		}
	}
	r.Press("enter")
	for _, part := range []string{"median premium burst p95 TTFT, 1 replica", "A, a.json", "374.167 ms", "B, repeat 2", "74.167 ms /rows/1/premium_burst_p95_ttft_ms"} {
		if !strings.Contains(r.Frame(), part) {
			t.Errorf("no %q in\n%s", part, r.Frame())
		}
	}
	r.Press("esc", "y")
	copied := ""
	for _, m := range r.Seen() {
		if c, ok := m.(copiedMsg); ok {
			copied = c.text
		}
	}
	if !strings.Contains(copied, "## B b.json against A a.json: ") {
		t.Errorf("%s", copied)
	}
}

// TestTopologiesCompareEverywhere: no size and no key breaks the comparison, it
// holds its budget, and a file that leaves ends it.
func TestTopologiesCompareEverywhere(t *testing.T) {
	r := threeAnalyses(t, 120, 40)
	comparedWith(t, r, "b.json")
	for _, s := range walk {
		r.Resize(s.w, s.h)
		for _, k := range []string{"down", "right", "end", "enter", "esc", "home", "left", "left", "left", "b", "v", "esc", "pgdown"} {
			r.Press(k)
			r.Raw()
		}
	}
	r.Resize(200, 60)
	app := r.Model().(*App)
	n := testing.AllocsPerRun(5, func() {
		app.dirty = true
		app.View()
	})
	if n > viewAllocs {
		t.Errorf("%.0f allocations a View, the budget is %d", n, viewAllocs)
	}
	t.Logf("%.0f allocations", n)
	r.Send(findingsMsg{findings: judged(t)})
	if strings.Contains(r.Frame(), "→ B") {
		t.Errorf("the other file is gone\n%s", r.Frame())
	}
}

func TestTopologiesCompareAlone(t *testing.T) {
	r := demo(t, 120, 40)
	r.Press("4", "c")
	if !strings.Contains(r.Frame(), "no other scale-out analysis is open") {
		t.Errorf("%s", r.Frame())
	}
	o := options(&model.Snapshot{Seq: 1})
	empty := run(t, o, 80, 24)
	empty.Press("4", "c")
	empty.Raw()
}
