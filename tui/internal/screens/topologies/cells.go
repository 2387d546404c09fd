package topologies

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// valueOf is the figure of a topology's cell: the sum of what is counted, else
// the median.
func valueOf(s *analysis.ScaleOut, m *model.Metric, i int) model.Figure {
	if m.Summed() {
		return s.Topologies[i].Metrics[m].Sum
	}
	return s.Topologies[i].Metrics[m].Median
}

// metricRow returns the cells of a metric.
func (t *topologies) metricRow(c screen.Ctx, s *analysis.ScaleOut, g topologyGrid, m *model.Metric, selected bool, column int) []widget.Cell {
	name, unit := m.Label, " "+string(m.Unit)
	if m.Summed() {
		unit = ", sum" // its cells are not medians
	} else if m.Unit == model.Count {
		unit = ""
	}
	if widget.Width(name)+len(unit)+2 > g.label {
		name = m.Short
	}
	if m.Summed() {
		name, unit = name+unit, ""
	}
	low, high, _ := widget.Scale(scaleOf(s, m)...)
	figures := make([]model.Figure, 0, 8)
	for i := range s.Topologies {
		figures = append(figures, valueOf(s, m, i))
	}
	r := cellRow{t: t, th: c.Theme, s: s, m: m, low: low, high: high, decimals: view.DecimalsIn(figures)}
	cells := []widget.Cell{{Draw: labelled{name, unit}}}
	for i := g.first; i < min(g.first+g.count, len(s.Topologies)); i++ {
		cells = append(cells, widget.Cell{Draw: metricCell{r, i, selected && i == column}})
	}
	return cells
}

// cellRow is what the cells of a row share.
type cellRow struct {
	t         *topologies
	th        *theme.Theme
	s         *analysis.ScaleOut
	m         *model.Metric
	low, high float64 // the scale of the range marks
	decimals  int
}

// scaleOf returns the ends of every topology's repeats: the shared scale of a row.
func scaleOf(s *analysis.ScaleOut, m *model.Metric) []model.Figure {
	var figures []model.Figure
	for _, top := range s.Topologies {
		figures = append(figures, top.Metrics[m].Min, top.Metrics[m].Max)
	}
	return figures
}

// The cells of a figure and of its change in a column.
const (
	valueCells  = 7
	changeCells = 9
)

// spreadMark marks a figure whose repeats are over 1.5× apart, or which rests on
// fewer of them than the topology has: the n of a column is not that of each cell.
func spreadMark(sp analysis.Spread, median bool) string {
	mark := ""
	if sp.N > 0 && sp.N < sp.Of {
		mark = "n" + strconv.Itoa(sp.N) + " "
	}
	if sp.Unstable && median {
		mark += "!"
	}
	return mark
}

// metricCell is a median, its change, the word or mark for it and the range mark.
type metricCell struct {
	cellRow
	at      int // the topology
	current bool
}

// Put draws them as far as the column has room.
func (r metricCell) Put(l *widget.Line, width int) {
	t, th, s, i, end := r.t, r.th, r.s, r.at, l.Used()+width
	m, spread := r.m, r.s.Topologies[r.at].Metrics[r.m]
	tok := theme.Text
	if r.current {
		tok = theme.Accent
	}
	start := l.Used()
	l.ColumnRight(tok, view.FixedIn(th, spreadMark(spread, !m.Summed()), valueOf(s, m, i), r.decimals, valueCells), start+valueCells)
	if i != t.base(s) && !m.Summed() && end-l.Used() >= changeCells {
		ch := s.Change(m, i, t.base(s))
		cells := changeCells
		if end-l.Used() > changeCells+wordCells {
			cells++ // of a change of 100.00 %
		}
		l.ColumnRight(wordToken(ch.Word), view.SignedPercentIn(th, ch.Percent, cells-1), l.Used()+cells)
		switch room := end - l.Used(); {
		case room >= 14:
			l.Put(theme.Text, " ").Column(wordToken(ch.Word), ch.Word, l.Used()+12)
		case room >= wordCells:
			l.Put(theme.Text, " ").Column(wordToken(ch.Word), shortWord(ch.Word), l.Used()+6)
		case room >= 1:
			l.Put(wordToken(ch.Word), wordMark(th, ch.Word))
		}
	}
	if mark := end - (start + 31) - 1; mark >= 9 && !m.Summed() {
		l.To(start + 31)
		widget.RangeMark{Min: spread.Min, Median: spread.Median, Max: spread.Max, Low: r.low, High: r.high}.Put(l, min(mark, 24))
	}
}

// wordCells is the room from which a change has its word, and below it a mark.
const wordCells = 8

// shortWord is a change's word in at most six cells.
func shortWord(w string) string {
	switch w {
	case "within noise":
		return "noise"
	case "no change":
		return "same"
	default:
		return w
	}
}

// wordMark is a change's word in one cell, distinct without colour.
func wordMark(th *theme.Theme, word string) string {
	marks, ok := wordMarks[word]
	switch {
	case !ok:
		return ""
	case th.ASCII:
		return marks[1]
	default:
		return marks[0]
	}
}

// wordMarks are the marks of the words, in Unicode and in ASCII.
var wordMarks = map[string][2]string{
	"better": {"▲", "+"}, "worse": {"▼", "-"}, "within noise": {"≈", "~"}, "no change": {"=", "="}, "higher": {"↑", "^"}, "lower": {"↓", "v"},
}

// legend says what the marks of the metrics mean, in at most n cells.
func legend(th *theme.Theme, s *analysis.ScaleOut, g topologyGrid, n int) string {
	long, dense := "", ""
	if g.column-1-valueCells-changeCells < wordCells {
		for _, word := range []string{"better", "worse", "within noise", "no change"} {
			long += wordMark(th, word) + " " + shortWord(word) + "  "
			dense += wordMark(th, word) + shortWord(word) + " "
		}
	}
	for i := range s.Topologies {
		for _, m := range model.RunMetrics() {
			if s.Topologies[i].Metrics[m].Unstable {
				return widget.Whole(th, n, long+"! repeats over 1.5× apart", long+"! over 1.5× apart", dense+"!>1.5×", dense, "!>1.5× apart")
			}
		}
	}
	return widget.Whole(th, n, long, dense)
}

func wordToken(word string) theme.Token {
	switch word {
	case "better":
		return theme.Pass
	case "worse":
		return theme.Fail
	default:
		return theme.Muted
	}
}
