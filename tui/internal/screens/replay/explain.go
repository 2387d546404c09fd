package replay

import (
	"fmt"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/playback"
	"scaledeck/tui/internal/screen"
)

// explainSample says everything there is on the sample at pos: each figure with
// its unit, its source and its rule, then the SLO and the gates of the timeline.
func explainSample(f analysis.Finding, pos float64) *screen.Dialog {
	a := analysis.AutoscalingOf(f.Outcome)
	i := playback.SampleAt(a.Data.Seconds.Values(), pos)
	if i < 0 {
		return &screen.Dialog{Title: f.Title, Details: []analysis.Detail{{Label: "sample", Text: "no sample at or before this moment"}}}
	}
	provenance := "measured"
	if f.Simulated {
		provenance = "SIMULATED: " + f.File.Doc.ExecutionMode
	}
	details := []analysis.Detail{
		{Label: "sample", Text: fmt.Sprintf("%d of %d, at %s", i+1, a.Data.Len(), a.Data.Seconds.At(i).Exact(model.Seconds))},
		{Label: "provenance", Text: provenance},
	}
	for _, m := range model.SampleMetrics() {
		fig := a.Data.Column(m).At(i)
		text := fig.Exact(m.Unit)
		if !fig.OK() {
			text += " (" + fig.State.String() + ")"
		}
		details = append(details, analysis.Detail{Label: m.Label, Text: text + " · " + sampleRules[m]})
	}
	over := "cannot be judged"
	if i < len(a.Judged) && a.Judged[i] {
		over = "within the SLO"
		if a.Over[i] {
			over = "over the SLO"
		}
	}
	details = append(details,
		analysis.Detail{Label: "SLO", Text: over + "; " + a.SLO.Source},
		analysis.Detail{Label: "pointer", Text: fmt.Sprintf("%s %s/timeline/%d", f.File.Name, a.Data.Pointer, i)},
		analysis.Detail{},
	)
	for _, g := range f.Gates {
		details = append(details, g.Explain()...)
	}
	return &screen.Dialog{Title: f.Title, Details: details}
}

// sampleRules says what each figure of a sample is.
var sampleRules = map[*model.Metric]string{
	model.Demand:      "in flight in this interval",
	model.Ready:       "serving",
	model.Booting:     "started, not yet ready, those of this interval included",
	model.Standby:     "left to use",
	model.DemandRatio: "demand / (ready replicas × KV capacity of one); passes 1",
	model.KVUse:       "min(1, demand / KV capacity)",
	model.GPUUse:      "of the ready replicas",
	model.P99TTFT:     "99th percentile of the time to first token",
}
