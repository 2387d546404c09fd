package tui

import (
	"image"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
)

// Ctx is what a screen may know of the rest of the program. It is passed by
// value with every call and never stored.
type Ctx struct {
	Snap   *analysis.Findings // never nil; empty before the first snapshot
	Now    time.Time
	Area   image.Rectangle // the cells a screen draws; its Dx and Dy may be 0
	Theme  *theme.Theme
	Filter string // lower case; "" shows everything
}

// Width and Height return the cells a screen has.
func (c Ctx) Width() int  { return max(c.Area.Dx(), 0) }
func (c Ctx) Height() int { return max(c.Area.Dy(), 0) }

// screen is one tab of the console. Screens never talk to each other and do no
// I/O: what they want done they return as a command whose message App handles.
type screen interface {
	// title is the tab's label, short the one for narrow terminals.
	title() string
	// keys are the bindings that work now; help and key matching both read them.
	keys(c Ctx) []key.Binding
	// update handles a key press that is no global key, or one of the messages
	// in message.go that are addressed to screens.
	update(msg tea.Msg, c Ctx) tea.Cmd
	// view returns c.Height() lines of at most c.Width() cells, joined by newlines.
	view(c Ctx) string
}

// opener is a screen that can show one finding.
type opener interface {
	// open selects the finding with the given key; false where it shows no such kind.
	open(f analysis.Finding) bool
}

// copier is a screen that has something to copy as Markdown.
type copier interface {
	copyText(c Ctx) string
}

// unfiltered is a screen that has no list which a filter could narrow.
type unfiltered interface {
	unfiltered() bool
}

// saver is a screen with a save of its own behind the write key.
type saver interface {
	save(c Ctx) tea.Cmd
}
