// Package replay is the screen that plays the autoscaling timelines of a file on
// one clock.
package replay

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/playback"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// replay plays the autoscaling timelines of one file on one clock.
type replay struct {
	file   string // key of the file whose timelines are shown
	focus  string // key of the selected policy's finding
	single bool   // only the selected policy
	other  int    // which timeline of another file is laid over: 0 none
	zoom   int    // 0 the whole run, else 1/2^zoom of it around the playhead
	kv     bool   // KV use instead of GPU utilisation in the last band
	plots  bool   // the curves of all policies in one plot a metric, instead of lanes
	hide   bool   // what was not played yet is not drawn
	breach bool   // the clock is to go to the first breach of the selected policy

	clock playback.Clock
	begun bool    // the clock was set up for the file
	grew  bool    // when the clock was last set, samples were still added to the file
	base  float64 // second of the run at which the clock's 0 lies
	gen   int     // generation of the tick chain; an older one is dropped

	start screen.Start
	fps   int
	after func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	own   replayKeys
}

// open selects the timeline of a finding.
func (r *replay) open(f analysis.Finding) {
	if f.File.Key != r.file {
		r.file, r.begun = f.File.Key, false
	}
	r.focus, r.breach = f.Key, true
}

// timelines returns the findings of the file that is shown, in the file's
// order, and those of other files that can be laid over.
func (r *replay) timelines(c screen.Ctx) (shown, others []analysis.Finding) {
	file := r.file
	for _, f := range c.Snap.List {
		if analysis.AutoscalingOf(f.Outcome) != nil && (file == "" || !r.has(c, file)) {
			file = f.File.Key
		}
	}
	for _, f := range c.Snap.List {
		switch {
		case analysis.AutoscalingOf(f.Outcome) == nil:
		case f.File.Key == file:
			shown = append(shown, f)
		default:
			others = append(others, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b analysis.Finding) int { return view.OrderInFile(a) - view.OrderInFile(b) })
	return shown, others
}

func (r *replay) has(c screen.Ctx, file string) bool {
	return slices.ContainsFunc(c.Snap.List, func(f analysis.Finding) bool { return analysis.AutoscalingOf(f.Outcome) != nil && f.File.Key == file })
}

// focused returns the index of the selected policy among shown, or −1.
func (r *replay) focused(shown []analysis.Finding) int {
	for i, f := range shown {
		if f.Key == r.focus {
			return i
		}
	}
	return min(0, len(shown)-1)
}

// extent returns the first and last second of the timelines.
func extent(shown []analysis.Finding) (lo, hi float64) {
	first := true
	for _, f := range shown {
		if l, h, ok := analysis.AutoscalingOf(f.Outcome).Data.Seconds.Range(); ok {
			if first {
				lo, hi, first = l, h, false
			}
			lo, hi = min(lo, l), max(hi, h)
		}
	}
	return lo, hi
}

// begin sets the clock up for the timelines, once a file: at the position a
// flag asked for, else paused at the first breach, or at the latest sample of a file
// that grows.
func (r *replay) begin(shown []analysis.Finding, now time.Time) {
	if r.begun || len(shown) == 0 {
		return
	}
	lo, hi := extent(shown)
	first := r.begunAt(shown, lo, hi)
	r.base, r.begun, r.file = lo, true, shown[0].File.Key
	r.grew = grows(shown)
	r.clock = playback.New(hi-lo).SetLoop(now, r.start.Loop).Seek(now, first-lo)
	if r.start.Speed > 0 {
		r.clock = r.clock.SetSpeed(now, r.start.Speed)
	}
	if r.start.Play {
		r.clock = r.clock.Play(now)
		r.start.Play = false // another file opened later stays paused
	}
	r.breach = r.breach && r.start.At < 0
	r.start.At = -1
}

func (r *replay) begunAt(shown []analysis.Finding, lo, hi float64) float64 {
	switch {
	case r.start.At >= 0:
		return r.start.At
	case grows(shown) && !r.start.Play:
		return hi
	}
	first, found := lo, false
	for _, f := range shown {
		if w := analysis.AutoscalingOf(f.Outcome).Windows; len(w) > 0 && (!found || w[0].Start < first) {
			first, found = w[0].Start, true
		}
	}
	return first
}

// toBreach moves the clock to the first breach of a finding that was opened. A policy
// without one, and a place that a flag asked for, leave the clock where it is.
func (r *replay) toBreach(shown []analysis.Finding, now time.Time) {
	at := r.focused(shown)
	if !r.breach || !r.begun || at < 0 {
		return
	}
	r.breach = false
	if w := analysis.AutoscalingOf(shown[at].Outcome).Windows; len(w) > 0 && !r.clock.Playing(now) {
		r.clock = r.clock.Seek(now, w[0].Start-r.base)
	}
}

// grows reports whether samples are still added to a file.
func grows(shown []analysis.Finding) bool {
	return slices.ContainsFunc(shown, func(f analysis.Finding) bool { return f.File.Grows })
}

// follow keeps the clock true to a file that grew or shrank. At the latest sample of
// one that grows it stays at the latest; its last samples come with Grows taken back.
func (r *replay) follow(shown []analysis.Finding, now time.Time) {
	r.begin(shown, now)
	r.toBreach(shown, now)
	lo, hi := extent(shown)
	if !r.begun || (lo == r.base && hi-lo == r.clock.Duration()) {
		return
	}
	old := r.clock
	pos := r.base + old.At(now)
	if (grows(shown) || r.grew) && old.At(now) >= old.Duration() {
		pos = hi
	}
	r.grew = grows(shown)
	r.base = lo
	r.clock = playback.New(hi-lo).SetLoop(now, old.Loop()).SetSpeed(now, old.Speed()).Seek(now, pos-lo)
	if old.Playing(now) {
		r.clock = r.clock.Play(now)
	}
}

// position returns the second of the run on screen.
func (r *replay) position(now time.Time) float64 { return r.base + r.clock.At(now) }

func (r *replay) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Open:
		r.open(msg.Finding)
		return screen.Action{}
	case screen.Resumed:
		r.clock = r.clock.Resume(c.Now, msg.Gap) // nothing was shown
		return screen.Action{}
	}
	shown, _ := r.timelines(c)
	r.follow(shown, c.Now)
	switch msg := msg.(type) {
	case screen.Frame:
		if msg.Gen == r.gen {
			return r.tick(c)
		}
		return screen.Action{}
	case screen.Copy:
		return screen.Action{Copy: r.copyText(c)}
	case screen.Interrupt:
		if r.clock.Playing(c.Now) { // ctrl+c is often meant as copy, and would end a live showing
			return screen.Action{Notice: "a replay is running: ctrl+c again to quit, y to copy"}
		}
		return screen.Action{}
	case screen.Shown, screen.Reloaded:
		return r.restart(c)
	case screen.Hidden:
		r.gen++
		return screen.Action{}
	case tea.KeyPressMsg:
		if r.transport(msg, c, shown) {
			return r.restart(c)
		}
		return r.choose(msg, c, shown)
	}
	return screen.Action{}
}

// restart begins a new chain of ticks where the clock plays, so that there is
// never more than one and none while it is paused.
func (r *replay) restart(c screen.Ctx) screen.Action {
	r.gen++
	return r.tick(c)
}

func (r *replay) tick(c screen.Ctx) screen.Action {
	if !r.clock.Playing(c.Now) || r.after == nil {
		return screen.Action{}
	}
	next := screen.Frame{Gen: r.gen}
	return screen.Action{Cmd: r.after(r.clock.Interval(r.fps), func(time.Time) tea.Msg { return next })}
}

// samples returns the times of all samples shown, on the clock's axis.
func (r *replay) samples(shown []analysis.Finding) []float64 {
	var times []float64
	for _, f := range shown {
		for _, s := range analysis.AutoscalingOf(f.Outcome).Data.Seconds.Values() {
			times = append(times, s-r.base)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// events returns the times of all events shown, on the clock's axis.
func (r *replay) events(shown []analysis.Finding) []float64 {
	var times []float64
	for i, f := range shown {
		if r.single && i != r.focused(shown) {
			continue
		}
		for _, e := range analysis.AutoscalingOf(f.Outcome).Events {
			times = append(times, e.Second-r.base)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// eventsShown is events up to what is drawn.
func (r *replay) eventsShown(s stage, shown []analysis.Finding) []float64 {
	times := r.events(shown)
	if !s.hide {
		return times
	}
	return slices.DeleteFunc(times, func(at float64) bool { return at > s.pos-r.base })
}

func (r *replay) copyText(c screen.Ctx) string {
	shown, _ := r.timelines(c)
	if at := r.focused(shown); at >= 0 {
		return report.FindingMarkdown(shown[at])
	}
	return ""
}
