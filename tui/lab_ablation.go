package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// ablation returns the 2×2×2 of signal, cold start and standby on the demand and
// with the other numbers of the run: between the two timelines of the document
// where there are two that differ in their policy, else between the two reference
// configurations. It is computed once a run.
func (run *labRun) ablate() (*sim.Ablation, error) {
	if run.ablation != nil || run.ablated != nil || run.err != nil {
		return run.ablation, run.ablated
	}
	from, to := run.levels()
	first, second := run.config, run.config
	first.Policy, first.ColdStart, first.Standby = from.Policy, from.ColdStart, from.Standby
	second.Policy, second.ColdStart, second.Standby = to.Policy, to.ColdStart, to.Standby
	a, err := sim.Ablate(first, second)
	if err != nil {
		run.ablated = err
		return nil, err
	}
	run.ablation = &a
	return run.ablation, nil
}

// levels returns the configurations that the ablation goes between.
func (run *labRun) levels() (from, to sim.Config) {
	from, to = sim.ReferenceReactive(), sim.ReferenceLeading()
	if run.base.doc == nil || len(run.base.doc.Autoscaling.Timelines) != 2 {
		return from, to
	}
	var read [2]sim.Config
	for i := range read {
		c, _, err := sim.FromTimeline(&run.base.doc.Autoscaling.Timelines[i], run.base.doc.ColdStart, run.config.SLO)
		if err != nil {
			return from, to
		}
		read[i] = c
	}
	if read[0].Policy.Name() == read[1].Policy.Name() {
		return from, to
	}
	return read[0], read[1]
}

// updateAblation handles the keys of the ablation: it scrolls, and goes back.
func (l *lab) updateAblation(press tea.KeyPressMsg, c Ctx) {
	if key.Matches(press, l.own.Back) {
		l.ablating = false
		return
	}
	n := len(l.ablationLines(c, l.run(c)))
	if i, moved := l.move.moved(press, l.top, max(n-c.Height()+1, 1), c.Height()-1); moved {
		l.top = i
	}
}

// ablationView draws the sentence, the eight runs, and what each change does.
func (l *lab) ablationView(c Ctx, run *labRun) string {
	lines := l.ablationLines(c, run)
	top := min(l.top, max(len(lines)-c.Height(), 0))
	return block(lines[top:], c.Height())
}

func (l *lab) ablationLines(c Ctx, run *labRun) []string {
	th, w := c.Theme, c.Width()
	head := widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Title, "ablation")
	head.Put(theme.Muted, "  "+widget.Ellipsis(th, l.ablationInputs(run), max(head.Left()-14, 0)))
	if head.Left() > len("SIMULATED")+1 {
		head.Right(theme.Simulated, "SIMULATED ")
	}
	lines := []string{head.String()}
	a, err := run.ablate()
	switch {
	case run.err != nil:
		return append(lines, l.refusal(c, run, w)...)
	case err != nil:
		return append(lines, widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Undecided, widget.Ellipsis(th, err.Error(), w-2)).String())
	}
	var sentence []string
	for _, t := range wrap(th, a.Sentence(), min(w-2, 150)) {
		sentence = append(sentence, widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Text, t).String())
	}
	runs := ablationRuns(a, w).Lines(th, w-1, len(a.Runs)+1)
	effects := ablationEffects(a, w).Lines(th, w-1, len(a.Effects)+1)
	if 1+len(sentence)+1+len(runs)+1+len(effects) > c.Height() {
		// The figures first; the sentence is found by scrolling.
		return slices.Concat(lines, runs, effects, sentence)
	}
	return slices.Concat(lines, sentence, []string{""}, runs, []string{""}, effects)
}

// ablationInputs says on what the eight runs were made: the demand, and the
// numbers that are no factor of theirs and were changed.
func (l *lab) ablationInputs(run *labRun) string {
	text := "on the demand of " + run.base.where()
	for _, row := range l.rows(run) {
		switch row {
		case labPolicy, labRow(sim.ParamColdStart), labRow(sim.ParamStandby), labRow(sim.ParamGPUThreshold),
			labRow(sim.ParamLead), labRow(sim.ParamMaxBoots), labRow(sim.ParamHPATarget):
			continue
		}
		if now, _, differs := l.compare(run, row); differs {
			text += ", " + row.label() + " " + now
		}
	}
	return text
}

// figureColumns are the columns that both tables end with.
func figureColumns(w int) []widget.Column {
	worst := widget.Column{Title: "worst p99 TTFT", Right: true, Priority: 8}
	if w < 90 {
		worst.Title, worst.Width = "worst p99", 10
	}
	return []widget.Column{
		{Title: "over SLO", Right: true, Priority: 9}, worst, {Title: "replica·s", Right: true, Priority: 7},
	}
}

// ablationRuns is the table of the eight runs.
func ablationRuns(a *sim.Ablation, w int) widget.Table {
	t := widget.Table{Selected: -1, Len: len(a.Runs), Columns: append([]widget.Column{
		{Title: "signal", Width: 23, Min: 8, Priority: 6},
		{Title: "cold start", Width: 10, Min: 5, Right: true, Priority: 5},
		{Title: "standby", Width: 7, Right: true, Priority: 4},
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
		return []widget.Cell{
			{Token: tok(sim.FactorSignal), Text: r.Config.Policy.Name()},
			{Token: tok(sim.FactorColdStart), Text: model.Of(r.Config.ColdStart.Seconds).Text(model.Seconds)},
			{Token: tok(sim.FactorStandby), Text: strconv.Itoa(r.Config.Standby)},
			{Token: over, Text: model.Of(r.Summary.BreachSeconds).Text(model.Seconds)},
			{Token: theme.Text, Text: model.Of(r.Summary.WorstTTFT).Text(model.Milliseconds)},
			{Token: theme.Text, Text: model.Of(r.Summary.ReplicaSeconds).Exact(model.None)},
		}
	}
	return t
}

// ablationEffects is the table of what each change does on average over the
// others, and how they act together.
func ablationEffects(a *sim.Ablation, w int) widget.Table {
	t := widget.Table{Selected: -1, Len: len(a.Effects), Columns: append([]widget.Column{
		{Title: "effect, on average over the others", Width: 44, Min: 14, Priority: 10},
	}, figureColumns(w)...)}
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
		name := theme.Strong
		if i > 2 {
			name = theme.Muted // interactions
		}
		return []widget.Cell{
			{Token: name, Text: e.Of.String()}, cell(e.BreachSeconds, model.Seconds), cell(e.WorstTTFT, model.Milliseconds), cell(e.ReplicaSeconds, model.None),
		}
	}
	return t
}

// ablationMarkdown writes the eight runs and the sentence.
func (l *lab) ablationMarkdown(b *strings.Builder, run *labRun) {
	a, err := run.ablate()
	if err != nil {
		return
	}
	fmt.Fprintf(b, "SIMULATED on the demand of %s.\n\n| signal | cold start | standby | over the SLO | worst p99 TTFT | held |\n|---|---|---|---|---|---|\n", run.base.where())
	for i := range a.Runs {
		r := &a.Runs[i]
		fmt.Fprintf(b, "| %s | %s | %d | %s | %s | %s |\n", r.Config.Policy.Name(), model.Of(r.Config.ColdStart.Seconds).Text(model.Seconds), r.Config.Standby,
			model.Of(r.Summary.BreachSeconds).Text(model.Seconds), model.Of(r.Summary.WorstTTFT).Text(model.Milliseconds), model.Of(r.Summary.ReplicaSeconds).Exact(model.ReplicaSeconds))
	}
	fmt.Fprintf(b, "\n%s\n", a.Sentence())
}
