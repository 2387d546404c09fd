package tui

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// gutter is the room for labels at the left of every band: one width, so that
// the same second stands in the same column of each.
const gutter = 10

// view draws the bands, what they read at the playhead, and the transport.
//
//	autoscaling-canary.json ─────────────────────── SLO 409–502 ms  SIMULATED  at 40 s   reactive  leading
//	demand / KV capacity ─────────────────────────────────────────────────     demand/KV    1.028   0.8222
//	  2.4 ┤          ⣀⠤⠤⣀                                                      p99 TTFT     554 ms  296 ms
//	  1.0 ┼┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ limit
//	p99 TTFT, replicas, GPU utilisation …
//	reactive  ···▓▓▓▓▓▓▓▓▓▓▓▓▓····  over the SLO
//	◀◀ ▶ 4×  ━━━━━━━━●──────────  80 / 300 s
func (r *replay) view(c Ctx) string {
	w, h := c.Width(), c.Height()
	shown, others := r.timelines(c)
	if len(shown) == 0 {
		return block([]string{"", widget.NewLine(c.Theme, w).Put(theme.Muted, " No autoscaling timeline is open.").String()}, h)
	}
	s := r.stage(c, shown, others)
	side := sideCells(w, len(s.tracks))
	left := w
	if side > 0 {
		left = w - side - 1
	}
	lines := []string{r.head(s, shown[0], left)}
	foot := []string{}
	if side == 0 {
		foot = append(foot, s.compactReadout(w)...)
	}
	strips := s.strips(left)
	axisRows := 1
	if h >= 30 {
		axisRows = 2
	}
	strips = append(s.eventRows(left, h), strips...)
	axis := chart.TimeScale(c.Theme, chart.Spec{Width: left, Gutter: gutter, X: s.x, Playhead: s.pos, HasPlayhead: true}, axisRows)
	room := h - len(lines) - len(strips) - len(axis) - len(foot) - 1
	lines = append(lines, s.bands(r, left, room)...)
	for len(lines) < h-len(strips)-len(axis)-len(foot)-1 {
		lines = append(lines, strings.Repeat(" ", left))
	}
	lines = append(append(lines, axis...), strips...)
	lines = append(lines, foot...)
	lines = append(lines[:max(min(len(lines), h-1), 0)], r.transportLine(s, shown, w))
	if side == 0 {
		return block(lines, h)
	}
	// Every line of the bands is exactly left cells wide, so that the readout can
	// be set beside it without measuring it again.
	readout := s.readout(side, h-1)
	for i := range lines[:len(lines)-1] {
		if i < len(readout) {
			lines[i] += readout[i]
		}
	}
	return block(lines, h)
}

func (r *replay) head(s stage, f analysis.Finding, w int) string {
	th := s.c.Theme
	l := widget.NewLine(th, w).Put(theme.Text, " ")
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
		name := t.finding.Autoscaling.Data.Name
		if len(s.tracks) > 2 || w < 90 {
			name = t.name
		}
		l.Put(t.token, widget.Ellipsis(th, name, max(l.Left()-12, 0)))
	}
	if f.Simulated && l.Left() > len("SIMULATED")+1 {
		l.Right(theme.Simulated, "SIMULATED ")
	}
	return l.To(w).String()
}

// strips draws when each policy was over its SLO, on the columns of the bands.
func (s stage) strips(w int) []string {
	var out []string
	for _, t := range s.tracks {
		a := t.finding.Autoscaling
		flags := make([]model.Flag, len(a.Over))
		for i, over := range a.Over {
			if i < len(a.Judged) && a.Judged[i] {
				flags[i] = model.FlagOf(over)
			}
		}
		strip := chart.Strip{Width: max(w-gutter, 0), X: s.x, At: a.Data.Seconds.Values(), Flags: flags, Until: s.pos, HasUntil: true, Token: t.token, Gap: gapOf(a.Data), Mode: s.mode}
		l := widget.NewLine(s.c.Theme, w).ColumnRight(t.token, t.name, gutter-1).To(gutter)
		out = append(out, l.Raw(strip.Row(s.c.Theme), strip.Width).To(w).String())
	}
	return out
}

// eventRows draw the scale events on the columns of the bands: of every policy
// where there is room, else of the selected one.
func (s stage) eventRows(w, h int) []string {
	var out []string
	for _, t := range s.tracks {
		if h < 24 && !t.focused {
			continue
		}
		var marks []chart.Mark
		for _, e := range t.finding.Autoscaling.Events {
			tok := t.token
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
		row := chart.MarkRow(s.c.Theme, chart.Spec{Width: w, Gutter: gutter, X: s.x, Marks: marks, Mode: s.mode})
		label := widget.NewLine(s.c.Theme, gutter).ColumnRight(theme.Muted, "scaling", gutter-1).To(gutter).String()
		out = append(out, label+widget.Section(row, gutter, w))
	}
	return out
}

func (r *replay) transportLine(s stage, shown []analysis.Finding, w int) string {
	state := widget.Paused
	switch {
	case r.clock.Playing(s.c.Now):
		state = widget.Playing
	case r.clock.Done(s.c.Now) && r.clock.Duration() > 0:
		state = widget.Ended
	}
	l := widget.NewLine(s.c.Theme, w).Put(theme.Text, " ")
	over := 0
	for _, t := range s.tracks {
		if isOver(t.finding.Autoscaling, s.pos) {
			over++
		}
	}
	tail := ""
	if over > 0 {
		tail = "  " + strconv.Itoa(over) + " over SLO "
	}
	keep := len("  9 over SLO ")
	if w < 60 {
		keep = 0
	}
	l.Inline(widget.Transport{
		Position: s.pos, Duration: r.base + r.clock.Duration(), Speed: r.clock.Speed(), State: state, Loop: r.clock.Loop(), Events: r.events(shown),
	}, w-1-keep)
	return l.Right(theme.Fail, tail).String()
}
