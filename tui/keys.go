package tui

import (
	"scaledeck/tui/internal/view"
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
	last := min(max(screens, 1), 9)
	var digits []string
	for i := range last {
		digits = append(digits, strconv.Itoa(i+1))
	}
	return globalKeys{
		Quit:      view.Bind("q", "quit", "q"),
		Interrupt: view.Bind("ctrl+c", "quit with code 130", "ctrl+c"),
		Suspend:   view.Bind("ctrl+z", "suspend to the shell", "ctrl+z"),
		Redraw:    view.Bind("ctrl+l", "draw everything anew", "ctrl+l"),
		Help:      view.Bind("?", "help", "?"),
		Filter:    view.Bind("/", "filter", "/"),
		Back:      view.Bind("esc", "back, or drop the filter", "esc"),
		NextTab:   view.Bind("tab", "next screen", "tab"),
		PrevTab:   view.Bind("shift+tab", "previous screen", "shift+tab"),
		Copy:      view.Bind("y", "copy as Markdown", "y"),
		Write:     view.Bind("w", "write the report", "w"),
		Mouse:     view.Bind("m", "mouse on or off", "m"),
		Issues:    view.Bind("i", "issues", "i"),
		Tabs:      view.Bind("1…"+strconv.Itoa(last), "go to a screen", digits...),
	}
}

// all returns the bindings in the order of the help page.
func (g globalKeys) all() []key.Binding {
	return []key.Binding{
		g.Tabs, g.NextTab, g.PrevTab, g.Filter, g.Back, g.Issues, g.Copy, g.Write,
		g.Mouse, g.Redraw, g.Suspend, g.Help, g.Quit, g.Interrupt,
	}
}
