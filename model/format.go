package model

import (
	"math"
	"strconv"
	"strings"
)

// Dash is what stands for a missing figure everywhere.
const Dash = "–"

// Text returns the figure with its unit for reading: four significant digits,
// whole numbers from 1 000 up, no floating-point dust, Dash where it is missing.
//
//	5182.36 ms → "5182 ms"   0.99 share → "99 %"   2.8000000000000007 ms → "2.8 ms"
func (f Figure) Text(u Unit) string { return f.text(u, 4, false) }

// Signed is Text with a plus sign before positive figures and a real minus sign
// before negative ones: the form for changes and margins.
func (f Figure) Signed(u Unit) string { return f.text(u, 4, true) }

// Exact returns the figure with every digit it has to nine decimals: enough for
// any printed figure of a result file, without floating-point dust.
func (f Figure) Exact(u Unit) string { return f.text(u, 17, false) }

// TextAgainst is Text with as many digits as it takes to tell the figure from
// the limit it is judged by: 0.94996 against 0.95 does not become "0.95".
func (f Figure) TextAgainst(limit Figure, u Unit) string {
	if !f.OK() || !limit.OK() || f.Value == limit.Value {
		return f.Text(u)
	}
	for digits := 4; digits < 17; digits++ {
		if s := f.text(u, digits, false); s != limit.text(u, digits, false) {
			return s
		}
	}
	return f.Exact(u)
}

func (f Figure) text(u Unit, digits int, signed bool) string {
	if !f.OK() {
		return Dash
	}
	v := f.Value
	if u == Share {
		v, u = v*100, Percent
	}
	s := decimal(v, digits)
	if signed && v > 0 && s != "0" {
		s = "+" + s
	}
	switch u {
	case None, Ratio, Score, Count:
		return s
	default:
		return s + " " + string(u)
	}
}

// decimal prints v to the given number of significant digits, at most nine
// decimals, never losing whole digits, with trailing zeros taken off.
func decimal(v float64, digits int) string {
	whole := 1
	if a := math.Abs(v); a >= 1 {
		whole = int(math.Log10(a)) + 1
	} else if a > 0 {
		whole = 1 + int(math.Ceil(math.Log10(a)))
	}
	s := strconv.FormatFloat(v, 'f', min(max(digits-whole, 0), 9), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return strings.Replace(s, "-", "−", 1)
}
