package tui

import (
	"math"
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

// mostPolicies is how many timelines are drawn at once; more cannot be told apart.
const mostPolicies = 4

// seriesTokens colour the policies in the file's order.
var seriesTokens = [mostPolicies]theme.Token{theme.SeriesA, theme.SeriesB, theme.SeriesC, theme.SeriesD}

// seriesGlyphs draw them in ASCII, where the glyph and not the colour tells them apart.
var seriesGlyphs = [mostPolicies]rune{'o', '*', 'x', '+'}

// track is one timeline on screen.
type track struct {
	finding analysis.Finding
	name    string // short: what tells it from the others
	token   theme.Token
	glyph   rune
	focused bool
}

// stage is everything a drawing of the replay needs to know.
type stage struct {
	c      Ctx
	tracks []track
	pos    float64
	x      chart.Axis
	mode   chart.Mode
}

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

// sideCells returns the width of the readout beside the bands, 0 where there is no room.
func sideCells(w, tracks int) int {
	switch {
	case w >= 160:
		return 26 + 10*min(tracks+1, 4)
	case w >= 110:
		return 15 + 10*min(tracks+1, 4)
	case w >= 76 && tracks <= 2:
		return 11 + 9*tracks
	default:
		return 0
	}
}

// stage collects what is drawn: at most mostPolicies timelines, the selected one
// among them, and the axis after zoom.
func (r *replay) stage(c Ctx, shown, others []analysis.Finding) stage {
	at := r.focused(shown)
	s := stage{c: c, pos: r.position(c.Now)}
	names := shortNames(shown)
	first := min(max(at-mostPolicies+1, 0), max(len(shown)-mostPolicies, 0))
	for i := first; i < min(first+mostPolicies, len(shown)); i++ {
		if !r.single || i == at {
			s.tracks = append(s.tracks, track{finding: shown[i], name: names[i], token: seriesTokens[i%mostPolicies], glyph: seriesGlyphs[i%mostPolicies], focused: i == at})
		}
	}
	if r.other > 0 && r.other <= len(others) {
		o := others[r.other-1]
		over := track{finding: o, name: "other", token: seriesTokens[mostPolicies-1], glyph: seriesGlyphs[mostPolicies-1]}
		if len(s.tracks) == mostPolicies {
			s.tracks = s.tracks[:mostPolicies-1]
		}
		s.tracks = append(s.tracks, over)
	}
	s.x = r.axis(s)
	return s
}

// axis returns the time axis. A zoomed one moves by half its length when the
// playhead nears its end, and not with every frame: a chart that scrolls costs
// thirty times the bytes of one that stands.
func (r *replay) axis(s stage) chart.Axis {
	var all []analysis.Finding
	for _, t := range s.tracks {
		all = append(all, t.finding)
	}
	lo, hi := extent(all)
	if r.zoom > 0 && hi > lo {
		span := (hi - lo) / math.Pow(2, float64(r.zoom))
		half := span / 2
		start := lo + math.Floor((s.pos-lo)/half-0.5)*half
		lo, hi = min(max(start, lo), hi-span), 0
		hi = lo + span
	}
	return chart.Axis{Min: lo, Max: hi, Unit: model.Seconds}
}

// shortNames returns the first word of each name that tells it from the others.
func shortNames(shown []analysis.Finding) []string {
	words := func(i int) []string {
		return strings.FieldsFunc(shown[i].Autoscaling.Data.Name, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	}
	names := make([]string, len(shown))
	for i := range shown {
		names[i] = shown[i].Autoscaling.Data.Name
		for n, word := range words(i) {
			unique := true
			for j := range shown {
				if other := words(j); j != i && n < len(other) && other[n] == word {
					unique = false
				}
			}
			if unique {
				names[i] = word
				break
			}
		}
	}
	return names
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

// band is one chart of the stack.
type band struct {
	title  string
	metric model.SampleMetric
	weight int
	rules  []chart.Rule
	step   bool
	log    bool
	whole  bool // 0 to 1, whatever the samples reach
}

// bands draws the charts into h lines; the fewer lines there are the fewer charts.
func (s stage) bands(r *replay, w, h int) []string {
	last := band{title: "GPU utilisation", metric: model.GPUUse, weight: 2, whole: true}
	if r.kv {
		last = band{title: "KV cache use", metric: model.KVUse, weight: 2}
	}
	all := []band{
		{title: "demand / KV capacity", metric: model.DemandRatio, weight: 3, rules: []chart.Rule{{Y: 1, Label: "capacity", Token: theme.Limit}}},
		s.ttftBand(),
		{title: "replicas ready, faint with those booting", metric: model.Ready, weight: 2, step: true},
		last,
	}
	switch {
	case h < 5:
		all = all[1:2]
	case h < 12:
		all = all[:2]
	case h < 20:
		all = all[:3]
	}
	weights := 0
	for _, b := range all {
		weights += b.weight
	}
	var out []string
	free := h - len(all)
	for i, b := range all {
		rows := free * b.weight / weights
		if i == len(all)-1 {
			rows = h - len(out) - 1
		}
		if rows < 1 {
			break
		}
		out = append(out, s.band(b, w, rows)...)
	}
	return out
}

// ttftBand is p99 TTFT with the SLO, or its bounds where the file only flags
// samples; logarithmic where the range passes 20×, and its title says so.
func (s stage) ttftBand() band {
	b := band{title: "p99 TTFT", metric: model.P99TTFT, weight: 4}
	slo := s.tracks[0].finding.Autoscaling.SLO
	if v, ok := slo.Limit.Get(); ok {
		b.rules = []chart.Rule{{Y: v, Label: "SLO " + slo.Limit.Text(model.Milliseconds), Token: theme.Limit}}
	} else if lo, ok := slo.Low.Get(); ok {
		rule := chart.Rule{Y: lo, Label: "SLO over " + slo.Low.Text(model.Milliseconds), Token: theme.Limit}
		if hi, ok := slo.High.Get(); ok {
			rule.To, rule.Band, rule.Label = hi, true, "SLO "+slo.Low.Text(model.None)+"–"+slo.High.Text(model.Milliseconds)
		}
		b.rules = []chart.Rule{rule}
	} else if hi, ok := slo.High.Get(); ok {
		b.rules = []chart.Rule{{Y: hi, Label: "SLO under " + slo.High.Text(model.Milliseconds), Token: theme.Limit}}
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range s.tracks {
		if lo, hi, ok := t.finding.Autoscaling.Data.Figures[model.P99TTFT].Range(); ok {
			low, high = min(low, lo), max(high, hi)
		}
	}
	if chart.PrefersLog(low, high) {
		b.log, b.title = true, "p99 TTFT, log scale"
	}
	return b
}

func (s stage) band(b band, w, rows int) []string {
	head := widget.Draw(s.c.Theme, widget.Heading{Title: " " + b.title}, w)
	spec := chart.Spec{
		Width: w, Height: rows, Gutter: gutter, X: s.x, Mode: s.mode, Rules: b.rules,
		Playhead: s.pos, HasPlayhead: true, Until: s.pos, HasUntil: true,
		Y: chart.Axis{Unit: b.metric.Metric().Unit, Log: b.log},
	}
	if b.whole {
		spec.Y.Min, spec.Y.Max = 0, 1
	}
	for i := len(s.tracks) - 1; i >= 0; i-- {
		t := s.tracks[i]
		data := t.finding.Autoscaling.Data
		spec.Gap = gapOf(data)
		if b.metric == model.Ready {
			spec.Series = append(spec.Series, chart.Series{X: data.Seconds.Values(), Y: sum(data, model.Ready, model.Booting), Token: t.token, Glyph: '.', Step: true, Faint: true})
		}
		one := chart.Series{X: data.Seconds.Values(), Y: data.Figures[b.metric].Values(), Token: t.token, Glyph: t.glyph, Step: b.step}
		if len(s.tracks) > 1 && b.metric != model.Ready {
			one.Name = t.name // colour alone tells nobody which line is which
		}
		spec.Series = append(spec.Series, one)
	}
	return append([]string{head}, chart.Render(s.c.Theme, spec)...)
}

// gapOf returns the time between two samples over which no line is drawn.
func gapOf(t *model.Timeline) float64 {
	v := t.Seconds.Values()
	if len(v) < 3 {
		return 0
	}
	return gapFactor * (v[len(v)-1] - v[0]) / float64(len(v)-1)
}

// sum adds two columns; where either is missing so is the sum.
func sum(t *model.Timeline, a, b model.SampleMetric) []float64 {
	out := make([]float64, t.Len())
	for i := range out {
		out[i] = t.Figures[a].Values()[i] + t.Figures[b].Values()[i]
	}
	return out
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
