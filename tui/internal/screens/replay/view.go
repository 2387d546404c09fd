package replay

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// View draws the bands, what they read at the playhead, and the transport.
//
//	autoscaling-canary.json ─────────────────────── SLO 409–502 ms  SIMULATED  at 40 s   reactive  leading
//	demand / KV capacity ─────────────────────────────────────────────────     demand/KV    1.028   0.8222
//	  2.4 ┤          ⣀⠤⠤⣀                                                      p99 TTFT     554 ms  296 ms
//	  1.0 ┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ limit
//	p99 TTFT, replicas, GPU utilisation …
//	reactive  ···▓▓▓▓▓▓▓▓▓▓▓▓▓····  over the SLO
//	◀◀ ▶ 4×  ━━━━━━━━●──────────  80 / 300 s
func (r *replay) View(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	shown, others := r.timelines(c)
	if len(shown) == 0 {
		return view.Empty(c, "No autoscaling timeline is open.")
	}
	s := r.stage(c, shown, others)
	if !r.plots {
		return r.lanes(c, s, shown)
	}
	side := sideCells(w, len(s.tracks))
	left := w
	if side > 0 {
		left = w - side - 1
	}
	var foot []string
	if side == 0 {
		foot = s.compactReadout(w)
	}
	lines := view.Stack(h,
		view.Lines(0, 1, []string{r.head(s, shown, left)}),
		view.Block{Least: 2, Ideal: 20, More: 2, Grow: 1, Part: true, Draw: func(n int) []string {
			bands := s.bands(r, left, n)
			for len(bands) < n {
				bands = append(bands, strings.Repeat(" ", left))
			}
			return bands
		}},
		view.Block{Least: 1, Ideal: 2, More: 3, Draw: func(n int) []string {
			return chart.TimeScale(c.Theme, chart.Spec{Width: left, Gutter: view.Gutter, X: s.x, Playhead: s.pos, HasPlayhead: true}, n)
		}},
		view.Lines(1, 1, s.rows(left, h)),
		view.Lines(1, 1, foot),
		view.Lines(0, 1, r.endCard(s, left)),
		view.Lines(0, 1, []string{r.transportLine(s, shown, left, w)}),
	)
	if side == 0 {
		return lines
	}
	// Every line of the bands is exactly left cells wide, so that the readout can
	// be set next to it without measuring it again.
	readout := s.readout(side, h-1)
	for i := range lines[:len(lines)-1] {
		if i < len(readout) {
			lines[i] += readout[i]
		}
	}
	return lines
}

// head names the lines, how many more policies there are, the zoom, and that the
// figures are simulated or no longer what the file holds.
func (r *replay) head(s stage, shown []analysis.Finding, w int) string {
	th := s.c.Theme
	l := widget.NewLine(th, w).Put(theme.Text, " ")
	tail := r.headTail(s, shown)
	room := w - widget.Width(th.Spell(tail)) - 2
	for i, t := range s.tracks {
		if i > 0 {
			l.Put(theme.Text, "  ")
		}
		mark := "━"
		switch {
		case th.ASCII:
			mark = string(t.glyph)
		case t.focused:
			mark = "◆"
		}
		l.Put(t.token, mark+" ")
		l.Put(theme.Verdict(t.finding.Verdict), th.Mark(t.finding.Verdict)+" ")
		name := analysis.AutoscalingOf(t.finding.Outcome).Data.Name
		if len(s.tracks) > 2 || w < 90 {
			name = t.name
		}
		l.Put(t.token, widget.Ellipsis(th, name, max(room-l.Used(), 0)))
	}
	if more := len(shown) - len(s.tracks); more > 0 && !r.single && room-l.Used() > 9 {
		l.Put(theme.Muted, "  +"+strconv.Itoa(more)+" more ↑↓")
	}
	tok := theme.Simulated
	if view.Staleness(s.c, shown[0]) != "" {
		tok = theme.Undecided
	}
	return l.Right(tok, tail+" ").To(w).String()
}

// headTail is the right end of the head line.
func (r *replay) headTail(s stage, shown []analysis.Finding) string {
	var parts []string
	if old := view.Staleness(s.c, shown[0]); old != "" {
		parts = append(parts, old)
	}
	if r.zoom > 0 {
		parts = append(parts, "zoom "+strconv.Itoa(1<<r.zoom)+"×")
	}
	if shown[0].Simulated {
		parts = append(parts, "SIMULATED")
	}
	return strings.Join(parts, "  ")
}

// rows draw, on the columns of the bands, when each policy scaled and when it was
// over its SLO. Where room is short only the selected one's scale events are drawn.
func (s stage) rows(w, h int) []string {
	var out []string
	for _, t := range s.tracks {
		label := t.name
		if h >= 24 || t.focused {
			out = append(out, s.eventRow(t, w))
			label = "over SLO"
		}
		out = append(out, s.strip(t, label, w))
	}
	return out
}

// strip draws when a policy was over its SLO.
func (s stage) strip(t track, label string, w int) string {
	a := analysis.AutoscalingOf(t.finding.Outcome)
	strip := chart.Strip{Width: max(w-view.Gutter, 0), X: s.x, At: a.Data.Seconds.Values(), Flags: overSLO(a), Until: s.pos, HasUntil: true, HideAhead: s.hide, Token: t.token, Gap: view.GapOf(a.Data), Mode: s.mode}
	l := widget.NewLine(s.c.Theme, w).ColumnRight(t.token, label, view.Gutter-1).To(view.Gutter)
	return l.Raw(strip.Row(s.c.Theme), strip.Width).To(w).String()
}

// eventRow draws when a policy started and stopped replicas, and how many.
func (s stage) eventRow(t track, w int) string {
	var marks []chart.Mark
	for _, e := range analysis.AutoscalingOf(t.finding.Outcome).Events {
		tok := t.token
		if e.Second > s.pos && s.hide {
			break
		}
		if e.Second > s.pos {
			tok = theme.Ahead(tok)
		}
		switch e.Kind {
		case analysis.ScaledUp:
			marks = append(marks, chart.Mark{X: e.Second, Glyph: '▲', Label: "+" + strconv.Itoa(e.Count), Token: tok})
		case analysis.ScaledDown:
			marks = append(marks, chart.Mark{X: e.Second, Glyph: '▼', Label: "−" + strconv.Itoa(e.Count), Token: tok})
		}
	}
	row := chart.MarkRow(s.c.Theme, chart.Spec{Width: w, Gutter: view.Gutter, X: s.x, Marks: marks, Mode: s.mode})
	label := widget.NewLine(s.c.Theme, view.Gutter).ColumnRight(t.token, t.name, view.Gutter-1).To(view.Gutter).String()
	return label + widget.Section(row, view.Gutter, w)
}

// transportLine draws the clock: its state in the gutter, the bar under the time
// axis, so that the playhead is under its second, and the time at
// the right.
func (r *replay) transportLine(s stage, shown []analysis.Finding, left, w int) string {
	t := widget.Transport{Position: s.pos, Duration: r.base + r.clock.Duration(), Speed: r.clock.Speed(), State: widget.Paused, Loop: r.clock.Loop()}
	switch {
	case r.clock.Playing(s.c.Now):
		t.State = widget.Playing
	case r.clock.Done(s.c.Now) && r.clock.Duration() > 0:
		t.State = widget.Ended
	}
	tail := " " + t.Clock()
	if t.Loop {
		tail += " loop"
	}
	if r.clock.Skips() != nil {
		tail += " gaps short"
	}
	if left == w { // no panel at the right: the bar gives up its end
		left = max(w-widget.Width(s.c.Theme.Spell(tail))-1, view.Gutter)
	}
	l := widget.NewLine(s.c.Theme, w).Put(theme.Accent, t.State.Mark()).Put(theme.Text, " ").Column(theme.Strong, t.SpeedText(), view.Gutter)
	l.Inline(widget.PlayBar{Position: s.pos - r.base, Duration: r.clock.Duration(), Events: r.eventsShown(s, shown)}, left-view.Gutter)
	l.To(left).Put(theme.Text, tail)
	over := 0
	for _, t := range s.tracks {
		if isOver(analysis.AutoscalingOf(t.finding.Outcome), s.pos) {
			over++
		}
	}
	if text := "  " + strconv.Itoa(over) + " over SLO"; over > 0 && l.Left() > len(text) {
		l.Put(theme.Fail, text)
	}
	return l.String()
}
