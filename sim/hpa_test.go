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
		{"down, four boot at the target: (1.6+3.2)/8/0.8 = 0.75, 8 × 0.75 = 6", 0.4, 4, 4, 6},
		{"down, many boot: (2.8+12.8)/20/0.8 = 0.975 is near enough", 0.7, 4, 16, 20},
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
		"ScaleUp: Limits: there is":   func(p *HPA) { p.ScaleUp.Limits = nil },
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
