// Package screen says what a screen of the console is: what it is made from, what
// it may know, and what it can ask for. Start reading at Spec.
package screen

import (
	"image"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
)

// Spec is a screen in the list of screens: tabs, digits, names on the command
// line, help and golden frames follow from it.
type Spec struct {
	ID    string // what --screen takes
	Title string // the tab's label
	Short string // the label on a narrow terminal
	// Shows reports whether the screen can show a finding. Nil is a screen that
	// no finding opens.
	Shows func(*analysis.Finding) bool
	// Unfiltered is a screen without a list that a filter could narrow.
	Unfiltered bool
	New        func(Deps) Screen
}

// Screen is one tab of the console. Screens do not know each other and do no I/O:
// what they want done is data in an Action.
type Screen interface {
	// Keys are the bindings that work now; help, footer and key matching read them.
	Keys(Ctx) []key.Binding
	// Update handles a key press that is no global key, or a message of this
	// package. Others are ignored.
	Update(tea.Msg, Ctx) Action
	// View returns lines of at most Ctx.Width cells. The frame cuts or fills them
	// to Ctx.Height.
	View(Ctx) []string
}

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

// Deps are what a screen may need from outside when it is made.
type Deps struct {
	Judge analysis.Options // what the console judges by
	Start Start
	FPS   int
	// After makes a command that waits; nil for none.
	After func(d time.Duration, then func(time.Time) tea.Msg) tea.Cmd
	// SaveRun writes a simulated run to a new file and returns its name; nil
	// where none can be written.
	SaveRun func(sim.Document) (string, error)
}

// Start is how a replay begins.
type Start struct {
	At    float64 // second; negative is the first breach
	Play  bool
	Speed float64 // 0 is 1×
	Loop  bool
}

// Action is what a screen wants done. The zero Action is nothing.
type Action struct {
	Cmd    tea.Cmd
	Notice string  // for the footer
	Dialog *Dialog // to show over the screen
	Open   string  // key of a finding to show on the screen of its kind
	Copy   string  // text for the clipboard
	Save   *Save   // a file to write
}

// Dialog is labelled text over a screen.
type Dialog struct {
	Title   string
	Details []analysis.Detail
}

// Save is a file to write, away from Update.
type Save struct {
	Done   string                 // the notice afterwards, before the name of the file
	Failed string                 // the notice where it was not written, before why
	Write  func() (string, error) // returns the name of the file
}

// The messages that a screen gets besides key presses.
type (
	// Shown and Hidden: the screen became the active one, or ceased to be.
	Shown  struct{}
	Hidden struct{}
	// Reloaded: Ctx has other findings.
	Reloaded struct{}
	// Open: a finding that Spec.Shows accepts is to be selected. The screen is not
	// the active one yet.
	Open struct{ Finding analysis.Finding }
	// Copy asks for Action.Copy, WriteFile for Action.Save. A screen that has
	// nothing to save leaves it, and the report is written.
	Copy      struct{}
	WriteFile struct{}
	// Interrupt: the console is about to be left by ctrl+c. A notice in the Action
	// asks for a second one.
	Interrupt struct{}
	// Resumed: the process was stopped for a while, while nothing was shown.
	Resumed struct{ Gap time.Duration }
	// Frame: the time that Deps.After was asked to wait is over. Gen is the
	// generation of the chain it belongs to; a chain that was stopped ignores it.
	Frame struct{ Gen int }
)
