package sim

import (
	"fmt"
	"strings"

	"scaledeck/model"
)

// Premises say what the values of the ablation depend on, a sentence each: the
// SLO that breaches are counted by, how far ahead the leading signal looks, what
// each change does to the first run alone, and what an effect and an interaction
// are. They are printed with the effects, which mean nothing without them.
//
// slo says in words where the SLO comes from. Where it is a reading between two
// bounds, within is how the effects fare between them; else it is nil.
func (a *Ablation) Premises(slo string, within *SLORange) []string {
	out := []string{a.sloPremise(slo, within)}
	if s := a.leadPremise(); s != "" {
		out = append(out, s)
	}
	return append(out, a.alonePremise(), effectPremise)
}

// effectPremise is the definition behind Effect.
const effectPremise = "An effect is the mean of the four runs with the change less the mean of the four without. " +
	"An interaction is half of how much one change's effect differs with and without the other; " +
	"of all three, a quarter of how much that difference itself differs with and without the third."

func (a *Ablation) sloPremise(source string, within *SLORange) string {
	s := "Counted against a p99 TTFT SLO of " + exact(a.Runs[0].Config.SLO, model.Milliseconds)
	if source != "" {
		s += ", " + source
	}
	if within == nil {
		return s + "."
	}
	var spans []string
	for i, e := range a.Effects[:3] {
		spans = append(spans, fmt.Sprintf("%s %s", e.Of, span(within.Least[i], within.Most[i])))
	}
	order := "their order changes"
	if within.SameOrder {
		order = "their order stays"
	}
	return fmt.Sprintf("%s. Whatever it is between %s and %s, the effects are %s: %s.", s,
		exact(within.Low, model.Milliseconds), exact(within.High, model.Milliseconds), strings.Join(spans, ", "), order)
}

// span prints the seconds between which an effect is.
func span(least, most float64) string {
	if least == most {
		return signed(least, model.Seconds)
	}
	return signed(least, model.None) + " to " + signed(most, model.Seconds)
}

// leadPremise says how far ahead the leading policy looks where that follows the
// cold start, and what the signal does with the shorter look-ahead at both
// levels of the cold start.
func (a *Ablation) leadPremise() string {
	from, to := a.Runs[0].Config, a.Runs[numCombinations-1].Config
	p, ok := to.Policy.(Leading)
	if !ok || p.FixedLead || from.ColdStart.Seconds == to.ColdStart.Seconds {
		return ""
	}
	slow, fast := p.lead(from.ColdStart.Seconds, from.Interval), p.lead(to.ColdStart.Seconds, to.Interval)
	s := fmt.Sprintf("%s looks ahead by the cold start and one interval: %s with %s, %s with %s", p.Name(),
		exact(slow, model.Seconds), exact(from.ColdStart.Seconds, model.Seconds), exact(fast, model.Seconds), exact(to.ColdStart.Seconds, model.Seconds))
	p.FixedLead, p.Lead = true, fast
	to.Policy = p
	fixed, err := Ablate(from, to)
	if err != nil {
		return s + "."
	}
	e := fixed.Effect(FactorSignal)
	return fmt.Sprintf("%s. Held at %s it makes the signal's effect %s over the SLO, %s of worst p99 TTFT and %s.", s, exact(fast, model.Seconds),
		signed(e.BreachSeconds, model.Seconds), signed(e.WorstTTFT, model.Milliseconds), signed(e.ReplicaSeconds, model.ReplicaSeconds))
}

// alonePremise says what each change does to the first run where nothing else is
// changed.
func (a *Ablation) alonePremise() string {
	first := exact(a.Runs[0].Summary.BreachSeconds, model.Seconds)
	var alone []string
	for _, f := range []Factors{FactorColdStart, FactorSignal, FactorStandby} {
		alone = append(alone, fmt.Sprintf("%s to %s", f, exact(a.Runs[f].Summary.BreachSeconds, model.Seconds)))
	}
	return fmt.Sprintf("One change alone takes the first run's %s over the SLO: %s.", first, strings.Join(alone, ", "))
}
