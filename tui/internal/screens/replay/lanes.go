package replay

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

// laneView is the layout of lanes on its cells.
type laneView struct {
	stage
	width int // of the lanes with their names and words
	tail  int // cells of the value and the word at the right
}

// wideTail and narrowTail are the cells of a value and a word with a blank before each.
const wideTail, narrowTail = 27, 15

// lanes draws p99 TTFT and KV use of every policy first, and the other metrics as far
// as there are lines.
//
//	p99 TTFT, log · SLO 409–502 ms, inferred ──────────────────────
//	reactive  ▁▁▂▄▆▇██▇▇▆▅▃▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁    4729 ms OVER ~9.4×
//	leading   ▁▁▁▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁     288 ms ok
func (r *replay) lanes(c screen.Ctx, s stage, shown []analysis.Finding) []string {
	w, h := c.Width(), c.Height()
	v := laneView{stage: s, width: w, tail: wideTail}
	if w < 70 {
		v.tail = narrowTail
	}
	side := 0
	if w >= 160 {
		side = sideCells(w, len(s.tracks))
		v.width = w - side - 1
	}
	n := len(s.tracks)
	plot := v.width - v.tail
	card := r.endCard(s, v.width)
	rows := laneRows(n, h-len(card))
	ideal := func(i int) int { return 1 + n*rows[i] }
	lines := view.Stack(h,
		view.Lines(2, 1, []string{r.head(s, shown, v.width)}),
		v.block(v.ttft(), view.Block{Rank: 1, More: 3, Least: n, Ideal: ideal(0), Grow: 1}),
		v.block(v.kvUse(), view.Block{Rank: 1, More: 3, Least: n, Ideal: ideal(1)}),
		v.block(v.demand(), view.Block{Rank: 6, Least: 1 + n, Ideal: ideal(2)}),
		v.block(v.replicas(), view.Block{Rank: 5, Least: 1 + n, Ideal: ideal(3)}),
		v.block(v.gpu(), view.Block{Rank: 8, Least: 1 + n, Ideal: ideal(4)}),
		view.Block{Rank: 4, Least: n, Ideal: 1 + n, Draw: v.breaches},
		view.Block{Rank: 7, Least: n, Ideal: n, Draw: func(int) []string {
			var out []string
			for _, t := range s.tracks {
				out = append(out, v.full(v.eventRow(t, plot)))
			}
			return out
		}},
		view.Block{Rank: 4, Least: 1, Ideal: 2, More: 7, Draw: func(n int) []string {
			scale := chart.TimeScale(c.Theme, chart.Spec{Width: plot, Gutter: view.Gutter, X: s.x, Playhead: s.pos, HasPlayhead: true}, n)
			for i := range scale {
				scale[i] = v.full(scale[i])
			}
			return scale
		}},
		view.Lines(2, 1, card),
		view.Lines(0, 1, []string{r.transportLine(s, shown, plot, w)}),
	)
	if side > 0 {
		readout := s.readout(side, h-1)
		for i := range min(len(lines)-1, len(readout)) {
			lines[i] = widget.Section(lines[i], 0, v.width) + readout[i]
		}
	}
	return lines
}

// laneRows returns how many rows a lane of each metric has where n policies are drawn on
// h lines: p99 TTFT and KV use grow first.
func laneRows(n, h int) [5]int {
	rows := [5]int{2, 1, 1, 1, 1}
	if h < 2+1+2*n+1+n {
		rows[0] = 1 // a title for KV use rather than a higher lane
	}
	room := h - 2 - 2 - 1 - 2*n // head and transport, time scale, strips and events
	for _, k := range rows {
		room -= 1 + n*k
	}
	for next := 0; room >= n; next++ {
		rows[[...]int{0, 1, 0, 1, 2, 3, 0, 1, 2, 3, 4}[next%11]]++
		room -= n
	}
	return rows
}

// full returns a line of the plot with blanks for the value and the word.
func (v laneView) full(plot string) string { return plot + strings.Repeat(" ", v.tail) }

// block draws a lane of every policy on the lines of b, titled where there is a line
// for it.
func (v laneView) block(l lane, b view.Block) view.Block {
	b.Draw = func(h int) []string {
		var out []string
		if h > len(v.tracks) {
			out = append(out, widget.Draw(v.c.Theme, widget.Heading{Title: " " + l.title}, v.width))
			h--
		}
		for _, t := range v.tracks { // all of one height, else one scale would look like two
			out = append(out, v.rows(l, t, h/len(v.tracks))...)
		}
		return out
	}
	return b
}

// rows draws the lane of one policy, its name and its figure on the lowest row.
func (v laneView) rows(l lane, t track, h int) []string {
	a := analysis.AutoscalingOf(t.finding.Outcome)
	cells := max(v.width-v.tail-view.Gutter, 0)
	spec := chart.Spec{
		Width: cells, Height: h, X: v.x, Mode: v.mode, Lane: true, Gap: view.GapOf(a.Data),
		Y:        chart.Axis{Min: l.lo, Max: l.hi, Log: l.log, Hide: true},
		Playhead: v.pos, HasPlayhead: true, Until: v.pos, HasUntil: true, HideAhead: v.hide,
	}
	at := a.Data.Seconds.Values()
	one := chart.Series{X: at, Y: a.Data.Column(l.metric).Values(), Token: t.token, Step: true}
	if l.over != nil {
		one.Over = l.over(a)
	}
	spec.Series = []chart.Series{one}
	if l.metric == model.Ready {
		spec.Series = append(spec.Series, chart.Series{X: at, Y: sum(a.Data, model.Ready, model.Booting), Token: t.token, Step: true, Faint: true})
	}
	if l.limit != nil {
		if y, ok := l.limit(a).Get(); ok {
			spec.Rules = []chart.Rule{{Y: y, Token: theme.Limit}}
		}
	}
	lines := chart.Render(v.c.Theme, spec)
	for i, drawn := range lines {
		line := widget.NewLine(v.c.Theme, v.width)
		if i == len(lines)-1 {
			line.ColumnRight(t.token, t.name, view.Gutter-1)
		}
		line.To(view.Gutter).Raw(drawn, cells)
		if i == len(lines)-1 {
			v.figure(line, l, t, a)
		}
		lines[i] = line.To(v.width).String()
	}
	return lines
}

// figure writes what the policy reads at the playhead and what to think of it.
func (v laneView) figure(line *widget.Line, l lane, t track, a *analysis.Autoscaling) {
	i := sampleAt(a, v.pos)
	room := 10
	if v.tail == narrowTail {
		room = 9
	}
	text := view.FigureIn(a.Data.Column(l.metric).At(i), l.metric.Unit, room)
	line.ColumnRight(t.token, text, line.Used()+1+room)
	if l.word == nil {
		return
	}
	tok, word := l.word(a, i)
	if first, _, _ := strings.Cut(word, " "); widget.Width(v.c.Theme.Spell(" "+word)) > line.Left() {
		word = first
	}
	line.Put(tok, " "+word)
}

// breaches draws when each policy was over its SLO, and for how long up to now.
func (v laneView) breaches(h int) []string {
	var out []string
	if h > len(v.tracks) {
		out = append(out, widget.Draw(v.c.Theme, widget.Heading{Title: " over SLO"}, v.width))
	}
	for _, t := range v.tracks {
		a := analysis.AutoscalingOf(t.finding.Outcome)
		l := widget.NewLine(v.c.Theme, v.width).Raw(v.strip(t, t.name, v.width-v.tail), max(v.width-v.tail, 0))
		so := model.Of(overSoFar(a, v.pos)).Text(model.Seconds)
		switch {
		case isOver(a, v.pos):
			l.Put(theme.Fail, " "+so+" so far")
		case a.Samples == 0:
			l.Put(theme.Muted, " "+model.Dash)
		default:
			l.Put(theme.Muted, " "+so+" over")
		}
		out = append(out, l.To(v.width).String())
	}
	return out
}

// overSoFar returns for how many seconds a timeline was over its SLO up to pos.
func overSoFar(a *analysis.Autoscaling, pos float64) float64 {
	total := 0.0
	for _, w := range a.Windows {
		total += max(min(w.End, pos)-w.Start, 0)
	}
	return total
}
