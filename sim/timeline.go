package sim

import "scaledeck/model"

// The decimals that documents print.
const (
	ratioDecimals = 4 // demand/capacity, KV use and GPU utilisation
	ttftDecimals  = 2 // ms
)

// Printed returns the sample with its figures to the decimals that documents
// print: four for ratios and shares, two for milliseconds.
func (s Sample) Printed() Sample {
	s.Ratio = round(s.Ratio, ratioDecimals)
	s.KV = round(s.KV, ratioDecimals)
	s.GPU = round(s.GPU, ratioDecimals)
	s.TTFT = round(s.TTFT, ttftDecimals)
	return s
}

// Timeline returns the run as a timeline of the model, its figures as a document
// prints them, so that screens and analysis treat it as one that was read.
func (r *Result) Timeline(name string) model.Timeline {
	t := model.Timeline{
		Name: name, Mode: r.Config.Policy.Name(),
		ColdStartSeconds:  model.Of(r.Config.ColdStart.Seconds),
		PeakKVUtilization: model.Of(round(r.Summary.PeakRatio, ratioDecimals)),
		PeakP99TTFT:       model.Of(round(r.Summary.WorstTTFT, ttftDecimals)),
		MaxReady:          model.Of(float64(r.Summary.MaxReady)),
		BreachWindows:     model.Of(float64(r.Summary.BreachWindows)),
		SLO:               model.Of(r.Config.SLO),
		Breached:          make([]model.Flag, 0, len(r.Samples)),
	}
	t.Seconds.Grow(len(r.Samples))
	for m := range t.Figures {
		t.Figures[m].Grow(len(r.Samples))
	}
	for _, s := range r.Samples {
		s = s.Printed()
		t.Seconds.Append(model.Of(s.Second))
		for m, v := range [model.NumSampleMetrics]float64{
			model.Demand: s.Demand, model.Ready: float64(s.Ready), model.Booting: float64(s.Booting),
			model.Standby: float64(s.Standby), model.DemandRatio: s.Ratio, model.KVUse: s.KV,
			model.GPUUse: s.GPU, model.P99TTFT: s.TTFT,
		} {
			t.Figures[m].Append(model.Of(v))
		}
		t.Breached = append(t.Breached, model.FlagOf(s.Breached))
	}
	return t
}
