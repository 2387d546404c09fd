package lab

import (
	"maps"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// updateTyping handles a key while a number is typed. Whatever can be run is
// run at once, always from what there was before the first digit.
func (l *lab) updateTyping(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	switch k := l.own; {
	case key.Matches(press, k.Leave):
		l.typing, l.values = false, l.before
		l.rev++
	case key.Matches(press, k.Keep):
		l.typing = false
		if l.typed != "" {
			if err := l.takeTyped(c); err != nil {
				l.values = l.before
				l.rev++
				return screen.Action{Notice: err.Error()}
			}
		}
	case key.Matches(press, k.Type) && len(l.typed) < view.MaxTyped:
		l.typed += press.Text
		_ = l.takeTyped(c) // half a number need not make sense
	case key.Matches(press, k.Erase):
		if n := len(l.typed); n > 0 && press.String() != "ctrl+u" {
			l.typed = l.typed[:n-1]
		} else {
			l.typed = ""
		}
		_ = l.takeTyped(c)
	}
	return screen.Action{}
}

// takeTyped applies what is typed, a share as it is printed, in percent.
func (l *lab) takeTyped(c screen.Ctx) error {
	l.values = maps.Clone(l.before)
	l.rev++
	if l.typed == "" {
		return nil
	}
	p := sim.Parameter(l.row)
	text := l.typed
	if p.Unit() == model.Share {
		text += "%"
	}
	v, err := p.Parse(text)
	if err != nil {
		return err
	}
	return l.set(l.run(c), p, v)
}
