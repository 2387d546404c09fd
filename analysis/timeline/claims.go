package timeline

import (
	"fmt"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// autoscalingChecks compares every claim of a file's timelines with what their
// own samples give. Limits set by the caller play no part: a claim is measured
// by the file's own objective. findings are those of the timelines.
func autoscalingChecks(f *model.File, set *model.TimelineSet, bounds SLO, findings []finding.Finding) []finding.Check {
	d := f.Doc
	checks := []finding.Check{sloCheck(f, set, bounds)}
	capacity := fitCapacity(set)
	for i := range set.Timelines {
		t := &set.Timelines[i]
		a := AutoscalingOf(findings[i].Outcome)
		if a.SLO != sloOf(bounds, t, gate.Options{}) {
			a = judgeSamples(t, bounds, gate.Options{})
		}
		c := finding.Claims{File: f.Name, Pointer: t.Pointer, Of: t.Name}
		checkPeakKV(&c, t)
		checkLargest(&c, "peak_p99_ttft_ms", "peak p99 TTFT", t.PeakP99TTFT, t.Column(model.P99TTFT), model.Milliseconds)
		checkLargest(&c, "max_ready_replicas", "most ready replicas", t.MaxReady, t.Column(model.Ready), model.Count)
		checkBreaches(&c, t, a)
		checkFlags(&c, t)
		checkFormulas(&c, t, capacity, d.Simulated)
		checks = append(checks, c.List...)
	}
	return checks
}

// largest checks a claimed peak against the column it is the peak of. A claim
// above every figure that is there may stand on one that is missing.
func checkLargest(c *finding.Claims, key, claim string, claimed model.Figure, s model.Series, u model.Unit) {
	if claimed.State == model.Absent {
		return
	}
	peak, _ := s.Max()
	result, text := finding.Compare(claimed, peak), finding.Exact(peak, u)
	if missing := s.Len() - s.Present(); missing > 0 && peak.OK() {
		text += fmt.Sprintf(" (%d of %d samples have no figure)", missing, s.Len())
		if result == finding.Differs && claimed.Value > peak.Value {
			result = finding.NotCheckable
		}
	}
	c.Add(key, claim, finding.Exact(claimed, u), text, "largest figure over the samples", result)
}

// peakKV checks peak_kv_utilization, a name that two columns answer to: the KV
// cache cannot be more than full, the demand for it can.
func checkPeakKV(c *finding.Claims, t *model.Timeline) {
	claimed := t.PeakKVUtilization
	if claimed.State == model.Absent {
		return
	}
	ratio, _ := t.Column(model.DemandRatio).Max()
	use, _ := t.Column(model.KVUse).Max()
	text := fmt.Sprintf("demand/KV capacity peaks at %s, KV use at %s", finding.Exact(ratio, model.Ratio), finding.Exact(use, model.Ratio))
	result := finding.Differs
	switch {
	case !claimed.OK() || !ratio.OK() && !use.OK():
		result = finding.NotCheckable
	case finding.Agree(claimed, use):
		result = finding.Reproduced
	case finding.Agree(claimed, ratio):
		result = finding.Ambiguous
		text = fmt.Sprintf("is the peak of demand/KV capacity, %s; KV use itself peaks at %s", finding.Exact(ratio, model.Ratio), finding.Exact(use, model.Ratio))
	}
	c.Add("peak_kv_utilization", "peak KV use", finding.Exact(claimed, model.Ratio), text, "largest kv_utilization over the samples", result)
}

// breaches checks the claimed number of samples over the objective. Samples that
// cannot be judged leave room for any number up to theirs.
func checkBreaches(c *finding.Claims, t *model.Timeline, a *Autoscaling) {
	claimed := t.BreachWindows
	if claimed.State == model.Absent {
		return
	}
	over, judged := countedBy(t, a)
	unjudged := t.Len() - judged
	text := fmt.Sprintf("%d of %d", over, t.Len())
	result := finding.Compare(claimed, model.Of(float64(over)))
	if unjudged > 0 {
		text = fmt.Sprintf("%d to %d of %d: %d cannot be judged", over, over+unjudged, t.Len(), unjudged)
		if result != finding.NotCheckable && claimed.Value >= float64(over) && claimed.Value <= float64(over+unjudged) {
			result = finding.NotCheckable
		}
	}
	rule := "samples that the file flags"
	if a.SLO.Limit.OK() {
		rule = "samples with p99 TTFT over " + a.SLO.Limit.Exact(model.Milliseconds)
	}
	c.Add("slo_breach_windows", "windows over SLO", finding.Exact(claimed, model.Count), text, rule, result)
}

// countedBy returns how many samples are over the objective and how many can be
// told: by the objective that the file states, else by its own flags, which is all
// that its count can be of.
func countedBy(t *model.Timeline, a *Autoscaling) (over, judged int) {
	if a.SLO.Limit.OK() {
		return a.Breach, a.Samples
	}
	for i := range t.Len() {
		mine, known := a.Over[i], a.Judged[i]
		if flag := flagAt(t, i); flag.OK() {
			mine, known = flag.Value, true
		}
		if known {
			judged++
		}
		if known && mine {
			over++
		}
	}
	return over, judged
}

// flags checks each sample's flag against the objective, where the file states one.
func checkFlags(c *finding.Claims, t *model.Timeline) {
	if !t.SLO.OK() {
		return
	}
	slo := SLO{Limit: t.SLO}
	flagged, compared, first := 0, 0, -1
	column := t.Column(model.P99TTFT)
	for i := range t.Len() {
		p99, flag := column.At(i), flagAt(t, i)
		if flag.OK() && flag.Value {
			flagged++
		}
		if !p99.OK() || !flag.OK() {
			continue
		}
		compared++
		if over, _ := slo.judge(p99, flag, true); over != flag.Value && first < 0 {
			first = i
		}
	}
	text, result := fmt.Sprintf("the same in %d of %d samples", compared, t.Len()), finding.Reproduced
	switch {
	case compared == 0:
		text, result = "no sample has both a flag and a p99 TTFT", finding.NotCheckable
	case first >= 0:
		text = fmt.Sprintf("the sample at %s has %s", SecondsText(SecondAt(t, first)), column.At(first).Exact(model.Milliseconds))
		result = finding.Differs
	}
	c.Add("timeline", "SLO flags", fmt.Sprintf("%d flagged", flagged), text, "p99 TTFT > "+t.SLO.Exact(model.Milliseconds), result)
}

// sloCheck says what is known of the objective that all timelines of a file share.
func sloCheck(f *model.File, set *model.TimelineSet, bounds SLO) finding.Check {
	c := finding.Check{
		File: f.Name, Pointer: set.Pointer, Claim: "SLO of the p99 TTFT", Claimed: "not stated",
		Rule: "above every unflagged sample or on it, below every flagged one", Result: finding.NotCheckable,
		Recomputed: bounds.boundsText(),
	}
	stated := 0
	for i := range set.Timelines {
		t := &set.Timelines[i]
		if t.SLO.State == model.Absent {
			continue
		}
		if stated++; stated == 1 {
			c.Claimed = finding.Exact(t.SLO, model.Milliseconds)
		} else if text := finding.Exact(t.SLO, model.Milliseconds); text != c.Claimed {
			c.Claimed, c.Result = c.Claimed+", "+text, finding.Ambiguous
			return c
		}
	}
	switch {
	case bounds.contradicts():
		c.Result = finding.Ambiguous
	case stated == len(set.Timelines) && stated > 0:
		c.Result = finding.Reproduced
		if limit := set.Timelines[0].SLO; !limit.OK() || !bounds.Low.OK() && !bounds.High.OK() {
			c.Result = finding.NotCheckable
		} else if bounds.Low.OK() && limit.Value < bounds.Low.Value || bounds.High.OK() && limit.Value >= bounds.High.Value {
			c.Result = finding.Differs
		}
	}
	return c
}
