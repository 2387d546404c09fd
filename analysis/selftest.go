package analysis

import (
	"math"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/policy"
	"scaledeck/model"
)

// Proof is what a self-test of one rule has shown. The three figures are ones
// that the test has judged, in the unit of the rule; one is missing where no
// figure that a file can hold has that effect.
type Proof struct {
	Rule      gate.Rule
	Red       model.Figure // observed in a document that the rule turns red
	As        gate.Verdict // what red is: Fail, Info where the rule only warns, Undecided where a precondition is not met
	Green     model.Figure // observed in a document that the rule passes
	Undecided bool         // a document without the figure is UNDECIDED, by this rule too
}

// OK reports whether the rule can fail, can pass, and does neither without a
// figure.
func (p Proof) OK() bool { return p.Red.OK() && p.Green.OK() && p.Undecided }

// Problem says what is wrong with the rule, "" where nothing is.
func (p Proof) Problem() string {
	switch {
	case !p.Red.OK():
		return "no figure that a file can hold breaks it: it can never fail"
	case !p.Green.OK():
		return "no figure that a file can hold meets it: it can never pass"
	case !p.Undecided:
		return "it is decided without its figure"
	default:
		return ""
	}
}

// SelfTest judges small documents made for each rule, by the whole policy and by
// the same function as every result: a gate that cannot turn red guards nothing.
// It returns one proof a rule, in the policy's order.
func SelfTest(p gate.Policy) []Proof {
	proofs := make([]Proof, len(p.Rules))
	for i, r := range p.Rules {
		proofs[i] = prove(p, r)
	}
	return proofs
}

// prove tries the figures around the limit of a rule, the nearest first, and
// the ends of what its metric can be.
func prove(p gate.Policy, r gate.Rule) Proof {
	proof := Proof{Rule: r}
	s, known := policy.SubjectOf(r.Metric)
	if !known {
		return proof
	}
	t := tester{policy: p, rule: r, subject: s}
	if before, ok := p.Rule(r.Precondition); ok {
		before.Precondition = "" // a chain ends here
		t.before, t.met = before, prove(p, before).Green
	}
	for _, target := range targets(r) {
		f := t.judge(target)
		for _, g := range t.gates(f) {
			switch {
			case !proof.Red.OK() && (g.Verdict == gate.Fail && f.Verdict == gate.Fail || g.Reason.Code == gate.NotMet && f.Verdict >= gate.Undecided || g.Warned()):
				proof.Red, proof.As = g.Observed, g.Verdict
			case !proof.Green.OK() && t.passed(f) && g.Verdict == gate.Pass:
				proof.Green = g.Observed
			}
		}
	}
	f := t.judge(math.NaN())
	proof.Undecided = f.Verdict >= gate.Undecided
	for _, g := range t.gates(f) {
		proof.Undecided = proof.Undecided && (g.Verdict == gate.Undecided || g.Reason.Code == gate.IsBaseline)
	}
	return proof
}

// targets returns the figures to try for what a rule observes, the limit itself
// first, then on both sides of it, then the ends of everything.
func targets(r gate.Rule) []float64 {
	step := math.Max(math.Abs(r.Limit)/10, 0.001)
	list := []float64{r.Limit}
	for _, d := range []float64{step, 1, 10 * step, 100 * step, 1e6} {
		list = append(list, r.Limit+d, r.Limit-d)
	}
	return append(list, -r.Limit, 2*math.Abs(r.Limit)+1, -2*math.Abs(r.Limit)-1, 0, -99, 1e9)
}
