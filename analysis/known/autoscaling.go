package known

import "scaledeck/model"

// The demand of both known timelines, tokens in flight every 20 s.
var knownDemand = []float64{48000, 52000, 74000, 108000, 142000, 168000, 176000, 172000, 160000, 144000, 124000, 102000, 84000, 68000, 56000, 50000}

// Columns are the figures of a timeline by hand. Breached names the flagged samples.
type Columns struct {
	Seconds, Demand, Ready, Booting, Standby, Ratio, Kv, Gpu, P99 []float64
	Breached                                                      []int
}

func (c Columns) Timeline(name string) model.Timeline {
	t := model.Timeline{Pointer: "/autoscaling_comparison/" + name, Name: name, Mode: name}
	t.Seconds = model.SeriesOf(c.Seconds...)
	for m, values := range map[*model.Metric][]float64{
		model.Demand: c.Demand, model.Ready: c.Ready, model.Booting: c.Booting, model.Standby: c.Standby,
		model.DemandRatio: c.Ratio, model.KVUse: c.Kv, model.GPUUse: c.Gpu, model.P99TTFT: c.P99,
	} {
		t.Set(m, model.SeriesOf(values...))
	}
	t.Breached = make([]model.Flag, len(c.Seconds))
	for i := range t.Breached {
		t.Breached[i] = model.FlagOf(false)
	}
	for _, i := range c.Breached {
		t.Breached[i] = model.FlagOf(true)
	}
	return t
}

func EveryTwenty(n int) []float64 {
	var s []float64
	for i := range n {
		s = append(s, float64(20*i))
	}
	return s
}

// Reactive is the reactive timeline of the known autoscaling file.
func Reactive() model.Timeline {
	t := Columns{
		Seconds: EveryTwenty(16), Demand: knownDemand,
		Ready:    []float64{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 6, 8, 10, 12, 13},
		Booting:  []float64{0, 0, 2, 4, 6, 8, 9, 9, 9, 9, 9, 7, 5, 3, 1, 0},
		Standby:  make([]float64, 16),
		Ratio:    []float64{0.6667, 0.7222, 1.0278, 1.5, 1.9722, 2.3333, 2.4444, 2.3889, 2.2222, 2, 1.7222, 0.9444, 0.5833, 0.3778, 0.2593, 0.2137},
		Kv:       []float64{0.6667, 0.7222, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0.9444, 0.5833, 0.3778, 0.2593, 0.2137},
		Gpu:      []float64{0.7733, 0.7944, 0.9106, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.8789, 0.7417, 0.6636, 0.6185, 0.6012},
		P99:      []float64{266.67, 277.22, 554.03, 1754.97, 3339.44, 4728.87, 5182.36, 4954.18, 4287.12, 3441.4, 2463.32, 409.01, 250.83, 211.78, 189.26, 180.6},
		Breached: []int{2, 3, 4, 5, 6, 7, 8, 9, 10},
	}.Timeline("reactive_gpu_util")
	t.ColdStartSeconds, t.PeakKVUtilization, t.PeakP99TTFT = model.Of(180), model.Of(2.4444), model.Of(5182.36)
	t.MaxReady, t.BreachWindows = model.Of(13), model.Of(9)
	return t
}

// Leading is the leading timeline of the known autoscaling file.
func Leading() model.Timeline {
	ratio := []float64{0.6667, 0.7222, 0.8222, 1, 0.8765, 0.7778, 0.6519, 0.5972, 0.5556, 0.5, 0.4306, 0.3542, 0.2917, 0.2361, 0.1944, 0.1736}
	t := Columns{
		Seconds: EveryTwenty(16), Demand: knownDemand, Ratio: ratio, Kv: ratio,
		Ready:    []float64{4, 4, 5, 6, 9, 12, 15, 16, 16, 16, 16, 16, 16, 16, 16, 16},
		Booting:  []float64{0, 1, 4, 6, 6, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		Standby:  []float64{2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		Gpu:      []float64{0.7733, 0.7944, 0.8324, 0.9, 0.8531, 0.8156, 0.7677, 0.7469, 0.7311, 0.71, 0.6836, 0.6546, 0.6308, 0.6097, 0.5939, 0.586},
		P99:      []float64{266.67, 277.22, 296.22, 502.27, 320.88, 287.78, 263.85, 253.47, 245.56, 235, 221.81, 207.29, 195.42, 184.86, 176.94, 172.99},
		Breached: []int{3},
	}.Timeline("leading_kv_and_velocity")
	t.ColdStartSeconds, t.PeakKVUtilization, t.PeakP99TTFT = model.Of(22), model.Of(1), model.Of(502.27)
	t.MaxReady, t.BreachWindows = model.Of(16), model.Of(1)
	return t
}

// Policy is the canary gate policy of the known file.
func Policy() model.GatePolicy {
	return model.GatePolicy{
		Pointer: "/canary_gate_policy", Limits: model.Values{
			model.TPOTDelta: model.Of(6), model.CanaryTPOT: model.Of(45), model.QualityDrop: model.Of(0.015), model.ErrorRate: model.Of(0.005),
		},
	}
}

// StageOf is a stage with its figures, and with the claims that follow from them
// where passed or failed is given by its reasons.
func StageOf(pointer string, percent, requests, tpot, quality, errors float64, reasons ...string) model.Stage {
	s := model.Stage{
		Pointer: pointer, Percent: model.Of(percent), Requests: model.Of(requests), Decision: "promote", Passed: model.FlagOf(true),
		Figures: model.Values{model.TPOTDelta: model.Of(tpot), model.QualityDrop: model.Of(quality), model.ErrorRate: model.Of(errors)}, Reasons: reasons,
	}
	if len(reasons) > 0 {
		s.Decision, s.Passed = "rollback_to_0_percent", model.FlagOf(false)
	}
	return s
}

// Defective is the rollout of the known file that was rolled back.
func Defective() model.Rollout {
	const p = "/canary_rollouts/defective_int4_build"
	return model.Rollout{
		Pointer: p, Name: "defective_int4_build", Completed: model.FlagOf(false), RolledBack: model.FlagOf(true),
		FinalPercent: model.Of(0), Reasons: []string{"tpot_slo_regression", "quality_score_regression"},
		Stages: []model.Stage{
			StageOf(p+"/stages/0", 5, 250, 2.8000000000000007, 0.008000000000000007, 0.001),
			StageOf(p+"/stages/1", 25, 1200, 19.6, 0.028000000000000025, 0.002, "tpot_slo_regression", "quality_score_regression"),
		},
	}
}

// Validated is the rollout of the known file that was promoted.
func Validated() model.Rollout {
	const p = "/canary_rollouts/validated_fp8_build"
	return model.Rollout{
		Pointer: p, Name: "validated_fp8_build", Completed: model.FlagOf(true), RolledBack: model.FlagOf(false), FinalPercent: model.Of(100),
		Stages: []model.Stage{
			StageOf(p+"/stages/0", 5, 250, -3.599999999999998, 0.0030000000000000027, 0.001),
			StageOf(p+"/stages/1", 25, 1200, -3.3999999999999986, 0.0040000000000000036, 0.001),
			StageOf(p+"/stages/2", 100, 5000, -3, 0.0040000000000000036, 0.001),
		},
	}
}

// ProfileOf is a start-up profile of phases given by name and seconds.
func ProfileOf(name string, total float64, phases ...model.Phase) model.Profile {
	p := model.Profile{Pointer: "/cold_start_breakdown_seconds/" + name, Name: name, Phases: phases, Total: model.Of(total)}
	for i := range p.Phases {
		p.Phases[i].Pointer = p.Pointer + "/" + p.Phases[i].Name
	}
	return p
}

func PhaseOf(name string, seconds float64) model.Phase {
	return model.Phase{Name: name, Seconds: model.Of(seconds)}
}

// AutoscalingFile holds the figures of the known autoscaling file.
func AutoscalingFile() *model.File {
	return &model.File{Key: "a", Name: "autoscaling.json", Doc: &model.Document{
		File: "autoscaling.json", Simulated: true,
		Parts: []model.Part{
			&model.TimelineSet{Pointer: "/autoscaling_comparison", Timelines: []model.Timeline{Reactive(), Leading()}},
			&model.RolloutSet{Pointer: "/canary_rollouts", Policy: Policy(), Rollouts: []model.Rollout{Defective(), Validated()}},
			&model.Startup{Pointer: "/cold_start_breakdown_seconds", Profiles: []model.Profile{
				ProfileOf("unoptimized_container_and_safetensors_init", 180, PhaseOf("node_alloc_and_image_pull", 75),
					PhaseOf("cuda_context_and_nccl_init", 35), PhaseOf("remote_weight_download_and_mmap", 70)),
				ProfileOf("pre_pulled_image_plus_object_memory_tensor_stream", 22, PhaseOf("warm_container_init", 4),
					PhaseOf("cuda_graph_cache_restore", 6), PhaseOf("direct_nvme_or_rdma_tensor_stream", 12)),
			}}},
	}}
}

// FileOfTimelines wraps timelines into a file; fileOfRollouts does so for rollouts.
func FileOfTimelines(ts ...model.Timeline) *model.File {
	return &model.File{Key: "f", Name: "f.json", Doc: &model.Document{File: "f.json", Parts: []model.Part{&model.TimelineSet{Pointer: "/a", Timelines: ts}}}}
}

func FileOfRollouts(rs ...model.Rollout) *model.File {
	return &model.File{Key: "f", Name: "f.json", Doc: &model.Document{File: "f.json",
		Parts: []model.Part{&model.RolloutSet{Pointer: "/canary_rollouts", Policy: Policy(), Rollouts: rs}}}}
}
