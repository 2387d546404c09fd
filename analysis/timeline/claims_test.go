package timeline

import (
	"math"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func TestKnownTimelineClaims(t *testing.T) {
	_, checks := autoscalingOf(known.AutoscalingFile(), gate.Options{SLO: model.Of(200)}) // the caller's SLO plays no part
	if len(checks) != 17 {                                                                // the SLO, and eight of each timeline
		t.Errorf("%d checks, want 17", len(checks))
	}
	const reactive = "/autoscaling_comparison/reactive_gpu_util/peak_kv_utilization"
	for _, c := range checks {
		want := finding.Reproduced
		switch c.Pointer {
		case "/autoscaling_comparison":
			want = finding.NotCheckable
		case reactive:
			want = finding.Ambiguous
			if text := "is the peak of demand/KV capacity, 2.4444; KV use itself peaks at 1"; c.Recomputed != text {
				t.Errorf("%q, want %q", c.Recomputed, text)
			}
		}
		if c.Result != want {
			t.Errorf("%v, want %v: %+v", c.Result, want, c)
		}
	}
	if got := fitCapacity(known.AutoscalingFile().Doc.Timelines()); got != model.Of(18000) {
		t.Errorf("capacity %v, want 18 000 tokens", got)
	}
}

func TestTimelineClaimsThatDoNotHold(t *testing.T) {
	with := func(f func(t *model.Timeline)) model.Timeline {
		tl := known.Reactive()
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
		want  finding.CheckResult
	}{
		{"peak KV", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Of(1.5) }), "peak KV use", finding.Differs},
		{"peak KV of KV use", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Of(1) }), "peak KV use", finding.Reproduced},
		{"peak KV, null", with(func(t *model.Timeline) { t.PeakKVUtilization = model.Missing(model.Null) }), "peak KV use", finding.NotCheckable},
		{"peak TTFT", with(func(t *model.Timeline) { t.PeakP99TTFT = model.Of(5182.37) }), "peak p99 TTFT", finding.Differs},
		{"peak TTFT may be the missing one", with(func(t *model.Timeline) { set(t, model.P99TTFT, 6, math.NaN()) }), "peak p99 TTFT", finding.NotCheckable},
		{"peak TTFT below one that is there", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.PeakP99TTFT = model.Of(100)
		}), "peak p99 TTFT", finding.Differs},
		{"ready replicas", with(func(t *model.Timeline) { t.MaxReady = model.Of(12) }), "most ready replicas", finding.Differs},
		{"windows", with(func(t *model.Timeline) { t.BreachWindows = model.Of(8) }), "windows over SLO", finding.Differs},
		{"windows with one that cannot be judged", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.Breached[6] = model.Flag{}
		}), "windows over SLO", finding.NotCheckable},
		{"windows out of reach", with(func(t *model.Timeline) {
			set(t, model.P99TTFT, 6, math.NaN())
			t.Breached[6] = model.Flag{}
			t.BreachWindows = model.Of(10)
		}), "windows over SLO", finding.Differs},
		{"one ratio changed", with(func(t *model.Timeline) { set(t, model.DemandRatio, 4, 1.9723) }), "demand / KV capacity", finding.Differs},
		{"one KV use changed", with(func(t *model.Timeline) { set(t, model.KVUse, 4, 0.9) }), "KV cache use", finding.Differs},
		{"one GPU changed", with(func(t *model.Timeline) { set(t, model.GPUUse, 4, 0.98) }), "GPU utilisation", finding.Differs},
		{"one TTFT changed by a digit", with(func(t *model.Timeline) { set(t, model.P99TTFT, 4, 3339.45) }), "p99 TTFT", finding.Differs},
		{"another TTFT model", with(func(t *model.Timeline) {
			for i := range t.Len() {
				set(t, model.P99TTFT, i, 100+float64(i))
			}
		}), "p99 TTFT", finding.NotCheckable},
		{"no ready replica has no ratio", with(func(t *model.Timeline) { set(t, model.Ready, 4, 0) }), "demand / KV capacity", finding.Reproduced},
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
	_, checks := autoscalingOf(known.FileOfTimelines(known.Reactive()), gate.Options{})
	for _, c := range checks {
		if c.Claim == "GPU utilisation of reactive_gpu_util" || c.Claim == "p99 TTFT of reactive_gpu_util" {
			t.Errorf("a measured column is held against a simulation: %+v", c)
		}
	}
}

func TestSLOClaim(t *testing.T) {
	line := func(slo model.Figure, p99 []float64, breached ...int) model.Timeline {
		tl := known.Columns{Seconds: known.EveryTwenty(len(p99)), P99: p99, Breached: breached}.Timeline("t")
		tl.SLO = slo
		return tl
	}
	none := model.Figure{}
	tests := []struct {
		name       string
		ts         []model.Timeline
		want       finding.CheckResult
		recomputed string
	}{
		{"nowhere, flags of two timelines", []model.Timeline{line(none, []float64{400, 700}, 1), line(none, []float64{450, 600}, 1)}, finding.NotCheckable, "its flags put it between 450 and 600 ms"},
		{"nowhere, nothing over", []model.Timeline{line(none, []float64{400})}, finding.NotCheckable, "its flags put it at or above 400 ms"},
		{"nowhere, all over", []model.Timeline{line(none, []float64{400}, 0)}, finding.NotCheckable, "its flags put it below 400 ms"},
		{"nowhere, no samples", []model.Timeline{line(none, nil)}, finding.NotCheckable, "it flags no sample"},
		{"contradiction across timelines", []model.Timeline{line(none, []float64{400}, 0), line(none, []float64{500})}, finding.Ambiguous, "its flags contradict each other: 500 ms is not flagged, 400 ms is"},
		{"the same figure with both flags", []model.Timeline{line(none, []float64{400, 400}, 0)}, finding.Ambiguous, "its flags contradict each other: 400 ms is not flagged, 400 ms is"},
		{"stated and fitting", []model.Timeline{line(model.Of(500), []float64{500, 501}, 1)}, finding.Reproduced, "its flags put it between 500 and 501 ms"},
		{"stated and not fitting", []model.Timeline{line(model.Of(600), []float64{400, 501}, 1)}, finding.Differs, "its flags put it between 400 and 501 ms"},
		{"two that differ", []model.Timeline{line(model.Of(500), []float64{400}), line(model.Of(600), []float64{400})}, finding.Ambiguous, "its flags put it at or above 400 ms"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, checks := autoscalingOf(known.FileOfTimelines(tt.ts...), gate.Options{})
			if c := checks[0]; c.Result != tt.want || c.Recomputed != tt.recomputed {
				t.Errorf("%v %q, want %v %q", c.Result, c.Recomputed, tt.want, tt.recomputed)
			}
		})
	}
	_, checks := autoscalingOf(known.FileOfTimelines(line(model.Of(500), []float64{500, 600, 450}, 1, 2)), gate.Options{})
	for _, c := range checks {
		if c.Claim == "SLO flags of t" && (c.Result != finding.Differs || c.Recomputed != "the sample at 40 s has 450 ms") {
			t.Errorf("a flag against the stated SLO: %+v", c)
		}
	}
}
