package tui

import (
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/tui/internal/screen"
)

// pressed handles a key: the open dialog first, then the filter line, then the
// global keys, then the screen.
func (a *App) pressed(msg tea.KeyPressMsg) tea.Cmd {
	if a.notice != "" && !key.Matches(msg, a.keys.Interrupt) {
		a.notice = ""
	}
	switch {
	case key.Matches(msg, a.keys.Interrupt):
		return a.interrupt()
	case key.Matches(msg, a.keys.Suspend):
		return tea.Suspend
	case key.Matches(msg, a.keys.Redraw):
		return tea.ClearScreen
	case a.dialog != nil:
		if a.dialog.update(msg, a.ctxFor()) {
			a.dialog = nil
		}
		return nil
	case a.filter.editing:
		a.filter.press(msg)
		return nil
	}
	if cmd, done := a.global(msg); done {
		return cmd
	}
	return a.toScreen(msg)
}

// global handles the keys that work on every screen. A screen that binds one of
// the single letters itself is asked first.
func (a *App) global(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch k := a.keys; {
	case key.Matches(msg, k.Quit):
		return tea.Quit, true
	case key.Matches(msg, a.screens[a.active].Keys(a.ctxFor())...):
		return nil, false
	case key.Matches(msg, k.Help):
		a.dialog = newHelp(a.specs[a.active].Title, a.screens[a.active].Keys(a.ctxFor()), a.keys)
	case key.Matches(msg, k.Issues):
		a.dialog = newIssues(a.findings)
	case key.Matches(msg, k.Filter):
		if a.specs[a.active].Unfiltered {
			a.notice = "there is no list to filter here"
			return nil, true
		}
		a.filter.editing = true
	case key.Matches(msg, k.Back):
		if a.filter.text() == "" {
			return a.show(0), true
		}
		a.filter.clear()
	case key.Matches(msg, k.NextTab):
		return a.show((a.active + 1) % len(a.screens)), true
	case key.Matches(msg, k.PrevTab):
		return a.show((a.active + len(a.screens) - 1) % len(a.screens)), true
	case key.Matches(msg, k.Tabs):
		return a.show(int(msg.Code - '1')), true
	case key.Matches(msg, k.Copy):
		return a.copy(), true
	case key.Matches(msg, k.Write):
		return a.write(), true
	case key.Matches(msg, k.Mouse):
		a.mouse = !a.mouse
		a.notice = map[bool]string{true: "mouse on: hold shift to select text", false: "mouse off"}[a.mouse]
	default:
		return nil, false
	}
	return nil, true
}

func (a *App) copy() tea.Cmd {
	x := a.screens[a.active].Update(screen.Copy{}, a.ctxFor())
	if x.Copy == "" {
		x.Notice = "nothing to copy here"
	}
	return a.do(x)
}

func (a *App) write() tea.Cmd {
	x := a.screens[a.active].Update(screen.WriteFile{}, a.ctxFor())
	if x.Save == nil && x.Notice == "" {
		x = a.writeReport()
	}
	return a.do(x)
}

// writeReport writes the findings through the function that cmd provided.
func (a *App) writeReport() screen.Action {
	write, f := a.opts.WriteReport, a.findings
	if write == nil {
		return screen.Action{Notice: "reports cannot be written here"}
	}
	return screen.Action{Save: &screen.Save{Done: "report written to", Failed: "report not written", Write: func() (string, error) { return write(f) }}}
}

// interruptGrace is how long a first ctrl+c that only warned counts.
const interruptGrace = 1500 * time.Millisecond

// interrupt quits with the code of a SIGINT. Where the screen has something to say
// against it, the first ctrl+c only shows that.
func (a *App) interrupt() tea.Cmd {
	if a.now.Sub(a.interrupted) > interruptGrace {
		if x := a.screens[a.active].Update(screen.Interrupt{}, a.ctxFor()); x.Notice != "" {
			a.interrupted = a.now
			return a.do(x)
		}
	}
	a.code = 130
	return tea.Quit
}
