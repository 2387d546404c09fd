package plausible

import (
	"testing"

	"scaledeck/model"
)

func timeline(seconds, demand, ready, ttft []float64) *model.Timeline {
	t := &model.Timeline{Name: "p", Pointer: "/p", Seconds: model.SeriesOf(seconds...)}
	t.Set(model.Demand, model.SeriesOf(demand...))
	t.Set(model.Ready, model.SeriesOf(ready...))
	t.Set(model.P99TTFT, model.SeriesOf(ttft...))
	return t
}

func TestTimeline(t *testing.T) {
	times, load, four := []float64{0, 20, 40, 60}, []float64{10, 20, 30, 40}, []float64{4, 4, 4, 4}
	for name, c := range map[string]struct {
		t    *model.Timeline
		want []Code
	}{
		"sound":            {timeline(times, load, four, []float64{200, 210, 220, 230}), nil},
		"zero while busy":  {timeline(times, load, four, []float64{200, 0, 220, 230}), []Code{ZeroUnderLoad}},
		"zero while idle":  {timeline(times, []float64{10, 0, 30, 40}, four, []float64{200, 0, 220, 230}), nil},
		"nobody ready":     {timeline(times, load, []float64{4, 0, 4, 4}, []float64{200, 210, 220, 230}), []Code{NoReplicaReady}},
		"seconds among ms": {timeline(times, load, four, []float64{200, 0.5, 220, 230}), []Code{OffScale}},
		"all below 1 ms":   {timeline(times, load, four, []float64{0.2, 0.5, 0.3, 0.4}), nil},
		"clipped":          {timeline(times, load, four, []float64{200, 2560, 2560, 2560}), []Code{Clipped}},
		"level":            {timeline(times, load, four, []float64{200, 200, 200, 200}), nil},
		"s and ms":         {timeline([]float64{1.7e9, 1.7e12, 1.8e12, 1.9e12}, load, four, []float64{200, 210, 220, 230}), []Code{MixedEpochs}},
		"epochs in ms":     {timeline([]float64{1.7e12, 1.8e12, 1.9e12, 2e12}, load, four, []float64{200, 210, 220, 230}), nil},
	} {
		check(t, name, Timeline(c.t), c.want)
	}
}

func run(name string, repeat, p95, p99, tpot float64) model.Run {
	return model.Run{Name: name, Pointer: "/rows", Replicas: model.Of(1), Repeat: model.Of(repeat), Figures: model.Values{
		model.HTTP200: model.Of(100), model.PremiumBurstP95TTFT: model.Of(p95),
		model.PremiumBurstP99TTFT: model.Of(p99), model.PremiumBurstP95TPOT: model.Of(tpot),
	}}
}

func TestComparison(t *testing.T) {
	for name, c := range map[string]struct {
		rows []model.Run
		want []Code
	}{
		"sound":            {[]model.Run{run("a", 1, 300, 500, 17), run("b", 2, 310, 500, 17)}, nil},
		"zero":             {[]model.Run{run("a", 1, 0, 500, 17)}, []Code{ZeroUnderLoad}},
		"order":            {[]model.Run{run("a", 1, 600, 500, 17)}, []Code{PercentilesOrder, PercentilesOrder}},
		"seconds":          {[]model.Run{run("a", 1, 0.3, 0.5, 17)}, []Code{BelowTPOT}},
		"one name":         {[]model.Run{run("a", 1, 300, 500, 17), run("a", 2, 310, 500, 17)}, []Code{NameTwice}},
		"same figures":     {[]model.Run{run("a", 1, 300, 500, 17), run("b", 2, 300, 500, 17)}, []Code{SameRepeats}},
		"names left out":   {[]model.Run{run("", 1, 300, 500, 17), run("", 2, 310, 500, 17)}, nil},
		"one run, doubled": {[]model.Run{run("a", 1, 300, 500, 17), run("a", 1, 310, 500, 17)}, nil},
	} {
		check(t, name, Comparison(&model.Comparison{Rows: c.rows}), c.want)
	}
}

func check(t *testing.T, name string, got []Caution, want []Code) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %v, want %d cautions", name, got, len(want))
		return
	}
	for i := range got {
		if got[i].Code != want[i] {
			t.Errorf("%s: %v has code %d, want %d", name, got[i], got[i].Code, want[i])
		}
	}
}

func TestTouches(t *testing.T) {
	ttft := Caution{Code: ZeroUnderLoad, Metric: model.P99TTFT}
	if !ttft.Touches("p99_ttft_ms") || ttft.Touches("kv_utilization") {
		t.Error("a caution about the p99 TTFT touches gates on it and no others")
	}
	if !(Caution{Code: NameTwice}).Touches("requests") {
		t.Error("who a run is touches every gate")
	}
	if (Caution{Code: SameRepeats}).Touches("requests") {
		t.Error("equal repeats are only shown")
	}
}
