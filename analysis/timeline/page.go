package timeline

import (
	"fmt"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
	"scaledeck/model/text"
)

// pageOf says what a timeline was judged by, the windows over it, its
// peaks and what the scaler did.
func pageOf(s *page.Section, f finding.Finding) {
	a := AutoscalingOf(f.Outcome)
	s.Say("SLO", sloText(a.SLO))
	over := fmt.Sprintf("%d of %d windows", a.Breach, a.Samples)
	if lost := len(a.Judged) - a.Samples; lost > 0 {
		over += fmt.Sprintf("; %d cannot be judged", lost)
	}
	s.Say("over SLO", over)
	if a.Data != nil && a.Data.Len() > 0 {
		s.Blocks = append(s.Blocks, timelineChart(a))
	}
	t := page.NewTable("from", "until", "samples", "worst p99 TTFT", "at").Numbers(0, 1, 2, 3, 4)
	for _, w := range a.Windows {
		worst, at := WorstIn(a.Data, w)
		t.Add(finding.SecondsCell(w.Start), finding.SecondsCell(w.End), page.Text(fmt.Sprint(w.Last-w.First+1)),
			page.Value(worst, model.Milliseconds), page.Value(at, model.Seconds))
	}
	s.Table("windows over SLO", t)
	var peaks []string
	if a.Worst.Figure.OK() {
		known := ""
		if a.Worst.Partial {
			known = "known "
		}
		peaks = append(peaks, known+"p99 TTFT "+a.Worst.Figure.Text(model.Milliseconds)+" at "+SecondsText(a.Worst.Second))
	}
	if a.Demand.Figure.OK() {
		peaks = append(peaks, "demand "+a.Demand.Figure.Text(model.Ratio)+"× of KV capacity at "+SecondsText(a.Demand.Second))
	}
	s.Say("peaks", strings.Join(peaks, " · "))
	s.Say("scaling", scalingText(a))
	events := page.NewTable("at", "event").Numbers(0)
	events.Details = true
	for _, e := range a.Events {
		events.Add(finding.SecondsCell(e.Second), page.Text(e.Text))
	}
	s.Table("events", events)
	gate.Page(s, f.Gates, f.Simulated)
}

// timelineChart is the run on one clock: demand, latency against the SLO, and
// replicas.
func timelineChart(a *Autoscaling) page.Chart {
	c := page.Chart{X: a.Data.Seconds}
	for _, m := range []*model.Metric{model.DemandRatio, model.P99TTFT, model.Ready, model.GPUUse} {
		series := page.Series{Metric: m, Y: a.Data.Column(m)}
		if m == model.P99TTFT {
			series.Limit, series.Low, series.High = a.SLO.Limit, a.SLO.Low, a.SLO.High
		}
		c.Series = append(c.Series, series)
	}
	return c
}

// sloText states the objective and where it comes from, or the bounds within
// which it must lie.
func sloText(o SLO) string {
	low, high := o.Low.Text(model.Milliseconds), o.High.Text(model.Milliseconds)
	switch {
	case o.Limit.OK():
		return page.Join(" · ", "p99 TTFT ≤ "+o.Limit.Text(model.Milliseconds), o.Source)
	case o.Source != "":
		return o.Source
	case o.Low.OK() && o.High.OK():
		return "not stated; between " + low + " (not over) and " + high + " (over)"
	case o.Low.OK():
		return "not stated; above " + low + ", which is not over"
	case o.High.OK():
		return "not stated; below " + high + ", which is over"
	default:
		return "not stated"
	}
}

// WorstIn returns the worst p99 TTFT of a window and its second.
func WorstIn(t *model.Timeline, w Window) (worst, at model.Figure) {
	if t == nil {
		return worst, at
	}
	for i := max(w.First, 0); i <= w.Last && i < t.Len(); i++ {
		if v := t.Column(model.P99TTFT).At(i); v.OK() && (!worst.OK() || v.Value > worst.Value) {
			worst, at = v, t.Seconds.At(i)
		}
	}
	return worst, at
}

// scalingText counts what the scaler did: a mean number of replicas would hide it.
func scalingText(a *Autoscaling) string {
	var times, replicas [Peaked + 1]int
	for _, e := range a.Events {
		k := min(e.Kind, Peaked)
		times[k]++
		replicas[k] += max(e.Count, -e.Count)
	}
	s := fmt.Sprintf("%s (+%d replicas) · ready %s (+%d) · %s (−%d)", text.Counted(times[ScaledUp], "scale-up"), replicas[ScaledUp],
		text.Counted(times[BecameReady], "time"), replicas[BecameReady], text.Counted(times[ScaledDown], "scale-down"), replicas[ScaledDown])
	if a.Data != nil && a.Data.ColdStartSeconds.OK() {
		s += " · cold start " + a.Data.ColdStartSeconds.Text(model.Seconds)
	}
	return s
}
