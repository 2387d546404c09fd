package model

import (
	"math"
	"strconv"
	"strings"
)

// Dash is printed for a missing figure everywhere.
const Dash = "–"

// Figures from largeFigure up, and those nearer to zero than smallFigure, print in
// scientific notation: no screen has room for their digits, and below nine
// decimals nothing would be left of a small one.
const (
	largeFigure = 1e12
	smallFigure = 1e-9
)

// sameFigure is the relative difference up to which two figures print alike: it
// is what computing in binary can leave behind.
const sameFigure = 1e-9

// Text returns the figure with its unit for reading: four significant digits,
// whole numbers from 1 000 up, no floating-point dust, Dash where it is missing.
// From 1e12 up and below 1e-9 it is in scientific notation.
//
//	5182.36 ms → "5182 ms"   0.99 share → "99 %"   2.8000000000000007 ms → "2.8 ms"   1e300 → "1e300"
func (f Figure) Text(u Unit) string { return f.text(u, 4, false) }

// Signed is Text with a plus sign before positive figures and a real minus sign
// before negative ones: the form for changes and margins. Those are computed, so
// that one below 1e-9 is floating-point dust and prints as 0.
func (f Figure) Signed(u Unit) string { return f.text(u, 4, true) }

// Exact returns the figure with every digit it has to nine decimals: enough for
// any printed figure of a result file, without floating-point dust; a whole number
// up to 2^53 with all of them, unless it is a round one such as 1e12. In scientific
// notation it has up to fifteen significant digits.
func (f Figure) Exact(u Unit) string {
	v, in := f.in(u)
	if !finite(f) || v != math.Trunc(v) || math.Abs(v) < largeFigure || math.Abs(v) > 1<<53 || math.Mod(v, 1e9) == 0 {
		return f.text(u, 17, false)
	}
	return withUnit(minus(strconv.FormatFloat(v, 'f', 0, 64)), in)
}

// TextAgainst is Text with as many digits as it takes to tell the figure from
// the limit it is judged by: 0.94996 against 0.95 does not become "0.95", and 20
// against 20.00004 becomes "20.00000". The limit beside it is told from the figure
// by limit.TextAgainst(f, u). Figures that differ by floating-point dust only
// print alike.
func (f Figure) TextAgainst(limit Figure, u Unit) string {
	if !finite(f) || !finite(limit) || math.Abs(f.Value-limit.Value) <= sameFigure*math.Abs(limit.Value) {
		return f.Text(u)
	}
	short := limit.Text(u)
	for digits := 4; digits <= 17; digits++ {
		mine, other := f.text(u, digits, false), limit.text(u, digits, false)
		switch {
		case mine == other:
		case mine != short:
			return mine
		default: // the limit's further digits would be cut off where it prints short
			return f.padded(u, decimalsIn(other))
		}
	}
	// Below the ninth decimal only the scientific notation has room for the difference.
	for digits := 4; digits < 17; digits++ {
		if mine := f.scientific(u, digits); mine != limit.scientific(u, digits) {
			return mine
		}
	}
	return f.scientific(u, 17)
}

// text prints the figure to the given number of significant digits.
func (f Figure) text(u Unit, digits int, signed bool) string {
	if !finite(f) {
		return Dash
	}
	v, u := f.in(u)
	if signed && math.Abs(v) < smallFigure {
		v = 0
	}
	s := decimal(v, digits)
	if signed && v > 0 && s != "0" {
		s = "+" + s
	}
	return withUnit(s, u)
}

// padded prints the figure with exactly so many decimals, zeros included.
func (f Figure) padded(u Unit, decimals int) string {
	v, u := f.in(u)
	if !plain(v) {
		number, exponent := mantissa(v, decimals+1)
		return withUnit(minus(number+exponent), u)
	}
	return withUnit(minus(strconv.FormatFloat(v, 'f', decimals, 64)), u)
}

func (f Figure) scientific(u Unit, digits int) string {
	v, u := f.in(u)
	return withUnit(scientific(v, digits), u)
}

// finite reports whether the figure is there and is the finite number that it must be.
func finite(f Figure) bool { return f.OK() && !math.IsNaN(f.Value) && !math.IsInf(f.Value, 0) }

// in returns the value as it is printed and the unit it then has: a share is
// printed in percent, unless it is so large that this is no number any more.
func (f Figure) in(u Unit) (float64, Unit) {
	if u != Share {
		return f.Value, u
	}
	if v := f.Value * 100; !math.IsInf(v, 0) {
		return v, Percent
	}
	return f.Value, Ratio
}

func withUnit(number string, u Unit) string {
	switch u {
	case None, Ratio, Score, Count:
		return number
	default:
		return number + " " + string(u)
	}
}

// decimal prints v to the given number of significant digits, at most nine
// decimals, never losing whole digits, with trailing zeros taken off; in
// scientific notation where that is shorter.
func decimal(v float64, digits int) string {
	if !plain(v) {
		return scientific(v, min(digits, 15))
	}
	whole := 1
	if size := math.Abs(v); size >= 1 {
		whole = int(math.Log10(size)) + 1
	} else if size > 0 {
		whole = 1 + int(math.Ceil(math.Log10(size)))
	}
	s := strconv.FormatFloat(v, 'f', min(max(digits-whole, 0), 9), 64)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return minus(s)
}

// plain reports whether v prints without an exponent.
func plain(v float64) bool {
	size := math.Abs(v)
	return size < largeFigure && (size >= smallFigure || size == 0)
}

// scientific prints v as "1.235e15", trailing zeros taken off.
func scientific(v float64, digits int) string {
	number, exponent := mantissa(v, digits)
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return minus(number + exponent)
}

// mantissa returns the number and the exponent of v, "1.235" and "e15"; none where
// the exponent is zero.
func mantissa(v float64, digits int) (number, exponent string) {
	number, exponent, _ = strings.Cut(strconv.FormatFloat(v, 'e', digits-1, 64), "e")
	sign := strings.TrimSuffix(exponent[:1], "+")
	if exponent = strings.TrimLeft(exponent[1:], "0"); exponent == "" {
		return number, ""
	}
	return number, "e" + sign + exponent
}

// minus puts real minus signs for hyphens.
func minus(number string) string { return strings.ReplaceAll(number, "-", "−") }

// decimalsIn returns how many decimals a printed figure has.
func decimalsIn(text string) int {
	_, decimals, _ := strings.Cut(text, ".")
	if end := strings.IndexAny(decimals, "e "); end >= 0 {
		decimals = decimals[:end]
	}
	return len(decimals)
}
