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
	columns := [...]struct {
		metric *model.Metric
		of     func(*Sample) float64
	}{
		{model.Demand, func(s *Sample) float64 { return s.Demand }},
		{model.Ready, func(s *Sample) float64 { return float64(s.Ready) }},
		{model.Booting, func(s *Sample) float64 { return float64(s.Booting) }},
		{model.Standby, func(s *Sample) float64 { return float64(s.Standby) }},
		{model.DemandRatio, func(s *Sample) float64 { return s.Ratio }},
		{model.KVUse, func(s *Sample) float64 { return s.KV }},
		{model.GPUUse, func(s *Sample) float64 { return s.GPU }},
		{model.P99TTFT, func(s *Sample) float64 { return s.TTFT }},
	}
	for _, c := range columns {
		t.Columns = append(t.Columns, model.Column{Metric: c.metric})
		t.Columns[len(t.Columns)-1].Series.Grow(len(r.Samples))
	}
	var s Sample // one for all: each column takes its address
	for i := range r.Samples {
		s = r.Samples[i].Printed()
		t.Seconds.Append(model.Of(s.Second))
		for i, c := range columns {
			t.Columns[i].Series.Append(model.Of(c.of(&s)))
		}
		t.Breached = append(t.Breached, model.FlagOf(s.Breached))
	}
	return t
}
