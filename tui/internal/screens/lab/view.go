package lab

import (
	"slices"
	"strconv"
	"strings"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// stackedWidth is the width below which the numbers are above the figures and
// no chart is drawn.
const stackedWidth = 56

// View draws the numbers, and next to them the run over what was recorded.
//
//	what if  reactive_gpu_util in auto.json  │ ━ recorded  ╌ simulated          SIMULATED
//	  demand                    × 1          │ p99 TTFT ─────────────────────────────────
//	  policy      reactive_gpu_util          │ 2000 ┤     ⣀⡠⠤⢄
//	▶ cold start       ◀ 22 s ▶  180 s       │  500 ┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ SLO 500 ms
//	  warm standby              0            │ …          recorded  simulated  difference
//	                                         │ over SLO      180 s       80 s      −100 s
func (l *lab) View(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	run := l.run(c)
	if l.ablating {
		return l.ablationView(c, run)
	}
	if run.base.err != nil {
		return l.refusal(c, run, w)
	}
	if w < stackedWidth {
		return l.stacked(c, run)
	}
	side := numbersCells(w)
	left := l.numbers(c, run, side-2, h)
	var right []string
	if run.err != nil {
		right = l.refusal(c, run, w-side-1)
	} else {
		right = l.outcome(c, run, w-side-1, h)
	}
	return view.SideBySide(c.Theme, left, right, side, h)
}

// numbersCells returns the width of the numbers and the rule after them.
func numbersCells(w int) int {
	switch {
	case w >= 190: // events with their causes
		return 64
	case w >= 160:
		return 52
	case w >= 110:
		return 46
	case w >= 76:
		return 33
	default:
		return 27
	}
}

// refusal says why nothing is simulated.
func (l *lab) refusal(c screen.Ctx, run *labRun, w int) []string {
	head := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Undecided, "cannot be run")
	view.PutSpans(c.Theme, head, []view.Span{l.old(c)})
	lines := []string{head.String(), ""}
	lines = append(lines, view.Paragraph(c.Theme, theme.Text, run.err.Error()+". r takes all changes back, t turns to another timeline.", w)...)
	return lines
}

// stacked is the arrangement for the narrowest terminals: the numbers around the
// selected one, then what comes of them.
func (l *lab) stacked(c screen.Ctx, run *labRun) []string {
	w, h := c.Width(), c.Height()
	if run.err != nil {
		return append(l.numbers(c, run, w, max(h-4, 1)), l.refusal(c, run, w)...)
	}
	var head []string
	if old := l.old(c); old.Text != "" { // before figures that are no longer what the file holds
		line := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Title, "what if")
		view.PutSpans(c.Theme, line, []view.Span{old})
		head = append(head, line.String())
	}
	return view.Stack(h,
		view.Lines(0, 1, head),
		view.Block{Least: 1, Ideal: 1, Grow: 1, Draw: func(n int) []string { return l.numbers(c, run, w, n) }},
		view.Lines(0, 1, l.comparison(c, run, w)),
	)
}

// old says whether the recorded timeline is not what its file holds now.
func (l *lab) old(c screen.Ctx) view.Span {
	if f, open := l.finding(c); open {
		return view.NotFresh(c, f)
	}
	return view.Span{}
}

// numbers draws the head, the numbers around the selected one, and, where lines
// are left, how far the model holds and what happens in the run.
func (l *lab) numbers(c screen.Ctx, run *labRun, w, h int) []string {
	th := c.Theme
	rows := l.matching(run, c.Filter)
	at := max(slices.Index(rows, l.row), 0)
	blocks := []view.Block{
		{Rank: 1, Least: 1, Ideal: 1},
		{Least: min(5, len(rows)), Ideal: len(rows), More: 2, Part: true, Draw: func(n int) []string {
			table := widget.Table{Headless: true, Len: len(rows), Selected: at, Top: max(at-h/2, 0)}
			out := make([]string, 0, n)
			top, seen := table.Window(n)
			for i := top; i < top+seen; i++ {
				out = append(out, l.number(c, run, rows[i], i == at, w))
			}
			return out
		}},
		{Rank: 3, Least: 3, Ideal: 3, Grow: 1, Draw: func(n int) []string { return l.notes(c, run, w, n) }},
	}
	if len(rows) == 0 {
		blocks[1] = view.Whole(0, view.Sentence(th, theme.Muted, widget.Ellipsis(th, "No number matches the filter.", w-2), w))
	}
	lines, _ := view.Heights(h, blocks)
	blocks[0].Draw = func(int) []string {
		line := widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Title, "what if ")
		place := []view.Span{{Token: theme.Muted, Text: ""}}
		if len(rows) > lines[1] && len(rows) > 0 {
			place[0].Text = strconv.Itoa(at+1) + " of " + strconv.Itoa(len(rows))
		}
		line.Put(theme.Muted, widget.Ellipsis(th, run.base.tl.Name, line.Left()-view.SpansWidth(th, place)))
		view.PutSpans(th, line, place)
		return []string{line.String()}
	}
	return view.Stack(h, blocks...)
}

// number draws one number: as it is, and at its right what was recorded where it
// differs and there is room.
func (l *lab) number(c screen.Ctx, run *labRun, row labRow, selected bool, w int) string {
	th := c.Theme
	now, was, differs := l.compare(run, row)
	typing := selected && l.typing
	if typing {
		now = l.typed + "▏"
	}
	mark, left, right := " ", "  ", "  "
	if selected {
		mark, left, right = "▶", "◀ ", " ▶"
	}
	line := widget.NewLine(th, w).Select(selected).Put(theme.Accent, mark).Put(theme.Text, " ")
	end, beside := w, 0
	if w >= 40 && row != labPolicy {
		beside = 10
		end -= beside
	}
	tok := theme.Text
	if differs || typing {
		tok = theme.Accent
	}
	label := row.label()
	room := max(end-line.Used()-widget.Width(th.Spell(label))-1, end/2)
	value := widget.Whole(th, room-4, now, view.WithoutUnit(now))
	switch whole := th.Spell(now); {
	case row == labPolicy:
		value = widget.Ellipsis(th, now, room-4)
	case typing && widget.Width(whole) > room-4: // one types at the end
		cut := th.Spell("…")
		value = cut + widget.Section(whole, widget.Width(whole)-max(room-4-widget.Width(cut), 0), widget.Width(whole))
	}
	line.Column(theme.Muted, label, end-4-widget.Width(value)-1)
	line.To(end-4-widget.Width(value)).Put(theme.Key, left).Put(tok, value).Put(theme.Key, right)
	switch {
	case beside > 0 && differs:
		line.Whole(theme.Muted, w, was, view.WithoutUnit(was))
	case differs && !selected:
		line.To(w-1).Put(theme.Accent, "*")
	}
	return line.String()
}

// notes say how far the model holds, then what happens in the run.
func (l *lab) notes(c screen.Ctx, run *labRun, w, room int) []string {
	th := c.Theme
	var out []string
	add := func(tok theme.Token, text string) {
		lines := view.Wrap(th, text, w-2)
		if len(out)+len(lines) > room {
			return // half a sentence can say the opposite
		}
		for _, t := range lines {
			out = append(out, view.Sentence(th, tok, t, w))
		}
	}
	out = append(out, "")
	for _, t := range run.standing() {
		tok := theme.Muted
		if strings.HasPrefix(t, "≠") {
			tok = theme.Undecided
		}
		add(tok, t)
	}
	if run.err == nil && room-len(out) >= 4 && len(run.result.Events) > 0 {
		out = append(out, "", widget.Draw(th, widget.Heading{Title: " what happens", Simulated: true}, w))
		out = append(out, run.eventLines(c.Theme, w, room-len(out))...)
	}
	return out[:min(len(out), room)]
}

// eventLines are the lines of events, put into words once for every size and not
// for every frame.
func (run *labRun) eventLines(th *theme.Theme, w, room int) []string {
	if q := (eventsAsked{th, w, room}); run.events == nil || run.eventsFor != q {
		run.events, run.eventsFor = run.drawEvents(th, w, room), q
	}
	return run.events
}

// drawEvents draws what happens in the run, on the recorded clock as the charts are; of
// those that do not fit the last line says how many there are.
func (run *labRun) drawEvents(th *theme.Theme, w, room int) []string {
	begin := labAxis(run).Min
	all := run.result.Events
	seen := len(all)
	if seen > room {
		seen = max(room-1, 0)
	}
	at := max(7, widget.Width(model.Of(all[len(all)-1].Second+begin).Text(model.Seconds))+1)
	left := w - at - 2
	rows := min(len(all), max(room, 0))
	return widget.Table{
		Headless: true, Len: rows, Selected: -1,
		Columns: []widget.Column{{Width: at - 1, Right: true, Priority: 1}, {Width: max(left, 1)}},
		Row: func(i int) []widget.Cell {
			if i == seen {
				return []widget.Cell{{Token: theme.Muted, Text: "…"}, {Token: theme.Muted, Text: strconv.Itoa(len(all)-seen) + " more"}}
			}
			e := all[i]
			if e.Second += begin; e.Cause.Signal == sim.SignalBoot {
				e.Cause.Observed += begin
			}
			words := e.Text()
			for _, shorter := range []func() string{e.Brief, e.Bare} { // rather less than half a number
				if widget.Width(th.Spell(words)) > left {
					words = shorter()
				}
			}
			return []widget.Cell{{Token: theme.Muted, Text: model.Of(e.Second).Text(model.Seconds)}, {Token: theme.Text, Text: words}}
		},
	}.Lines(th, w, rows)
}

// outcome draws the run over what was recorded, and the comparison below it.
func (l *lab) outcome(c screen.Ctx, run *labRun, w, h int) []string {
	th := c.Theme
	table := l.comparison(c, run, w)
	x := labAxis(run)
	gut := view.Gutter
	if w < 40 {
		gut = 7
	}
	return view.Stack(h,
		view.Whole(0, l.legend(c, run, w)),
		view.Block{Rank: 1, Least: 10, Ideal: 20, More: 4, Grow: 1, Part: true, Draw: func(n int) []string { return l.bands(c, run, w, n, gut, x) }},
		view.Block{Rank: 2, Least: 1, Ideal: 2, More: 5, Draw: func(n int) []string {
			return chart.TimeScale(th, chart.Spec{Width: w, Gutter: gut, X: x}, n)
		}},
		view.Whole(3, l.strips(c, run, w, gut, x)...),
		view.Lines(0, 1, table),
	)
}
