package gate

import "math"

// Evidence is what the figure of a gate rests on. The zero value is a figure
// of which nothing is missing and nothing is doubted.
type Evidence struct {
	// Partial is set where some of what the figure is made of is missing. With it
	// the figure would be from Low to High; Why says what is missing.
	Partial   bool
	Low, High float64
	Why       Reason
	Doubt     Reason // keeps the gate from PASS
	Lacks     Reason // takes every verdict back, a FAIL too
}

// Unbounded is evidence that lacks so much that the figure could be anything.
func Unbounded(why Reason) Evidence {
	return Evidence{Partial: true, Low: math.Inf(-1), High: math.Inf(1), Why: why}
}

// Apply gives a gate its verdict. Its Rule, Observed, Limit, N and NotInFile are
// set. It is the one place where a figure meets a limit, whatever the kind: a
// verdict counts only where it holds from one end of the evidence to the other.
func Apply(g Gate, e Evidence, strict bool) Gate {
	if e.Partial && !g.NotInFile {
		g.Reason = e.Why.Or(g.Reason)
	}
	g = certain(evaluate(g, strict), strict)
	if g.NotInFile {
		return g
	}
	switch broken := g.Verdict == Fail || g.Warned(); {
	case !e.Partial || g.Verdict == Undecided:
	case broken && !g.holds(e.best(g.Rule)):
		if g.Reason.Code == Incomplete {
			g.Reason.Code = AlreadyBroken
		}
	case broken || !g.holds(e.worst(g.Rule)):
		g.Verdict, g.Reason = Undecided, e.Why
	}
	if g.Verdict == Pass && !e.Doubt.IsZero() {
		g.Verdict, g.Reason = Undecided, e.Doubt
	}
	if g.Verdict != Undecided && !e.Lacks.IsZero() {
		g.Verdict, g.Reason = Undecided, e.Lacks
	}
	return g
}

// best returns the end of the evidence that is the better for a rule.
func (e Evidence) best(r Rule) float64 {
	if r.Upper() {
		return e.Low
	}
	return e.High
}

func (e Evidence) worst(r Rule) float64 {
	if r.Upper() {
		return e.High
	}
	return e.Low
}

// holds reports whether the gate would hold with v in the place of its figure.
func (g Gate) holds(v float64) bool {
	if g.Rule.Magnitude && math.IsInf(v, 0) {
		return false
	}
	return g.Rule.Op.Meets(v, g.Limit.Value)
}
