package tui

import (
	"fmt"
	"slices"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// preview draws what decides a finding on at most h lines of at most w cells:
// its sentence, then its figures in the form that its kind is read in. Where
// there is room for only one of the two it is the figures, since the list
// already gives the reason.
func preview(th *theme.Theme, f analysis.Finding, w, h int) []string {
	p := page{th: th, w: w, h: h}
	p.text(theme.Title, f.Title)
	for _, s := range wrap(th, f.Sentence, w-2) {
		p.text(theme.Text, s)
	}
	p.lines = append(p.lines, "")
	said := len(p.lines)
	p.figures(f)
	if len(p.lines) > h && len(p.lines) > said {
		p.lines = p.lines[min(said, len(p.lines)-min(h, len(p.lines)-said)):]
	}
	if more := len(p.lines) - h; more > 0 && h > 1 {
		p.lines = append(p.lines[:h-1], p.line().Put(theme.Muted, "… "+strconv.Itoa(more+1)+" more: enter opens").String())
	}
	return p.lines[:min(len(p.lines), max(h, 0))]
}

// figures draws the figures of a finding.
func (p *page) figures(f analysis.Finding) {
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
			for _, s := range wrap(p.th, is.String(), p.w-2) {
				p.text(theme.Text, s)
			}
		}
	}
}

// page collects the lines of a preview.
type page struct {
	th    *theme.Theme
	w, h  int
	lines []string
}

func (p *page) line() *widget.Line { return widget.NewLine(p.th, p.w).Put(theme.Text, " ") }

func (p *page) add(l *widget.Line) { p.lines = append(p.lines, l.String()) }

func (p *page) text(tok theme.Token, s string) { p.add(p.line().Put(tok, s)) }

// scaleOut draws the criteria as a matrix of marks and figures.
func (p *page) scaleOut(s *analysis.ScaleOut) {
	label := min(max(p.w/3, 14), 24)
	cell := min((p.w-label-1)/max(len(s.Topologies), 1), 16)
	head := p.line().To(label + 1)
	for _, t := range s.Topologies {
		name := t.Label
		if cell < 12 {
			name = strconv.Itoa(t.Replicas) + "×"
		}
		head.Put(theme.Text, " ").Column(theme.Muted, name, head.Used()+cell-1)
	}
	p.add(head)
	broken := slices.Clone(s.Criteria)
	slices.SortStableFunc(broken, func(a, b analysis.Criterion) int { return int(b.Verdict) - int(a.Verdict) })
	for _, c := range broken {
		name := c.Rule.Name
		if widget.Width(name) > label-1 {
			name = shortMetric(c.Rule)
		}
		l := p.line().Column(theme.Text, name, label+1)
		for _, g := range c.Cells {
			end := l.Used() + cell
			l.Put(theme.Text, " ").Put(theme.Verdict(g.Verdict), p.th.Mark(g.Verdict))
			text := gateText(s, g)
			if g.Rule.Relation == analysis.ChangePercent {
				text = short(g.Observed)
			}
			if room := end - l.Used() - 1; widget.Width(p.th.Spell(text)) > room {
				text = figureIn(g.Observed, model.None, room) // never a cut number
			}
			l.Put(theme.Text, " ").Column(theme.Text, text, end)
		}
		p.add(l)
	}
}

// autoscaling draws the run as sparklines on one clock.
func (p *page) autoscaling(f analysis.Finding) {
	a := f.Autoscaling
	limit := a.SLO.Limit
	if !limit.OK() {
		limit = a.SLO.Low
	}
	const label, value = 12, 14 // of " peak 502.3 ms"
	cells := min(max(p.w-label-value-3, 4), 4*max(a.Data.Len(), 1))
	mode := chart.Braille
	row := func(m *model.Metric, tok theme.Token) {
		s := a.Data.Column(m)
		lo, hi, ok := s.Range()
		if !ok {
			return
		}
		l := p.line().Column(theme.Muted, m.Short, label)
		if v, has := limit.Get(); has && m == model.P99TTFT {
			l.Raw(chart.SparkOver(p.th, tok, s.Values(), cells, min(lo, 0), hi, v, mode), cells)
		} else {
			l.Raw(chart.Spark(p.th, tok, s.Values(), cells, min(lo, 0), hi, mode), cells)
		}
		l.Put(theme.Muted, " peak ").Put(theme.Text, model.Of(hi).Text(m.Unit))
		p.add(l)
	}
	row(model.DemandRatio, theme.SeriesB)
	row(model.P99TTFT, theme.SeriesA)
	row(model.Ready, theme.SeriesC)
	row(model.GPUUse, theme.SeriesD)
	for _, w := range a.Windows {
		p.text(theme.Fail, fmt.Sprintf("over the SLO from %s to %s", model.Of(w.Start).Text(model.Seconds), model.Of(w.End).Text(model.Seconds)))
	}
	p.text(theme.Muted, scaling(a)+" replicas")
	if room := p.h - len(p.lines); room >= 12 && p.w >= 40 {
		p.lines = append(p.lines, "")
		p.chart(f, min(room-1, 18))
	}
}

// chart draws p99 TTFT against its SLO, where the preview has room for a chart.
func (p *page) chart(f analysis.Finding, rows int) {
	s := stage{c: Ctx{Theme: p.th}, tracks: []track{{finding: f, token: theme.SeriesA}}}
	b := s.ttftBand()
	data := f.Autoscaling.Data
	p.lines = append(p.lines, widget.Draw(p.th, widget.Heading{Title: " " + b.title}, p.w))
	p.lines = append(p.lines, chart.Render(p.th, chart.Spec{
		Width: p.w, Height: rows - 1, Gutter: gutter, TimeAxis: true, X: chart.Axis{Unit: model.Seconds}, Rules: b.rules, Gap: gapOf(data),
		Y:      chart.Axis{Unit: model.Milliseconds, Log: b.log},
		Series: []chart.Series{{X: data.Seconds.Values(), Y: data.Column(model.P99TTFT).Values(), Token: theme.SeriesA}},
	})...)
}

// canary draws the stages in one line and the gates of the one that decided.
func (p *page) canary(c *analysis.Canary) {
	ladder := widget.Ladder{Selected: -1}
	last := -1
	for i, s := range c.Stages {
		ladder.Rungs = append(ladder.Rungs, widget.Rung{Title: model.Of(s.Percent).Text(model.Percent), Verdict: s.Verdict, Reached: s.Reached})
		if s.Reached {
			last = i
		}
	}
	for _, l := range ladder.Lines(p.th, p.w-2, 1) {
		p.lines = append(p.lines, " "+l)
	}
	p.lines = append(p.lines, "")
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
func (p *page) gate(g analysis.Gate) {
	l := p.line().Put(theme.Verdict(g.Verdict), p.th.Mark(g.Verdict)).Put(theme.Text, " ")
	l.Column(theme.Text, g.Rule.Name, l.Used()+18)
	if g.NotInFile {
		p.add(l.Put(theme.Muted, "not in file"))
		return
	}
	l.Put(theme.Strong, g.ObservedText())
	l.Put(theme.Muted, " "+g.LimitText())
	p.add(l.Right(theme.Muted, widget.Ellipsis(p.th, g.Scope, max(l.Left()-2, 0))+" "))
}

// coldStart draws each profile as a bar on a common scale.
func (p *page) coldStart(c *analysis.ColdStart) {
	longest := 0.0
	for _, pr := range c.Profiles {
		longest = max(longest, pr.Total.Value)
	}
	for _, pr := range c.Profiles {
		bar := widget.StackedBar{Scale: longest}
		for _, ph := range pr.Data.Phases {
			bar.Phases = append(bar.Phases, widget.Phase{Name: ph.Name, Figure: ph.Seconds})
		}
		p.text(theme.Text, pr.Data.Name)
		l := p.line()
		l.Inline(bar, max(p.w-12, 4))
		p.add(l.Put(theme.Strong, " "+pr.Total.Text(model.Seconds)))
	}
}
