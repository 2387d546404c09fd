package tui

import (
	"math"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// fixed prints a figure without its unit to a number of decimals, properly
// rounded; "" where a figure that is not zero would read as zero.
func fixed(f model.Figure, decimals int) string {
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

// decimalsIn returns with how many decimals the figures of a row are printed, so
// that all of them have as many: those of the one that needs most. 4.33 beside
// 4.319 is 4.330.
func decimalsIn(figures []model.Figure) int {
	most := 0
	for _, f := range figures {
		text := f.Text(model.None)
		if i := strings.IndexByte(text, '.'); i >= 0 {
			most = max(most, len(text)-i-1)
		}
	}
	return most
}

// fixedIn prints a figure after a mark in at most n cells, with the decimals of
// its row or, where those have no room, with as many as have; the mark of
// something cut where not even the whole number has.
func fixedIn(th *theme.Theme, mark string, f model.Figure, decimals, n int) string {
	for d := decimals; d >= 0; d-- {
		s := fixed(f, d)
		if s == "" {
			break
		}
		if s = th.Spell(mark + s); widget.Width(s) <= n {
			return s
		}
	}
	if n < 1 {
		return ""
	}
	return widget.Whole(th, n)
}

// wholeFigure prints a figure in at most n cells: as it is read elsewhere, else
// without its unit, else with fewer decimals, properly rounded. Where not even
// the whole number has room it is the mark of something cut.
func wholeFigure(th *theme.Theme, f model.Figure, u model.Unit, n int, signed bool) string {
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
	for d := decimalsIn([]model.Figure{f}); d >= 0; d-- {
		s := fixed(f, d)
		if s == "" {
			break
		}
		if s = th.Spell(sign + s + unit); widget.Width(s) <= n {
			return s
		}
	}
	return widget.Whole(th, n)
}

// signedPercent prints a change in percent as every cell of a comparison does: with its
// sign and two decimals, and more only where those would read as no change.
func signedPercent(f model.Figure) string {
	if !f.OK() {
		return model.Dash
	}
	s := fixed(f, 2)
	if s == "" {
		return f.Signed(model.Percent)
	}
	if f.Value > 0 {
		s = "+" + s
	}
	return s + " %"
}

// signedPercentIn is signedPercent in at most n cells, with fewer decimals where it takes that.
func signedPercentIn(th *theme.Theme, f model.Figure, n int) string {
	text := th.Spell(signedPercent(f))
	if widget.Width(text) <= n {
		return text
	}
	return wholeFigure(th, f, model.Percent, n, true)
}

// changeFigure prints the change that a gate judges as signedPercent does, with more
// digits where those would hide on which side of its limit it is.
func changeFigure(g analysis.Gate) string {
	size := g.Observed
	if g.Rule.Magnitude && size.OK() {
		size.Value = math.Abs(size.Value)
	}
	if !size.OK() || !g.Limit.OK() || size.Value == g.Limit.Value || signedPercent(size) != signedPercent(g.Limit) {
		return signedPercent(g.Observed)
	}
	text := g.Observed.TextAgainst(g.Limit, g.Rule.Unit)
	if g.Rule.Magnitude {
		text = size.TextAgainst(g.Limit, g.Rule.Unit)
	}
	switch {
	case g.Observed.Value > 0:
		return "+" + text
	case g.Rule.Magnitude && g.Observed.Value < 0:
		return "−" + text
	}
	return text
}

// short is signedPercent in as few cells as it can be read in: for previews.
func short(f model.Figure) string {
	return strings.TrimSuffix(signedPercent(f), " %") + map[bool]string{true: "%"}[f.OK()]
}

// withoutUnit returns a figure in words without its unit, "" where it has none or
// would be another figure without it.
func withoutUnit(text string) string {
	i := strings.LastIndexByte(text, ' ')
	if i < 1 || text[i-1] < '0' || text[i-1] > '9' || strings.ContainsAny(text[i:], "0123456789") {
		return ""
	}
	if text[i+1:] == "%" {
		return text[:i] + "%"
	}
	return text[:i]
}
