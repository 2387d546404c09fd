// Package gate is the one place where a figure meets a limit. It knows rules,
// policies and verdicts, and no kind of result: a kind observes, a gate decides.
//
// Start reading at Rule (what must hold), then Gate (what became of it) and Apply.
package gate

import (
	"cmp"
	"slices"

	"scaledeck/model"
)

// Op is the comparison that a gate makes: observed Op limit.
type Op = model.Op

// The comparisons.
const (
	AtMost  = model.AtMost
	AtLeast = model.AtLeast
	Below   = model.Below
	Above   = model.Above
)

// Kind is what a finding is about.
type Kind = model.Kind

// The kinds, by the names that findings and policies give them.
const (
	KindScaleOut    = model.KindComparison
	KindCanary      = model.KindRollout
	KindAutoscaling = model.KindTimeline
	KindColdStart   = model.KindStartup
	KindFile        = model.KindFile
)

// kinds is the order in which equal verdicts are listed.
var kinds = [...]Kind{KindScaleOut, KindCanary, KindAutoscaling, KindColdStart, model.KindArms, KindFile}

// ByKind compares two kinds by that order.
func ByKind(a, b Kind) int {
	return cmp.Compare(slices.Index(kinds[:], a), slices.Index(kinds[:], b))
}

// OverSLO is the statistic of a rule that counts the samples over the SLO.
const OverSLO = "windows over SLO"

// Relation says how a rule uses the baseline.
type Relation uint8

// The relations: the figure itself, its difference from the baseline, or its
// change in percent of the baseline.
const (
	Absolute Relation = iota
	Difference
	ChangePercent
)

// Rule is one gate as data: which statistic of which metric must meet which
// limit. The same value drives the built-in policy and one read from a file.
type Rule struct {
	ID           string       // stable, such as "scale-out.served-throughput"
	Name         string       // as the screens say it, such as "served throughput"
	Kind         Kind         // what it applies to
	Metric       string       // the key of the metric, as the file spells it
	Statistic    string       // "median", "sum", "value", "windows over SLO"
	Op           Op           // observed Op Limit
	Limit        float64      // in Unit
	Unit         model.Unit   // of the limit and of what is compared with it
	Relation     Relation     // to the baseline
	Magnitude    bool         // the size of a change counts and not its sign
	MinSamples   int          // fewer make the gate UNDECIDED; 0: as many as Needs says
	Precondition string       // ID of a rule that must pass, else UNDECIDED
	Everywhere   bool         // the baseline's own figure counts for every topology
	Optional     bool         // where the kind of file never measures it: listed as not in file, judged only when strict
	Warn         bool         // a break is reported and does not fail; the figure is still needed
	OwnLimit     bool         // Limit goes before one that a file states
	Direction    model.Better // which way of the metric is the good one
}

// Upper reports whether the rule bounds its figure from above.
func (r Rule) Upper() bool { return r.Op == AtMost || r.Op == Below }

// Policy is a set of rules under a name.
type Policy struct {
	Name   string
	Rules  []Rule
	SLO    model.Figure // p99 TTFT, ms; absent: the objective that the files state
	OwnSLO bool         // SLO goes before one that a file states
}

// Rule returns the rule with the given ID.
func (p Policy) Rule(id string) (Rule, bool) {
	for _, r := range p.Rules {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

// Options say how to judge. The zero value judges by the built-in policy and by
// the limits that the files state.
type Options struct {
	Policy Policy             // no rules: the built-in policy
	Limits map[string]float64 // limits by rule ID that go before those of policy and file
	SLO    model.Figure       // p99 TTFT, ms; goes before what a file states
	Strict bool               // a gate whose figure is not in the file makes the verdict UNDECIDED
	// Reference is what scale-out analyses are compared with instead of their
	// own baseline; nil: their own.
	Reference *model.Document
}
