package gate

// Verdict is the outcome of a gate, a finding or a whole report.
type Verdict uint8

// The verdicts, better ones first, so that the larger of two is the worse.
const (
	Info      Verdict = iota // nothing to judge
	Pass                     // every gate has a figure and meets its limit
	Running                  // evidence is still coming
	Undecided                // a figure or a precondition is missing: never green
	Fail                     // a gate breaks its limit
	NumVerdicts
)

var verdictWords = [NumVerdicts]string{"INFO", "PASS", "RUNNING", "UNDECIDED", "FAIL"}

// String returns the verdict's word, the same everywhere.
func (v Verdict) String() string { return verdictWords[min(v, Fail)] }

// Worst returns the worst of the verdicts, or Info where there is none.
func Worst(vs ...Verdict) Verdict {
	worst := Info
	for _, v := range vs {
		worst = max(worst, v)
	}
	return worst
}
