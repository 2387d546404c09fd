package gate

import (
	"fmt"

	"scaledeck/model"
)

// Code is why a gate has no verdict, or has another than its figure alone gives.
type Code uint8

// The codes.
const (
	NoReason        Code = iota
	NotInFile            // this kind of file never has the figure
	NotInFileStrict      // the same, and every gate must have a figure
	NoLimit              // State says why
	NoFigure             // State says why
	NoBaseline           // Detail says why nothing can be related to the baseline
	TooFew               // N of at least Of samples
	TooFewSurely         // the same, over the limit even if all others succeed
	NoSamples            // the number of samples is State, or none
	OnlyWarns            // the limit is broken and the rule only warns
	Incomplete           // N of Of runs have no figure, State says why
	AlreadyBroken        // the same, and what there is breaks the limit already
	NoRows               // there is nothing to take a figure from
	ThinPercentile       // a percentile of too few requests
	UnknownMetric        // Detail names it
	IsBaseline           // the baseline has nothing to be related to
	NotMet               // a precondition that is not met
	Needs                // a precondition: Detail names it and says why it does not hold
	Borrowed             // another's figure decides: Detail says whose and how
	Unjudged             // N of Of samples cannot be judged
	NoObjective          // nobody states what the samples are judged by: Detail
	Contradicted         // the file claims worse than its samples give: Detail
	FlaggedOnly          // N of Of by the flag of the file alone
	Implausible          // the figure can hardly be right: Detail
)

// Reason is a code with what it is about. The zero value is no reason.
type Reason struct {
	Code   Code
	N, Of  int
	State  model.Presence
	Noun   string // what N counts: "repeats", "run", "window"
	Detail string
	At     string // whose, where that is not the scope of the gate: "1 replica (baseline)"
}

// IsZero reports whether there is no reason.
func (r Reason) IsZero() bool { return r.Code == NoReason }

// Or returns r, or other where r is empty.
func (r Reason) Or(other Reason) Reason {
	if r.IsZero() {
		return other
	}
	return r
}

// String puts the reason into words; it is the only place that does.
func (r Reason) String() string {
	words := r.words()
	if r.At != "" {
		words += " at " + r.At
	}
	return words
}

func (r Reason) words() string {
	switch r.Code {
	case NoReason:
		return ""
	case NotInFile:
		return "not in file"
	case NotInFileStrict:
		return "not in file, and every gate must have a figure (strict)"
	case NoLimit:
		return "no limit: " + r.State.String()
	case NoFigure:
		return "no figure: " + r.State.String()
	case TooFew:
		return fmt.Sprintf("%d of at least %d %s", r.N, r.Of, r.Noun)
	case TooFewSurely:
		return fmt.Sprintf("%d of at least %d %s, over the limit even if all others succeed", r.N, r.Of, r.Noun)
	case NoSamples:
		return "no samples: " + r.Detail
	case OnlyWarns:
		return "breaks its limit; the rule only warns"
	case Incomplete:
		return r.incomplete()
	case AlreadyBroken:
		return "at least that: " + r.incomplete()
	case NoRows:
		return "no rows"
	case ThinPercentile:
		return r.Detail
	case UnknownMetric:
		return r.Detail
	case IsBaseline:
		return "the baseline itself"
	case NotMet:
		return "a precondition that is not met: at another load topologies do not compare"
	case Needs:
		return "needs " + r.Detail
	case Unjudged:
		if r.Of == 0 {
			return "no samples"
		}
		words := fmt.Sprintf("%d of %d samples cannot be judged", r.N, r.Of)
		if r.Detail != "" {
			words += ": " + r.Detail
		}
		return words
	case FlaggedOnly:
		return fmt.Sprintf("%d of the %s over SLO by the flag of the file alone: no figure", r.N, r.Detail)
	default: // NoBaseline, Borrowed, NoObjective, Contradicted, Implausible
		return r.Detail
	}
}

func (r Reason) incomplete() string {
	plural := "s"
	if r.Of == 1 {
		plural = ""
	}
	return fmt.Sprintf("no figure in %d of %d run%s (%s)", r.N, r.Of, plural, r.State)
}

// MarshalText returns the words, for JSON.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
