package timeline

import (
	"fmt"
	"math"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// timelineWhy says in one line what decided: why nothing is decided, where that is
// not only a count, then windows over the objective, and the worst figure with its
// time.
func timelineWhy(a *Autoscaling, gates []gate.Gate) string {
	total, cause := a.Data.Len(), a.cause(gates)
	parts := make([]string, 0, 3)
	switch {
	case total == 0:
		return "no samples"
	case len(gates) == 0:
		parts = append(parts, "no autoscaling gate in the policy")
	case a.Breach > 0:
		parts = append(parts, fmt.Sprintf("p99 TTFT over SLO in %d of %s%s", a.Breach, text.Counted(a.Samples, "window"), allowed(gates)))
	case a.Samples == 0 && cause != "": // which says it
	case a.Samples == 0:
		parts = append(parts, fmt.Sprintf("none of %s can be judged", text.Counted(total, "window")))
	case a.Samples == total && !a.SLO.Limit.OK():
		parts = append(parts, "p99 TTFT flagged over SLO in no window")
	case a.Samples == total && total == 1:
		parts = append(parts, "p99 TTFT within SLO in the only window")
	case a.Samples == total:
		parts = append(parts, fmt.Sprintf("p99 TTFT within SLO in all %s", text.Counted(total, "window")))
	default:
		parts = append(parts, fmt.Sprintf("p99 TTFT within SLO in %d of %s", a.Samples, text.Counted(total, "window")))
	}
	parts = append(parts, a.worstSaid()...)
	if n := total - a.Samples; n > 0 && a.Samples > 0 && len(gates) > 0 {
		parts = append(parts, fmt.Sprintf("%d cannot be judged", n))
	}
	text := strings.Join(append(parts, otherGates(gates)...), ", ")
	if cause == "" || text == "" {
		return cause + text
	}
	return cause + "; " + text
}

// cause returns why the count of windows decides nothing, "" where it does or
// where the number of windows that cannot be judged says it.
func (a *Autoscaling) cause(gates []gate.Gate) string {
	for _, g := range gates {
		if g.Rule.Statistic == gate.OverSLO && g.Verdict == gate.Undecided && g.Reason.Code != gate.Unjudged {
			return g.Reason.String()
		}
	}
	return ""
}

// worstSaid names the worst p99 TTFT and its time, or says that its figure is
// missing; where some are, it is the worst of those that are known.
func (a *Autoscaling) worstSaid() []string {
	switch {
	case a.Worst.Index < 0 && a.Breach > 0:
		return []string{"worst figure missing"}
	case a.Worst.Index < 0:
		return nil
	case a.Worst.Partial:
		return []string{"worst known " + worstText(a) + " at " + SecondsText(a.Worst.Second)}
	default:
		return []string{"worst " + worstText(a) + " at " + SecondsText(a.Worst.Second)}
	}
}

// allowed names the number of windows that may be over the SLO, where it is not
// the usual none.
func allowed(gates []gate.Gate) string {
	for _, g := range gates {
		if limit, ok := g.Limit.Get(); ok && g.Rule.Statistic == gate.OverSLO && limit != 0 {
			return " (limit " + g.Limit.Text(model.Count) + ")"
		}
	}
	return ""
}

// otherGates names the broken or undecided gates that the count of windows does
// not already tell of.
func otherGates(gates []gate.Gate) []string {
	var parts []string
	for _, g := range gates {
		if g.Rule.Statistic == gate.OverSLO {
			continue
		}
		switch g.Verdict {
		case gate.Fail:
			parts = append(parts, fmt.Sprintf("%s %s (limit %s)", g.Rule.Name, g.ObservedText(), g.LimitText()))
		case gate.Undecided:
			parts = append(parts, g.Rule.Name+": "+g.Reason.String())
		}
	}
	return parts
}

func SecondsText(v float64) string { return model.Of(v).Text(model.Seconds) }

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
func timelineSentence(a *Autoscaling, fd finding.Finding) string {
	var b strings.Builder
	why := timelineWhy(a, fd.Gates)
	fmt.Fprintf(&b, "%s: %s", fd.Verdict, why)
	if n := len(a.Windows); n > 0 {
		first, last := a.Windows[0], a.Windows[n-1]
		fmt.Fprintf(&b, ". The SLO was broken for %s", breachSeconds(a))
		if n == 1 {
			fmt.Fprintf(&b, ", from %s to %s", SecondsText(first.Start), SecondsText(first.End))
		} else {
			fmt.Fprintf(&b, " in %d spells between %s and %s", n, SecondsText(first.Start), SecondsText(last.End))
		}
	}
	if a.Demand.Index >= 0 {
		fmt.Fprintf(&b, ". Demand %s of the ready replicas at %s", demandText(a.Demand.Figure), SecondsText(a.Demand.Second))
	}
	fmt.Fprintf(&b, ". Policy %s. SLO: ", a.Data.Name)
	if a.SLO.Limit.OK() {
		fmt.Fprintf(&b, "p99 TTFT at most %s, ", a.SLO.Limit.Exact(model.Milliseconds))
	}
	b.WriteString(a.SLO.Source)
	for _, g := range fd.Gates {
		switch {
		case g.Verdict == gate.Undecided && !strings.Contains(why, g.Reason.String()):
			fmt.Fprintf(&b, ". Undecided: %s", g.Reason)
		case g.Verdict == gate.Fail && !g.Reason.IsZero():
			b.WriteString(". " + text.Capital(g.Reason.String()))
		}
	}
	b.WriteByte('.')
	if fd.Simulated {
		b.WriteString(" SIMULATED: the figures come from a model with assumed coefficients.")
	}
	return b.String()
}

// demandText says how far demand came against the KV capacity.
func demandText(ratio model.Figure) string {
	whole := model.Of(1)
	if finding.Agree(ratio, whole) {
		return "reached the KV capacity"
	}
	return "peaked at " + ratio.TextAgainst(whole, model.Ratio) + "× the KV capacity"
}

// breachSeconds sums the windows, each from its first sample to the first sample
// after it. A window that lasts to the end of the run has no sample after it, and
// what cannot be judged may have been over too: the sum is then only a lower bound.
func breachSeconds(a *Autoscaling) string {
	sum, open := 0.0, a.Samples < len(a.Over)
	for _, w := range a.Windows {
		sum += w.End - w.Start
		open = open || w.Last == len(a.Over)-1
	}
	text := SecondsText(sum)
	if open {
		return "at least " + text
	}
	return text
}
