package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// comparison is the shown analysis, A, beside another file's, B. Its topologies
// take the place of the analysis's own in the columns.
type comparison struct {
	other string // key of B's finding; "" while nothing is compared

	// made is the comparison of a and b, kept because it is asked for at every
	// frame and costs a test a figure.
	made *analysis.Compared
	a, b *analysis.ScaleOut
}

// next makes the next other analysis the one compared with, after the last none.
// It reports false where there is no other at all.
func (p *comparison) next(list []analysis.Finding, shown int) bool {
	at := shown
	for i := range list {
		if list[i].Key == p.other && i != shown {
			at = i
		}
	}
	if len(list) < 2 {
		p.other = ""
		return false
	}
	at = (at + 1) % len(list)
	if p.other = list[at].Key; at == shown {
		p.other = ""
	}
	return true
}

// with returns the comparison of the shown finding, or nil where none is asked
// for or the other analysis is gone.
func (p *comparison) with(list []analysis.Finding, shown int) *analysis.Compared {
	if p.other == "" || shown < 0 {
		return nil
	}
	for i := range list {
		if list[i].Key != p.other || i == shown {
			continue
		}
		if p.a != list[shown].ScaleOut || p.b != list[i].ScaleOut {
			p.a, p.b = list[shown].ScaleOut, list[i].ScaleOut
			p.made = analysis.Compare(fileName(list[shown]), fileName(list[i]), list[shown:shown+1], list[i:i+1])
		}
		return p.made
	}
	return nil
}

// pairOf returns the pair of a metric in a group, or nil.
func pairOf(g *analysis.Group, metric string) *analysis.Pair {
	for i := range g.Pairs {
		if g.Pairs[i].Key == metric {
			return &g.Pairs[i]
		}
	}
	return nil
}

// comparedLines returns the metrics that any topology has and the filter lets through.
func comparedLines(c *analysis.Compared, filter string) []*analysis.Pair {
	var out []*analysis.Pair
	seen := make(map[string]bool)
	for i := range c.Groups {
		for j := range c.Groups[i].Pairs {
			p := &c.Groups[i].Pairs[j]
			if !seen[p.Key] && holds(p.Label, filter) {
				seen[p.Key] = true
				out = append(out, p)
			}
		}
	}
	return out
}

func comparedKeys(lines []*analysis.Pair) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = l.Key
	}
	return keys
}

// comparedColumn returns the index of the selected topology among those that
// both have: the largest where none is chosen.
func (t *topologies) comparedColumn(c *analysis.Compared) int {
	for i := range c.Groups {
		if replicasOf(c.Groups[i].Name) == t.column {
			return i
		}
	}
	return len(c.Groups) - 1
}

// updateCompared handles a key while two files are compared.
func (t *topologies) updateCompared(press tea.KeyPressMsg, c Ctx, cmp *analysis.Compared) tea.Cmd {
	lines := comparedLines(cmp, c.Filter)
	keys := comparedKeys(lines)
	if i, moved := t.move.moved(press, t.row.in(keys), len(keys), c.Height()/2); moved {
		t.row = t.row.to(keys, i)
		return nil
	}
	column := t.comparedColumn(cmp)
	switch row := t.row.in(keys); {
	case key.Matches(press, t.move.Left) && column > 0:
		t.column = replicasOf(cmp.Groups[column-1].Name)
	case key.Matches(press, t.move.Right) && column >= 0 && column < len(cmp.Groups)-1:
		t.column = replicasOf(cmp.Groups[column+1].Name)
	case key.Matches(press, t.own.Explain) && row >= 0 && column >= 0:
		if p := pairOf(&cmp.Groups[column], keys[row]); p != nil {
			return send(explainPair(cmp, &cmp.Groups[column], p))
		}
	}
	return nil
}

// replicasOf returns the number at the head of a topology's name.
func replicasOf(name string) int {
	n := 0
	if _, err := fmt.Sscanf(name, "%d ", &n); err != nil {
		return 0
	}
	return n
}

// explainPair says everything there is on one figure of both files.
func explainPair(c *analysis.Compared, g *analysis.Group, p *analysis.Pair) explainMsg {
	details := []analysis.Detail{
		{Label: "A, " + c.A, Text: sideText(p, p.A, p.SpreadA, p.NoteA)},
		{Label: "B, " + c.B, Text: sideText(p, p.B, p.SpreadB, p.NoteB)},
		{Label: "B − A", Text: p.Delta.Signed(p.Unit)},
		{Label: "change", Text: changeText(p.Change)},
	}
	for _, n := range []string{p.NoteA, p.NoteB} {
		if n != "" {
			details = append(details, analysis.Detail{Label: "percentile", Text: n})
		}
	}
	for _, n := range g.Notes {
		if strings.Contains(p.Change.Basis, n) {
			continue
		}
		details = append(details, analysis.Detail{Label: "note", Text: n})
	}
	for i, s := range []*analysis.Spread{p.SpreadA, p.SpreadB} {
		if s == nil {
			continue
		}
		for n, v := range s.Values {
			text := v.Exact(p.Unit)
			if n < len(s.Pointers) {
				text += "   " + s.Pointers[n]
			}
			details = append(details, analysis.Detail{Label: fmt.Sprintf("%c, repeat %d", 'A'+i, n+1), Text: text})
		}
	}
	return explainMsg{title: p.Statistic + " " + p.Label + ", " + g.Name, details: details}
}

func sideText(p *analysis.Pair, f model.Figure, s *analysis.Spread, note string) string {
	return f.Exact(p.Unit) + " (" + report.Repeats(s, p.Unit, note) + ")"
}

// The cells of a column of the comparison: the least, and from which on the
// word is written in full.
const (
	leastCompared = 26
	fullCompared  = 40
)

// viewCompared draws A beside B, a column a topology that both have.
//
//	A old.json → B new.json                    1 worse · 2 better · 30 within noise
//	 median or sum, A → B            1 replica             4 replicas
//	 premium burst p95 TTFT ms       374.2 → 210  −34.8% better   …
//	 premium burst p95 TTFT at 4 replicas: −34.77 % better (the ranges …)
//	 A  ├──●──┤        366–416 ms  n 3
//	 B      ├●┤        200–220 ms  n 3
func (t *topologies) viewCompared(c Ctx, cmp *analysis.Compared) string {
	w, h := c.Width(), c.Height()
	lines := comparedLines(cmp, c.Filter)
	row, column := t.row.in(comparedKeys(lines)), t.comparedColumn(cmp)
	g := topologyGrid{label: min(max(w*3/10, leastLabel), 36)}
	g.count = min(max((w-g.label-1)/leastCompared, 1), max(len(cmp.Groups), 1))
	g.column = min((w-g.label-1)/g.count, 56)
	g.first = min(max(column-g.count+1, 0), max(len(cmp.Groups)-g.count, 0))

	out := make([]string, 0, h)
	out = append(out, comparedHead(c, cmp), comparedColumns(c, cmp, g, column))
	var detail []string
	if row >= 0 && column >= 0 {
		detail = comparedDetail(c, cmp, &cmp.Groups[column], lines[row].Key)
	}
	detail = append(detail, withoutPartner(c, cmp)...)
	detail = detail[:min(len(detail), max(h-2-min(len(lines), 5)-1, 0))]
	window := min(len(lines), max(h-2-len(detail)-1, 1))
	top := min(max(row-window/2, 0), max(len(lines)-window, 0))
	for i := top; i < top+window; i++ {
		out = append(out, comparedRow(c, cmp, g, lines[i], i == row, column))
	}
	if len(lines) == 0 {
		out = append(out, widget.NewLine(c.Theme, w).Put(theme.Muted, " No metric matches, or no topology is in both.").String())
	}
	if len(detail) > 0 {
		out = append(out, c.Theme.Paint(theme.Faint, strings.Repeat(c.Theme.Spell("─"), w)))
		out = append(out, detail...)
	}
	return block(out, h)
}

func comparedHead(c Ctx, cmp *analysis.Compared) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ")
	counts := report.CompareCounts(cmp) + " "
	room := max(l.Left()-widget.Width(c.Theme.Spell(counts))-12, 20) / 2
	l.Put(theme.Muted, "A ").Put(theme.Title, widget.Ellipsis(c.Theme, cmp.A, room))
	l.Put(theme.Muted, " → B ").Put(theme.Title, widget.Ellipsis(c.Theme, cmp.B, room))
	if l.Left() > widget.Width(c.Theme.Spell(counts)) {
		l.Right(theme.Muted, counts)
	}
	return l.String()
}

func comparedColumns(c Ctx, cmp *analysis.Compared, g topologyGrid, column int) string {
	l := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Column(theme.Muted, "median or sum, A → B", g.label)
	for i := g.first; i < min(g.first+g.count, len(cmp.Groups)); i++ {
		tok := theme.Title
		if i == column {
			tok = theme.Accent
		}
		end := g.label + (i-g.first+1)*g.column
		l.Put(theme.Text, " ").Column(tok, cmp.Groups[i].Name, end-1).To(end)
	}
	return l.String()
}

func comparedRow(c Ctx, cmp *analysis.Compared, g topologyGrid, of *analysis.Pair, selected bool, column int) string {
	l := widget.NewLine(c.Theme, c.Width()).Select(selected).Put(theme.Text, " ")
	name := of.Label
	if of.SpreadA != nil && widget.Width(name)+len(of.Unit)+3 > g.label && of.Metric.Metric().Key == of.Key {
		name = of.Metric.Metric().Short
	}
	l.Put(theme.Text, widget.Ellipsis(c.Theme, name, g.label-2))
	if of.Unit != model.Count && l.Used()+len(of.Unit)+3 <= g.label {
		l.Put(theme.Muted, " "+string(of.Unit))
	}
	l.To(g.label)
	for i := g.first; i < min(g.first+g.count, len(cmp.Groups)); i++ {
		end := g.label + (i-g.first+1)*g.column
		l.Put(theme.Text, " ")
		if p := pairOf(&cmp.Groups[i], of.Key); p != nil {
			comparedCell(l, p, end, g.column, selected && i == column)
		}
		l.To(end)
	}
	return l.String()
}

// comparedCell draws "374.2 → 210  −34.8% better" as far as the column has room.
func comparedCell(l *widget.Line, p *analysis.Pair, end, width int, current bool) {
	tok := theme.Text
	if current {
		tok = theme.Accent
	}
	mark := func(s *analysis.Spread, f model.Figure) string {
		if s != nil && s.Unstable && p.Statistic == "median" {
			return "!" + f.Text(model.None)
		}
		return f.Text(model.None)
	}
	l.ColumnRight(tok, mark(p.SpreadA, p.A), l.Used()+7)
	l.Put(theme.Muted, " →")
	l.ColumnRight(tok, mark(p.SpreadB, p.B), l.Used()+7)
	if width < fullCompared {
		word := theme.Text
		text := shortWord(p.Change.Word)
		if word = wordToken(p.Change.Word); text == "" {
			text = short(p.Change.Percent)
		}
		l.Put(theme.Text, " ").Column(word, text, end)
		return
	}
	l.ColumnRight(wordToken(p.Change.Word), short(p.Change.Percent), l.Used()+9)
	l.Put(theme.Text, " ").Column(wordToken(p.Change.Word), p.Change.Word, end)
}

// comparedDetail draws the repeats of both on one scale, and what the word rests on.
func comparedDetail(c Ctx, cmp *analysis.Compared, g *analysis.Group, metric string) []string {
	p := pairOf(g, metric)
	if p == nil {
		return []string{widget.NewLine(c.Theme, c.Width()).Put(theme.Muted, " not measured at "+g.Name+" in either").String()}
	}
	w := c.Width()
	head := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Title, p.Statistic+" "+p.Label).Put(theme.Muted, " at "+g.Name+"  ")
	head.Put(wordToken(p.Change.Word), strings.TrimSpace(p.Delta.Signed(p.Unit)+"  "+p.Change.Percent.Signed(model.Percent)+" "+p.Change.Word))
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
		for _, part := range wrap(c.Theme, text, w-2) {
			out = append(out, widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Muted, part).String())
		}
	}
	return out
}

// withoutPartner names what only one of the files has.
func withoutPartner(c Ctx, cmp *analysis.Compared) []string {
	var out []string
	for i, only := range [][]string{cmp.OnlyA, cmp.OnlyB} {
		if len(only) == 0 {
			continue
		}
		text := "only in " + string(rune('A'+i)) + ": " + strings.Join(only, ", ")
		out = append(out, widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Put(theme.Undecided, widget.Ellipsis(c.Theme, text, c.Width()-2)).String())
	}
	return out
}
