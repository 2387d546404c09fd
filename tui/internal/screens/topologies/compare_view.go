package topologies

import (
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// The cells of a column of the comparison: the least, and from which on the
// word is written in full.
const (
	leastCompared = 26
	fullCompared  = 40
)

// viewCompared draws A next to B, a column a topology that both have.
//
//	A old.json → B new.json                    1 worse · 2 better · 30 within noise
//	 median or sum, A → B            1 replica             4 replicas
//	 premium burst p95 TTFT ms       374.2 → 210  −34.8% better   …
//	 premium burst p95 TTFT at 4 replicas: −34.77 % better (the ranges …)
//	 A  ├──●──┤        366–416 ms  n 3
//	 B      ├●┤        200–220 ms  n 3
func (t *topologies) viewCompared(c screen.Ctx, cmp *analysis.Compared) []string {
	w, h := c.Width(), c.Height()
	lines := comparedLines(cmp, c.Filter)
	row, column := t.row.In(comparedKeys(lines)), t.comparedColumn(cmp)
	g := topologyGrid{label: min(max(w*3/10, leastLabel), 36)}
	g.count = min(max((w-g.label-1)/leastCompared, 1), max(len(cmp.Groups), 1))
	g.column = min((w-g.label-1)/g.count, 56)
	g.first = min(max(column-g.count+1, 0), max(len(cmp.Groups)-g.count, 0))

	var detail []string
	if row >= 0 && column >= 0 {
		detail = comparedDetail(c, cmp, &cmp.Groups[column], lines[row].Key)
	}
	if detail = append(detail, withoutPartner(c, cmp)...); len(detail) > 0 {
		detail = append(view.Rule(c.Theme, w), detail...)
	}
	rows := view.Block{Least: 1 + min(len(lines), 5), Ideal: 1 + len(lines), More: 2, Part: true, Draw: func(n int) []string {
		return widget.Table{
			Columns: comparedColumns(cmp, g, column), Len: len(lines), Selected: row, Top: row - (n-1)/2, Gap: 1, Bare: true,
			Row: func(i int) []widget.Cell { return comparedRow(c, cmp, g, lines[i], i == row, column) },
		}.Lines(c.Theme, w, n)
	}}
	if len(lines) == 0 {
		rows = view.Whole(0, view.Sentence(c.Theme, theme.Muted, "No metric matches, or no topology is in both.", w))
	}
	return view.Stack(h, view.Whole(0, t.comparedHead(c, cmp)), rows, view.Lines(1, 2, detail))
}

// comparedHead names the two files, what came of it, and whether either is not
// what its file holds now.
func (t *topologies) comparedHead(c screen.Ctx, cmp *analysis.Compared) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ")
	var spans []view.Span
	list, shown := t.findings(c)
	for i, f := range list {
		if i == shown || f.Key == t.compare.other {
			spans = append(spans, view.Span{Token: theme.Undecided, Text: view.Staleness(c, f)})
			if i == shown && spans[len(spans)-1].Text != "" {
				spans[len(spans)-1].Text = "A " + spans[len(spans)-1].Text
			} else if spans[len(spans)-1].Text != "" {
				spans[len(spans)-1].Text = "B " + spans[len(spans)-1].Text
			}
		}
	}
	must := view.SpansWidth(c.Theme, spans)
	spans = append(spans, view.Span{Token: theme.Muted, Text: report.CompareCounts(cmp)})
	room := max((l.Left()-view.SpansWidth(c.Theme, spans)-10)/2, min((l.Left()-must-10)/2, 12), 4)
	l.Put(theme.Muted, "A ").Put(theme.Title, view.Middle(c.Theme, cmp.A, room))
	l.Put(theme.Muted, " → B ").Put(theme.Title, view.Middle(c.Theme, cmp.B, room))
	view.PutSpans(c.Theme, l, spans)
	return l.String()
}

func comparedColumns(cmp *analysis.Compared, g topologyGrid, column int) []widget.Column {
	return g.columns("median or sum, A → B", len(cmp.Groups), func(i int) widget.Column { return titled(cmp.Groups[i].Name, i == column) })
}

// comparedRow draws one metric; the figures of a row have the same decimals.
func comparedRow(c screen.Ctx, cmp *analysis.Compared, g topologyGrid, of *analysis.Pair, selected bool, column int) []widget.Cell {
	name := of.Label
	if of.SpreadA != nil && widget.Width(name)+len(of.Unit)+3 > g.label && of.Metric != nil {
		name = of.Metric.Short
	}
	unit := ""
	if of.Unit != model.Count {
		unit = " " + string(of.Unit)
	}
	cells := []widget.Cell{{Draw: labelled{name, unit}}}
	figures := make([]model.Figure, 0, 8)
	for i := range cmp.Groups {
		if p := pairOf(&cmp.Groups[i], of.Key); p != nil {
			figures = append(figures, p.A, p.B)
		}
	}
	decimals := view.DecimalsIn(figures)
	for i := g.first; i < min(g.first+g.count, len(cmp.Groups)); i++ {
		var cell widget.Cell
		if p := pairOf(&cmp.Groups[i], of.Key); p != nil {
			cell.Draw = comparedCell{c.Theme, p, decimals, selected && i == column}
		}
		cells = append(cells, cell)
	}
	return cells
}

// comparedCell is "374.2 → 210  −34.8% better".
type comparedCell struct {
	th       *theme.Theme
	p        *analysis.Pair
	decimals int
	current  bool
}

// Put draws it as far as the column has room.
func (k comparedCell) Put(l *widget.Line, width int) {
	th, p, decimals, end := k.th, k.p, k.decimals, l.Used()+width
	tok := theme.Text
	if k.current {
		tok = theme.Accent
	}
	text := func(s *analysis.Spread, f model.Figure) string {
		mark := ""
		if s != nil {
			mark = spreadMark(*s, p.Statistic == "median")
		}
		return view.FixedIn(th, mark, f, decimals, valueCells)
	}
	l.ColumnRight(tok, text(p.SpreadA, p.A), l.Used()+valueCells)
	l.Put(theme.Muted, " →")
	l.ColumnRight(tok, text(p.SpreadB, p.B), l.Used()+valueCells)
	if width+1 < fullCompared {
		text, word := shortWord(p.Change.Word), wordToken(p.Change.Word)
		if text == "" {
			text = view.SignedPercentIn(th, p.Change.Percent, end-1-l.Used())
		}
		l.Put(theme.Text, " ").Column(word, text, end)
		return
	}
	l.ColumnRight(wordToken(p.Change.Word), view.SignedPercentIn(th, p.Change.Percent, changeCells-1), l.Used()+changeCells)
	l.Put(theme.Text, " ").Column(wordToken(p.Change.Word), p.Change.Word, end)
}

// comparedDetail draws the repeats of both on one scale, and what the word rests on.
func comparedDetail(c screen.Ctx, cmp *analysis.Compared, g *analysis.Group, metric string) []string {
	p := pairOf(g, metric)
	if p == nil {
		return []string{view.Sentence(c.Theme, theme.Muted, "not measured at "+g.Name+" in either", c.Width())}
	}
	w := c.Width()
	head := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Title, p.Statistic+" "+p.Label).Put(theme.Muted, " at "+g.Name+"  ")
	head.Put(wordToken(p.Change.Word), strings.TrimSpace(p.Delta.Signed(p.Unit)+"  "+view.SignedPercent(p.Change.Percent)+" "+p.Change.Word))
	out := []string{head.String()}
	if low, high, ok := widget.Scale(p.SpreadA.Min, p.SpreadA.Max, p.SpreadB.Min, p.SpreadB.Max); ok {
		bar := min(max(w-60, 10), 60)
		for i, s := range []*analysis.Spread{p.SpreadA, p.SpreadB} {
			l := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Muted, string(rune('A'+i))+" ")
			widget.RangeMark{Min: s.Min, Median: s.Median, Max: s.Max, Low: low, High: high}.Put(l, bar)
			tok := theme.Text
			if s.Unstable {
				tok = theme.Undecided
			}
			out = append(out, l.Put(tok, "  "+report.Repeats(s, p.Unit, [...]string{p.NoteA, p.NoteB}[i])).String())
		}
	}
	for i, text := range append([]string{p.Change.Basis, p.Change.Reason}, g.Notes...) {
		if text == "" || i > 1 && strings.Contains(p.Change.Basis, text) {
			continue
		}
		out = append(out, view.Paragraph(c.Theme, theme.Muted, text, w)...)
	}
	return out
}

// withoutPartner names what only one of the files has.
func withoutPartner(c screen.Ctx, cmp *analysis.Compared) []string {
	var out []string
	for i, only := range [][]string{cmp.OnlyA, cmp.OnlyB} {
		if len(only) == 0 {
			continue
		}
		text := "only in " + string(rune('A'+i)) + ": " + strings.Join(only, ", ")
		out = append(out, view.Sentence(c.Theme, theme.Undecided, widget.Ellipsis(c.Theme, text, c.Width()-2), c.Width()))
	}
	return out
}
