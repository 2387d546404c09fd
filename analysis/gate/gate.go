package gate

import "scaledeck/model"

// Provenance says where a figure comes from.
type Provenance uint8

// The provenances.
const (
	Measured  Provenance = iota // stands in the file
	Derived                     // computed here from figures of the file
	Simulated                   // from a model with assumed coefficients
	Claimed                     // stated by the file, not reproduced from its own figures
)

// String returns the provenance as the screens name it.
func (p Provenance) String() string {
	return [...]string{"measured", "derived", "SIMULATED", "claimed"}[p&3]
}

// Gate is one rule applied to one figure: everything there is to say on why a
// badge is what it is.
type Gate struct {
	Rule        Rule
	Scope       string       // what was judged: "4 replicas", "stage 25 %"
	Whose       string       // whose figure decided, where it is not the scope's own: "1 replica (baseline)"
	Observed    model.Figure // in Rule.Unit
	Limit       model.Figure // in Rule.Unit; from the file, the policy or a flag
	LimitSource string       // where the limit comes from, in words
	LimitPtr    string       // JSON pointer of the limit, where the file states it
	Baseline    model.Figure // the baseline's figure, where the rule has one
	Value       model.Figure // the metric itself before it was related to the baseline
	ValueUnit   model.Unit   // unit of Value and Baseline
	Margin      model.Figure // room left in Rule.Unit: positive where the gate holds
	N           int          // samples behind Observed
	Verdict     Verdict      // Pass, Fail, Undecided, Running, or Info where not in file or only a warning
	NotInFile   bool         // this kind of file never carries the figure
	Reason      Reason       // why it is UNDECIDED, not in file, or decided by another's figure
	Provenance  Provenance
	File        string   // cleaned name
	Pointer     string   // JSON pointer of the figure, or of what it was computed from
	Pointers    []string // where Observed was computed from several figures: all of them; else nil
	OwnPointers []string // where Whose is set: the figures that Value was computed from; Pointers are those of Whose
	BaselineOf  string   // whose figure Baseline is: "1 replica"; "" where the rule has none
}

// Warned reports whether the gate breaks a limit that only warns.
func (g Gate) Warned() bool { return g.Rule.Warn && g.Verdict == Info && g.Margin.OK() }

// Used returns how much of the limit is used up: 1 at the limit itself, more
// where it is broken, negative on the far side of zero. It is observed/limit for
// a gate that must stay on the near side of its limit as seen from zero (at most
// 6 ms, at least −15 %) and limit/observed for one that must get beyond it (at
// least 5 req/s, at most −5 %). It is missing where the limit is zero, where a
// figure is missing, and where one that must get beyond has not left zero that way.
func (g Gate) Used() model.Figure {
	o, okO := g.Observed.Get()
	l, okL := g.Limit.Get()
	if !okO || !okL || l == 0 {
		return model.Figure{}
	}
	if g.Rule.Magnitude && o < 0 {
		o = -o
	}
	upper := g.Rule.Op == AtMost || g.Rule.Op == Below
	if upper == (l > 0) {
		return model.Of(o / l)
	}
	if o/l <= 0 {
		return model.Figure{}
	}
	return model.Of(l / o)
}

// Detail is one labelled line of an explanation.
type Detail struct{ Label, Text string }
