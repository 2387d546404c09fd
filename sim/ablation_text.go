package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
)

// Sentence says in one sentence what the figures of the ablation say: which
// change does most against time over the SLO, what the others do, where the run
// with all three ends, and what that costs.
func (a *Ablation) Sentence() string {
	mains := slices.Clone(a.Effects[:3])
	slices.SortStableFunc(mains, func(x, y Effect) int { return cmp.Compare(x.BreachSeconds, y.BreachSeconds) })
	first, last := &a.Runs[0], &a.Runs[numCombinations-1]

	var b strings.Builder
	if lead := mains[0]; lead.BreachSeconds < 0 && lead.BreachSeconds < mains[1].BreachSeconds {
		fmt.Fprintf(&b, "The %s does most: averaged over the other two changes, ", a.change(lead.Of))
	} else {
		b.WriteString("No single change does most: averaged over the other two, ")
	}
	for i, e := range mains {
		b.WriteString([...]string{"", ", ", " and "}[i])
		subject := "the " + a.change(e.Of)
		if i == 0 && e.BreachSeconds < 0 && e.BreachSeconds < mains[1].BreachSeconds {
			subject = "it"
		}
		fmt.Fprintf(&b, "%s %s", subject, saves(e.BreachSeconds))
	}
	fmt.Fprintf(&b, "; all three together take the time over the SLO from %s to %s, worst p99 TTFT from %s to %s and what is held from %s to %s",
		exact(first.Summary.BreachSeconds, model.Seconds), exact(last.Summary.BreachSeconds, model.Seconds),
		text(first.Summary.WorstTTFT, model.Milliseconds), text(last.Summary.WorstTTFT, model.Milliseconds),
		exact(first.Summary.ReplicaSeconds, model.ReplicaSeconds), exact(last.Summary.ReplicaSeconds, model.ReplicaSeconds))
	costs := slices.MaxFunc(a.Effects[:3], func(x, y Effect) int { return cmp.Compare(x.ReplicaSeconds, y.ReplicaSeconds) })
	if costs.ReplicaSeconds > 0 {
		fmt.Fprintf(&b, ", to which the %s adds most, %s on average", costs.Of, model.Of(costs.ReplicaSeconds).Signed(model.ReplicaSeconds))
	}
	b.WriteString(".")
	return b.String()
}

// change names a factor with its two levels.
func (a *Ablation) change(f Factors) string {
	from, to := &a.Runs[0].Config, &a.Runs[numCombinations-1].Config
	switch f {
	case FactorColdStart:
		return fmt.Sprintf("cold start of %s instead of %s", text(to.ColdStart.Seconds, model.Seconds), text(from.ColdStart.Seconds, model.Seconds))
	case FactorStandby:
		return fmt.Sprintf("standby of %d instead of %d", to.Standby, from.Standby)
	default:
		return fmt.Sprintf("signal %s instead of %s", to.Policy.Name(), from.Policy.Name())
	}
}

func saves(seconds float64) string {
	switch {
	case seconds < 0:
		return "saves " + text(-seconds, model.Seconds) + " of breach"
	case seconds > 0:
		return "adds " + text(seconds, model.Seconds) + " of breach"
	default:
		return "changes no breach time"
	}
}

func text(v float64, u model.Unit) string  { return model.Of(v).Text(u) }
func exact(v float64, u model.Unit) string { return model.Of(v).Exact(u) }
