package tui

import (
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// profile takes colour away where the terminal has none: the selected row is
// then shown in reverse, which a stripped background would lose.
func (a *App) profile(p colorprofile.Profile) tea.Cmd {
	if p <= colorprofile.ASCII {
		a.theme = theme.None(a.opts.ASCII)
		a.theme.Blocks = a.opts.Blocks
	}
	return nil
}

// moused turns the wheel into moves and a click on a tab into a switch. The
// mouse is off at the start, since it takes selection away from the terminal.
func (a *App) moused(msg tea.MouseMsg) tea.Cmd {
	m := msg.Mouse()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		press := tea.KeyPressMsg{Code: tea.KeyDown}
		if m.Button == tea.MouseWheelUp {
			press.Code = tea.KeyUp
		}
		return a.pressed(press)
	case tea.MouseClickMsg:
		if m.Y == a.layout.Tabs.Min.Y {
			if n, ok := a.tabAt(m.X); ok {
				return a.show(n)
			}
		}
	}
	return nil
}

// tabAt returns the tab drawn at column x of the tab line.
func (a *App) tabAt(x int) (int, bool) {
	names, gap := a.tabs()
	col := 1
	for i, name := range names {
		end := col + len("1") + len(gap)
		if name != "" {
			end += 1 + widget.Width(name)
		}
		if x >= col && x < end {
			return i, true
		}
		col = end
	}
	return 0, false
}
