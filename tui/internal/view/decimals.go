package view

import (
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Fixed prints a figure without its unit to a number of decimals, properly
// rounded; "" where a figure that is not zero would read as zero.
func Fixed(f model.Figure, decimals int) string {
	if !f.OK() {
		return model.Dash
	}
	s := strconv.FormatFloat(f.Value, 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		if f.Value != 0 {
			return ""
		}
		return strings.TrimPrefix(s, "-")
	}
	return strings.Replace(s, "-", "−", 1)
}

// DecimalsIn returns with how many decimals the figures of a row are printed, so
// that all of them have as many: those of the one that needs most. 4.33 next to
// 4.319 is 4.330.
func DecimalsIn(figures []model.Figure) int {
	most := 0
	for _, f := range figures {
		text := f.Text(model.None)
		if i := strings.IndexByte(text, '.'); i >= 0 {
			most = max(most, len(text)-i-1)
		}
	}
	return most
}

// FixedIn prints a figure after a mark in at most n cells, with the decimals of
// its row or, where those have no room, with as many as have; "#"
// where not even the whole number has.
func FixedIn(th *theme.Theme, mark string, f model.Figure, decimals, n int) string {
	for d := decimals; d >= 0; d-- {
		s := Fixed(f, d)
		if s == "" {
			break
		}
		if s = th.Spell(mark + s); widget.Width(s) <= n {
			return s
		}
	}
	return widget.NoRoom(n)
}

// WholeFigure prints a figure in at most n cells: as it is read elsewhere, else
// without its unit, else with fewer decimals, properly rounded. Where not even
// the whole number has room it is "#".
func WholeFigure(th *theme.Theme, f model.Figure, u model.Unit, n int, signed bool) string {
	text := f.Text(u)
	if signed {
		text = f.Signed(u)
	}
	text = th.Spell(text)
	if widget.Width(text) <= n || !f.OK() {
		return widget.Whole(th, n, text)
	}
	if u == model.Share { // a share is read in percent; without that sign it would be another figure
		f, u = model.Of(f.Value*100), model.Percent
	}
	sign, unit := "", ""
	if signed && f.Value > 0 {
		sign = "+"
	}
	if u == model.Percent {
		unit = "%"
	}
	for d := DecimalsIn([]model.Figure{f}); d >= 0; d-- {
		s := Fixed(f, d)
		if s == "" {
			break
		}
		if s = th.Spell(sign + s + unit); widget.Width(s) <= n {
			return s
		}
	}
	return widget.Whole(th, n, text)
}

// SignedPercent prints a change in percent as every cell of a comparison does: with its
// sign and two decimals, and more only where those would read as no change.
func SignedPercent(f model.Figure) string {
	if !f.OK() {
		return model.Dash
	}
	s := Fixed(f, 2)
	if s == "" {
		return f.Signed(model.Percent)
	}
	if f.Value > 0 {
		s = "+" + s
	}
	return s + " %"
}

// SignedPercentIn is signedPercent in at most n cells, with fewer decimals where it takes that.
func SignedPercentIn(th *theme.Theme, f model.Figure, n int) string {
	text := th.Spell(SignedPercent(f))
	if widget.Width(text) <= n {
		return text
	}
	return WholeFigure(th, f, model.Percent, n, true)
}

// WithoutUnit returns a figure in words without its unit, "" where it has none or
// would be another figure without it.
func WithoutUnit(text string) string {
	i := strings.LastIndexByte(text, ' ')
	if i < 1 || text[i-1] < '0' || text[i-1] > '9' || strings.ContainsAny(text[i:], "0123456789") {
		return ""
	}
	if text[i+1:] == "%" {
		return text[:i] + "%"
	}
	return text[:i]
}

// FigureIn prints a figure into at most n cells: whole, else without its unit,
// else rounded to fewer digits. A number is never cut: the rest of one reads as
// another.
func FigureIn(f model.Figure, u model.Unit, n int) string {
	if text := f.Text(u); widget.Width(text) <= n {
		return text
	}
	if u == model.Share && f.OK() {
		f = model.Of(f.Value * 100)
	}
	if text := f.Text(model.None); widget.Width(text) <= n {
		return text
	}
	for digits := 3; digits > 0; digits-- {
		if text := strconv.FormatFloat(f.Value, 'g', digits, 64); f.OK() && len(text) <= n {
			return strings.Replace(text, "-", "−", 1)
		}
	}
	return "#"
}

// Difference returns the second figure less the first, missing where either is.
func Difference(a, b model.Figure) model.Figure {
	if !a.OK() || !b.OK() {
		return model.Figure{}
	}
	return model.Of(b.Value - a.Value)
}
