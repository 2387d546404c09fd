package sim

import (
	"fmt"

	"scaledeck/model"
)

// Sample is one interval of a run. Figures are not rounded; see Result.Timeline.
type Sample struct {
	Second   float64 // from the start of the run
	Demand   float64 // tokens in flight
	Ready    int     // replicas serving
	Booting  int     // started and not yet ready, those of this interval included
	Standby  int     // warm replicas left after this interval's decision
	Draining int     // drained earlier and not yet gone
	Ratio    float64 // demand / capacity of the ready replicas
	KV       float64 // KV cache use, 0–1
	GPU      float64 // GPU compute utilisation, 0–1
	TTFT     float64 // p99, ms
	Breached bool    // TTFT over the SLO
}

// Result is what a run yields.
type Result struct {
	Config  Config
	Samples []Sample // one a demand
	Events  []Event  // ascending by time
	Summary Summary
}

// Run computes the whole run: timeline, events and summary. It fails only where
// the config is not valid. Its memory grows with the number of samples.
//
// Within an interval, in this order: boots and drains that have finished take
// effect; the figures are computed from the ready replicas; the policy decides;
// what it starts counts as booting in the same sample. A standby is always used
// before a cold boot and is ready at the next interval. What a policy drains
// serves to the end of the interval; boots are given up before ready replicas
// are drained, the youngest first, so that no serving replica is lost for
// one that does not serve yet.
func Run(c Config) (Result, error) {
	if err := c.Validate(); err != nil {
		return Result{}, fmt.Errorf("simulate: %w", err)
	}
	res := Result{
		Config:  c,
		Samples: make([]Sample, 0, len(c.Demand)),
		Events:  make([]Event, 0, min(len(c.Demand)+8, 64)),
	}
	f := newFleetState(&res.Config)
	f.keep = &res
	res.Summary = f.run()
	return res, nil
}

// summarise computes the summary of a run only: the same figures as Run, in
// memory that does not grow with the trace.
func summarise(c Config) (Summary, error) {
	if err := c.Validate(); err != nil {
		return Summary{}, fmt.Errorf("simulate: %w", err)
	}
	return newFleetState(&c).run(), nil
}

// fleetState is a fleet in the middle of a run.
type fleetState struct {
	c        *Config
	decider  Decider
	ready    int
	booting  int // in boots and warming
	warming  int // standbys asked for in the interval before
	standby  int
	draining int
	boots    queue
	drains   queue
	bootIn   int // intervals a boot takes
	drainIn  int // intervals a drain takes
	active   bool
	breached bool
	sum      Summary
	held     struct{ ready, booting, standby, draining, over int } // replica·intervals
	keep     *Result                                               // nil where only the summary is wanted
	room     [12]entry                                             // of boots, so that a short run needs no more memory
}

func newFleetState(c *Config) *fleetState {
	f := &fleetState{
		c: c, ready: c.InitialReady, standby: c.Standby,
		bootIn:  c.ColdStart.intervals(c.Interval),
		drainIn: ColdStart{Seconds: c.DrainSeconds}.intervals(c.Interval),
		decider: c.Policy.For(Fleet{
			Interval: c.Interval, ReplicaCapacity: c.ReplicaCapacity, TargetRatio: c.TargetRatio,
			ColdStart: c.ColdStart.Seconds, Min: c.Min, Max: c.limit(),
		}),
	}
	f.boots.entries = f.room[:0]
	return f
}

func (f *fleetState) run() Summary {
	previous := f.c.Demand[0]
	for i, demand := range f.c.Demand {
		second := float64(i) * f.c.Interval
		f.finish(i, second)
		s := f.observe(second, demand)
		f.judge(i, &s)
		before := f.ready // what is drained serves to the end of the interval
		d := f.decider.Decide(Observation{
			Second: second, Demand: demand, Velocity: (demand - previous) / f.c.Interval,
			Ready: f.ready, Booting: f.booting, Standby: f.standby, Ratio: s.Ratio, KV: s.KV, GPU: s.GPU,
		})
		f.act(i, second, d)
		s.Booting, s.Standby = f.booting, f.standby
		f.account(&s, before)
		if f.keep != nil {
			f.keep.Samples = append(f.keep.Samples, s)
		}
		previous = demand
	}
	return f.close()
}

// finish lets boots and drains that have ended take effect.
func (f *fleetState) finish(i int, second float64) {
	if f.warming > 0 {
		f.becomeReady(i, second, f.warming, second-f.c.Interval)
		f.warming = 0
	}
	for {
		e, ok := f.boots.due(i)
		if !ok {
			break
		}
		f.becomeReady(i, second, e.count, float64(e.at-f.bootIn)*f.c.Interval)
	}
	for {
		e, ok := f.drains.due(i)
		if !ok {
			break
		}
		f.draining -= e.count
	}
}

func (f *fleetState) becomeReady(i int, second float64, n int, asked float64) {
	f.ready += n
	f.booting -= n
	if !f.sum.FirstReady.OK() {
		f.sum.FirstReady = model.Of(second)
	}
	f.note(Event{BecameReady, i, second, n, Cause{Signal: SignalBoot, Observed: asked}})
}

// observe computes the figures of one interval from the ready replicas.
func (f *fleetState) observe(second, demand float64) Sample {
	k := &f.c.Coefficients
	r := demand / (float64(f.ready) * f.c.ReplicaCapacity)
	s := Sample{
		Second: second, Demand: demand, Ready: f.ready, Draining: f.draining,
		Ratio: r, KV: k.kv(r), GPU: k.gpu(r), TTFT: k.ttft(r),
	}
	s.Breached = over(s.TTFT, f.c.SLO)
	return s
}

// judge notes where a breach begins or ends.
func (f *fleetState) judge(i int, s *Sample) {
	if s.Breached == f.breached {
		return
	}
	f.breached = s.Breached
	kind := BreachEnded
	if s.Breached {
		kind = BreachBegan
		f.sum.Breaches++
	}
	f.note(Event{kind, i, s.Second, 0, Cause{SignalTTFT, s.TTFT, f.c.SLO}})
}

// act applies a decision within Min and Max.
func (f *fleetState) act(i int, second float64, d Decision) {
	if d.Active && !f.active {
		f.note(Event{SignalCrossed, i, second, 0, d.Cause})
	}
	f.active = d.Active
	have := f.ready + f.booting
	if up := min(d.Delta, f.c.limit()-have); up > 0 {
		f.start(i, second, up, d.Cause)
	}
	if down := min(-d.Delta, have-f.c.Min); down > 0 {
		f.drop(i, second, down, d.Cause)
	}
}

// start asks for n replicas, standbys first.
func (f *fleetState) start(i int, second float64, n int, why Cause) {
	f.sum.ScaleUps++
	if !f.sum.FirstAsked.OK() {
		f.sum.FirstAsked = model.Of(second)
	}
	f.booting += n
	if warm := min(n, f.standby); warm > 0 {
		f.standby -= warm
		f.warming = warm
		f.sum.Warmed += warm
		n -= warm
		f.note(Event{StandbyUsed, i, second, warm, why})
	}
	if n > 0 {
		f.boots.push(entry{i + f.bootIn, n})
		f.sum.Started += n
		f.note(Event{Started, i, second, n, why})
	}
}

// drop takes n replicas away: boots first, the youngest first, then ready ones.
func (f *fleetState) drop(i int, second float64, n int, why Cause) {
	f.sum.ScaleDowns++
	if cancelled := f.boots.cancel(n); cancelled > 0 {
		f.booting -= cancelled
		f.sum.Cancelled += cancelled
		n -= cancelled
		f.note(Event{Cancelled, i, second, cancelled, why})
	}
	if n == 0 {
		return
	}
	f.ready -= n
	f.sum.Drained += n
	if f.c.DrainSeconds > 0 {
		f.draining += n
		f.drains.push(entry{i + 1 + f.drainIn, n})
	}
	f.note(Event{Drained, i, second, n, why})
}

// account adds one interval to the summary.
func (f *fleetState) account(s *Sample, serving int) {
	sum := &f.sum
	if sum.Samples == 0 || s.TTFT > sum.WorstTTFT {
		sum.WorstTTFT, sum.WorstAt = s.TTFT, s.Second
	}
	if sum.Samples == 0 || s.Ratio > sum.PeakRatio {
		sum.PeakRatio, sum.PeakRatioAt = s.Ratio, s.Second
	}
	sum.Samples++
	if s.Breached {
		sum.BreachWindows++
		// By the printed figure, as the breach itself: it is never under the SLO.
		sum.AreaOverSLO += (round(s.TTFT, ttftDecimals) - f.c.SLO) * f.c.Interval
	}
	sum.MaxReady, sum.FinalReady = max(sum.MaxReady, serving), serving
	f.held.ready += serving
	f.held.booting += s.Booting
	f.held.standby += s.Standby
	f.held.draining += s.Draining
	if spare := serving - f.c.Min; spare > 0 {
		needed := replicas(s.Demand / (f.c.ReplicaCapacity * f.c.TargetRatio))
		f.held.over += max(0, min(spare, serving-needed))
	}
}

// close turns what was counted in intervals into seconds: whole numbers add up
// exactly, however long the run.
func (f *fleetState) close() Summary {
	sum, dt := f.sum, f.c.Interval
	sum.BreachSeconds = float64(sum.BreachWindows) * dt
	sum.ReadySeconds = float64(f.held.ready) * dt
	sum.BootingSeconds = float64(f.held.booting) * dt
	sum.StandbySeconds = float64(f.held.standby) * dt
	sum.DrainingSeconds = float64(f.held.draining) * dt
	sum.ReplicaSeconds = float64(f.held.ready+f.held.booting+f.held.standby+f.held.draining) * dt
	sum.OverProvisioned = float64(f.held.over) * dt
	if at, ok := sum.FirstReady.Get(); ok {
		sum.TimeToFirstReady = model.Of(at - sum.FirstAsked.Value)
	}
	return sum
}

func (f *fleetState) note(e Event) {
	if f.keep != nil {
		f.keep.Events = append(f.keep.Events, e)
	}
}
