package report

import (
	"fmt"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// canary appends the outcome of a rollout and the stages it went through.
func (c composer) canary(s *section, r *analysis.Canary) {
	outcome := r.Ending()
	if r.Stopped >= 0 && r.Stopped < len(r.Stages) {
		outcome += fmt.Sprintf(" at stage %d of %d, %s of traffic", r.Stopped+1, len(r.Stages), percent(r.Stages[r.Stopped].Percent))
	}
	if r.Reason != "" {
		outcome += ": " + r.Reason
	}
	if said := r.Disputed(); said != "" {
		outcome += " ≠ the file says " + said
	}
	s.para("outcome", outcome)
	t := newTable("stage", "requests", "by the gates", "the file says")
	t.numbers(0, 1)
	for _, st := range r.Stages {
		verdict, says := "not reached", model.Dash
		if st.Reached {
			verdict = c.badge(st.Verdict)
		}
		if st.Data != nil && st.Data.Decision != "" {
			says = st.Data.Decision
			if len(st.Data.Reasons) > 0 {
				says += ": " + strings.Join(st.Data.Reasons, ", ")
			}
		}
		t.add(percent(st.Percent), st.Requests.Text(model.Count), verdict, says)
	}
	s.tab("stages", t)
}

func percent(v float64) string { return model.Of(v).Text(model.Percent) }

// autoscaling appends the objective, the windows over it and the peaks of a timeline.
func (c composer) autoscaling(s *section, a *analysis.Autoscaling) {
	s.para("SLO", sloText(a.SLO))
	over := fmt.Sprintf("%d of %d windows", a.Breach, a.Samples)
	if lost := len(a.Judged) - a.Samples; lost > 0 {
		over += fmt.Sprintf("; %d cannot be judged", lost)
	}
	s.para("over SLO", over)
	t := newTable("from", "until", "samples", "worst p99 TTFT", "at")
	t.numbers(0, 1, 2, 3, 4)
	for _, w := range a.Windows {
		worst, at := worstIn(a.Data, w)
		t.add(seconds(w.Start), seconds(w.End), fmt.Sprint(w.Last-w.First+1), worst.Text(model.Milliseconds), at.Text(model.Seconds))
	}
	s.tab("windows over SLO", t)
	var peaks []string
	if a.Worst.Figure.OK() {
		known := ""
		if a.Worst.Partial {
			known = "known "
		}
		peaks = append(peaks, known+"p99 TTFT "+a.Worst.Figure.Text(model.Milliseconds)+" at "+seconds(a.Worst.Second))
	}
	if a.Demand.Figure.OK() {
		peaks = append(peaks, "demand "+a.Demand.Figure.Text(model.Ratio)+"× of KV capacity at "+seconds(a.Demand.Second))
	}
	s.para("peaks", strings.Join(peaks, " · "))
	s.para("scaling", scalingText(a))
	if c.o.Verbose {
		ev := newTable("at", "event")
		ev.numbers(0)
		for _, e := range a.Events {
			ev.add(seconds(e.Second), e.Text)
		}
		s.tab("events", ev)
	}
}

// sloText states the objective and where it comes from, or the bounds within
// which it must lie.
func sloText(o analysis.SLO) string {
	low, high := o.Low.Text(model.Milliseconds), o.High.Text(model.Milliseconds)
	switch {
	case o.Limit.OK():
		return join(" · ", "p99 TTFT ≤ "+o.Limit.Text(model.Milliseconds), o.Source)
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

// worstIn returns the worst p99 TTFT of a window and the second it stands at.
func worstIn(t *model.Timeline, w analysis.Window) (worst, at model.Figure) {
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
func scalingText(a *analysis.Autoscaling) string {
	var times, replicas [analysis.Peaked + 1]int
	for _, e := range a.Events {
		k := min(e.Kind, analysis.Peaked)
		times[k]++
		replicas[k] += max(e.Count, -e.Count)
	}
	up, ready, down := analysis.ScaledUp, analysis.BecameReady, analysis.ScaledDown
	s := fmt.Sprintf("%s (+%d replicas) · ready %s (+%d) · %s (−%d)", plural(times[up], "scale-up"), replicas[up],
		plural(times[ready], "time"), replicas[ready], plural(times[down], "scale-down"), replicas[down])
	if a.Data != nil && a.Data.ColdStartSeconds.OK() {
		s += " · cold start " + a.Data.ColdStartSeconds.Text(model.Seconds)
	}
	return s
}

// coldStart appends the phases of each profile, longest first, the saving, and
// what ties them to a timeline unless the sentence has said it.
func coldStart(s *section, cs *analysis.ColdStart, said string) {
	if cs.Saved.OK() {
		saved := cs.Saved.Text(model.Seconds)
		if cs.Factor.OK() {
			saved += fmt.Sprintf(", %.1f× shorter", cs.Factor.Value)
		}
		s.para("saved", saved)
	}
	for _, p := range cs.Profiles {
		if p.Data == nil {
			continue
		}
		t := newTable("phase", "length", "share").numbers(1, 2)
		for _, ph := range p.Data.Phases {
			t.add(ph.Name, ph.Seconds.Text(model.Seconds), share(ph.Seconds, p.Total))
		}
		total := p.Total.Text(model.Seconds)
		if !p.Known {
			total += " so far"
		}
		t.add("total", total, "")
		s.tab(p.Data.Name, t)
	}
	for _, tie := range cs.Tie {
		if !strings.Contains(said, tie) {
			s.para("", tie)
		}
	}
}

func share(part, whole model.Figure) string {
	if !part.OK() || !whole.OK() || whole.Value == 0 {
		return model.Dash
	}
	return model.Of(part.Value / whole.Value).Text(model.Share)
}
