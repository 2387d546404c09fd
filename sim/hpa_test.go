package sim

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHPARecommend(t *testing.T) {
	p := DefaultHPA(OnKV, 0.8)
	tests := []struct {
		name           string
		metric         float64
		ready, booting int
		want           int
	}{
		{"at the target", 0.8, 4, 0, 4},
		{"over by the tolerance exactly", 0.88, 4, 0, 4},
		{"over by more: 4 × 1.125 = 4.5", 0.9, 4, 0, 5},
		{"saturated: 4 × 1.25 = 5", 1, 4, 0, 5},
		{"half: 4 × 0.5", 0.4, 4, 0, 2},
		{"under by the tolerance exactly", 0.72, 10, 0, 10},
		{"idle", 0, 4, 0, 0},
		{"up, one boots at nothing: 4/5/0.8 is the target", 1, 4, 1, 5},
		{"up, one boots: 8/9/0.8 = 1.11, 9 × 1.11 = 10", 1, 8, 1, 10},
		{"up, four boot: 4/8/0.8 = 0.625 is the other way", 1, 4, 4, 8},
		{"at the target while four boot", 0.8, 4, 4, 8},
		{"a hair under it while four boot", 0.79999, 4, 4, 8},
		{"a hair over it while four boot", 0.80001, 4, 4, 8},
		{"over by the tolerance while four boot", 0.88, 4, 4, 8},
		{"under by the tolerance while ten boot", 0.72, 10, 10, 20},
		{"down, those that boot are set aside: 4 × 0.5", 0.4, 4, 4, 2},
		{"down, however many boot: 4 × 0.875 = 3.5", 0.7, 4, 16, 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := p.recommend(tt.metric, tt.ready, tt.booting); got != tt.want {
				t.Errorf("recommend(%v, %d ready, %d booting) = %d, want %d", tt.metric, tt.ready, tt.booting, got, tt.want)
			}
		})
	}
}

func TestHPARateLimits(t *testing.T) {
	// KV use of 1 against 0.1 asks for ten times the pods, so the limits decide.
	tests := []struct {
		name   string
		change func(*HPA)
		steps  []struct{ second, ready, want int }
	}{
		{"defaults: double, or four more", func(*HPA) {}, []struct{ second, ready, want int }{{0, 2, 6}, {20, 6, 12}, {40, 12, 24}}},
		{"the least of the two", func(p *HPA) { p.ScaleUp.Select = SelectLeast }, []struct{ second, ready, want int }{{0, 2, 4}, {20, 4, 8}, {40, 8, 12}}},
		{"never up", func(p *HPA) { p.ScaleUp.Select = SelectNone }, []struct{ second, ready, want int }{{0, 2, 2}}},
		{"four a minute", func(p *HPA) { p.ScaleUp.Limits = []RateLimit{{Value: 4, Period: 60}} },
			[]struct{ second, ready, want int }{{0, 2, 6}, {20, 6, 6}, {40, 6, 6}, {60, 6, 10}}},
		{"half as many again, rounded up", func(p *HPA) { p.ScaleUp.Limits = []RateLimit{{Percent: true, Value: 50, Period: 15}} },
			[]struct{ second, ready, want int }{{0, 3, 5}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := DefaultHPA(OnKV, 0.1)
			tt.change(&p)
			d := p.For(Fleet{Min: 1, Max: 1000})
			for _, s := range tt.steps {
				got := s.ready + d.Decide(Observation{Second: float64(s.second), Ready: s.ready, KV: 1, Ratio: 1}).Delta
				if got != s.want {
					t.Fatalf("at %d s from %d pods: %d, want %d", s.second, s.ready, got, s.want)
				}
			}
		})
	}
}

func TestHPAScaleDownLimits(t *testing.T) {
	p := DefaultHPA(OnGPU, 0.8)
	p.ScaleDown = Scaling{Limits: []RateLimit{{Percent: true, Value: 10, Period: 60}, {Value: 5, Period: 60}}}
	for s, want := range map[Select]int{SelectMost: 15, SelectLeast: 18, SelectNone: 20} {
		p.ScaleDown.Select = s
		d := p.For(Fleet{Min: 1, Max: 100}).Decide(Observation{Ready: 20, GPU: 0.1})
		if got := 20 + d.Delta; got != want {
			t.Errorf("select %d: from 20 to %d, want %d", s, got, want)
		}
	}
}

func TestHPAStabilisationAndDrain(t *testing.T) {
	c := ReferenceReactive()
	c.Policy, c.InitialReady, c.Min, c.DrainSeconds = DefaultHPA(OnKV, 0.8), 10, 1, 30
	c.Demand = make([]float64, 25)
	for i := range c.Demand {
		c.Demand[i] = 36_000 // 0.2 of ten replicas: ⌈10 × 0.25⌉ = 3 wanted
		if i < 5 {
			c.Demand[i] = 144_000 // at the target
		}
	}
	r := mustRun(t, c)
	// The last recommendation of ten is that of 80 s; it leaves the window of
	// 300 s at 380 s. What is drained then serves to 400 s and is gone after two
	// more intervals, the first at or after 30 s.
	var got []string
	for _, e := range r.Events {
		got = append(got, fmt.Sprintf("%v s %s", e.Second, e.Text()))
	}
	want := []string{"380 s −7 drained: KV cache use 20 % under 80 %"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("events (-want +got):\n%s", d)
	}
	type at struct{ ready, draining int }
	var tail []at
	for _, s := range r.Samples[19:23] {
		tail = append(tail, at{s.Ready, s.Draining})
	}
	if d := cmp.Diff([]at{{10, 0}, {3, 7}, {3, 7}, {3, 0}}, tail, cmp.AllowUnexported(at{})); d != "" {
		t.Errorf("samples from 380 s (-want +got):\n%s", d)
	}
	// 20 samples of ten, five of three, two of seven draining, each 20 s.
	s := r.Summary
	if s.ReadySeconds != 4300 || s.DrainingSeconds != 280 || s.ReplicaSeconds != 4580 || s.ScaleDowns != 1 || s.Drained != 7 {
		t.Errorf("summary: %+v", s)
	}
}

func TestHPAOnSaturatedKVStarves(t *testing.T) {
	// With one replica booting, a KV use of 1 over four ready ones spreads to
	// exactly the target: nothing more is started until the boot has ended.
	c := ReferenceReactive()
	c.Policy = DefaultHPA(OnKV, 0.8)
	r := mustRun(t, c)
	if s := r.Summary; s.Started != 3 || s.MaxReady != 5 || s.BreachWindows != 10 || s.FirstAsked.Value != 40 {
		t.Errorf("summary: %+v", s)
	}
}

func TestHPAValidateNamesTheField(t *testing.T) {
	for want, change := range map[string]func(*HPA){
		"Metric":                      func(p *HPA) { p.Metric = 7 },
		"Target":                      func(p *HPA) { p.Target = 0 },
		"Tolerance":                   func(p *HPA) { p.Tolerance = -0.1 },
		"ScaleUp: Limits: none is":    func(p *HPA) { p.ScaleUp.Limits = nil },
		"ScaleUp: Limits[0].Value":    func(p *HPA) { p.ScaleUp.Limits[0].Value = 0 },
		"ScaleDown: Limits[0].Period": func(p *HPA) { p.ScaleDown.Limits[0].Period = 0 },
		"ScaleDown: Stabilisation":    func(p *HPA) { p.ScaleDown.Stabilisation = 4000 },
		"ScaleDown: Select":           func(p *HPA) { p.ScaleDown.Select = 9 },
	} {
		p := DefaultHPA(OnKV, 0.8)
		change(&p)
		if err := p.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not name %q", err, want)
		}
	}
}

// TestHPALeavesBootsAloneAtItsTarget: within the tolerance nothing is done, and
// that includes boots under way. Five pods are wanted at 0 s, and from 20 s on
// the four that serve are at exactly the target.
func TestHPALeavesBootsAloneAtItsTarget(t *testing.T) {
	c := ReferenceReactive()
	p := DefaultHPA(OnKV, 0.8)
	p.ScaleDown.Stabilisation = 0
	c.Policy, c.Min, c.ColdStart, c.Demand = p, 1, ColdStartOf(60), []float64{72_000, 57_600, 57_600}
	r := mustRun(t, c)
	if s := r.Summary; s.Started != 1 || s.Cancelled != 0 || s.ScaleDowns != 0 || r.Samples[2].Booting != 1 {
		t.Errorf("summary: %+v", s)
	}
}

// TestHPAHoldsItsFirstNumber: the number of pods that an autoscaler finds counts
// as its first recommendation in both directions.
func TestHPAHoldsItsFirstNumber(t *testing.T) {
	for _, tt := range []struct {
		name  string
		kv    float64
		want  int // of ten pods, once the window of 60 s has passed
		scale func(*HPA) *Scaling
	}{
		{"down", 0.2, 3, func(p *HPA) *Scaling { return &p.ScaleDown }}, // 10 × 0.25 = 2.5
		{"up", 1, 13, func(p *HPA) *Scaling { return &p.ScaleUp }},      // 10 × 1.25 = 12.5
	} {
		p := DefaultHPA(OnKV, 0.8)
		tt.scale(&p).Stabilisation = 60
		d := p.For(Fleet{Min: 1, Max: 100})
		for _, second := range []float64{0, 20, 40} {
			if got := d.Decide(Observation{Second: second, Ready: 10, KV: tt.kv}).Delta; got != 0 {
				t.Errorf("%s: %d at %v s, within the window of the first number", tt.name, got, second)
			}
		}
		if got := 10 + d.Decide(Observation{Second: 60, Ready: 10, KV: tt.kv}).Delta; got != tt.want {
			t.Errorf("%s: %d at 60 s, want %d", tt.name, got, tt.want)
		}
	}
}

// TestHPAPercentDownIsRoundedUp: 10 % a minute takes 80 pods to 72, and those by
// 7.2, which counts as 8, to 64. Source: the example of kubernetes.io,
// "Horizontal Pod Autoscaling", scaling policies.
func TestHPAPercentDownIsRoundedUp(t *testing.T) {
	p := DefaultHPA(OnKV, 0.8)
	p.ScaleDown = Scaling{Limits: []RateLimit{{Percent: true, Value: 10, Period: 60}}}
	d := p.For(Fleet{Min: 1, Max: 100})
	pods := 80
	for i, want := range []int{72, 64, 57, 51} {
		if pods += d.Decide(Observation{Second: float64(60 * i), Ready: pods, KV: 0.1}).Delta; pods != want {
			t.Errorf("minute %d: %d pods, want %d", i, pods, want)
		}
	}
}

// TestHPACountsBothDirectionsOfAPeriod: what was added within a period and what
// was taken away count against each other. Ten pods become 14 at 0 s and 12 at
// 20 s; those of a minute ago were ten, so four more than that are allowed.
func TestHPACountsBothDirectionsOfAPeriod(t *testing.T) {
	p := DefaultHPA(OnKV, 0.5)
	p.ScaleUp = Scaling{Limits: []RateLimit{{Value: 4, Period: 60}}}
	p.ScaleDown = Scaling{Limits: []RateLimit{{Value: 2, Period: 15}}}
	d := p.For(Fleet{Min: 1, Max: 100})
	pods := 10
	for i, step := range []struct {
		kv   float64
		want int
	}{
		{1, 14}, {0.1, 12}, {1, 14},
		{1, 18}, // the change of 0 s is a minute old; −2 and +2 remain, so that minute began with 14
	} {
		if pods += d.Decide(Observation{Second: float64(20 * i), Ready: pods, KV: step.kv}).Delta; pods != step.want {
			t.Errorf("at %d s: %d pods, want %d", 20*i, pods, step.want)
		}
	}
}
