package lab

import (
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// The widths below which the tables speak in short forms: first in short titles
// and bare numbers, then also with the signals by their first letters.
const shortAblation, lettersAblation = 78, 60

// fitted sets the width of columns to that of their longest cell, so that no
// figure is ever cut: a column that does not fit is left out as a whole.
func fitted(th *theme.Theme, t widget.Table) widget.Table {
	for i := range t.Columns {
		t.Columns[i].Width = widget.Width(th.Spell(t.Columns[i].Title))
	}
	for i := range t.Len {
		for k, cell := range t.Row(i) {
			t.Columns[k].Width = max(t.Columns[k].Width, widget.Width(th.Spell(cell.Text)))
		}
	}
	return t
}

// figureColumns are the columns that both tables end with.
func figureColumns(w int) []widget.Column {
	titles := [3]string{"over SLO", "worst p99 TTFT", "replica·s"}
	switch {
	case w < shortAblation:
		titles = [3]string{"over", "p99", "rep·s"}
	case w < 90:
		titles[1] = "worst p99"
	}
	return []widget.Column{
		{Title: titles[0], Right: true, Priority: 7}, {Title: titles[1], Right: true, Priority: 6}, {Title: titles[2], Right: true, Priority: 5},
	}
}

// ablationRuns is the table of the eight runs.
func ablationRuns(a *sim.Ablation, th *theme.Theme, w int) widget.Table {
	short := w < shortAblation
	titles := [3]string{"signal", "cold start", "standby"}
	if short {
		titles = [3]string{"signal", "cold", "sb"}
	}
	letters := w < lettersAblation
	if letters {
		titles[0] = "sig"
	}
	t := widget.Table{Selected: -1, Len: len(a.Runs), Columns: append([]widget.Column{
		{Title: titles[0], Priority: 10}, {Title: titles[1], Right: true, Priority: 9}, {Title: titles[2], Right: true, Priority: 8},
	}, figureColumns(w)...)}
	t.Row = func(i int) []widget.Cell {
		r := &a.Runs[i]
		tok := func(f sim.Factors) theme.Token {
			if r.Changed&f != 0 {
				return theme.SeriesB // the second level
			}
			return theme.SeriesA
		}
		over := theme.Fail
		if r.Summary.BreachSeconds == 0 {
			over = theme.Pass
		}
		signal, cold := r.Config.Policy.Name(), model.Of(r.Config.ColdStart.Seconds).Text(model.Seconds)
		if short {
			cold = model.Of(r.Config.ColdStart.Seconds).Text(model.None)
		}
		if letters {
			signal = strings.ToUpper(signal[:1])
		}
		return []widget.Cell{
			{Token: tok(sim.FactorSignal), Text: signal},
			{Token: tok(sim.FactorColdStart), Text: cold},
			{Token: tok(sim.FactorStandby), Text: strconv.Itoa(r.Config.Standby)},
			{Token: over, Text: model.Of(r.Summary.BreachSeconds).Text(model.Seconds)},
			{Token: theme.Text, Text: model.Of(r.Summary.WorstTTFT).Text(model.Milliseconds)},
			{Token: theme.Text, Text: model.Of(r.Summary.ReplicaSeconds).Exact(model.None)},
		}
	}
	return fitted(th, t)
}

// shortFactors name the changes in as few cells as the short tables have.
var shortFactors = strings.NewReplacer("cold start", "cold", "standby", "sb", "signal", "sig", " × ", "×")

// ablationEffects is the table of what each change does on average over the
// others, and how they act together.
func ablationEffects(a *sim.Ablation, th *theme.Theme, w int) widget.Table {
	title := "effect, on average over the others"
	switch {
	case w < shortAblation:
		title = "effect"
	case w < 90:
		title = "effect on average"
	}
	t := widget.Table{Selected: -1, Len: len(a.Effects), Columns: append([]widget.Column{{Title: title, Priority: 10}}, figureColumns(w)...)}
	t.Row = func(i int) []widget.Cell {
		e := &a.Effects[i]
		cell := func(v float64, u model.Unit) widget.Cell {
			c := widget.Cell{Token: theme.Text, Text: model.Of(v).Signed(u)}
			switch {
			case i > 2: // less or more of an interaction is neither good nor bad
			case v < 0:
				c.Token = theme.Pass
			case v > 0:
				c.Token = theme.Fail
			}
			return c
		}
		name, of := theme.Strong, e.Of.String()
		if i > 2 {
			name = theme.Muted // interactions
		}
		if w < lettersAblation {
			of = shortFactors.Replace(of)
		}
		return []widget.Cell{
			{Token: name, Text: of}, cell(e.BreachSeconds, model.Seconds), cell(e.WorstTTFT, model.Milliseconds), cell(e.ReplicaSeconds, model.None),
		}
	}
	return fitted(th, t)
}
