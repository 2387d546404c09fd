package chart

import (
	"math"
	"strconv"
	"strings"

	"scaledeck/model"
)

// labeller prints the tick labels of one axis: all with the same number of
// decimals and the same multiple, so that they compare by eye.
type labeller struct {
	format   func(float64) string
	times    float64 // what values are multiplied by first
	suffix   string  // k, M, G or T
	decimals int     // −1 prints each as short as it is
	unit     string
}

// newLabeller returns the labeller for these ticks of an axis.
func newLabeller(a Axis, ticks []float64, log bool) labeller {
	l := labeller{format: a.Format, times: 1, decimals: -1}
	if l.format != nil {
		return l
	}
	switch a.Unit {
	case model.None, model.Ratio, model.Score, model.Count:
	case model.Share:
		l.times, l.unit = 100, string(model.Percent)
	default:
		l.unit = string(a.Unit)
	}
	top := 0.0
	for _, t := range ticks {
		top = max(top, math.Abs(t)*l.times)
	}
	for _, s := range []struct {
		over   float64
		times  float64
		suffix string
	}{{1e15, 1, ""}, {1e12, 1e-12, "T"}, {1e9, 1e-9, "G"}, {1e6, 1e-6, "M"}, {1e5, 1e-3, "k"}} {
		if top >= s.over && (a.Unit != model.Seconds || s.over > 1e6) { // clocks have no kiloseconds
			l.times *= s.times
			l.suffix = s.suffix
			break
		}
	}
	if !log && len(ticks) > 1 && top < 1e15 {
		l.decimals = decimals((ticks[1] - ticks[0]) * l.times)
	}
	return l
}

// decimals returns how many decimals it takes to print a step whole, at most 9.
func decimals(by float64) int {
	d := 0
	for ; d < 9; d++ {
		if math.Abs(by-math.Round(by)) < 1e-6*by {
			break
		}
		by *= 10
	}
	return d
}

// text returns the label of v without its unit.
func (l labeller) text(v float64) string {
	if l.format != nil {
		return l.format(v)
	}
	v *= l.times
	if v == 0 && l.suffix != "" {
		return "0"
	}
	if a := math.Abs(v); a >= 1e15 || a > 0 && a < 1e-6 {
		return minus(strconv.FormatFloat(v, 'e', 0, 64))
	}
	if l.decimals >= 0 {
		return minus(strconv.FormatFloat(v, 'f', l.decimals, 64)) + l.suffix
	}
	// Three decimals past the leading digit are all that a round tick has;
	// more would be the dust of computing it.
	places := 3
	if a := math.Abs(v); a > 0 && a < 1 {
		places += int(-math.Floor(math.Log10(a)))
	}
	s := strconv.FormatFloat(v, 'f', places, 64)
	return minus(strings.TrimRight(strings.TrimRight(s, "0"), ".")) + l.suffix
}

// withUnit returns the label of v with its unit.
func (l labeller) withUnit(v float64) string {
	if l.unit == "" {
		return l.text(v)
	}
	return l.text(v) + " " + l.unit
}

// minus puts a real minus sign before a negative number; a negative zero has none.
func minus(s string) string {
	rest, negative := strings.CutPrefix(s, "-")
	if !negative {
		return s
	}
	if strings.Trim(rest, "0.") == "" {
		return rest
	}
	return "−" + rest
}
