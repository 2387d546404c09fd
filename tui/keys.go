package tui

import (
	"strconv"

	"charm.land/bubbles/v2/key"
)

// globalKeys are the bindings that work on every screen.
type globalKeys struct {
	Quit, Interrupt, Suspend, Redraw, Help, Filter, Back key.Binding
	NextTab, PrevTab, Copy, Write, Mouse, Issues, Tabs   key.Binding
}

// defaultGlobalKeys returns the bindings for so many screens, of which the first
// nine have a digit.
func defaultGlobalKeys(screens int) globalKeys {
	bind := func(help, does string, keys ...string) key.Binding {
		return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
	}
	last := min(max(screens, 1), 9)
	var digits []string
	for i := range last {
		digits = append(digits, strconv.Itoa(i+1))
	}
	return globalKeys{
		Quit:      bind("q", "quit", "q"),
		Interrupt: bind("ctrl+c", "quit with code 130", "ctrl+c"),
		Suspend:   bind("ctrl+z", "suspend to the shell", "ctrl+z"),
		Redraw:    bind("ctrl+l", "draw everything anew", "ctrl+l"),
		Help:      bind("?", "help", "?"),
		Filter:    bind("/", "filter", "/"),
		Back:      bind("esc", "back, or drop the filter", "esc"),
		NextTab:   bind("tab", "next screen", "tab"),
		PrevTab:   bind("shift+tab", "previous screen", "shift+tab"),
		Copy:      bind("y", "copy as Markdown", "y"),
		Write:     bind("w", "write the report", "w"),
		Mouse:     bind("m", "mouse on or off", "m"),
		Issues:    bind("i", "issues", "i"),
		Tabs:      bind("1…"+strconv.Itoa(last), "go to a screen", digits...),
	}
}

// all returns the bindings in the order of the help page.
func (g globalKeys) all() []key.Binding {
	return []key.Binding{
		g.Tabs, g.NextTab, g.PrevTab, g.Filter, g.Back, g.Issues, g.Copy, g.Write,
		g.Mouse, g.Redraw, g.Suspend, g.Help, g.Quit, g.Interrupt,
	}
}
