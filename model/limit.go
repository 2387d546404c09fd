package model

import "math"

// Op is the comparison that a limit makes: figure Op limit.
type Op uint8

// The comparisons.
const (
	AtMost Op = iota
	AtLeast
	Below
	Above
)

// String returns the operator as the screens print it.
func (o Op) String() string { return [...]string{"≤", "≥", "<", ">"}[o&3] }

// Meets reports whether a figure meets a limit. It is the one place where the two
// are compared: unrounded, and with the dust of computing in binary left aside.
func (o Op) Meets(figure, limit float64) bool {
	figure = Settle(figure, limit)
	switch o {
	case AtMost:
		return figure <= limit
	case AtLeast:
		return figure >= limit
	case Below:
		return figure < limit
	default:
		return figure > limit
	}
}

// FloatDust is the relative error that a figure may carry from being computed
// in binary: 0.1 + 0.2 must meet a limit of 0.3.
const FloatDust = 1e-9

// Settle returns limit where a figure differs from it by floating-point dust only.
func Settle(figure, limit float64) float64 {
	if math.Abs(figure-limit) <= FloatDust*math.Abs(limit) {
		return limit
	}
	return figure
}
