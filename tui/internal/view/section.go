package view

import (
	"slices"

	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Section draws the blocks of a section until the page is full: the first that is a
// picture or a table, since it says most on few lines, then the others in their
// order. It returns the number of lines that the first one takes.
func (p *Page) Section(s page.Section) int {
	from, lead := len(p.Lines), 0
	first := slices.IndexFunc(s.Blocks, func(b page.Block) bool { return !isText(b) })
	if first >= 0 {
		p.block(s.Blocks[first])
		lead = len(p.Lines) - from
	}
	for i, b := range s.Blocks {
		if len(p.Lines)-from > p.Height {
			break
		}
		if i != first {
			p.block(b)
		}
	}
	return lead
}

// isText reports whether a block is read line by line.
func isText(b page.Block) bool {
	switch b := b.(type) {
	case page.Sentence, page.Note, page.List:
		return true
	case *page.Table:
		return b.Details
	default:
		return false
	}
}

func (p *Page) block(b page.Block) {
	switch b := b.(type) {
	case page.Sentence:
		p.Paragraph(b.Label, b.Text)
	case page.Note: // for who opens the screen
	case page.List:
		p.label(b.Label)
		for _, it := range b.Items {
			p.Paragraph("", it.Spell(true, false, p.Theme.ASCII))
		}
	case *page.Table:
		if !b.Details {
			p.table(b)
		}
	case page.Bars:
		p.bars(b)
	case page.Chart:
		p.sparks(b)
	}
}

// Paragraph adds a text behind its label.
func (p *Page) Paragraph(label, text string) {
	if label != "" {
		text = label + ": " + text
	}
	for _, s := range Wrap(p.Theme, text, p.Width-2) {
		p.Text(theme.Text, s)
	}
}

// markTokens are the colours of marks.
var markTokens = map[page.Mark]theme.Token{
	page.Info: theme.Info, page.Pass: theme.Pass, page.Running: theme.Running, page.Undecided: theme.Undecided,
	page.Fail: theme.Fail, page.Warn: theme.Undecided, page.Absent: theme.Muted,
}

// table draws the columns that stay in their row. Where there is no room for all,
// those go first that neither name a row nor have a mark; a name is cut before.
func (p *Page) table(t *page.Table) {
	p.label(t.Label)
	ordered := worstFirst(t.Rows)
	ordered = ordered[:min(len(ordered), p.Height)] // no more are seen
	drawn := widget.Table{Len: len(ordered), Selected: -1, Gap: 1, Bare: true}
	rows := make([][]widget.Cell, len(ordered))
	const name, marked, value = 200, 100, 50
	for i, c := range t.Columns {
		if c.Below != page.InRow || c.Wide {
			continue
		}
		col := widget.Column{Title: c.Head, Right: c.Right, Priority: value - i}
		if c.Short != "" {
			col.Title = c.Short
		}
		if !c.Right {
			col.Priority, col.Min = name, 10
		}
		if onlyMarks(ordered, i) {
			col.Title = ""
		}
		col.Width = widget.Width(p.Theme.Spell(col.Title))
		last := ""
		for r, cells := range ordered {
			var cell widget.Cell
			if i < len(cells) {
				cell = p.cell(cells[i])
				if cells[i].Mark != page.None {
					col.Priority = max(col.Priority, marked)
				}
			}
			if i == 0 && t.Group && cell.Text == last {
				cell.Text = ""
			} else {
				last = cell.Text
			}
			col.Width = max(col.Width, widget.Width(p.Theme.Spell(cell.Text)))
			rows[r] = append(rows[r], cell)
		}
		drawn.Columns = append(drawn.Columns, col)
	}
	wide := 1
	for _, c := range drawn.Columns {
		wide += c.Width + 2
	}
	if wide <= p.Width {
		drawn.Gap = 2
	}
	drawn.Row = func(i int) []widget.Cell { return rows[i] }
	p.Lines = append(p.Lines, drawn.Lines(p.Theme, p.Width, len(rows)+1)...)
}

// label leads in a block, an empty line above it.
func (p *Page) label(text string) {
	if text == "" {
		return
	}
	if len(p.Lines) > 0 && p.Lines[len(p.Lines)-1] != "" {
		p.Lines = append(p.Lines, "")
	}
	p.Text(theme.Muted, text)
}

// worstFirst returns rows that begin with a mark in the order of their marks, the
// worst first, and others as they are.
func worstFirst(rows [][]page.Cell) [][]page.Cell {
	rank := func(r []page.Cell) int {
		if len(r) == 0 {
			return 0
		}
		return slices.Index([]page.Mark{page.None, page.Absent, page.Info, page.Pass, page.Running, page.Warn, page.Undecided, page.Fail}, r[0].Mark)
	}
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b []page.Cell) int { return rank(b) - rank(a) })
	return sorted
}

// onlyMarks reports whether a column has nothing but marks, which need no title.
func onlyMarks(rows [][]page.Cell, i int) bool {
	for _, r := range rows {
		if i < len(r) && (r[i].Mark == page.None || r[i].Text != "") {
			return false
		}
	}
	return true
}

// cell is a cell with its mark in short and in its colour.
func (p *Page) cell(c page.Cell) widget.Cell {
	text := c.In(true, false)
	if c.Mark == page.None {
		return widget.Cell{Token: theme.Text, Text: text}
	}
	c.Sign = true
	return widget.Cell{Token: markTokens[c.Mark], Text: c.Spell(true, false, p.Theme.ASCII)}
}

// bars draws each bar on a common scale.
func (p *Page) bars(b page.Bars) {
	longest := 0.0
	for _, bar := range b.Bars {
		longest = max(longest, bar.Total.Value)
	}
	for _, bar := range b.Bars {
		drawn := widget.StackedBar{Scale: longest}
		for _, piece := range bar.Pieces {
			drawn.Phases = append(drawn.Phases, widget.Phase{Name: piece.Name, Figure: piece.Length})
		}
		p.Text(theme.Text, bar.Name)
		l := p.Line()
		l.Inline(drawn, max(p.Width-12, 4))
		p.Add(l.Put(theme.Strong, " "+bar.Total.Text(b.Unit)))
	}
}

// sparks draws the series of a chart as sparklines on one clock, and the one with a
// limit as a chart where there is room for it.
func (p *Page) sparks(c page.Chart) {
	const label, value = 12, 14 // of " peak 502.3 ms"
	cells := min(max(p.Width-label-value-3, 4), 4*max(c.X.Len(), 1))
	tokens := [...]theme.Token{theme.SeriesB, theme.SeriesA, theme.SeriesC, theme.SeriesD}
	for i, s := range c.Series {
		lo, hi, ok := s.Y.Range()
		if !ok {
			continue
		}
		tok := tokens[i%len(tokens)]
		l := p.Line().Column(theme.Muted, s.Metric.Short, label)
		if limit, has := s.Drawn().Get(); has {
			l.Raw(chart.SparkOver(p.Theme, tok, s.Y.Values(), cells, min(lo, 0), hi, limit, chart.Braille), cells)
		} else {
			l.Raw(chart.Spark(p.Theme, tok, s.Y.Values(), cells, min(lo, 0), hi, chart.Braille), cells)
		}
		l.Put(theme.Muted, " peak ").Put(theme.Text, model.Of(hi).Text(s.Metric.Unit))
		p.Add(l)
	}
	for _, s := range c.Series {
		if room := p.Height - len(p.Lines); s.Drawn().OK() && room >= 18 && p.Width >= 40 { // some lines are left for text
			p.chart(c.X, s, min(room-1, 13))
			return
		}
	}
}

// chart draws a series against its limit.
func (p *Page) chart(x model.Series, s page.Series, rows int) {
	lo, hi, _ := s.Y.Range()
	log, title := chart.PrefersLog(lo, hi), s.Metric.Label
	if log {
		title += ", log scale"
	}
	p.Lines = append(p.Lines, "", widget.Draw(p.Theme, widget.Heading{Title: " " + title}, p.Width))
	p.Lines = append(p.Lines, chart.Render(p.Theme, chart.Spec{
		Width: p.Width, Height: rows - 1, Gutter: Gutter, TimeAxis: true, X: chart.Axis{Unit: model.Seconds},
		Rules: SLORule(analysis.SLO{Limit: s.Limit, Low: s.Low, High: s.High}), Gap: GapOf(&model.Timeline{Seconds: x}),
		Y:      chart.Axis{Unit: s.Metric.Unit, Log: log},
		Series: []chart.Series{{X: x.Values(), Y: s.Y.Values(), Token: theme.SeriesA}},
	})...)
}
