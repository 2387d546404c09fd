package tui

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screentest"
)

// openLab returns a console on its Lab.
func openLab(t testing.TB, o Options, w, h int) (*screentest.Runner, *lab) {
	t.Helper()
	o.Screen = "lab"
	r := run(t, o, w, h)
	app := r.Model().(*App)
	l, ok := app.screens[app.active].(*lab)
	if !ok {
		t.Fatal("the console did not open on the Lab")
	}
	return r, l
}

// now returns the Lab's run as it is.
func (l *lab) now(r *screentest.Runner) *labRun { return l.run(r.Model().(*App).ctxFor()) }

func has(t *testing.T, r *screentest.Runner, texts ...string) {
	t.Helper()
	// Whichever row is selected, its number reads the same.
	plain := func(s string) string {
		return strings.Join(strings.Fields(strings.NewReplacer("◀", "", "▶", "").Replace(s)), " ")
	}
	frame := plain(r.Frame())
	for _, text := range texts {
		if !strings.Contains(frame, plain(text)) {
			t.Errorf("not on screen: %q\n%s", text, r.Frame())
		}
	}
}

// TestLabOpensOnWhatWasRecorded: with nothing changed the run is the recorded one,
// the differences are zero, and the inputs are those that the file's rows give.
func TestLabOpensOnWhatWasRecorded(t *testing.T) {
	for name, files := range map[string]func(testing.TB) []model.File{"demo": demoFiles, "real": sharedResults} {
		t.Run(name, func(t *testing.T) {
			r, l := openLab(t, options(snapshot(1, files(t)...)), 120, 40)
			has(t, r, "what if reactive_gpu_util", "cold start 180 s", "replica KV 18000 tokens", "p99 TTFT SLO 500 ms",
				"its inputs give all 16 recorded samples", "over the SLO 180 s 180 s 0 s", "breach windows 9 of 16 9 of 16 0",
				"worst p99 TTFT 5182 ms 5182 ms 0 ms", "replica·s held 3480 3480 0", "first ready in 180 s 180 s 0 s", "SIMULATED")
			r.Press("t")
			has(t, r, "what if leading_kv_and_velocity", "cold start 22 s", "standby 2", "looks ahead 42 s",
				"breach windows 1 of 16 1 of 16 0", "worst p99 TTFT 502.3 ms 502.3 ms 0 ms", "replica·s held 4480 4480 0", "first ready in 20 s 20 s 0 s")
			if run := l.now(r); run.base.differs >= 0 || len(run.base.assumed) > 0 {
				t.Errorf("first difference at %d, assumed %v", run.base.differs, run.base.assumed)
			}
		})
	}
}

// TestLabChangesANumber follows one what-if by hand: the recorded reactive run
// with a cold start of 22 s is 80 s over the SLO, as the ablation has it.
func TestLabChangesANumber(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	r.Press("e", "2", "2")
	has(t, r, "over the SLO 180 s 80 s −100 s", "worst p99 TTFT 5182 ms 1755 ms −3427 ms", "first ready in 180 s 40 s −140 s")
	r.Press("enter")
	has(t, r, "◀ 22 s ▶ 180 s")
	r.Press("right")
	has(t, r, "◀ 23 s ▶ 180 s")
	r.Press("]")
	has(t, r, "◀ 30 s ▶ 180 s")
	r.Press("left", "[")
	has(t, r, "◀ 20 s ▶ 180 s")
	if run := l.now(r); run.config.ColdStart.Seconds != 20 {
		t.Errorf("cold start %v", run.config.ColdStart.Seconds)
	}

	// Away and back, nothing is lost; r takes everything back.
	r.Press("1", "6")
	has(t, r, "◀ 20 s ▶ 180 s")
	r.Press("r")
	has(t, r, "over the SLO 180 s 180 s 0 s", "◀ 180 s ▶")
}

// TestLabTyping: what is typed counts at once, esc brings back what there was,
// and what cannot be run is refused with its reason.
func TestLabTyping(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	r.Press("up", "e", "6", "0") // GPU threshold, in percent as it is printed
	if p := l.now(r).config.Policy; p != (sim.Reactive{Threshold: 0.6}) {
		t.Errorf("policy %+v", p)
	}
	r.Press("esc")
	if p := l.now(r).config.Policy; p != (sim.Reactive{Threshold: 0.85}) || l.typing || len(l.values) != 0 {
		t.Errorf("policy %+v, values %v after esc", p, l.values)
	}
	r.Press("e", "9", "9", "9", "enter")
	has(t, r, "Threshold: 9.99 is not between 0 and 1")
	if len(l.values) != 0 {
		t.Errorf("a refused value stayed: %v", l.values)
	}
	r.Press("e", "7", "5", "backspace", "backspace", "enter")
	if len(l.values) != 0 {
		t.Errorf("an erased value stayed: %v", l.values)
	}
	r.Press("e", "3") // a digit while typing is no screen
	if r.Model().(*App).active != 5 {
		t.Error("a typed digit switched the screen")
	}
}

// TestLabSettlesWhatBelongsTogether: the fewest replicas and those at the start
// never contradict each other, nor do the most.
func TestLabSettlesWhatBelongsTogether(t *testing.T) {
	_, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	c := Ctx{Snap: judged(t)}
	set := func(p sim.Parameter, v float64) error { return l.set(l.run(c), p, v) }
	for _, step := range []struct {
		p                 sim.Parameter
		v                 float64
		initial, min, max int
	}{
		{sim.ParamMin, 6, 6, 6, 0}, {sim.ParamInitial, 3, 3, 3, 0}, {sim.ParamMax, 5, 3, 3, 5}, {sim.ParamInitial, 8, 8, 3, 8}, {sim.ParamMin, 9, 9, 9, 9},
	} {
		if err := set(step.p, step.v); err != nil {
			t.Fatalf("%s %v: %v", step.p, step.v, err)
		}
		if got := l.run(c).config; got.InitialReady != step.initial || got.Min != step.min || got.Max != step.max {
			t.Errorf("%s %v: %d at the start, %d to %d", step.p, step.v, got.InitialReady, got.Min, got.Max)
		}
	}
	if err := set(sim.ParamMax, 2); err == nil {
		t.Error("fewer replicas at most than at the start were taken")
	}
}

// TestLabPolicies: every policy can be chosen, its own numbers appear, and a
// number of another policy waits until that is back.
func TestLabPolicies(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	r.Press("up", "e", "7", "0", "enter")
	wants := map[string]string{
		"leading_kv_and_velocity": "boots/interval 3", "hpa_kv_utilization": "use aimed at 80 %", "hpa_gpu_utilization": "drain 0 s",
		"schedule": "over the SLO 180 s", "none": "first ready in 180 s – –", "reactive_gpu_util": "starts at GPU 70 %",
	}
	for range sim.PolicyNames() {
		r.Press("p")
		name := l.now(r).config.Policy.Name()
		has(t, r, "policy "+name, wants[name])
		delete(wants, name)
	}
	if len(wants) > 0 {
		t.Errorf("never chosen: %v", wants)
	}
	r.Press("up", "down", "left") // the policy's own row turns it too
	if name := l.now(r).config.Policy.Name(); name != "none" {
		t.Errorf("left on the policy chose %s", name)
	}
	r.Press("backspace")
	if name := l.now(r).config.Policy.Name(); name != "reactive_gpu_util" {
		t.Errorf("after backspace: %s", name)
	}
}

// TestLabCountsBothByOneSLO: with another SLO the recorded run is counted by it too.
func TestLabCountsBothByOneSLO(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	if err := l.set(l.now(r), sim.ParamSLO, 275); err != nil {
		t.Fatal(err)
	}
	r.Resize(121, 40)
	// Of the 16 samples those of 0, 240, 260, 280 and 300 s are at most 275 ms.
	has(t, r, "breach windows 11 of 16 11 of 16 0", "counted by it too")
}

func TestLabAblation(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	r.Press("a")
	has(t, r, "leading_kv_and_velocity 180 s 0 160 s 5182 ms 5180", "reactive_gpu_util 22 s 2 80 s 1226 ms 3560",
		"cold start −110 s −2567 ms −390", "The cold start of 22 s instead of 180 s does most")
	a, err := l.now(r).ablate()
	want, err2 := sim.AblateReference()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if diff := cmp.Diff(want.Effects, a.Effects); diff != "" {
		t.Errorf("effects (-reference +lab):\n%s", diff)
	}
	r.Press("esc")
	has(t, r, "what if")

	// On a small terminal the sentence is reached by scrolling.
	r.Resize(60, 15)
	r.Press("a")
	if strings.Contains(r.Frame(), "does most") {
		t.Error("there was to be no room for the sentence")
	}
	r.Press("end")
	has(t, r, "on average.")
	r.Press("home")
	has(t, r, "signal cold")

	// The other numbers of the Lab hold for all eight runs.
	r.Resize(120, 40)
	if err := l.set(l.now(r), sim.ParamDemand, 0.5); err != nil {
		t.Fatal(err)
	}
	r.Resize(121, 40)
	has(t, r, "demand × 0.5")
}

func TestLabWithoutATimeline(t *testing.T) {
	r, _ := openLab(t, options(snapshot(1)), 120, 40)
	has(t, r, "No autoscaling timeline is open: these are", "the reference inputs.", "━ reference", "over the SLO 180 s 180 s 0 s")
	r.Press("t")
	has(t, r, "what if leading_kv_and_velocity", "breach windows 1 of 16")
	r.Press("a")
	has(t, r, "on the demand of the reference leading_kv_and_velocity")
}

// TestLabSaves: the run that is saved is the one on screen, and it says what was changed.
func TestLabSaves(t *testing.T) {
	var saved []sim.Document
	var fail error
	o := options(snapshot(1, demoFiles(t)...))
	o.SaveRun = func(d sim.Document) (string, error) { saved = append(saved, d); return "lab.json", fail }
	r, _ := openLab(t, o, 120, 40)
	r.Press("e", "2", "2", "enter", "w")
	has(t, r, "run saved as lab.json")
	if len(saved) != 1 || len(saved[0].Runs) != 1 {
		t.Fatalf("saved %+v", saved)
	}
	run := saved[0].Runs[0]
	if run.Name != "reactive_gpu_util" || run.Result.Summary.BreachSeconds != 80 {
		t.Errorf("%s, %v s over the SLO", run.Name, run.Result.Summary.BreachSeconds)
	}
	if want := "Run of the Lab on the demand of reactive_gpu_util in autoscaling-canary.json with cold start 22 s instead of 180 s"; saved[0].Scope != want {
		t.Errorf("scope %q", saved[0].Scope)
	}
	fail = errors.New("disk full")
	r.Press("w")
	has(t, r, "run not saved: disk full")

	o = options(snapshot(1, demoFiles(t)...))
	r, _ = openLab(t, o, 120, 40)
	r.Press("w")
	has(t, r, "runs cannot be saved here")
}

func TestLabCopies(t *testing.T) {
	_, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	c := Ctx{Snap: judged(t)}
	if err := l.set(l.run(c), sim.ParamColdStart, 22); err != nil {
		t.Fatal(err)
	}
	want := `SIMULATED: Run of the Lab on the demand of reactive_gpu_util in autoscaling-canary.json with cold start 22 s instead of 180 s.

| | recorded | simulated | difference |
|---|---|---|---|
| over the SLO | 180 s | 80 s | −100 s |
| breach windows | 9 of 16 | 4 of 16 | −5 |
| worst p99 TTFT | 5182 ms | 1755 ms | −3427 ms |
| replica·s held | 3480 | 3480 | 0 |
| first ready in | 180 s | 40 s | −140 s |
`
	if diff := cmp.Diff(want, l.copyText(c)); diff != "" {
		t.Error(diff)
	}
	l.ablating = true
	if text := l.copyText(c); strings.Count(text, "\n| ") != 9 || !strings.Contains(text, "does most") {
		t.Errorf("ablation copied as %q", text)
	}
}

// TestLabOnAPoorTimeline: what is missing prints a dash and is assumed aloud; what
// cannot be run says why.
func TestLabOnAPoorTimeline(t *testing.T) {
	poor := file(t, "poor.json", []byte(`{"autoscaling_comparison": {"mine": {"timeline": [
		{"sec": 60, "demand_tokens": 100000, "p99_ttft_ms": 900}, {"sec": 90, "demand_tokens": 100000, "p99_ttft_ms": null}, {"sec": 120, "demand_tokens": 9}]}}}`))
	r, _ := openLab(t, options(snapshot(1, poor)), 120, 40)
	// 100 000 / (4 × 18 000) = 1.389: both samples of 100 000 tokens are over 500 ms.
	has(t, r, "policy none", "≠ its inputs do not give what was", "recorded, from 60 s on", "not in the file, assumed: policy none, a",
		"over the SLO 30 s 60 s +30 s", "breach windows 1 of 1 2 of 3 +1", "replica·s held – 360 –", "first ready in – – –")

	gap := file(t, "gap.json", []byte(`{"autoscaling_comparison": {"mine": {"timeline": [
		{"sec": 0, "demand_tokens": 1}, {"sec": 20, "demand_tokens": 2}, {"sec": 90, "demand_tokens": 3}]}}}`))
	r, _ = openLab(t, options(snapshot(1, gap)), 120, 40)
	has(t, r, "cannot be run", "timeline/2", "a gap or an unequal step")
	for _, k := range []string{"right", "e", "p", "a", "a", "w", "r", "t", "down", "y", "esc"} {
		r.Press(k)
		r.Raw()
	}
}

func TestLabSLO(t *testing.T) {
	some := model.Of
	for _, tt := range []struct {
		name string
		slo  analysis.SLO
		want float64
	}{
		{"stated", analysis.SLO{Limit: some(300)}, 300},
		{"the reference fits", analysis.SLO{Low: some(409.01), High: some(502.27)}, 500},
		{"under the reference", analysis.SLO{Low: some(100), High: some(200)}, 100},
		{"over the reference", analysis.SLO{Low: some(700), High: some(900)}, 700},
		{"nothing but a breach", analysis.SLO{High: some(500)}, 499.99},
		{"nothing", analysis.SLO{}, 500},
	} {
		if got, _ := labSLO(tt.slo); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestLabRunIsComputedOnce: drawing again runs nothing again.
func TestLabRunIsComputedOnce(t *testing.T) {
	r, l := openLab(t, options(snapshot(1, demoFiles(t)...)), 120, 40)
	first := &l.now(r).result.Samples[0]
	r.Resize(100, 30)
	r.Raw()
	if &l.now(r).result.Samples[0] != first {
		t.Error("the run was computed anew for a frame")
	}
	r.Press("p")
	if &l.now(r).result.Samples[0] == first {
		t.Error("a change was not run")
	}
}

// TestLabAnyKeys presses keys in any order: whatever is on screen can be run, and
// stays within the terminal.
func TestLabAnyKeys(t *testing.T) {
	files := demoFiles(t)
	keys := []string{"up", "down", "left", "right", "[", "]", "p", "e", "a", "t", "r", "backspace", "enter", "esc", "w", "0", "5", ".", "9", "home", "end"}
	rapid.Check(t, func(rt *rapid.T) {
		r, l := openLab(t, options(snapshot(1, files...)), 80, 24)
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(keys), 1, 60).Draw(rt, "keys") {
			if r.Model().(*App).screens[r.Model().(*App).active] != screen(l) && strings.Contains("059", k) {
				continue
			}
			r.Press(k)
			if run := l.now(r); run.err != nil {
				rt.Fatalf("after %s: %v", k, run.err)
			}
		}
		r.Raw()
	})
}

func BenchmarkLabChange(b *testing.B) {
	r, l := openLab(b, options(snapshot(1, demoFiles(b)...)), 120, 40)
	app := r.Model().(*App)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := l.set(l.run(app.ctxFor()), sim.ParamColdStart, float64(20+i%100)); err != nil {
			b.Fatal(err)
		}
		app.dirty = true
		if !strings.Contains(app.View().Content, fmt.Sprint(20+i%100)) {
			b.Fatal("the change is not on screen")
		}
	}
}
