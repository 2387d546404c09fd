package timeline

import (
	"math"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// judged judges the timelines of one file.
func judged(t *testing.T, o gate.Options, ts ...model.Timeline) []finding.Finding {
	t.Helper()
	fs, _ := autoscalingOf(known.FileOfTimelines(ts...), o)
	if len(fs) != len(ts) {
		t.Fatalf("%d findings for %d timelines", len(fs), len(ts))
	}
	return fs
}

func TestKnownTimelines(t *testing.T) {
	fs, _ := autoscalingOf(known.AutoscalingFile(), gate.Options{})
	tests := []struct {
		title, why        string
		windows           []Window
		breach            int
		worst, demand     float64
		worstAt, demandAt float64
	}{
		{
			"autoscaling reactive_gpu_util", "p99 TTFT over SLO in 9 of 16 windows, worst 5182 ms at 120 s",
			[]Window{{First: 2, Last: 10, Start: 40, End: 220}}, 9, 5182.36, 2.4444, 120, 120,
		},
		{
			"autoscaling leading_kv_and_velocity", "p99 TTFT over SLO in 1 of 16 windows, worst 502 ms at 60 s",
			[]Window{{First: 3, Last: 3, Start: 60, End: 80}}, 1, 502.27, 1, 60, 60,
		},
	}
	for i, tt := range tests {
		f, a := fs[i], AutoscalingOf(fs[i].Outcome)
		if f.Title != tt.title || f.Why != tt.why || f.Verdict != gate.Fail || !f.Simulated || f.Kind != gate.KindAutoscaling {
			t.Errorf("%s: %v %q simulated %v", f.Title, f.Verdict, f.Why, f.Simulated)
		}
		if diff := cmp.Diff(tt.windows, a.Windows); diff != "" {
			t.Errorf("%s windows: %s", f.Title, diff)
		}
		if a.Breach != tt.breach || a.Samples != 16 {
			t.Errorf("%s: %d of %d, want %d of 16", f.Title, a.Breach, a.Samples, tt.breach)
		}
		if a.Worst.Figure != model.Of(tt.worst) || a.Worst.Second != tt.worstAt || a.Demand.Figure != model.Of(tt.demand) || a.Demand.Second != tt.demandAt {
			t.Errorf("%s: worst %v demand %v", f.Title, a.Worst, a.Demand)
		}
		if want := (SLO{Low: model.Of(409.01), High: model.Of(502.27), Source: "the file does not state it; its flags put it between 409.01 and 502.27 ms"}); a.SLO != want {
			t.Errorf("%s: SLO %+v", f.Title, a.SLO)
		}
		if !strings.Contains(f.Sentence, a.SLO.Source) || !strings.Contains(f.Sentence, "SIMULATED") {
			t.Errorf("sentence: %s", f.Sentence)
		}
		g := f.Gates[0]
		if len(f.Gates) != 1 || g.Observed != model.Of(float64(tt.breach)) || g.Limit != model.Of(0) || g.N != 16 || g.Provenance != gate.Simulated {
			t.Errorf("%s: gate %+v", f.Title, g)
		}
	}
	if !strings.Contains(fs[0].Sentence, "broken for 180 s, from 40 s to 220 s") {
		t.Errorf("sentence: %s", fs[0].Sentence)
	}
}

func TestKnownEvents(t *testing.T) {
	fs, _ := autoscalingOf(known.AutoscalingFile(), gate.Options{})
	reactive := []Event{
		{BreachBegan, 2, 40, 0, "p99 TTFT over SLO", 0},
		{ScaledUp, 2, 40, 2, "+2 started", 0},
		{ScaledUp, 3, 60, 2, "+2 started", 0},
		{ScaledUp, 4, 80, 2, "+2 started", 0},
		{ScaledUp, 5, 100, 2, "+2 started", 0},
		{ScaledUp, 6, 120, 1, "+1 started", 0},
		{Peaked, 6, 120, 0, "p99 TTFT peaked at 5182 ms", 0},
		{BreachEnded, 11, 220, 0, "p99 TTFT back within SLO", 0},
		{BecameReady, 11, 220, 2, "+2 ready", 0},
		{BecameReady, 12, 240, 2, "+2 ready", 0},
		{BecameReady, 13, 260, 2, "+2 ready", 0},
		{BecameReady, 14, 280, 2, "+2 ready", 0},
		{BecameReady, 15, 300, 1, "+1 ready", 0},
	}
	if diff := cmp.Diff(reactive, AutoscalingOf(fs[0].Outcome).Events); diff != "" {
		t.Error(diff)
	}
	leading := []Event{
		{ScaledUp, 1, 20, 1, "+1 started, 1 from standby", 1},
		{ScaledUp, 2, 40, 4, "+4 started, 1 from standby", 1},
		{BecameReady, 2, 40, 1, "+1 ready", 0},
		{BreachBegan, 3, 60, 0, "p99 TTFT over SLO", 0},
		{ScaledUp, 3, 60, 3, "+3 started", 0},
		{BecameReady, 3, 60, 1, "+1 ready", 0},
		{Peaked, 3, 60, 0, "p99 TTFT peaked at 502.3 ms", 0},
		{BreachEnded, 4, 80, 0, "p99 TTFT back within SLO", 0},
		{ScaledUp, 4, 80, 3, "+3 started", 0},
		{BecameReady, 4, 80, 3, "+3 ready", 0},
		{ScaledUp, 5, 100, 1, "+1 started", 0},
		{BecameReady, 5, 100, 3, "+3 ready", 0},
		{BecameReady, 6, 120, 3, "+3 ready", 0},
		{BecameReady, 7, 140, 1, "+1 ready", 0},
	}
	if diff := cmp.Diff(leading, AutoscalingOf(fs[1].Outcome).Events); diff != "" {
		t.Error(diff)
	}
}

func TestScaleEventsOfAHandMadeRun(t *testing.T) {
	nan := math.NaN()
	run := known.Columns{
		Seconds: []float64{0, 20, 40, 60, 80},
		Ready:   []float64{4, 4, nan, 5, 3},
		Booting: []float64{0, 1, 2, 2, 0},
	}.Timeline("run")
	want := []Event{
		{ScaledUp, 1, 20, 1, "+1 started", 0},
		{ScaledUp, 3, 60, 2, "+2 started", 0}, // 5 before the gap, 7 after it
		{BecameReady, 3, 60, 1, "+1 ready", 0},
		{ScaledDown, 4, 80, 4, "−4 stopped", 0},
	}
	if diff := cmp.Diff(want, eventsOf(&run, &Autoscaling{Worst: Peak{Index: -1}})); diff != "" {
		t.Error(diff)
	}
	readyOnly := known.Columns{Seconds: []float64{0, 20, 40}, Ready: []float64{4, 6, 5}}.Timeline("ready only")
	want = []Event{{BecameReady, 1, 20, 2, "+2 ready", 0}, {ScaledDown, 2, 40, 1, "−1 stopped", 0}}
	if diff := cmp.Diff(want, eventsOf(&readyOnly, &Autoscaling{Worst: Peak{Index: -1}})); diff != "" {
		t.Error(diff)
	}
}

func TestTimelineVerdicts(t *testing.T) {
	nan := math.NaN()
	line := func(p99 []float64, breached ...int) model.Timeline {
		return known.Columns{Seconds: known.EveryTwenty(len(p99)), P99: p99, Breached: breached}.Timeline("t")
	}
	unflagged := func(t model.Timeline, at ...int) model.Timeline {
		for _, i := range at {
			t.Breached[i] = model.Flag{}
		}
		return t
	}
	within := func(t model.Timeline) model.Timeline {
		t.SLO = model.Of(500)
		return t
	}
	claiming := within(line([]float64{100, 200}))
	claiming.BreachWindows = model.Of(1)
	nullSLO := line([]float64{100, 600}, 1)
	nullSLO.SLO = model.Missing(model.Null)
	slo := gate.Options{SLO: model.Of(500)}
	tests := []struct {
		name   string
		t      model.Timeline
		o      gate.Options
		want   gate.Verdict
		breach int
		judged int
		why    string
	}{
		{"within", within(line([]float64{100, 200})), gate.Options{}, gate.Pass, 0, 2, "p99 TTFT within SLO in all 2 windows, worst 200 ms at 20 s"},
		{"one window", within(line([]float64{100})), gate.Options{}, gate.Pass, 0, 1, "p99 TTFT within SLO in the only window, worst 100 ms at 0 s"},
		{"over", line([]float64{100, 600}, 1), gate.Options{}, gate.Fail, 1, 2, "p99 TTFT over SLO in 1 of 2 windows, worst 600 ms at 20 s"},
		{"no samples", line(nil), gate.Options{}, gate.Undecided, 0, 0, "no samples"},
		{"nothing to judge by", unflagged(line([]float64{nan, nan}), 0, 1), gate.Options{}, gate.Undecided, 0, 0, "none of 2 windows can be judged"},
		{"a figure and a flag missing", unflagged(within(line([]float64{100, nan})), 1), gate.Options{}, gate.Undecided, 0, 1, "p99 TTFT within SLO in 1 of 2 windows, worst known 100 ms at 0 s, 1 cannot be judged"},
		{"a breach is a breach", unflagged(line([]float64{600, nan}, 0), 1), gate.Options{}, gate.Fail, 1, 1, "p99 TTFT over SLO in 1 of 1 window, worst known 600 ms at 0 s, 1 cannot be judged"},
		{"a flag is no figure", within(line([]float64{100, nan})), gate.Options{}, gate.Undecided, 0, 1, "p99 TTFT within SLO in 1 of 2 windows, worst known 100 ms at 0 s, 1 cannot be judged"},
		{"a flag over the SLO is enough", within(line([]float64{100, nan}, 1)), gate.Options{}, gate.Fail, 1, 2, "p99 TTFT over SLO in 1 of 2 windows, worst figure missing"},
		{"without an SLO too", line([]float64{100, nan}, 1), gate.Options{}, gate.Fail, 1, 1, "p99 TTFT over SLO in 1 of 1 window, worst figure missing, 1 cannot be judged"},
		{"no SLO and no flag", line([]float64{100, 999}), gate.Options{}, gate.Undecided, 0, 0, "the file states no SLO and flags no sample: --slo sets one; worst 999 ms at 20 s"},
		{"nor every figure", line([]float64{100, nan}), gate.Options{}, gate.Undecided, 0, 0, "the file states no SLO and flags no sample: --slo sets one; 1 of 2 samples have no figure; worst known 100 ms at 0 s"},
		{"an SLO that is no number", nullSLO, gate.Options{Limits: map[string]float64{gate.RuleSLOWindows: 1}}, gate.Undecided, 1, 2,
			"the SLO of the file is null, its flags only bound it: --slo sets one; p99 TTFT over SLO in 1 of 2 windows (limit 1), worst 600 ms at 20 s"},
		{"the bounds stand for the flag", unflagged(line([]float64{100, 90, 600, 700}, 2), 1, 3), gate.Options{}, gate.Fail, 2, 4, "p99 TTFT over SLO in 2 of 4 windows, worst 700 ms at 60 s"},
		{"on the lowest flagged figure is over", unflagged(line([]float64{100, 600, 600}, 1), 2), gate.Options{}, gate.Fail, 2, 3, "p99 TTFT over SLO in 2 of 3 windows, worst 600 ms at 20 s"},
		{"outside contradicting flags all is clear", unflagged(line([]float64{300, 200, 100}, 1), 2), gate.Options{}, gate.Undecided, 0, 1, "p99 TTFT within SLO in 1 of 3 windows, worst 300 ms at 0 s, 2 cannot be judged"},
		{"between the bounds nothing is known", unflagged(line([]float64{100, 300, 600}, 2), 1), gate.Options{}, gate.Fail, 1, 2, "p99 TTFT over SLO in 1 of 2 windows, worst 600 ms at 40 s, 1 cannot be judged"},
		{"on the SLO is within it", line([]float64{500, 400}), slo, gate.Pass, 0, 2, "p99 TTFT within SLO in all 2 windows, worst 500 ms at 0 s"},
		{"dust above the SLO is within it", line([]float64{500.00000000001}), slo, gate.Pass, 0, 1, "p99 TTFT within SLO in the only window, worst 500 ms at 0 s"},
		{"just over the SLO shows that it is", line([]float64{500.04}), slo, gate.Fail, 1, 1, "p99 TTFT over SLO in 1 of 1 window, worst 500.04 ms at 0 s"},
		{"the caller's SLO goes before flags", line([]float64{400, 450}, 1), slo, gate.Pass, 0, 2, "p99 TTFT within SLO in all 2 windows, worst 450 ms at 20 s"},
		{"a flag says nothing of another SLO", line([]float64{400, nan}), slo, gate.Undecided, 0, 1, "p99 TTFT within SLO in 1 of 2 windows, worst known 400 ms at 0 s, 1 cannot be judged"},
		{"a stated SLO goes before flags", within(line([]float64{500, 501})), gate.Options{}, gate.Fail, 1, 2, "p99 TTFT over SLO in 1 of 2 windows, worst 501 ms at 20 s"},
		{"contradicting flags where it matters", line([]float64{300, 200}, 1), gate.Options{}, gate.Undecided, 0, 0, "none of 2 windows can be judged, worst 300 ms at 0 s"},
		{"contradicting flags beside a clear breach", line([]float64{300, 200, 900}, 1, 2), gate.Options{}, gate.Fail, 1, 1, "p99 TTFT over SLO in 1 of 1 window, worst 900 ms at 40 s, 2 cannot be judged"},
		{"a claim worse than the samples", claiming, gate.Options{}, gate.Undecided, 0, 2, "the file claims 1 window over SLO, its samples give 0; p99 TTFT within SLO in all 2 windows, worst 200 ms at 20 s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := judged(t, tt.o, tt.t)[0]
			if f.Verdict != tt.want || AutoscalingOf(f.Outcome).Breach != tt.breach || AutoscalingOf(f.Outcome).Samples != tt.judged {
				t.Errorf("%v %d of %d, want %v %d of %d", f.Verdict, AutoscalingOf(f.Outcome).Breach, AutoscalingOf(f.Outcome).Samples, tt.want, tt.breach, tt.judged)
			}
			if f.Why != tt.why {
				t.Errorf("why %q, want %q", f.Why, tt.why)
			}
			if f.Verdict == gate.Undecided && f.Gates[0].Reason.String() == "" {
				t.Error("UNDECIDED without a reason")
			}
		})
	}
}

func TestTimelineRulesOfAPolicy(t *testing.T) {
	nan := math.NaN()
	worst := gate.Rule{ID: "x", Name: "worst p99 TTFT", Kind: gate.KindAutoscaling, Metric: "p99_ttft_ms", Statistic: "max", Op: gate.Below, Limit: 500, Unit: model.Milliseconds, MinSamples: 1}
	windows, _ := gate.BuiltIn().Rule(gate.RuleSLOWindows)
	twoAllowed := windows
	twoAllowed.Limit = 2
	unknown := worst
	unknown.Statistic = "p50"
	line := func(p99 ...float64) model.Timeline {
		tl := known.Columns{Seconds: known.EveryTwenty(len(p99)), P99: p99}.Timeline("t")
		for i, v := range p99 {
			tl.Breached[i] = model.FlagOf(v > 500)
			if v != v {
				tl.Breached[i] = model.Flag{}
			}
		}
		tl.SLO = model.Of(500)
		return tl
	}
	tests := []struct {
		name string
		rule gate.Rule
		t    model.Timeline
		want gate.Verdict
	}{
		{"largest figure below", worst, line(100, 499), gate.Pass},
		{"largest figure on the limit", worst, line(100, 500), gate.Fail},
		{"largest figure, one missing", worst, line(100, nan), gate.Undecided},
		{"two windows allowed", twoAllowed, line(600, 600, 100), gate.Pass},
		{"three are not", twoAllowed, line(600, 600, 600), gate.Fail},
		{"a missing one could be the third", twoAllowed, line(600, 600, nan), gate.Undecided},
		{"a missing one could only be the second", twoAllowed, line(600, nan, 100), gate.Pass},
		{"a statistic that does not exist", unknown, line(100), gate.Undecided},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := judged(t, gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{tt.rule}}}, tt.t)[0]
			if f.Verdict != tt.want {
				t.Errorf("%v, want %v: %s", f.Verdict, tt.want, f.Gates[0].Reason)
			}
		})
	}
	allowed := judged(t, gate.Options{Limits: map[string]float64{gate.RuleSLOWindows: 1}}, line(600, 100))[0]
	if want := "p99 TTFT over SLO in 1 of 2 windows (limit 1), worst 600 ms at 0 s"; allowed.Verdict != gate.Pass || allowed.Why != want {
		t.Errorf("one window allowed: %v %q", allowed.Verdict, allowed.Why)
	}
	f := judged(t, gate.Options{Policy: gate.Policy{Name: "own", Rules: []gate.Rule{{Kind: gate.KindCanary}}}}, line(900))[0]
	if f.Verdict != gate.Info || f.Why != "no autoscaling gate in the policy, worst 900 ms at 0 s" {
		t.Errorf("without a gate: %v %q", f.Verdict, f.Why)
	}
}

func TestWindowsAtTheEndAndOverGaps(t *testing.T) {
	run := known.Columns{Seconds: []float64{0, 10, 30, 60, 100}, P99: []float64{900, 100, math.NaN(), 900, 900}, Breached: []int{0, 3, 4}}.Timeline("t")
	run.Breached[2] = model.Flag{}
	a := AutoscalingOf(judged(t, gate.Options{}, run)[0].Outcome)
	want := []Window{{First: 0, Last: 0, Start: 0, End: 10}, {First: 3, Last: 4, Start: 60, End: 100}}
	if diff := cmp.Diff(want, a.Windows); diff != "" {
		t.Error(diff)
	}
	if got := breachSeconds(a); got != "at least 50 s" {
		t.Errorf("breach lasted %q: the last window is open", got)
	}
	// From a breach into a sample that nobody can judge: it has not been seen to end.
	lost := known.Columns{Seconds: []float64{0, 10, 20}, P99: []float64{900, math.NaN(), 100}, Breached: []int{0}}.Timeline("t")
	lost.Breached[1] = model.Flag{}
	for _, e := range AutoscalingOf(judged(t, gate.Options{}, lost)[0].Outcome).Events {
		if e.Kind == BreachEnded {
			t.Errorf("a breach ended at a sample without a figure: %+v", e)
		}
	}
	ended := 0
	for _, e := range a.Events {
		if e.Kind == BreachEnded {
			ended++
		}
	}
	if ended != 1 {
		t.Errorf("%d breaches ended, want 1: nobody saw the last one end", ended)
	}
}

// TestTimesThatAreMissing gives a sample without a time that of the one before it.
func TestTimesThatAreMissing(t *testing.T) {
	nan := math.NaN()
	run := known.Columns{
		Seconds: []float64{nan, 20, nan, nan, 80}, Ready: []float64{4, 5, 5, 6, 6}, P99: []float64{1, 9, 9, 1, 9}, Breached: []int{1, 2, 4},
	}.Timeline("run")
	if diff := cmp.Diff([]float64{0, 20, 20, 20, 80}, secondsOf(&run)); diff != "" {
		t.Error(diff)
	}
	a := JudgeTimeline(&run, SLO{}, gate.Options{SLO: model.Of(5)})
	if diff := cmp.Diff([]Window{{1, 2, 20, 20}, {4, 4, 80, 80}}, a.Windows); diff != "" {
		t.Error(diff)
	}
	want := []Event{
		{BreachBegan, 1, 20, 0, "p99 TTFT over SLO", 0},
		{BecameReady, 1, 20, 1, "+1 ready", 0},
		{Peaked, 1, 20, 0, "p99 TTFT peaked at 9 ms", 0},
		{BreachEnded, 3, 20, 0, "p99 TTFT back within SLO", 0},
		{BecameReady, 3, 20, 1, "+1 ready", 0},
		{BreachBegan, 4, 80, 0, "p99 TTFT over SLO", 0},
	}
	if diff := cmp.Diff(want, a.Events); diff != "" {
		t.Error(diff)
	}
}
