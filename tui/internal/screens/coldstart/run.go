package coldstart

import (
	"slices"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// The lines of a chart of the run, at least and at most, and the cells of the
// names at its left.
const (
	leastRun, mostRun = 4, 22
	runGutter         = 26
)

// tiedRun is a timeline that a sentence ties to a profile, drawn as the replay
// draws it: colour and glyph go by its place in the file.
type tiedRun struct {
	*model.Timeline
	token theme.Token
	glyph rune
}

// tied returns the timelines of the file that a sentence ties to a profile, as
// many as can be distinguished.
func (v startView) tied() []tiedRun {
	if v.f.File.Doc.Timelines() == nil {
		return nil
	}
	var out []tiedRun
	for i := range v.f.File.Doc.Timelines().Timelines {
		t := &v.f.File.Doc.Timelines().Timelines[i]
		named := slices.ContainsFunc(v.cs.Tie, func(tie string) bool { return strings.HasPrefix(tie, t.Name+": ") })
		if named && len(out) < view.MostPolicies {
			out = append(out, tiedRun{t, view.SeriesTokens[i%view.MostPolicies], view.SeriesGlyphs[i%view.MostPolicies]})
		}
	}
	return out
}

// names returns what the lines of the chart are called: what tells them apart,
// since colour need not be there to do it.
func names(runs []tiedRun) []string {
	out := make([]string, len(runs))
	for i := range runs {
		out[i] = runs[i].Name
	}
	return view.DistinctWords(out)
}

// runAround is the head line of the run and its time axis.
const runAround = 3

// runLines returns the lines of the run with a chart of so many rows, 0 where it
// would be too narrow to read or there is none.
func (v startView) runLines(w, rows int) int {
	n := len(v.tied())
	if n == 0 || w < 2*runGutter {
		return 0
	}
	return rows + runAround + n
}

// run draws what the seconds of a start meant: how far demand passed the capacity
// that was ready, and below it for how long the first replica was waited for.
//
//	the first replica waited for, on the run's own seconds ────────── demand / KV capacity
//	     2.4 ┤         ╭──╮
//	       1 ┼┄┄┄┄┄┄╭──╯┄┄╰──┄┄┄ capacity
//	reactive_gpu_util  ▓▓▓▓▓▓▓▓▓
//	leading_kv_…       ▓▓
//	         └──┬────┬────┬────
func (v startView) run(w, h int) []string {
	timelines := v.tied()
	rows := h - runAround - len(timelines)
	lo, hi, any := 0.0, 0.0, false
	spec := chart.Spec{
		Width: w, Height: rows, Gutter: runGutter,
		Rules: []chart.Rule{{Y: 1, Label: "capacity", Token: theme.Limit}},
	}
	called := names(timelines)
	for i, t := range timelines {
		if from, to, ok := t.Seconds.Range(); ok && !any {
			lo, hi, any = from, to, true
		} else if ok {
			lo, hi = min(lo, from), max(hi, to)
		}
		spec.Series = append(spec.Series, chart.Series{Name: called[i], X: t.Seconds.Values(), Y: t.Column(model.DemandRatio).Values(), Token: t.token, Glyph: t.glyph, Step: true})
		spec.Gap = max(spec.Gap, view.GapOf(t.Timeline))
	}
	spec.X = chart.Axis{Min: lo, Max: hi, Unit: model.Seconds}

	lines := []string{view.Titled(v.th, "demand / KV capacity in the run", ", and below it how long the first replica was waited for", w)}
	lines = append(lines, chart.Render(v.th, spec)...)
	for _, t := range timelines {
		lines = append(lines, v.lane(t, spec.X, w))
	}
	return append(lines, chart.TimeScale(v.th, spec, 2)...)
}

// lane draws when the first cold replica of a timeline was waited for.
func (v startView) lane(t tiedRun, x chart.Axis, w int) string {
	asked, ready, found := analysis.ColdBoot(t.Timeline)
	flags := make([]model.Flag, t.Len())
	for i := range flags {
		flags[i] = model.FlagOf(found && i >= asked && (ready < 0 || i < ready))
	}
	strip := chart.Strip{Width: max(w-runGutter, 0), X: x, At: t.Seconds.Values(), Flags: flags, Gap: view.GapOf(t.Timeline), Token: t.token}
	name := t.Name
	if v.th.ASCII { // the line is drawn with it
		name = string(t.glyph) + " " + name
	}
	l := widget.NewLine(v.th, w).Put(theme.Text, " ").Column(t.token, name, runGutter-1).To(runGutter)
	return l.Raw(strip.Row(v.th), strip.Width).String()
}
