package board

import (
	"fmt"
	"slices"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// preview draws what decides a finding on at most h lines of at most w cells:
// its sentence, then its figures in the form that its kind is read in. Where
// there is room for only one of the two it is the figures, since the list
// already gives the reason.
func preview(th *theme.Theme, f analysis.Finding, w, h int) []string {
	p := sketch{view.Page{Theme: th, Width: w, Height: h}}
	p.Text(theme.Title, f.Title)
	for _, s := range view.Wrap(th, f.Sentence, w-2) {
		p.Text(theme.Text, s)
	}
	p.Lines = append(p.Lines, "")
	said := len(p.Lines)
	p.figures(f)
	if len(p.Lines) > h && len(p.Lines) > said {
		p.Lines = p.Lines[min(said, len(p.Lines)-min(h, len(p.Lines)-said)):]
	}
	if more := len(p.Lines) - h; more > 0 && h > 1 {
		p.Lines = append(p.Lines[:h-1], p.Line().Put(theme.Muted, "… "+strconv.Itoa(more+1)+" more: enter opens").String())
	}
	return p.Lines[:min(len(p.Lines), max(h, 0))]
}

// sketch is the page of a preview.
type sketch struct{ view.Page }

// figures draws the figures of a finding.
func (p *sketch) figures(f analysis.Finding) {
	switch {
	case f.ScaleOut != nil:
		p.scaleOut(f.ScaleOut)
	case f.Autoscaling != nil:
		p.autoscaling(f)
	case f.Canary != nil:
		p.canary(f.Canary)
	case f.ColdStart != nil:
		p.coldStart(f.ColdStart)
	case f.File != nil:
		for _, is := range f.File.Issues {
			for _, s := range view.Wrap(p.Theme, is.String(), p.Width-2) {
				p.Text(theme.Text, s)
			}
		}
	}
}

// scaleOut draws the criteria as a matrix of marks and figures.
func (p *sketch) scaleOut(s *analysis.ScaleOut) {
	label := min(max(p.Width/3, 14), 24)
	cell := min((p.Width-label-1)/max(len(s.Topologies), 1), 16)
	columns := []widget.Column{{Width: label}}
	for _, t := range s.Topologies {
		name := t.Label
		if cell < 12 {
			name = strconv.Itoa(t.Replicas) + "×"
		}
		columns = append(columns, widget.Column{Title: name, Width: cell - 1})
	}
	broken := slices.Clone(s.Criteria)
	slices.SortStableFunc(broken, func(a, b analysis.Criterion) int { return int(b.Verdict) - int(a.Verdict) })
	p.Lines = append(p.Lines, widget.Table{Columns: columns, Len: len(broken), Selected: -1, Gap: 1, Row: func(i int) []widget.Cell {
		name := broken[i].Rule.Name
		if widget.Width(name) > label-1 {
			name = view.ShortMetric(broken[i].Rule)
		}
		cells := []widget.Cell{{Token: theme.Text, Text: name}}
		for _, g := range broken[i].Cells {
			cells = append(cells, widget.Cell{Draw: criterion{p.Theme, s, g}})
		}
		return cells
	}}.Lines(p.Theme, p.Width, len(broken)+1)...)
}

// criterion is a gate as a mark and a value.
type criterion struct {
	th *theme.Theme
	s  *analysis.ScaleOut
	g  analysis.Gate
}

// Put draws both into width cells, and the value with fewer digits before it is cut.
func (c criterion) Put(l *widget.Line, width int) {
	end := l.Used() + width
	l.Put(theme.Verdict(c.g.Verdict), c.th.Mark(c.g.Verdict))
	text := view.GateText(c.s, c.g)
	if c.g.Rule.Relation == analysis.ChangePercent {
		text = view.ShortPercent(c.g.Observed)
	}
	if room := end - l.Used() - 1; widget.Width(c.th.Spell(text)) > room {
		text = view.FigureIn(c.g.Observed, model.None, room)
	}
	l.Put(theme.Text, " ").Column(theme.Text, text, end)
}

// autoscaling draws the run as sparklines on one clock.
func (p *sketch) autoscaling(f analysis.Finding) {
	a := f.Autoscaling
	limit := a.SLO.Limit
	if !limit.OK() {
		limit = a.SLO.Low
	}
	const label, value = 12, 14 // of " peak 502.3 ms"
	cells := min(max(p.Width-label-value-3, 4), 4*max(a.Data.Len(), 1))
	mode := chart.Braille
	row := func(m *model.Metric, tok theme.Token) {
		s := a.Data.Column(m)
		lo, hi, ok := s.Range()
		if !ok {
			return
		}
		l := p.Line().Column(theme.Muted, m.Short, label)
		if v, has := limit.Get(); has && m == model.P99TTFT {
			l.Raw(chart.SparkOver(p.Theme, tok, s.Values(), cells, min(lo, 0), hi, v, mode), cells)
		} else {
			l.Raw(chart.Spark(p.Theme, tok, s.Values(), cells, min(lo, 0), hi, mode), cells)
		}
		l.Put(theme.Muted, " peak ").Put(theme.Text, model.Of(hi).Text(m.Unit))
		p.Add(l)
	}
	row(model.DemandRatio, theme.SeriesB)
	row(model.P99TTFT, theme.SeriesA)
	row(model.Ready, theme.SeriesC)
	row(model.GPUUse, theme.SeriesD)
	for _, w := range a.Windows {
		p.Text(theme.Fail, fmt.Sprintf("over the SLO from %s to %s", model.Of(w.Start).Text(model.Seconds), model.Of(w.End).Text(model.Seconds)))
	}
	p.Text(theme.Muted, view.Scaling(a)+" replicas")
	if room := p.Height - len(p.Lines); room >= 12 && p.Width >= 40 {
		p.Lines = append(p.Lines, "")
		p.chart(f, min(room-1, 18))
	}
}

// chart draws p99 TTFT against its SLO, where the preview has room for a chart.
func (p *sketch) chart(f analysis.Finding, rows int) {
	b := view.TTFTBand(view.SLORule(f.Autoscaling.SLO), f.Autoscaling.Data)
	data := f.Autoscaling.Data
	p.Lines = append(p.Lines, widget.Draw(p.Theme, widget.Heading{Title: " " + b.Title}, p.Width))
	p.Lines = append(p.Lines, chart.Render(p.Theme, chart.Spec{
		Width: p.Width, Height: rows - 1, Gutter: view.Gutter, TimeAxis: true, X: chart.Axis{Unit: model.Seconds}, Rules: b.Rules, Gap: view.GapOf(data),
		Y:      chart.Axis{Unit: model.Milliseconds, Log: b.Log},
		Series: []chart.Series{{X: data.Seconds.Values(), Y: data.Column(model.P99TTFT).Values(), Token: theme.SeriesA}},
	})...)
}

// canary draws the stages in one line and the gates of the one that decided.
func (p *sketch) canary(c *analysis.Canary) {
	ladder := widget.Ladder{Selected: -1}
	last := -1
	for i, s := range c.Stages {
		ladder.Rungs = append(ladder.Rungs, widget.Rung{Title: model.Of(s.Percent).Text(model.Percent), Verdict: s.Verdict, Reached: s.Reached})
		if s.Reached {
			last = i
		}
	}
	for _, l := range ladder.Lines(p.Theme, p.Width-2, 1) {
		p.Lines = append(p.Lines, " "+l)
	}
	p.Lines = append(p.Lines, "")
	if c.Stopped >= 0 {
		last = c.Stopped
	}
	if last < 0 {
		return
	}
	for _, g := range c.Stages[last].Gates {
		p.gate(g)
	}
}

// gate draws a gate as "✗ quality drop  0.028 ≤ 0.015        stage 25 %".
func (p *sketch) gate(g analysis.Gate) {
	l := p.Line().Put(theme.Verdict(g.Verdict), p.Theme.Mark(g.Verdict)).Put(theme.Text, " ")
	l.Column(theme.Text, g.Rule.Name, l.Used()+18)
	if g.NotInFile {
		p.Add(l.Put(theme.Muted, "not in file"))
		return
	}
	l.Put(theme.Strong, g.ObservedText())
	l.Put(theme.Muted, " "+g.LimitText())
	p.Add(l.Right(theme.Muted, widget.Ellipsis(p.Theme, g.Scope, max(l.Left()-2, 0))+" "))
}

// coldStart draws each profile as a bar on a common scale.
func (p *sketch) coldStart(c *analysis.ColdStart) {
	longest := 0.0
	for _, pr := range c.Profiles {
		longest = max(longest, pr.Total.Value)
	}
	for _, pr := range c.Profiles {
		bar := widget.StackedBar{Scale: longest}
		for _, ph := range pr.Data.Phases {
			bar.Phases = append(bar.Phases, widget.Phase{Name: ph.Name, Figure: ph.Seconds})
		}
		p.Text(theme.Text, pr.Data.Name)
		l := p.Line()
		l.Inline(bar, max(p.Width-12, 4))
		p.Add(l.Put(theme.Strong, " "+pr.Total.Text(model.Seconds)))
	}
}
