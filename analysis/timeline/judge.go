package timeline

import (
	"fmt"
	"math"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// JudgeAutoscaling judges every timeline of a file, one finding each in the
// file's order, and compares what the file claims of them. It returns nothing
// for a file without timelines.
func JudgeAutoscaling(f *model.File, set *model.TimelineSet, o gate.Options) ([]finding.Finding, []finding.Check) {
	if set == nil {
		return nil, nil
	}
	ts := set.Timelines
	bounds := flagBounds(set)
	findings := make([]finding.Finding, 0, len(ts))
	for i := range ts {
		fd := timelineFinding(f, JudgeTimeline(&ts[i], bounds, o), o)
		fd.Place = i
		findings = append(findings, fd)
	}
	return findings, autoscalingChecks(f, set, bounds, findings)
}

func timelineFinding(f *model.File, a *Autoscaling, o gate.Options) finding.Finding {
	t := a.Data
	fd := finding.Finding{
		Key: finding.FindingKey(f, gate.KindAutoscaling, t.Name), Kind: gate.KindAutoscaling, Title: "autoscaling " + t.Name,
		Simulated: f.Doc.Simulated, File: f, Outcome: a,
	}
	for _, r := range o.InForce().For(gate.KindAutoscaling) {
		g := timelineGate(a, r, o)
		g.File, g.Provenance = f.Name, gate.Derived
		if f.Doc.Simulated {
			g.Provenance = gate.Simulated
		}
		fd.Gates = append(fd.Gates, g)
		fd.Verdict = max(fd.Verdict, g.Verdict)
	}
	fd.Why = timelineWhy(a, fd.Gates)
	fd.Sentence = timelineSentence(a, fd)
	fd.Warn()
	return fd
}

// JudgeTimeline recomputes one timeline: which samples are over the objective,
// the windows they form, the peaks and the events. bounds are those that the
// flags of the whole document put on the objective.
func JudgeTimeline(t *model.Timeline, bounds SLO, o gate.Options) *Autoscaling {
	a := judgeSamples(t, bounds, o)
	a.Windows = windowsOf(t, a.Over)
	a.Worst = a.worst()
	a.Demand = peakOf(t, model.DemandRatio)
	a.Events = eventsOf(t, a)
	return a
}

// judgeSamples judges the samples of a timeline by its objective, and no more.
func judgeSamples(t *model.Timeline, bounds SLO, o gate.Options) *Autoscaling {
	n, p99 := t.Len(), t.Column(model.P99TTFT)
	a := &Autoscaling{Data: t, SLO: sloOf(bounds, t, o), Over: make([]bool, n), Judged: make([]bool, n)}
	foreign, _ := ForeignSLO(t, o)
	own := !foreign.OK() // the flags speak of the file's objective and of no other
	for i := range n {
		a.Over[i], a.Judged[i] = a.SLO.judge(p99.At(i), flagAt(t, i), own)
		if a.Judged[i] {
			a.Samples++
		}
		if a.Over[i] {
			a.Breach++
		}
	}
	return a
}

// worst returns the worst p99 TTFT. Where samples are over the SLO and none of
// them has a figure, the worst of the others is not the worst of all.
func (a *Autoscaling) worst() Peak {
	s := a.Data.Column(model.P99TTFT)
	lost := model.Figure{}
	for i, over := range a.Over {
		switch f := s.At(i); {
		case over && f.OK():
			return peakOf(a.Data, model.P99TTFT)
		case over && lost == model.Figure{}:
			lost = f
		}
	}
	if a.Breach > 0 {
		return Peak{Figure: lost, Index: -1, Partial: true}
	}
	return peakOf(a.Data, model.P99TTFT)
}

// peakOf returns the largest figure of a timeline's column, the first of equals.
func peakOf(t *model.Timeline, m *model.Metric) Peak {
	f, i := t.Column(m).Max()
	p := Peak{Figure: f, Index: i, Partial: t.Column(m).Present() < t.Len()}
	if i >= 0 {
		p.Second = SecondAt(t, i)
	}
	return p
}

// timelineGate applies one rule to a judged timeline. Three statistics exist:
// the number of samples over the SLO, and the largest and the smallest figure of
// a column. A mean or a percentile over samples is none: samples need not stand
// for equal times, and a percentile of percentiles is no percentile.
func timelineGate(a *Autoscaling, r gate.Rule, o gate.Options) gate.Gate {
	g := gate.Gate{Rule: r, Scope: a.Data.Name, Pointer: a.Data.Pointer + "/timeline"}
	g.Limit, g.LimitSource = gate.LimitOf(r, o, model.Figure{}, "")
	total := a.Data.Len()
	column, known := a.column(r.Metric)
	var e gate.Evidence
	switch {
	case r.Optional && known && unmeasured(a.Data.Column(column)):
		g.NotInFile = true
	case r.Statistic == gate.OverSLO && r.Metric == model.P99TTFT.ID:
		g.N = a.Samples
		if a.Samples > 0 {
			g.Observed = model.Of(float64(a.Breach))
		}
		foreign, _ := ForeignSLO(a.Data, o)
		e = gate.Evidence{Low: float64(a.Breach), High: float64(a.Breach + total - a.Samples), Why: a.unjudged()}
		e.Doubt = a.doubt(!foreign.OK()).Or(noObjective(a.SLO.unknown(a.Data.SLO)))
	case r.Statistic == "max" && known:
		g.Observed, _ = a.Data.Column(column).Max()
		g.N = a.Data.Column(column).Present()
		e = gate.Evidence{Low: g.Observed.Value, High: math.Inf(1), Why: unjudgedReason(total, g.N)}
	case r.Statistic == "min" && known:
		if low, _, ok := a.Data.Column(column).Range(); ok {
			g.Observed = model.Of(low)
		}
		g.N = a.Data.Column(column).Present()
		e = gate.Evidence{Low: math.Inf(-1), High: g.Observed.Value, Why: unjudgedReason(total, g.N)}
	default:
		g.Reason = gate.Reason{Code: gate.UnknownMetric, Detail: fmt.Sprintf("a timeline has no %q of %q", r.Statistic, r.Metric)}
	}
	if e.Partial = g.N < total && g.Reason.IsZero() && !g.NotInFile; !e.Partial {
		g.Reason = g.Reason.Or(e.Why)
	}
	g = gate.Apply(g, e, o.Strict)
	if lost := a.overWithoutFigure(); lost > 0 && r.Statistic == gate.OverSLO && (g.Verdict == gate.Fail || g.Warned()) {
		g.Reason = gate.Reason{Code: gate.FlaggedOnly, N: lost, Detail: text.Counted(a.Breach, "window")}
	}
	return g
}

// noObjective is the reason of a gate whose objective nobody states.
func noObjective(why string) gate.Reason {
	if why == "" {
		return gate.Reason{}
	}
	return gate.Reason{Code: gate.NoObjective, Detail: why}
}

// doubt says what the file claims that is worse than its samples, no reason where
// there is nothing: samples may have been left out. own tells that its count of windows
// speaks of the objective that the timeline is judged by.
func (a *Autoscaling) doubt(own bool) gate.Reason {
	if claimed := a.Data.BreachWindows; own && claimed.OK() && claimed.Value > float64(a.Breach+a.Data.Len()-a.Samples) {
		return gate.Reason{Code: gate.Contradicted, Detail: fmt.Sprintf("the file claims %s over SLO, its samples give %d", text.Counted(whole(claimed.Value), "window"), a.Breach)}
	}
	if claimed := a.Data.PeakP99TTFT; claimed.OK() && a.Worst.Figure.OK() && claimed.Value > a.Worst.Figure.Value && !finding.Agree(claimed, a.Worst.Figure) {
		return gate.Reason{Code: gate.Contradicted, Detail: fmt.Sprintf("the file claims a peak p99 TTFT of %s, its samples peak at %s",
			claimed.Exact(model.Milliseconds), a.Worst.Figure.Exact(model.Milliseconds))}
	}
	return gate.Reason{}
}

// unjudged says why windows cannot be told to be over the SLO or within it; no
// reason where all can.
func (a *Autoscaling) unjudged() gate.Reason {
	total := a.Data.Len()
	reason := unjudgedReason(total, a.Samples)
	switch {
	case reason.IsZero() || total == 0 || a.SLO.Limit.OK():
		return reason
	case a.SLO.contradicts():
		reason.Detail = a.SLO.boundsText()
		return reason
	}
	lost := total - a.Data.Column(model.P99TTFT).Present()
	if a.SLO.High.OK() || a.Breach > 0 || lost == total {
		return reason
	}
	reason = noObjective(a.SLO.unknown(a.Data.SLO))
	if lost > 0 {
		reason.Detail += fmt.Sprintf("; %d of %s have no figure", lost, text.Counted(total, "sample"))
	}
	return reason
}

// overWithoutFigure returns how many samples are over the SLO by a flag alone.
func (a *Autoscaling) overWithoutFigure() int {
	n, p99 := 0, a.Data.Column(model.P99TTFT)
	for i, over := range a.Over {
		if over && !p99.At(i).OK() {
			n++
		}
	}
	return n
}

// unjudgedReason says how many of the samples lack a figure; no reason where none does.
func unjudgedReason(total, judged int) gate.Reason {
	if total > 0 && judged >= total {
		return gate.Reason{}
	}
	return gate.Reason{Code: gate.Unjudged, N: total - judged, Of: total}
}

// column returns the metric of a column of the timeline, by its ID.
func (a *Autoscaling) column(id string) (*model.Metric, bool) {
	m := model.MetricOf(a.Data.Metrics(), id)
	return m, m != nil
}

// unmeasured reports whether there are samples and none of them has the figure,
// not even a faulty one.
func unmeasured(s model.Series) bool {
	for i := range s.Len() {
		if s.At(i).State != model.Absent {
			return false
		}
	}
	return s.Len() > 0
}
