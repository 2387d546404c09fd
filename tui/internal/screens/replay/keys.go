package replay

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/tui/internal/playback"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// replayKeys are the transport's bindings.
type replayKeys struct {
	Play, Back, Forward, BackFar, ForwardFar, Home, End    key.Binding
	NextEvent, PrevEvent, Faster, Slower, Loop, Idle       key.Binding
	Compare, Zoom, Single, PrevPolicy, NextPolicy, Explain key.Binding
	Utilisation, Layout, Hide                              key.Binding
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "replay", Title: "Replay", Short: "Replay", Unfiltered: true,
		Shows: func(f *analysis.Finding) bool { return analysis.AutoscalingOf(f.Outcome) != nil },
		New:   func(d screen.Deps) screen.Screen { return newReplay(d) },
	}
}

func newReplay(d screen.Deps) *replay {
	return &replay{start: d.Start, fps: d.FPS, after: d.After, own: replayKeys{
		Play:        view.Bind("space", "play/pause", "space"),
		Back:        view.Bind("←", "one sample back", "left", ","),
		Forward:     view.Bind("→", "one sample on", "right", "."),
		BackFar:     view.Bind("[", "10 % back", "shift+left", "["),
		ForwardFar:  view.Bind("]", "10 % on", "shift+right", "]"),
		Home:        view.Bind("g/home", "to the start", "home", "g"),
		End:         view.Bind("G/end", "to the end", "end", "G"),
		NextEvent:   view.Bind("n", "next event", "n"),
		PrevEvent:   view.Bind("N", "previous event", "N"),
		Faster:      view.Bind("+", "faster", "+", "="),
		Slower:      view.Bind("-", "slower", "-", "_"),
		Loop:        view.Bind("l", "loop", "l"),
		Idle:        view.Bind("s", "hurry through gaps", "s"),
		Compare:     view.Bind("c", "compare files", "c"),
		Zoom:        view.Bind("z", "zoom", "z"),
		Single:      view.Bind("o", "one policy or all", "o"),
		PrevPolicy:  view.Bind("↑/k", "previous policy", "up", "k"),
		NextPolicy:  view.Bind("↓/j", "next policy", "down", "j"),
		Explain:     view.Bind("enter", "explain", "enter"),
		Layout:      view.Bind("v", "lanes or plots", "v"),
		Hide:        view.Bind("f", "hide the future", "f"),
		Utilisation: view.Bind("u", "GPU or KV use", "u"),
	}}
}

func (r *replay) Keys(screen.Ctx) []key.Binding {
	k := r.own
	return []key.Binding{
		k.Play, k.Back, k.Forward, k.NextEvent, k.PrevEvent, k.Layout, k.Hide, k.Explain, k.Faster, k.Slower, k.Single, k.Zoom, k.Compare, k.Loop,
		k.BackFar, k.ForwardFar, k.Home, k.End, k.PrevPolicy, k.NextPolicy, k.Utilisation, k.Idle,
	}
}

// transport handles the keys that move the clock.
func (r *replay) transport(msg tea.KeyPressMsg, c screen.Ctx, shown []analysis.Finding) bool {
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

func (r *replay) toggleSkips(now time.Time, shown []analysis.Finding) playback.Clock {
	if r.clock.Skips() != nil {
		return r.clock.SetSkips(now, nil)
	}
	return r.clock.SetSkips(now, playback.FindSkips(r.samples(shown), view.GapFactor))
}

// choose handles the keys that change what is shown, and explain.
func (r *replay) choose(msg tea.KeyPressMsg, c screen.Ctx, shown []analysis.Finding) screen.Action {
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
	case key.Matches(msg, k.Layout):
		r.plots = !r.plots
	case key.Matches(msg, k.Hide):
		r.hide = !r.hide
	case key.Matches(msg, k.Utilisation):
		if !r.plots {
			return screen.Action{Notice: "both have a lane; v shows the plots, where u changes the last one"}
		}
		r.kv = !r.kv
	case key.Matches(msg, k.Compare):
		_, others := r.timelines(c)
		if len(others) == 0 {
			return screen.Action{Notice: "no other file has a timeline to compare with"}
		}
		r.other = (r.other + 1) % (len(others) + 1)
	case key.Matches(msg, k.Explain):
		return screen.Action{Dialog: explainSample(shown[at], r.position(c.Now))}
	}
	return screen.Action{}
}
