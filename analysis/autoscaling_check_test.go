package analysis

import (
	"math"
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestKnownTimelineClaims(t *testing.T) {
	_, checks := autoscalingOf(knownAutoscalingFile(), gate.Options{SLO: model.Of(200)}) // the caller's SLO plays no part
	if len(checks) != 17 {                                                               // the SLO, and eight of each timeline
		t.Errorf("%d checks, want 17", len(checks))
	}
	const reactive = "/autoscaling_comparison/reactive_gpu_util/peak_kv_utilization"
	for _, c := range checks {
		want := Reproduced
		switch c.Pointer {
		case "/autoscaling_comparison":
			want = NotCheckable
		case reactive:
			want = Ambiguous
			if text := "is the peak of demand/KV capacity, 2.4444; KV use itself peaks at 1"; c.Recomputed != text {
				t.Errorf("%q, want %q", c.Recomputed, text)
			}
		}
		if c.Result != want {
			t.Errorf("%v, want %v: %+v", c.Result, want, c)
		}
	}
	if got := fitCapacity(knownAutoscalingFile().Doc.Timelines()); got != model.Of(18000) {
		t.Errorf("capacity %v, want 18 000 tokens", got)
	}
}

func TestTimelineClaimsThatDoNotHold(t *testing.T) {
	with := func(f func(t *model.Timeline)) model.Timeline {
		tl := knownReactive()
		f(&tl)
		return tl
	}
	set := func(t *model.Timeline, m *model.Metric, i int, v float64) {
		values := append([]float64(nil), t.Column(m).Values()...)
		values[i] = v
		t.Set(m, model.SeriesOf(values...))
	}
	tests := []struct {
		name  string
		t     model.Timeline
		claim string
		want  CheckResult
	}{
		{"peak KV", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Of(1.5) }), "peak KV use", Differs},
		{"peak KV of KV use", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Of(1) }), "peak KV use", Reproduced},
		{"peak KV, null", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Missing(model.Null) }), "peak KV use", NotCheckable},
		{"peak TTFT", with(func(t *model.Timeline) { t.PeakP99TTFT = model.Of(5182.37) }), "peak p99 TTFT", Differs},
		{"peak TTFT may be the missing one", with(func(t *model.Timeline) { set(t, model.P99TTFT, 6, math.NaN()) }), "peak p99 TTFT", NotCheckable},
		{"peak TTFT below one that is there", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.PeakP99TTFT = model.Of(100)
		}), "peak p99 TTFT", Differs},
		{"ready replicas", with(func(t *model.Timeline) { t.MaxReady = model.Of(12) }), "most ready replicas", Differs},
		{"windows", with(func(t *model.Timeline) { t.BreachWindows = model.Of(8) }), "windows over SLO", Differs},
		{"windows with one that cannot be judged", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.Breached[6] = model.Flag{}
		}), "windows over SLO", NotCheckable},
		{"windows out of reach", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.Breached[6] = model.Flag{}
			t.BreachWindows = model.Of(10)
		}), "windows over SLO", Differs},
		{"one ratio changed", with(func(t *model.Timeline) { set(t, model.DemandRatio, 4, 1.9723) }), "demand / KV capacity", Differs},
		{"one KV use changed", with(func(t *model.Timeline) { set(t, model.KVUse, 4, 0.9) }), "KV cache use", Differs},
		{"one GPU changed", with(func(t *model.Timeline) { set(t, model.GPUUse, 4, 0.98) }), "GPU utilisation", Differs},
		{"one TTFT changed by a digit", with(func(t *model.Timeline) { set(t, model.P99TTFT, 4, 3339.45) }), "p99 TTFT", Differs},
		{"another TTFT model", with(func(t *model.Timeline) {
			for i := range t.Len() {
				set(t, model.P99TTFT, i, 100+float64(i))
			}
		}), "p99 TTFT", NotCheckable},
		{"no ready replica has no ratio", with(func(t *model.Timeline) { set(t, model.Ready, 4, 0) }), "demand / KV capacity", Reproduced},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, checks := autoscalingOf(&model.File{Name: "f", Doc: &model.Document{Simulated: true,
				Parts: []model.Part{&model.TimelineSet{Timelines: []model.Timeline{tt.t}}}}}, gate.Options{})
			for _, c := range checks {
				if c.Claim == tt.claim+" of reactive_gpu_util" {
					if c.Result != tt.want {
						t.Errorf("%v, want %v: %+v", c.Result, tt.want, c)
					}
					return
				}
			}
			t.Errorf("no check of %s", tt.claim)
		})
	}
}

func TestMeasuredTimelinesFollowNoFormula(t *testing.T) {
	_, checks := autoscalingOf(fileOfTimelines(knownReactive()), gate.Options{})
	for _, c := range checks {
		if c.Claim == "GPU utilisation of reactive_gpu_util" || c.Claim == "p99 TTFT of reactive_gpu_util" {
			t.Errorf("a measured column is held against a simulation: %+v", c)
		}
	}
}

func TestSLOClaim(t *testing.T) {
	line := func(slo model.Figure, p99 []float64, breached ...int) model.Timeline {
		tl := columns{seconds: everyTwenty(len(p99)), p99: p99, breached: breached}.timeline("t")
		tl.SLO = slo
		return tl
	}
	none := model.Figure{}
	tests := []struct {
		name       string
		ts         []model.Timeline
		want       CheckResult
		recomputed string
	}{
		{"nowhere, flags of two timelines", []model.Timeline{line(none, []float64{400, 700}, 1), line(none, []float64{450, 600}, 1)}, NotCheckable, "its flags put it between 450 and 600 ms"},
		{"nowhere, nothing over", []model.Timeline{line(none, []float64{400})}, NotCheckable, "its flags put it at or above 400 ms"},
		{"nowhere, all over", []model.Timeline{line(none, []float64{400}, 0)}, NotCheckable, "its flags put it below 400 ms"},
		{"nowhere, no samples", []model.Timeline{line(none, nil)}, NotCheckable, "it flags no sample"},
		{"contradiction across timelines", []model.Timeline{line(none, []float64{400}, 0), line(none, []float64{500})}, Ambiguous, "its flags contradict each other: 500 ms is not flagged, 400 ms is"},
		{"the same figure with both flags", []model.Timeline{line(none, []float64{400, 400}, 0)}, Ambiguous, "its flags contradict each other: 400 ms is not flagged, 400 ms is"},
		{"stated and fitting", []model.Timeline{line(model.Of(500), []float64{500, 501}, 1)}, Reproduced, "its flags put it between 500 and 501 ms"},
		{"stated and not fitting", []model.Timeline{line(model.Of(600), []float64{400, 501}, 1)}, Differs, "its flags put it between 400 and 501 ms"},
		{"two that differ", []model.Timeline{line(model.Of(500), []float64{400}), line(model.Of(600), []float64{400})}, Ambiguous, "its flags put it at or above 400 ms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, checks := autoscalingOf(fileOfTimelines(tt.ts...), gate.Options{})
			if c := checks[0]; c.Result != tt.want || c.Recomputed != tt.recomputed {
				t.Errorf("%v %q, want %v %q", c.Result, c.Recomputed, tt.want, tt.recomputed)
			}
		})
	}
	_, checks := autoscalingOf(fileOfTimelines(line(model.Of(500), []float64{500, 600, 450}, 1, 2)), gate.Options{})
	for _, c := range checks {
		if c.Claim == "SLO flags of t" && (c.Result != Differs || c.Recomputed != "the sample at 40 s has 450 ms") {
			t.Errorf("a flag against the stated SLO: %+v", c)
		}
	}
}
