package lab

import (
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// labAxis is the time axis of both runs: the recorded clock.
func labAxis(run *labRun) chart.Axis {
	x := chart.Axis{Unit: model.Seconds}
	x.Min, x.Max, _ = run.base.tl.Seconds.Range()
	if lo, hi, ok := run.timeline.Seconds.Range(); ok {
		// The run begins at 0, the recorded samples where they do.
		x.Max = max(x.Max, hi-lo+x.Min)
	}
	return x
}

// The glyphs of the two runs in ASCII, where glyph and not line tells them apart.
const recordedGlyph, simulatedGlyph = 'o', '*'

// legend names the two runs with what they are drawn with, and says whether
// what was recorded is not what its file holds now: shorter, before that is left
// out.
func (l *lab) legend(c screen.Ctx, run *labRun, w int) string {
	th, old := c.Theme, []view.Span{l.old(c)}
	recorded, simulated := "━ ", "╌ "
	if th.ASCII {
		recorded, simulated = string(recordedGlyph)+" ", string(simulatedGlyph)+" "
	}
	long := widget.Width(th.Spell(" " + recorded + run.base.word() + "  " + simulated + "simulated"))
	if f, open := l.finding(c); open && long+view.SpansWidth(th, old) > w {
		old[0].Text = view.Staleness(c, f)
	}
	first, second := run.base.word(), "simulated"
	if long+view.SpansWidth(th, old) > w {
		first, second = run.base.shortWord(), "sim."
	}
	line := widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.SeriesA, recorded+first).Put(theme.Text, "  ").Put(theme.SeriesB, simulated+second)
	view.PutSpans(th, line, old)
	return line.String()
}

// bands draws the charts into h lines; the fewer lines there are the fewer charts.
func (l *lab) bands(c screen.Ctx, run *labRun, w, h, gut int, x chart.Axis) []string {
	all := []view.Band{
		view.TTFTBand(view.SLORule(analysis.SLO{Limit: model.Of(run.config.SLO)}), run.base.tl, &run.timeline),
		{Title: "replicas ready", Metric: model.Ready, Weight: 3, From: 9, Step: true},
		{Title: "demand / KV capacity", Metric: model.DemandRatio, Weight: 3, From: 20, Rules: []chart.Rule{{Y: 1, Label: "capacity", Token: theme.Limit}}},
	}
	return view.Stacked(all, h, func(b view.Band, rows int) []string { return l.band(c, run, b, w, rows, gut, x) })
}

// band draws one chart: what was recorded solid, the simulated run dashed over it.
func (l *lab) band(c screen.Ctx, run *labRun, b view.Band, w, rows, gut int, x chart.Axis) []string {
	head := widget.Draw(c.Theme, widget.Heading{Title: " " + b.Title}, w)
	spec := chart.Spec{
		Width: w, Height: rows, Gutter: gut, X: x, Rules: b.Rules, Gap: view.GapOf(run.base.tl),
		Y: chart.Axis{Unit: b.Metric.Unit, Log: b.Log},
		Series: []chart.Series{
			{X: shifted(run, x), Y: run.timeline.Column(b.Metric).Values(), Token: theme.SeriesB, Glyph: simulatedGlyph, Step: true, Dashed: true},
			{X: run.base.tl.Seconds.Values(), Y: run.base.tl.Column(b.Metric).Values(), Token: theme.SeriesA, Glyph: recordedGlyph, Step: true},
		},
	}
	return append([]string{head}, chart.Render(c.Theme, spec)...)
}

// shifted returns the times of the simulated samples on the recorded clock.
func shifted(run *labRun, x chart.Axis) []float64 {
	at := run.timeline.Seconds.Values()
	if x.Min == 0 || len(at) == 0 {
		return at
	}
	out := make([]float64, len(at))
	for i, v := range at {
		out[i] = v + x.Min
	}
	return out
}

// strips draw when each run was over the SLO, on the columns of the charts.
func (l *lab) strips(c screen.Ctx, run *labRun, w, gut int, x chart.Axis) []string {
	out := []string{widget.Draw(c.Theme, widget.Heading{Title: " p99 TTFT over the SLO"}, w)}
	for _, s := range []struct {
		name  string
		at    []float64
		flags []model.Flag
		token theme.Token
	}{
		{run.base.word(), run.base.tl.Seconds.Values(), run.recorded.over, theme.SeriesA},
		{"simulated", shifted(run, x), run.simulated.over, theme.SeriesB},
	} {
		strip := chart.Strip{Width: max(w-gut, 0), X: x, At: s.at, Flags: s.flags, Token: s.token, Gap: view.GapOf(run.base.tl)}
		line := widget.NewLine(c.Theme, w).ColumnRight(s.token, s.name, gut-1).To(gut)
		out = append(out, line.Raw(strip.Row(c.Theme), strip.Width).String())
	}
	return out
}

// comparison is the table of what the run comes to.
func (l *lab) comparison(c screen.Ctx, run *labRun, w int) []string {
	th := c.Theme
	cell := min((w-8)/3, 14)
	label := min(max(w-3*cell, 8), 22)
	if w-3*11 >= 11 { // rather shorter names than cells without a gap
		cell = min((w-11)/3, 14)
		label = min(w-3*cell, 22)
	}
	narrow := cell < 11
	heads := [3]string{run.base.word(), "simulated", "difference"}
	if narrow {
		heads = [3]string{run.base.shortWord(), "sim.", "Δ"}
	}
	badge := "SIMULATED"
	if label <= len(badge)+1 {
		badge = "SIM"
	}
	figures := run.figures()
	columns := []widget.Column{{Title: badge, Token: theme.Simulated, Width: label - 1}}
	for i, tok := range []theme.Token{theme.SeriesA, theme.SeriesB, theme.Muted} {
		columns = append(columns, widget.Column{Title: heads[i], Token: tok, Width: cell - 1, Right: true})
	}
	return widget.Table{Columns: columns, Len: len(figures), Selected: -1, Gap: 1, Row: func(i int) []widget.Cell {
		f := figures[i]
		name, was, now := f.label, f.recorded, f.simulated
		switch {
		case label < len(" worst p99"):
			name = f.tiny
		case label < len(" worst p99 TTFT"):
			name = f.short
		}
		if narrow { // the windows there are have no room
			was, _, _ = strings.Cut(was, " of ")
			now, _, _ = strings.Cut(now, " of ")
		}
		return []widget.Cell{
			{Token: theme.Muted, Text: name}, {Token: theme.Text, Text: whole(th, was, cell-1)},
			{Token: theme.Strong, Text: whole(th, now, cell-1)}, {Token: f.token, Text: whole(th, f.difference, cell-1)},
		}
	}}.Lines(th, w, len(figures)+1)
}

// whole returns a figure that fits into so many cells: rather without its unit,
// which its row has elsewhere, or none at all, than with digits missing.
func whole(th *theme.Theme, figure string, cells int) string {
	bare, _, _ := strings.Cut(figure, " ")
	return widget.Whole(th, cells, figure, bare)
}
