// Package finding has what every kind of result comes to: a finding with its gates,
// the checks of its claims, and pairs for a comparison of two documents. It knows no
// kind; package analysis lists them.
package finding

import (
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Finding is one thing that can be judged.
type Finding struct {
	Key       string // identity across reloads, unique in Findings
	Kind      gate.Kind
	Title     string // "canary defective_int4_build"
	Why       string // the deciding figures against their limits, in one line
	Sentence  string // the verdict in a whole sentence, for reports
	Verdict   gate.Verdict
	Simulated bool // the figures come from a model and not from a measurement
	Gates     []gate.Gate
	File      *model.File
	Read      bool // of KindFile: the file was read, and what it says is in doubt
	Place     int  // within its part, in the file's order

	Outcome any // what the kind made of it; see ScaleOutOf and its like. nil for KindFile
}

// Check is one claim of a file compared with what its own figures give.
type Check struct {
	File       string
	Pointer    string
	Claim      string // what is claimed, in words: "median premium burst p95 TTFT at 4 replicas"
	Claimed    string // as the file says it, exact
	Recomputed string // as computed here, exact
	Rule       string // how it was recomputed
	Source     string // the files beside it that Recomputed comes from, cleaned; "" for its own figures
	Result     CheckResult
}

// CheckResult is the outcome of a Check.
type CheckResult uint8

// The results, those to look at first being the larger.
const (
	Reproduced CheckResult = iota
	Copied                 // equals a table beside the file, which is a copy of it and no proof
	NotCheckable
	Ambiguous // holds only under one of several readings
	Differs

	NumCheckResults
)

// String returns the result as the screens name it.
func (r CheckResult) String() string {
	return [NumCheckResults]string{"reproduced", "equals a copy", "cannot be checked", "ambiguous", "differs"}[min(r, NumCheckResults-1)]
}

// Agrees reports whether nothing speaks against the claim: what agrees is not
// worth a line of its own where there is little room.
func (r CheckResult) Agrees() bool { return r <= Copied }

func As[T any](outcome any) *T {
	t, _ := outcome.(*T)
	return t
}
