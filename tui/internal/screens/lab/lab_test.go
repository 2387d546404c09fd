package lab

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
)

// TestLabOpensOnWhatWasRecorded: with nothing changed the run is the recorded one,
// the differences are zero, and the inputs are those that the file's rows give.
func TestLabOpensOnWhatWasRecorded(t *testing.T) {
	for name, files := range map[string]func(testing.TB) []model.File{"demo": demoFiles, "real": sharedResults} {
		t.Run(name, func(t *testing.T) {
			r, l := openLab(t, hosted(files(t)...), 120, 40)
			has(t, r, "what if reactive_gpu_util", "cold start 180 s", "replica KV 18000 tokens", "p99 TTFT SLO 500 ms",
				"its inputs give all 16 recorded samples", "over the SLO 180 s 180 s 0 s", "breach windows 9 of 16 9 of 16 0",
				"worst p99 TTFT 5182 ms 5182 ms 0 ms", "replica·s held 3480 3480 0", "first ready in 180 s 180 s 0 s", "SIMULATED")
			r.Press("t")
			has(t, r, "what if leading_kv_and_velocity", "cold start 22 s", "standby 2", "looks ahead 42 s",
				"breach windows 1 of 16 1 of 16 0", "worst p99 TTFT 502.3 ms 502.3 ms 0 ms", "replica·s held 4480 4480 0", "first ready in 20 s 20 s 0 s")
			// No timeline shows the numbers of its policy.
			assumed := "look ahead 42 s, cold boots an interval 3, target demand/capacity 0.8"
			if run := l.now(r); run.base.differs >= 0 || strings.Join(run.base.assumed, ", ") != assumed {
				t.Errorf("first difference at %d, assumed %v", run.base.differs, run.base.assumed)
			}
			r.Resize(200, 60)
			has(t, r, "not in the file, assumed: look ahead 42 s")
		})
	}
}

// TestLabChangesANumber follows one what-if by hand: the recorded reactive run
// with a cold start of 22 s is 80 s over the SLO, as the ablation has it.
func TestLabChangesANumber(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
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
	l.Update(screen.Hidden{}, r.Model().(*host).ctx)
	l.Update(screen.Shown{}, r.Model().(*host).ctx)
	has(t, r, "◀ 20 s ▶ 180 s")
	r.Press("r")
	has(t, r, "over the SLO 180 s 180 s 0 s", "◀ 180 s ▶")
}

// TestLabTyping: what is typed counts at once, esc brings back what there was,
// and what cannot be run is refused with its reason.
func TestLabTyping(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	r.Press("up", "e", "6", "0") // GPU threshold, in percent as it is printed
	if p := l.now(r).config.Policy; p != (sim.Reactive{Threshold: 0.6}) {
		t.Errorf("policy %+v", p)
	}
	r.Press("esc")
	if p := l.now(r).config.Policy; p != (sim.Reactive{Threshold: 0.85}) || l.typing || len(l.values) != 0 {
		t.Errorf("policy %+v, values %v after esc", p, l.values)
	}
	r.Press("e", "9", "9", "9", "enter")
	has(t, r, "GPU threshold: 999 % is not between 0 % and 100 %")
	if len(l.values) != 0 {
		t.Errorf("a refused value stayed: %v", l.values)
	}
	r.Press("e", "7", "5", "backspace", "backspace", "enter")
	if len(l.values) != 0 {
		t.Errorf("an erased value stayed: %v", l.values)
	}
	r.Press("e", "3") // a digit while typing is no screen
	if !key.Matches(tea.KeyPressMsg{Code: '3', Text: "3"}, l.Keys(screen.Ctx{})...) {
		t.Error("a typed digit is left to the console, which would switch the screen")
	}
}

// TestLabSettlesWhatBelongsTogether: the fewest replicas and those at the start
// never contradict each other, nor do the most.
func TestLabSettlesWhatBelongsTogether(t *testing.T) {
	_, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	c := screen.Ctx{Snap: findings(demoFiles(t)...)}
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
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
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
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	if err := l.set(l.now(r), sim.ParamSLO, 275); err != nil {
		t.Fatal(err)
	}
	r.Resize(121, 40)
	// Of the 16 samples those of 0, 240, 260, 280 and 300 s are at most 275 ms.
	has(t, r, "breach windows 11 of 16 11 of 16 0", "counted by it too")
}

func TestLabAblation(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	r.Press("a")
	has(t, r, "leading_kv_and_velocity 180 s 0 160 s 5182 ms 5180", "reactive_gpu_util 22 s 2 80 s 1226 ms 3560",
		"cold start −110 s −2567 ms −390", "The cold start of 22 s instead of 180 s does most")
	a, err := l.now(r).ablate()
	want, err2 := sim.Ablate(sim.ReferenceReactive(), sim.ReferenceLeading())
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if diff := cmp.Diff(want.Effects, a.Effects); diff != "" {
		t.Errorf("effects (-reference +lab):\n%s", diff)
	}
	r.Press("esc")
	has(t, r, "what if")

	// On a small terminal the figures come first, what they say is an enter away,
	// and that there is more is said.
	r.Resize(60, 15)
	r.Press("a")
	has(t, r, "signal cold sb over p99 rep·s", "leading_kv_and_velocity 22 0 40 s 931.7 ms 4360", "… enter says the rest, ")
	if strings.Contains(r.Frame(), "does most") {
		t.Error("there was to be no room for the sentence")
	}
	r.Press("enter")
	has(t, r, "The cold start of 22 s instead of 180 s does most", "on average.", "Counted against a p99 TTFT SLO of 500 ms", "… ↓ ")
	r.Press("end")
	has(t, r, "with and without the third.")
	r.Press("enter")
	has(t, r, "signal cold sb")
	r.Resize(40, 10)
	has(t, r, "sig cold sb over p99 rep·s", "L 180 0 160 s 5182 ms 5180", "… enter says the rest, ")
	r.Resize(80, 24)
	has(t, r, "signal × cold start × standby 0 s +24.95 ms +20", "… enter says the rest, ")

	// The other numbers of the Lab hold for all eight runs.
	r.Resize(120, 40)
	if err := l.set(l.now(r), sim.ParamDemand, 0.5); err != nil {
		t.Fatal(err)
	}
	r.Resize(121, 40)
	has(t, r, "demand × 0.5")
}

func TestLabWithoutATimeline(t *testing.T) {
	r, _ := openLab(t, hosted(), 120, 40)
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
	o := hosted(demoFiles(t)...)
	o.save = func(d sim.Document) (string, error) { saved = append(saved, d); return "lab.json", fail }
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
	if want := "Run of the Lab on the demand of reactive_gpu_util in autoscaling-canary.json under reactive_gpu_util with cold start 22 s instead of 180 s; " +
		"not in the file, assumed: GPU threshold 85 %, target demand/capacity 0.8"; saved[0].Scope != want {
		t.Errorf("scope %q", saved[0].Scope)
	}
	fail = errors.New("disk full")
	r.Press("w")
	has(t, r, "run not saved: disk full")

	o = hosted(demoFiles(t)...)
	r, _ = openLab(t, o, 120, 40)
	r.Press("w")
	has(t, r, "runs cannot be saved here")
}

func TestLabCopies(t *testing.T) {
	_, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	c := screen.Ctx{Snap: findings(demoFiles(t)...)}
	if err := l.set(l.run(c), sim.ParamColdStart, 22); err != nil {
		t.Fatal(err)
	}
	want := `SIMULATED: Run of the Lab on the demand of reactive_gpu_util in autoscaling-canary.json under reactive_gpu_util with cold start 22 s instead of 180 s; not in the file, assumed: GPU threshold 85 %, target demand/capacity 0.8.

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
	text := l.copyText(c)
	for _, part := range []string{"| reactive_gpu_util | 22 s | 0 | 80 s | 1755 ms | 3480 replica·s |\n", "\n| cold start | −110 s | −2567 ms | −390 replica·s |\n",
		"does most", "\n- Counted against a p99 TTFT SLO of 500 ms, stated in the file.\n", "\n- An effect is the mean"} {
		if !strings.Contains(text, part) {
			t.Errorf("not in what is copied of the ablation: %q\n%s", part, text)
		}
	}
	if n := strings.Count(text, "\n| "); n != 1+8+1+7 {
		t.Errorf("%d rows copied, want two titles, eight runs and seven effects", n)
	}
}

// TestLabOnAPoorTimeline: what is missing prints a dash and is assumed aloud; what
// cannot be run says why.
func TestLabOnAPoorTimeline(t *testing.T) {
	poor := file(t, "poor.json", []byte(`{"autoscaling_comparison": {"mine": {"timeline": [
		{"sec": 60, "demand_tokens": 100000, "p99_ttft_ms": 900}, {"sec": 90, "demand_tokens": 100000, "p99_ttft_ms": null}, {"sec": 120, "demand_tokens": 9}]}}}`))
	r, _ := openLab(t, hosted(poor), 120, 40)
	// 100 000 / (4 × 18 000) = 1.389: both samples of 100 000 tokens are over 500 ms.
	has(t, r, "policy none", "≠ its inputs do not give what was", "recorded, from 60 s on", "not in the file, assumed: policy none, a",
		"over the SLO 30 s 60 s +30 s", "breach windows 1 of 1 2 of 3 +1", "replica·s held – 360 –", "first ready in – – –")

	gap := file(t, "gap.json", []byte(`{"autoscaling_comparison": {"mine": {"timeline": [
		{"sec": 0, "demand_tokens": 1}, {"sec": 20, "demand_tokens": 2}, {"sec": 90, "demand_tokens": 3}]}}}`))
	r, _ = openLab(t, hosted(gap), 120, 40)
	has(t, r, "cannot be run", "timeline/2", "a gap or an unequal step")
	for _, k := range []string{"right", "e", "p", "a", "a", "w", "r", "t", "down", "y", "esc"} {
		r.Press(k)
		r.Raw()
	}
}

// TestLabPremisesOfAReading: where the file leaves the SLO open, the ablation says
// between what, and what becomes of the effects there; where it was changed, that.
func TestLabPremisesOfAReading(t *testing.T) {
	_, l := openLab(t, hosted(), 120, 40)
	c := screen.Ctx{}
	if got := l.run(c).premises()[0]; !strings.Contains(got, "our reading of the known file") ||
		!strings.Contains(got, "between 409.01 ms and 502.26 ms, the effects are signal −40 to −25 s") {
		t.Errorf("of the reference: %s", got)
	}
	if err := l.set(l.run(c), sim.ParamSLO, 450); err != nil {
		t.Fatal(err)
	}
	if got := l.run(c).premises()[0]; got != "Counted against a p99 TTFT SLO of 450 ms, changed here." {
		t.Errorf("of a change: %s", got)
	}
}

// TestLabHPA: its window and tolerance can be changed, and come with their units.
func TestLabHPA(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
	r.Press("p", "p")
	has(t, r, "down window 300 s", "tolerance 10 %")
	r.Press("down", "down", "e", "0", "enter", "down", "right")
	p, ok := l.now(r).config.Policy.(sim.HPA)
	if !ok || p.ScaleDown.Stabilisation != 0 || p.Tolerance != 0.11 {
		t.Errorf("policy %+v", l.now(r).config.Policy)
	}
	r.Press("up", "e", "4", "0", "0", "0", "enter")
	has(t, r, "scale-down window: 4000 s is not between 0 s and 3600 s")
	r.Press("p", "p")
	if name := l.now(r).config.Policy.Name(); name != "schedule" {
		t.Fatalf("on policy %s", name)
	}
	r.Resize(200, 60)
	has(t, r, "schedule knows the demand beforehand")
}

// TestLabEvents: an event that does not fit loses its cause and not half a figure,
// and of events that do not fit it is said how many there are.
func TestLabEvents(t *testing.T) {
	r, l := openLab(t, hosted(demoFiles(t)...), 200, 60)
	has(t, r, "40 s signal crossed: GPU utilisation 91.06 % over 85 %", "300 s 1 ready: asked for at 120 s")
	c := r.Model().(*host).ctx
	run := l.run(c)
	lines := run.drawEvents(c.Theme, 44, 5)
	want := []string{"   40 s  breach began: p99 TTFT 554 ms", "   40 s  signal crossed", "   40 s  +2 started: GPU utilisation 91.06 %",
		"   60 s  +2 started: GPU utilisation 99 %", "      …  9 more"}
	for i, line := range lines {
		if got := strings.TrimRight(ansi.Strip(line), " "); i >= len(want) || got != want[i] {
			t.Errorf("line %d: %q", i, got)
		}
	}
	if len(lines) != len(want) {
		t.Errorf("%d lines, want %d", len(lines), len(want))
	}
}

// TestLabCutsNoFigure: on narrow terminals a figure loses its unit before a digit.
func TestLabCutsNoFigure(t *testing.T) {
	r, _ := openLab(t, hosted(demoFiles(t)...), 60, 15)
	r.Press("e", "2", "2", "enter")
	has(t, r, "worst 5182 ms 1755 ms −3427 ")
	if strings.Contains(r.Frame(), "3427 …") {
		t.Error("a figure is cut")
	}
	th := theme.None(false)
	for _, tt := range []struct {
		figure string
		cells  int
		want   string
	}{{"−3427 ms", 8, "−3427 ms"}, {"−3427 ms", 7, "−3427"}, {"−3427 ms", 4, "#"}, {"3480", 4, "3480"}} {
		if got := whole(th, tt.figure, tt.cells); got != tt.want {
			t.Errorf("%s in %d cells: %s, want %s", tt.figure, tt.cells, got, tt.want)
		}
	}
}

// TestLabLegendInASCII: the legend has the glyphs that the chart draws with.
func TestLabLegendInASCII(t *testing.T) {
	o := hosted(demoFiles(t)...)
	o.ctx.Theme = theme.None(true)
	r, _ := openLab(t, o, 80, 24)
	has(t, r, "o recorded  * simulated", "*o*o*o")
	if strings.Contains(r.Frame(), "= recorded") {
		t.Error("the legend still has the lines of a chart in braille")
	}
}

// TestLabOnALongTimeline: a change of a number formats what is on screen and not
// what is in the run, whatever its length.
func TestLabOnALongTimeline(t *testing.T) {
	cfg := sim.ReferenceLeading()
	cfg.Policy = sim.None{} // over the SLO and back every day
	day := cfg.Demand
	cfg.Demand = nil
	for range 500 {
		cfg.Demand = append(cfg.Demand, day...)
	}
	res, err := sim.Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := sim.WriteDocument(&b, sim.Document{Runs: []sim.NamedRun{{Name: "long", Result: res}}}); err != nil {
		t.Fatal(err)
	}
	r, l := openLab(t, hosted(file(t, "long.json", b.Bytes())), 120, 40)
	app := r.Model().(*host)
	seconds := 20.0
	n := testing.AllocsPerRun(5, func() {
		seconds++
		if err := l.set(l.run(app.ctx), sim.ParamColdStart, seconds); err != nil {
			t.Fatal(err)
		}
		app.View()
	})
	if run := l.now(r); len(run.result.Events) < 900 {
		t.Fatalf("only %d events: too few to tell", len(run.result.Events))
	}
	if n > 1500 {
		t.Errorf("a change allocates %v times on a run of %d samples, at most 1500", n, len(cfg.Demand))
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
	r, l := openLab(t, hosted(demoFiles(t)...), 120, 40)
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
		r, l := openLab(t, hosted(files...), 80, 24)
		for _, k := range rapid.SliceOfN(rapid.SampledFrom(keys), 1, 60).Draw(rt, "keys") {
			r.Press(k)
			if run := l.now(r); run.err != nil {
				rt.Fatalf("after %s: %v", k, run.err)
			}
		}
		r.Raw()
	})
}

func BenchmarkLabChange(b *testing.B) {
	r, l := openLab(b, hosted(demoFiles(b)...), 120, 40)
	app := r.Model().(*host)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := l.set(l.run(app.ctx), sim.ParamColdStart, float64(20+i%100)); err != nil {
			b.Fatal(err)
		}
		if !strings.Contains(app.View().Content, fmt.Sprint(20+i%100)) {
			b.Fatal("the change is not on screen")
		}
	}
}
