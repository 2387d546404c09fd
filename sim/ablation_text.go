package sim

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
)

// Sentence says in two sentences what the figures of the ablation say: which
// change does most against time over the SLO and what the others do, each with
// what it does to the worst p99 TTFT; then where the run with all three ends,
// and what that costs.
func (a *Ablation) Sentence() string {
	mains := slices.Clone(a.Effects[:3])
	slices.SortStableFunc(mains, func(x, y Effect) int { return cmp.Compare(x.BreachSeconds, y.BreachSeconds) })
	first, last := &a.Runs[0].Summary, &a.Runs[numCombinations-1].Summary

	var b strings.Builder
	if lead := mains[0]; lead.BreachSeconds < 0 && lead.BreachSeconds < mains[1].BreachSeconds {
		fmt.Fprintf(&b, "The %s does most: on average ", a.change(lead.Of))
	} else {
		fmt.Fprintf(&b, "No single change does most: on average the %s ", mains[0].Of)
	}
	for i, e := range mains {
		over, worst := signed(e.BreachSeconds, model.Seconds), signed(e.WorstTTFT, model.Milliseconds)
		if i == 0 {
			fmt.Fprintf(&b, "%s over the SLO and %s of worst p99 TTFT", over, worst)
			continue
		}
		and := "and" // but where what does less for the one does more for the other
		if e.WorstTTFT < mains[i-1].WorstTTFT && e.BreachSeconds > mains[i-1].BreachSeconds {
			and = "but"
		}
		fmt.Fprintf(&b, "%s the %s %s %s %s", [...]string{"", ";", ","}[i], e.Of, over, and, worst)
	}
	fmt.Fprintf(&b, ". All three take %s over the SLO to %s and worst p99 TTFT from %s to %s, for %s:",
		exact(first.BreachSeconds, model.Seconds), exact(last.BreachSeconds, model.Seconds),
		text(first.WorstTTFT, model.Milliseconds), text(last.WorstTTFT, model.Milliseconds),
		signed(last.ReplicaSeconds-first.ReplicaSeconds, model.ReplicaSeconds))
	costs := slices.Clone(a.Effects[:3])
	slices.SortStableFunc(costs, func(x, y Effect) int { return cmp.Compare(y.ReplicaSeconds, x.ReplicaSeconds) })
	for i, e := range costs {
		fmt.Fprintf(&b, "%s the %s %s", [...]string{"", ",", ","}[i], e.Of, signed(e.ReplicaSeconds, model.None))
	}
	b.WriteString(" on average.")
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

func text(v float64, u model.Unit) string  { return model.Of(v).Text(u) }
func exact(v float64, u model.Unit) string { return model.Of(v).Exact(u) }

func signed(v float64, u model.Unit) string { return model.Of(v).Signed(u) }
