package lab

import (
	"regexp"
	"strings"
	"testing"

	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
)

// TestLabViewBudget holds the largest View of the Lab well under the budget of all.
func TestLabViewBudget(t *testing.T) {
	const budget = 1200
	r, _ := openLab(t, hosted(demoFiles(t)...), 200, 60)
	app := r.Model().(*host)
	n := testing.AllocsPerRun(10, func() {
		app.View()
	})
	if n > budget {
		t.Errorf("%.0f allocations a View, the budget is %d", n, budget)
	}
	t.Logf("%.0f allocations", n)
}

// TestLabEventsFollowTheRun: what was drawn for one run is not shown for another.
func TestLabEventsFollowTheRun(t *testing.T) {
	r, _ := openLab(t, hosted(demoFiles(t)...), 200, 60)
	has(t, r, "220 s 2 ready: asked for at 40 s")
	r.Press("e", "2", "2", "enter")
	has(t, r, "2 ready: asked for at 40 s")
	lacks(t, r, "220 s  2 ready")
	r.Resize(120, 40)
	has(t, r, "what happens")
}

// TestLabFilter: the filter lists the numbers that it lets through, keys mean
// those, and the run is what it was.
func TestLabFilter(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 80, 24)
	r.Press("/", "s", "t", "a", "n", "d", "enter")
	has(t, r, "standby ◀ 0 ▶")
	lacks(t, r, "replica KV", "cold start")
	r.Press("right")
	if got := l.now(r).config.Standby; got != 1 {
		t.Errorf("standby %d after more of the only number listed", got)
	}
	r.Press("/", "z", "z", "enter")
	has(t, r, "No number matches the")
	r.Press("right", "enter", "backspace", "p")
	if run := l.now(r); run.config.Standby != 1 || l.typing || run.config.Policy.Name() != "reactive_gpu_util" {
		t.Errorf("a key changed what is not on screen: %+v", run.config)
	}
	r.Press("esc")
	has(t, r, "replica KV", "cold start")
}

// TestLabSaysItsPlace: where the numbers scroll their head says which one is selected.
func TestLabSaysItsPlace(t *testing.T) {
	r, _ := openLab(t, hosted(demoFiles(t)...), 60, 12)
	has(t, r, "4 of 11")
	r, _ = openLab(t, hosted(demoFiles(t)...), 120, 40)
	lacks(t, r, "4 of 11")
}

// TestLabNeverCutsAFigure: at every width a number and what comes of it stand
// whole, without their unit where that has no room, or not at all.
func TestLabNeverCutsAFigure(t *testing.T) {
	figures := regexp.MustCompile(`\b[0-9]{4,}\b`)
	for _, ascii := range []bool{false, true} {
		o := hosted(demoFiles(t)...)
		o.ctx.Theme = theme.Dark(ascii)
		r, l := openLab(t, o, 80, 24)
		if err := l.set(l.now(r), sim.ParamCapacity, 1765432); err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{"1765432": true, "18000": true, "5182": true, "3427": true}
		for _, f := range l.now(r).figures() {
			for _, n := range figures.FindAllString(f.recorded+" "+f.simulated+" "+f.difference, -1) {
				known[n] = true
			}
		}
		for w := 40; w <= 200; w++ {
			for _, h := range []int{10, 15, 24} {
				r.Resize(w, h)
				for line := range strings.Lines(r.Frame()) {
					if !strings.Contains(line, "replica KV") && !strings.Contains(line, "worst") && !strings.Contains(line, "rep") {
						continue
					}
					for _, n := range figures.FindAllString(line, -1) {
						if before, _, _ := strings.Cut(line, n); !known[n] && !strings.ContainsAny(before, "┤┼+") {
							t.Fatalf("%dx%d, ASCII %v: %q stands in %q", w, h, ascii, n, line)
						}
					}
				}
			}
		}
	}
}
