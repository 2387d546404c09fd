package analysis

import (
	"fmt"
	"math"
	"strings"

	"scaledeck/model"
)

// timelineWhy says in one line what decided: windows over the objective, and
// the worst figure with its time.
func timelineWhy(a *Autoscaling, gates []Gate) string {
	total := a.Data.Len()
	parts := make([]string, 0, 3)
	switch {
	case total == 0:
		return "no samples"
	case len(gates) == 0:
		parts = append(parts, "no autoscaling gate in the policy")
	case a.Samples == 0:
		parts = append(parts, fmt.Sprintf("none of %s can be judged", counted(total, "window")))
	case a.Breach > 0:
		parts = append(parts, fmt.Sprintf("p99 TTFT over SLO in %d of %s%s", a.Breach, counted(a.Samples, "window"), allowed(gates)))
	case a.Samples == total:
		parts = append(parts, fmt.Sprintf("p99 TTFT within SLO in all %s", counted(total, "window")))
	default:
		parts = append(parts, fmt.Sprintf("p99 TTFT within SLO in %d of %s", a.Samples, counted(total, "window")))
	}
	if a.Worst.Index >= 0 {
		parts = append(parts, "worst "+worstText(a)+" at "+secondsText(a.Worst.Second))
	}
	if n := total - a.Samples; n > 0 && a.Samples > 0 && len(gates) > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be judged", n))
	}
	return strings.Join(append(parts, otherGates(gates)...), ", ")
}

// allowed names the number of windows that may be over the SLO, where it is not
// the usual none.
func allowed(gates []Gate) string {
	for _, g := range gates {
		if limit, ok := g.Limit.Get(); ok && g.Rule.Statistic == overSLO && limit != 0 {
			return " (limit " + g.Limit.Text(model.Count) + ")"
		}
	}
	return ""
}

// otherGates names the broken or undecided gates that the count of windows does
// not already tell of.
func otherGates(gates []Gate) []string {
	var parts []string
	for _, g := range gates {
		if g.Rule.Statistic == overSLO {
			continue
		}
		switch g.Verdict {
		case Fail:
			parts = append(parts, fmt.Sprintf("%s %s (limit %s %s)", g.Rule.Name,
				g.Observed.TextAgainst(g.Limit, g.Rule.Unit), g.Rule.Op, g.Limit.Text(g.Rule.Unit)))
		case Undecided:
			parts = append(parts, g.Rule.Name+": "+g.Reason)
		}
	}
	return parts
}

func secondsText(v float64) string { return model.Of(v).Text(model.Seconds) }

// worstText prints the worst p99 TTFT to the millisecond from 100 ms up, unless
// that would make it look like the objective it is judged by.
func worstText(a *Autoscaling) string {
	f := a.Worst.Figure
	if f.Value < 100 {
		return f.TextAgainst(a.SLO.Limit, model.Milliseconds)
	}
	short := model.Of(math.Round(f.Value)).Text(model.Milliseconds)
	if limit := a.SLO.Limit; limit.OK() && short == limit.Text(model.Milliseconds) {
		return f.TextAgainst(limit, model.Milliseconds)
	}
	return short
}

// timelineSentence says the verdict in full: windows and seconds of breach, the
// worst figure, the demand behind it, and where the objective comes from.
func timelineSentence(a *Autoscaling, fd Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", fd.Verdict, timelineWhy(a, fd.Gates))
	if n := len(a.Windows); n > 0 {
		first, last := a.Windows[0], a.Windows[n-1]
		fmt.Fprintf(&b, ". The SLO was broken for %s", breachSeconds(a))
		if n == 1 {
			fmt.Fprintf(&b, ", from %s to %s", secondsText(first.Start), secondsText(first.End))
		} else {
			fmt.Fprintf(&b, " in %d spells between %s and %s", n, secondsText(first.Start), secondsText(last.End))
		}
	}
	if a.Demand.Index >= 0 {
		fmt.Fprintf(&b, ". Demand peaked at %s times the KV capacity of the ready replicas at %s",
			a.Demand.Figure.Text(model.Ratio), secondsText(a.Demand.Second))
	}
	fmt.Fprintf(&b, ". Policy %s. SLO: ", a.Data.Name)
	if a.SLO.Limit.OK() {
		fmt.Fprintf(&b, "p99 TTFT at most %s, ", a.SLO.Limit.Exact(model.Milliseconds))
	}
	b.WriteString(a.SLO.Source)
	for _, g := range fd.Gates {
		if g.Verdict == Undecided {
			fmt.Fprintf(&b, ". Undecided: %s", g.Reason)
		}
	}
	b.WriteByte('.')
	if fd.Simulated {
		b.WriteString(" SIMULATED: the figures come from a model with assumed coefficients.")
	}
	return b.String()
}

// breachSeconds sums the windows, each from its first sample to the first sample
// after it. A window that lasts to the end of the run has no sample after it, so
// the sum is then only a lower bound.
func breachSeconds(a *Autoscaling) string {
	sum, open := 0.0, false
	for _, w := range a.Windows {
		sum += w.End - w.Start
		open = open || w.Last == len(a.Over)-1
	}
	text := secondsText(sum)
	if open {
		return "at least " + text
	}
	return text
}
