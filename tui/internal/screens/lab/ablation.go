package lab

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
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
	if run.base.doc == nil || len(run.base.doc.Timelines().Timelines) != 2 {
		return from, to
	}
	var read [2]sim.Config
	for i := range read {
		c, _, err := sim.FromTimeline(&run.base.doc.Timelines().Timelines[i], run.base.doc.Startup(), run.config.SLO)
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

// updateAblation handles the keys of the ablation: it scrolls, turns between the
// figures and what they say, and goes back.
func (l *lab) updateAblation(press tea.KeyPressMsg, c screen.Ctx) {
	if key.Matches(press, l.own.Back) {
		l.ablating = false
		return
	}
	lines, rest := l.ablationLines(c, l.run(c))
	last := max(len(lines)-c.Height(), 0)
	if key.Matches(press, l.own.Rest) {
		if to := min(rest, last); l.top < to {
			l.top = to
		} else {
			l.top = 0
		}
		return
	}
	if i, moved := l.move.Moved(press, l.top, last+1, c.Height()-1); moved {
		l.top = i
	}
}

// ablationView draws the sentence, the eight runs, what each change does, and on
// what all of it rests.
func (l *lab) ablationView(c screen.Ctx, run *labRun) []string {
	lines, rest := l.ablationLines(c, run)
	h := c.Height()
	top := min(l.top, max(len(lines)-h, 0))
	seen := lines[top:]
	if more := len(seen) - h; more > 0 && h > 1 {
		hint := "… enter says the rest, " + strconv.Itoa(more+1) + " lines"
		if top >= min(rest, len(lines)-h) {
			hint = "… ↓ " + strconv.Itoa(more+1) + " more lines"
		}
		seen = append(slices.Clone(seen[:h-1]), widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").
			Put(theme.Key, widget.Ellipsis(c.Theme, hint, c.Width()-2)).String())
	}
	return seen
}

// ablationLines returns all of the ablation, and the line from which on a small
// screen it says in words what does not fit next to the figures.
func (l *lab) ablationLines(c screen.Ctx, run *labRun) (lines []string, rest int) {
	th, w := c.Theme, c.Width()
	head := widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Title, "ablation")
	tail := []view.Span{l.old(c), view.SimulatedSpan(c, true)}
	head.Put(theme.Muted, "  "+widget.Ellipsis(th, l.ablationInputs(run), max(head.Left()-3-view.SpansWidth(th, tail), 0)))
	view.PutSpans(th, head, tail)
	lines = []string{head.String()}
	a, err := run.ablate()
	switch {
	case run.err != nil:
		return append(lines, l.refusal(c, run, w)...), 0
	case err != nil:
		return append(lines, view.Sentence(th, theme.Undecided, widget.Ellipsis(th, sim.Words(err), w-2), w)), 0
	}
	sentence := paragraph(th, theme.Text, a.Sentence(), w)
	var premises []string
	for _, p := range run.premises() {
		premises = append(premises, paragraph(th, theme.Muted, p, w)...)
	}
	runs := ablationRuns(a, th, w).Lines(th, w-1, len(a.Runs)+1)
	effects := ablationEffects(a, th, w).Lines(th, w-1, len(a.Effects)+1)
	if 1+len(sentence)+1+len(runs)+1+len(effects) > c.Height() {
		// The figures first; what they say is found by scrolling.
		lines = slices.Concat(lines, runs, effects)
		return slices.Concat(lines, sentence, premises), len(lines)
	}
	lines = slices.Concat(lines, sentence, []string{""}, runs, []string{""}, effects)
	return slices.Concat(lines, []string{""}, premises), len(lines)
}

// paragraph wraps a sentence to lines that are read easily.
func paragraph(th *theme.Theme, tok theme.Token, text string, w int) []string {
	var out []string
	for _, t := range view.Wrap(th, text, min(w-2, 150)) {
		out = append(out, view.Sentence(th, tok, t, w))
	}
	return out
}

// premises say on what the ablation rests. They are found once a run, since the
// effects are looked at under every SLO that a reading leaves.
func (run *labRun) premises() []string {
	a, err := run.ablate()
	if err != nil || a == nil || run.rests != nil {
		return run.rests
	}
	b := &run.base
	if run.config.SLO != b.config.SLO {
		run.rests = a.Premises("changed here", nil)
		return run.rests
	}
	if low, high := b.within[0], b.within[1]; low > 0 && low <= high {
		if r, ok := a.Across(low, high); ok {
			run.rests = a.Premises(b.slo, &r)
			return run.rests
		}
	}
	run.rests = a.Premises(b.slo, nil)
	return run.rests
}

// ablationInputs says on what the eight runs were made: the demand, and the
// numbers that are no factor of theirs and were changed.
func (l *lab) ablationInputs(run *labRun) string {
	text := "on the demand of " + run.base.where()
	for _, row := range l.rows(run) {
		switch row {
		case labPolicy, labRow(sim.ParamColdStart), labRow(sim.ParamStandby), labRow(sim.ParamGPUThreshold),
			labRow(sim.ParamLead), labRow(sim.ParamMaxBoots), labRow(sim.ParamHPATarget), labRow(sim.ParamHPAWindow),
			labRow(sim.ParamHPATolerance):
			continue
		}
		if now, _, differs := l.compare(run, row); differs {
			text += ", " + row.label() + " " + now
		}
	}
	return text
}

// ablationMarkdown writes what is on screen: the eight runs, what each change
// does, the sentence, and on what it all rests.
func (l *lab) ablationMarkdown(b *strings.Builder, run *labRun) {
	a, err := run.ablate()
	if err != nil {
		return
	}
	fmt.Fprintf(b, "SIMULATED %s.\n\n| signal | cold start | standby | over the SLO | worst p99 TTFT | held |\n|---|---|---|---|---|---|\n", l.ablationInputs(run))
	for i := range a.Runs {
		r := &a.Runs[i]
		fmt.Fprintf(b, "| %s | %s | %d | %s | %s | %s |\n", r.Config.Policy.Name(), model.Of(r.Config.ColdStart.Seconds).Text(model.Seconds), r.Config.Standby,
			model.Of(r.Summary.BreachSeconds).Text(model.Seconds), model.Of(r.Summary.WorstTTFT).Text(model.Milliseconds), model.Of(r.Summary.ReplicaSeconds).Exact(model.ReplicaSeconds))
	}
	b.WriteString("\n| effect of | over the SLO | worst p99 TTFT | held |\n|---|---|---|---|\n")
	for i := range a.Effects {
		e := &a.Effects[i]
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", e.Of, model.Of(e.BreachSeconds).Signed(model.Seconds),
			model.Of(e.WorstTTFT).Signed(model.Milliseconds), model.Of(e.ReplicaSeconds).Signed(model.ReplicaSeconds))
	}
	fmt.Fprintf(b, "\n%s\n\n", a.Sentence())
	for _, p := range run.premises() {
		fmt.Fprintf(b, "- %s\n", p)
	}
}
