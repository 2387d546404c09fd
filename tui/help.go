package tui

import (
	"slices"

	"charm.land/bubbles/v2/key"

	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// verdictMeanings is the legend of the help page.
var verdictMeanings = [...]struct {
	verdict analysis.Verdict
	means   string
}{
	{analysis.Pass, "every gate has a figure and meets its limit"},
	{analysis.Fail, "a gate breaks its limit"},
	{analysis.Undecided, "a figure or a precondition is missing, or samples are too few: never green"},
	{analysis.Running, "evidence is still coming"},
	{analysis.Info, "nothing to judge"},
}

// newHelp returns the dialog with every key of a screen and the global ones,
// taken from the bindings themselves so that it cannot lie.
func newHelp(title string, own []key.Binding, global globalKeys) dialog {
	everywhere := slices.DeleteFunc(global.all(), func(b key.Binding) bool {
		return slices.ContainsFunc(own, func(o key.Binding) bool { return slices.Equal(o.Keys(), b.Keys()) })
	})
	return &pager{title: "keys on " + title, body: func(th *theme.Theme, w int) []string {
		var out []string
		out = append(out, keyLines(th, w, own)...)
		out = append(out, "", widget.NewLine(th, w).Put(theme.Title, "everywhere").String())
		out = append(out, keyLines(th, w, everywhere)...)
		out = append(out, "", widget.NewLine(th, w).Put(theme.Title, "verdicts").String())
		for _, v := range verdictMeanings {
			out = append(out, widget.NewLine(th, w).Put(theme.Verdict(v.verdict), th.Badge(v.verdict)).To(14).Put(theme.Text, v.means).String())
		}
		out = append(out, "", widget.NewLine(th, w).Put(theme.Title, "figures").String())
		for _, t := range []string{"– missing, never zero", "= derived here from figures of the file", "≠ claimed by the file, not reproduced", "SIMULATED from a model with assumed coefficients, not measured"} {
			out = append(out, widget.NewLine(th, w).Put(theme.Text, t).String())
		}
		return out
	}}
}

// keyLines lays bindings out in as many columns as fit.
func keyLines(th *theme.Theme, w int, keys []key.Binding) []string {
	const column = 36
	columns := max(w/column, 1)
	rows := (len(keys) + columns - 1) / columns
	out := make([]string, 0, rows)
	for r := range rows {
		l := widget.NewLine(th, w)
		for col := range columns {
			i := col*rows + r
			if i >= len(keys) {
				break
			}
			l.To(col*column).Column(theme.Key, keys[i].Help().Key, col*column+11)
			l.Column(theme.Text, keys[i].Help().Desc, min((col+1)*column-1, w))
		}
		out = append(out, l.String())
	}
	return out
}
