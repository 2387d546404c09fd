package sim

import (
	"context"
	"errors"
	"strings"
	"testing"

	"scaledeck/model"

	"github.com/google/go-cmp/cmp"
)

func TestSweepOrderAndFigures(t *testing.T) {
	axes := []Axis{{ParamColdStart, []float64{180, 22}}, {ParamStandby, []float64{0, 2}}}
	got, err := Sweep(t.Context(), ReferenceReactive(), axes, SweepOptions{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Ablate(ReferenceReactive(), ReferenceLeading())
	if err != nil {
		t.Fatal(err)
	}
	want := []Point{
		{[]float64{180, 0}, a.Runs[0].Summary}, {[]float64{180, 2}, a.Runs[FactorStandby].Summary},
		{[]float64{22, 0}, a.Runs[FactorColdStart].Summary}, {[]float64{22, 2}, a.Runs[FactorColdStart|FactorStandby].Summary},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("points (-want +got):\n%s", d)
	}
}

func TestSweepIsTheSameWhateverTheWorkers(t *testing.T) {
	axes := sweepAxes(t, "cold-start=0s..180s/1s", "standby=0..9", "max-boots=1..3")
	want, err := Sweep(t.Context(), ReferenceLeading(), axes, SweepOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	got, err := Sweep(t.Context(), ReferenceLeading(), axes, SweepOptions{Workers: 7, Progress: func(done, total int) {
		if done <= last || total != 181*10*3 {
			t.Errorf("progress went from %d to %d of %d", last, done, total)
		}
		last = done
	}})
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != 5430 || last != len(want) || !cmp.Equal(want, got) {
		t.Errorf("%d points, progress to %d, equal %v", len(want), last, cmp.Equal(want, got))
	}
}

func TestSweepEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Sweep(ctx, ReferenceReactive(), sweepAxes(t, "cold-start=0s..9999s"), SweepOptions{Workers: 2, Progress: func(int, int) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled sweep returns %v", err)
	}
	// Run 3 and all after it are not valid: the first is named, whoever met it.
	for _, workers := range []int{1, 8} {
		axes := []Axis{{ParamStandby, []float64{0, 1, -1, -2, -3, -4, -5}}}
		_, err = Sweep(t.Context(), ReferenceReactive(), axes, SweepOptions{Workers: workers})
		if err == nil || !strings.Contains(err.Error(), "run 3 (warm standby −1): warm standby: −1 is not between") {
			t.Errorf("%d workers: error %v does not name the first point", workers, err)
		}
	}
	for want, axes := range map[string][]Axis{
		"axis slo has no values":          {{ParamSLO, nil}},
		"axis slo is given twice":         {{ParamSLO, []float64{1}}, {ParamSLO, []float64{2}}},
		"more than 10000000 runs":         {{ParamSLO, make([]float64, 10_000)}, {ParamTarget, make([]float64, 1_001)}},
		"policy reactive_gpu_util has no": {{ParamLead, []float64{1}}},
		"standby: 0.5 is not a whole":     {{ParamStandby, []float64{0.5}}},
	} {
		if _, err := Sweep(t.Context(), ReferenceReactive(), axes, SweepOptions{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestParseAxis(t *testing.T) {
	tests := []struct {
		text string
		want Axis
	}{
		{"cold-start=22s", Axis{ParamColdStart, []float64{22}}},
		{"cold-start=10s..30s/10s", Axis{ParamColdStart, []float64{10, 20, 30}}},
		{"cold-start=1m, 500ms", Axis{ParamColdStart, []float64{60, 0.5}}},
		{"standby=0..4", Axis{ParamStandby, []float64{0, 1, 2, 3, 4}}},
		{"standby=0,4..8/2", Axis{ParamStandby, []float64{0, 4, 6, 8}}},
		{"slo=0.5s..600ms/50", Axis{ParamSLO, []float64{500, 550, 600}}},
		{"gpu-threshold=85%", Axis{ParamGPUThreshold, []float64{0.85}}},
		{"target=0.5..0.8/0.2", Axis{ParamTarget, []float64{0.5, 0.7}}},
	}
	for _, tt := range tests {
		got, err := ParseAxis(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
		} else if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, d)
		}
	}
	for text, want := range map[string]string{
		"cold-start":          "expected PARAMETER=VALUES",
		"warp=1":              "no parameter \"warp\"; there are cold-start",
		"standby=":            `warm standby: "" is no whole number`,
		"standby=1,":          `warm standby: "" is no whole number`,
		"standby=4..0":        "does not ascend",
		"standby=0..4/0":      "does not ascend",
		"standby=0..4/-1":     "does not ascend",
		"slo=1..9/NaN":        `p99 TTFT SLO: "NaN" is no time such as 500ms`,
		"gpu-threshold=85":    `GPU threshold: "85" is 8500 %: a share is written as 85% or`,
		"slo=0..1e9/0.000001": "more than 10000000 values",
	} {
		if _, err := ParseAxis(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", text, err, want)
		}
	}
}

func TestParametersSetWhatTheyGet(t *testing.T) {
	policies := map[Parameter]Policy{ParamLead: Leading{MaxColdBoots: 3}, ParamMaxBoots: Leading{MaxColdBoots: 3}, ParamHPATarget: DefaultHPA(OnKV, 0.8),
		ParamHPAWindow: DefaultHPA(OnKV, 0.8), ParamHPATolerance: DefaultHPA(OnKV, 0.8)}
	for p := range NumParameters {
		c := ReferenceReactive()
		if other := policies[p]; other != nil {
			if _, ok := p.Get(&c); ok {
				t.Errorf("%s: the reactive policy has none", p)
			}
			c.Policy = other
		}
		before := c
		value := 7.0
		if p.Unit() == model.Share {
			value = 0.7
		}
		if err := p.Set(&c, value); err != nil {
			t.Errorf("%s: %v", p, err)
		}
		want := value
		if p == ParamDemand { // a factor: what is set is the demand itself
			if want = 1; c.Demand[0] != 7*before.Demand[0] || before.Demand[0] != 48_000 {
				t.Errorf("demand: %v from %v", c.Demand[0], before.Demand[0])
			}
		}
		if got, ok := p.Get(&c); !ok || got != want {
			t.Errorf("%s: set %v, got %v, %v", p, value, got, ok)
		}
		if back, err := parseParameter(p.String()); err != nil || back != p || p.Label() == "" || p.Unit() == model.None {
			t.Errorf("%s: parsed as %v, %v; label %q, unit %q", p, back, err, p.Label(), p.Unit())
		}
	}
	c := ReferenceLeading()
	if v, ok := ParamLead.Get(&c); !ok || v != 42 {
		t.Errorf("the leading policy looks %v s ahead, want 22 + 20", v)
	}
}

// TestParameterRangesAreThoseOfValidate: a value that Set takes can be run, and
// the values just outside are refused with label and unit.
func TestParameterRangesAreThoseOfValidate(t *testing.T) {
	for p := range NumParameters {
		d := &parameters[p]
		for _, base := range []Config{ReferenceReactive(), ReferenceLeading(), hpaConfig()} {
			if _, has := p.Get(&base); !has {
				continue
			}
			base.Demand, base.InitialReady, base.Min = []float64{1}, 1, 1
			for v, valid := range map[float64]bool{d.low: !d.over, d.high: true, d.low - 1: false, d.high * 1.5: false} {
				c := base
				err := p.Set(&c, v)
				if (err == nil) != valid || err != nil && !strings.HasPrefix(err.Error(), p.Label()+": ") {
					t.Errorf("%s %v: %v", p, v, err)
				}
				switch p { // what belongs together is not for Set to hold
				case ParamInitial, ParamMin:
					c.InitialReady = max(c.InitialReady, c.Min)
				}
				if err == nil {
					if err := c.Validate(); err != nil {
						t.Errorf("%s %v is taken and cannot be run: %v", p, v, err)
					}
				}
			}
		}
	}
	c := ReferenceReactive()
	for _, tt := range []struct {
		p    Parameter
		v    float64
		want string
	}{
		{ParamGPUThreshold, 9.99, "GPU threshold: 999 % is not between 0 % and 100 %"},
		{ParamStandby, 1.5, "warm standby: 1.5 is not a whole number"},
		{ParamSLO, 0, "p99 TTFT SLO: 0 ms is not between 0.001 ms and 1e12 ms"},
		{ParamLead, 1, "look ahead: policy reactive_gpu_util has no such number"},
	} {
		if err := tt.p.Set(&c, tt.v); err == nil || err.Error() != tt.want {
			t.Errorf("%s %v: %v, want %s", tt.p, tt.v, err, tt.want)
		}
	}
}

func hpaConfig() Config {
	c := ReferenceReactive()
	c.Policy = DefaultHPA(OnKV, 0.8)
	return c
}

func TestWordsNameNoFields(t *testing.T) {
	c := ReferenceReactive()
	c.InitialReady = 2
	_, err := Run(c)
	if want := "ready at the start: 2 replicas is not between the fewest (4) and the most (1000000)"; err == nil || Words(err) != want {
		t.Errorf("%v in words: want %s", err, want)
	}
	if got := Words(errFull); got != errFull.Error() {
		t.Errorf("another error in words: %s", got)
	}
	_, err = Sweep(t.Context(), ReferenceReactive(), sweepAxes(t, "initial=2"), SweepOptions{})
	if want := "sweep: run 1 (ready at the start 2): ready at the start: 2 replicas is not between the fewest (4)"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("a sweep fails with %v", err)
	}
}

func sweepAxes(t testing.TB, texts ...string) []Axis {
	t.Helper()
	var axes []Axis
	for _, s := range texts {
		a, err := ParseAxis(s)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, a)
	}
	return axes
}

func BenchmarkSweep100000(b *testing.B) {
	axes := sweepAxes(b, "cold-start=1s..200s/1s", "standby=0..9", "max-boots=1..50")
	b.ReportAllocs()
	for b.Loop() {
		points, err := Sweep(b.Context(), ReferenceLeading(), axes, SweepOptions{})
		if err != nil || len(points) != 100_000 {
			b.Fatal(len(points), err)
		}
	}
}
