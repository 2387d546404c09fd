package model

import (
	"math"
	"strconv"
)

// Presence says whether a figure was there and, if not, why not. Missing is
// never zero: a zero that was not measured would pass every "at most" gate.
type Presence uint8

// The states of a Figure. The zero value is Absent, so that a figure nobody
// filled in is missing.
const (
	Absent     Presence = iota // the key is not in the file
	Present                    // a finite number
	Null                       // the file says null
	NotFinite                  // NaN or an infinity
	WrongType                  // text, list, object or truth value where a number belongs
	Duplicated                 // the key stands twice with different values: neither is trusted
	OutOfRange                 // a number outside what the quantity can be, such as a negative latency
	Unmeasured                 // the file has a number that nobody measured, such as a latency of 0 of no request
)

var presenceWords = [...]string{
	Absent: "absent", Present: "present", Null: "null", NotFinite: "not finite",
	WrongType: "not a number", Duplicated: "given twice", OutOfRange: "out of range",
	Unmeasured: "not measured",
}

// String returns the state in the words the screens use.
func (p Presence) String() string {
	if int(p) < len(presenceWords) {
		return presenceWords[p]
	}
	return "unknown"
}

// Figure is a number read from a file, or the reason why there is none.
// Value is meaningful only where State is Present; it is then finite.
type Figure struct {
	Value float64
	State Presence
}

// Of returns v as a present figure, or a NotFinite one where v is NaN or infinite.
func Of(v float64) Figure {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Figure{State: NotFinite}
	}
	return Figure{Value: v, State: Present}
}

// Missing returns a figure that is not there, for the reason given.
func Missing(why Presence) Figure { return Figure{State: why} }

// OK reports whether the figure is there.
func (f Figure) OK() bool { return f.State == Present }

// Get returns the value and whether it is there.
func (f Figure) Get() (float64, bool) { return f.Value, f.State == Present }

// Flag is a truth value read from a file, or the reason why there is none.
type Flag struct {
	Value bool
	State Presence
}

// FlagOf returns v as a present flag.
func FlagOf(v bool) Flag { return Flag{Value: v, State: Present} }

// OK reports whether the flag is there.
func (f Flag) OK() bool { return f.State == Present }

// Round2 rounds to two decimals, exactly, ties to even: as the analysis that
// writes the result files does (Python's round). Rounding ties away from zero
// would differ only where the binary number is exactly halfway, such as 0.125.
func (f Figure) Round2() Figure {
	if !f.OK() {
		return f
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(f.Value, 'f', 2, 64), 64)
	if err != nil {
		return Missing(NotFinite)
	}
	return Of(v)
}
