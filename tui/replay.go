package tui

import (
	"slices"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/playback"
)

// replay plays the autoscaling timelines of one file on one clock. Its drawing
// stands in replay_view.go.
type replay struct {
	file   string // key of the file whose timelines are shown
	focus  string // key of the selected policy's finding
	single bool   // only the selected policy
	other  int    // which timeline of another file is laid over: 0 none
	zoom   int    // 0 the whole run, else 1/2^zoom of it around the playhead
	kv     bool   // KV use instead of GPU utilisation in the last band

	clock playback.Clock
	begun bool    // the clock was set up for the file
	base  float64 // second of the run at which the clock's 0 lies
	gen   int     // generation of the tick chain; an older one is dropped

	start Options
	own   replayKeys
}

// replayKeys are the transport's bindings.
type replayKeys struct {
	Play, Back, Forward, BackFar, ForwardFar, Home, End    key.Binding
	NextEvent, PrevEvent, Faster, Slower, Loop, Idle       key.Binding
	Compare, Zoom, Single, PrevPolicy, NextPolicy, Explain key.Binding
	Utilisation                                            key.Binding
}

func newReplay(o Options) *replay {
	bind := func(help, does string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
	}
	return &replay{start: o, own: replayKeys{
		Play:        bind("space", "play/pause", "space"),
		Back:        bind("←", "one sample back", "left", ","),
		Forward:     bind("→", "one sample on", "right", "."),
		BackFar:     bind("[", "10 % back", "shift+left", "["),
		ForwardFar:  bind("]", "10 % on", "shift+right", "]"),
		Home:        bind("g/home", "to the start", "home", "g"),
		End:         bind("G/end", "to the end", "end", "G"),
		NextEvent:   bind("n", "next event", "n"),
		PrevEvent:   bind("N", "previous event", "N"),
		Faster:      bind("+", "faster", "+", "="),
		Slower:      bind("-", "slower", "-", "_"),
		Loop:        bind("l", "loop", "l"),
		Idle:        bind("s", "hurry through gaps", "s"),
		Compare:     bind("c", "compare files", "c"),
		Zoom:        bind("z", "zoom", "z"),
		Single:      bind("o", "one policy or all", "o"),
		PrevPolicy:  bind("↑/k", "previous policy", "up", "k"),
		NextPolicy:  bind("↓/j", "next policy", "down", "j"),
		Explain:     bind("enter", "explain", "enter"),
		Utilisation: bind("u", "GPU or KV use", "u"),
	}}
}

func (r *replay) title() string { return "Replay" }

func (r *replay) keys(Ctx) []key.Binding {
	k := r.own
	return []key.Binding{
		k.Play, k.Back, k.Forward, k.NextEvent, k.PrevEvent, k.Explain, k.Faster, k.Slower, k.Single, k.Zoom, k.Compare, k.Loop,
		k.BackFar, k.ForwardFar, k.Home, k.End, k.PrevPolicy, k.NextPolicy, k.Utilisation, k.Idle,
	}
}

func (r *replay) open(f analysis.Finding) bool {
	if f.Autoscaling == nil {
		return false
	}
	if f.File.Key != r.file {
		r.file, r.begun = f.File.Key, false
	}
	r.focus = f.Key
	return true
}

// timelines returns the findings of the file that is shown, in the file's
// order, and those of other files that can be laid over.
func (r *replay) timelines(c Ctx) (shown, others []analysis.Finding) {
	file := r.file
	for _, f := range c.Snap.List {
		if f.Autoscaling != nil && (file == "" || !r.has(c, file)) {
			file = f.File.Key
		}
	}
	for _, f := range c.Snap.List {
		switch {
		case f.Autoscaling == nil:
		case f.File.Key == file:
			shown = append(shown, f)
		default:
			others = append(others, f)
		}
	}
	slices.SortStableFunc(shown, func(a, b analysis.Finding) int { return orderInFile(a) - orderInFile(b) })
	return shown, others
}

func (r *replay) has(c Ctx, file string) bool {
	return slices.ContainsFunc(c.Snap.List, func(f analysis.Finding) bool { return f.Autoscaling != nil && f.File.Key == file })
}

// orderInFile returns the place of a finding's timeline in its file.
func orderInFile(f analysis.Finding) int {
	for i := range f.File.Doc.Autoscaling.Timelines {
		if f.File.Doc.Autoscaling.Timelines[i].Pointer == f.Autoscaling.Data.Pointer {
			return i
		}
	}
	return len(f.File.Doc.Autoscaling.Timelines)
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
		if l, h, ok := f.Autoscaling.Data.Seconds.Range(); ok {
			if first {
				lo, hi, first = l, h, false
			}
			lo, hi = min(lo, l), max(hi, h)
		}
	}
	return lo, hi
}

// begin sets the clock up for the timelines, once a file: at the position a
// flag asked for, else paused at the first breach.
func (r *replay) begin(shown []analysis.Finding, now time.Time) {
	if r.begun || len(shown) == 0 {
		return
	}
	lo, hi := extent(shown)
	first := r.begunAt(shown, lo)
	r.base, r.begun, r.file = lo, true, shown[0].File.Key
	r.clock = playback.New(hi-lo).SetLoop(now, r.start.Loop).Seek(now, first-lo)
	if r.start.Speed > 0 {
		r.clock = r.clock.SetSpeed(now, r.start.Speed)
	}
	if r.start.Play {
		r.clock = r.clock.Play(now)
		r.start.Play = false // another file opened later stays paused
	}
	r.start.At = -1
}

func (r *replay) begunAt(shown []analysis.Finding, lo float64) float64 {
	if r.start.At >= 0 {
		return r.start.At
	}
	first, found := lo, false
	for _, f := range shown {
		if w := f.Autoscaling.Windows; len(w) > 0 && (!found || w[0].Start < first) {
			first, found = w[0].Start, true
		}
	}
	return first
}

// follow keeps the clock true to a file that grew or shrank.
func (r *replay) follow(shown []analysis.Finding, now time.Time) {
	r.begin(shown, now)
	lo, hi := extent(shown)
	if !r.begun || (lo == r.base && hi-lo == r.clock.Duration()) {
		return
	}
	old := r.clock
	pos := r.base + old.At(now)
	r.base = lo
	r.clock = playback.New(hi-lo).SetLoop(now, old.Loop()).SetSpeed(now, old.Speed()).Seek(now, pos-lo)
	if old.Playing(now) {
		r.clock = r.clock.Play(now)
	}
}

// position returns the second of the run on screen.
func (r *replay) position(now time.Time) float64 { return r.base + r.clock.At(now) }

// resume takes the time for which the process was stopped out of the play.
func (r *replay) resume(now time.Time, gap time.Duration) { r.clock = r.clock.Resume(now, gap) }

// playing reports whether the replay runs.
func (r *replay) playing(c Ctx) bool { return r.clock.Playing(c.Now) }

func (r *replay) update(msg tea.Msg, c Ctx) tea.Cmd {
	shown, _ := r.timelines(c)
	r.follow(shown, c.Now)
	switch msg := msg.(type) {
	case frameMsg:
		if msg.gen == r.gen {
			return r.tick(c)
		}
		return nil
	case shownMsg, findingsMsg:
		return r.restart(c)
	case hiddenMsg:
		r.gen++
		return nil
	case tea.KeyPressMsg:
		if r.transport(msg, c, shown) {
			return r.restart(c)
		}
		return r.choose(msg, c, shown)
	}
	return nil
}

// restart begins a new chain of ticks where the clock plays, so that there is
// never more than one and none while it is paused.
func (r *replay) restart(c Ctx) tea.Cmd {
	r.gen++
	return r.tick(c)
}

func (r *replay) tick(c Ctx) tea.Cmd {
	if !r.clock.Playing(c.Now) || r.start.after == nil {
		return nil
	}
	return r.start.after.nextFrame(r.clock.Interval(r.start.fps()), r.gen)
}

// transport handles the keys that move the clock.
func (r *replay) transport(msg tea.KeyPressMsg, c Ctx, shown []analysis.Finding) bool {
	now, k := c.Now, r.own
	switch {
	case key.Matches(msg, k.Play):
		r.clock = r.clock.Toggle(now)
	case key.Matches(msg, k.Back):
		r.clock = r.clock.Step(now, r.samples(shown), -1)
	case key.Matches(msg, k.Forward):
		r.clock = r.clock.Step(now, r.samples(shown), 1)
	case key.Matches(msg, k.BackFar):
		r.clock = r.clock.Jump(now, -0.1)
	case key.Matches(msg, k.ForwardFar):
		r.clock = r.clock.Jump(now, 0.1)
	case key.Matches(msg, k.Home):
		r.clock = r.clock.Seek(now, 0)
	case key.Matches(msg, k.End):
		r.clock = r.clock.Seek(now, r.clock.Duration())
	case key.Matches(msg, k.NextEvent):
		r.clock = r.clock.NextEvent(now, r.events(shown))
	case key.Matches(msg, k.PrevEvent):
		r.clock = r.clock.PrevEvent(now, r.events(shown))
	case key.Matches(msg, k.Faster):
		r.clock = r.clock.Faster(now)
	case key.Matches(msg, k.Slower):
		r.clock = r.clock.Slower(now)
	case key.Matches(msg, k.Loop):
		r.clock = r.clock.SetLoop(now, !r.clock.Loop())
	case key.Matches(msg, k.Idle):
		r.clock = r.toggleSkips(now, shown)
	default:
		return false
	}
	return true
}

// gapFactor is how many median intervals a hole must exceed to be hurried through.
const gapFactor = 3

func (r *replay) toggleSkips(now time.Time, shown []analysis.Finding) playback.Clock {
	if r.clock.Skips() != nil {
		return r.clock.SetSkips(now, nil)
	}
	return r.clock.SetSkips(now, playback.FindSkips(r.samples(shown), gapFactor))
}

// choose handles the keys that change what is shown, and explain.
func (r *replay) choose(msg tea.KeyPressMsg, c Ctx, shown []analysis.Finding) tea.Cmd {
	k, at := r.own, r.focused(shown)
	switch {
	case at < 0:
	case key.Matches(msg, k.PrevPolicy):
		r.focus = shown[max(at-1, 0)].Key
	case key.Matches(msg, k.NextPolicy):
		r.focus = shown[min(at+1, len(shown)-1)].Key
	case key.Matches(msg, k.Single):
		r.single = !r.single
		r.focus = shown[at].Key
	case key.Matches(msg, k.Zoom):
		r.zoom = (r.zoom + 1) % 4
	case key.Matches(msg, k.Utilisation):
		r.kv = !r.kv
	case key.Matches(msg, k.Compare):
		_, others := r.timelines(c)
		if len(others) == 0 {
			return send(noticeMsg{text: "no other file has a timeline to compare with"})
		}
		r.other = (r.other + 1) % (len(others) + 1)
	case key.Matches(msg, k.Explain):
		return send(explainSample(shown[at], r.position(c.Now)))
	}
	return nil
}

// samples returns the times of all samples shown, on the clock's axis.
func (r *replay) samples(shown []analysis.Finding) []float64 {
	var times []float64
	for _, f := range shown {
		for _, s := range f.Autoscaling.Data.Seconds.Values() {
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
		for _, e := range f.Autoscaling.Events {
			times = append(times, e.Second-r.base)
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

func (r *replay) copyText(c Ctx) string {
	shown, _ := r.timelines(c)
	if at := r.focused(shown); at >= 0 {
		return report.FindingMarkdown(shown[at])
	}
	return ""
}

// fps returns the frame rate of the options.
func (o Options) fps() int {
	if o.FPS <= 0 {
		return DefaultFPS
	}
	return o.FPS
}
