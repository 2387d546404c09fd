// Package screentest runs a Bubble Tea model headless and returns its frames as
// text: no terminal, no clock and no goroutine, so that a test of a screen is a
// list of keys and the frame that must come of them.
//
// The model must be built so that none of its commands blocks.
package screentest

import (
	"reflect"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// maxSteps bounds the messages that one key may cause: a command that always
// begets another is a bug worth failing for.
const maxSteps = 1000

// Runner holds a model and feeds it.
type Runner struct {
	t     testing.TB
	model tea.Model
	w, h  int
	quit  bool
	steps int
	seen  []tea.Msg
}

// New starts the model at a size, as Bubble Tea does: one View before any
// message, then the size, then Init's commands.
func New(t testing.TB, m tea.Model, w, h int) *Runner {
	t.Helper()
	r := &Runner{t: t, model: m, w: w, h: h}
	r.model.View()
	r.Send(tea.WindowSizeMsg{Width: w, Height: h})
	r.run(m.Init())
	return r
}

// Send hands the model a message and runs everything that follows from it.
func (r *Runner) Send(msg tea.Msg) {
	r.t.Helper()
	r.steps = 0
	r.send(msg)
}

func (r *Runner) send(msg tea.Msg) {
	r.t.Helper()
	if r.steps++; r.steps > maxSteps {
		r.t.Fatalf("more than %d messages came of one", maxSteps)
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		r.w, r.h = size.Width, size.Height
	}
	if _, ok := msg.(tea.QuitMsg); ok {
		r.quit = true
		return
	}
	r.seen = append(r.seen, msg)
	var cmd tea.Cmd
	r.model, cmd = r.model.Update(msg)
	r.run(cmd)
}

// run executes a command and hands on its message; batches and sequences one
// after the other.
func (r *Runner) run(cmd tea.Cmd) {
	r.t.Helper()
	if cmd == nil {
		return
	}
	msg := cmd()
	if v := reflect.ValueOf(msg); v.IsValid() && v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() {
			r.run(v.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	if msg != nil {
		r.send(msg)
	}
}

// names are the keys that are not a single character.
var names = map[string]tea.KeyPressMsg{
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "space": {Code: tea.KeySpace, Text: " "},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "shift+left": {Code: tea.KeyLeft, Mod: tea.ModShift},
	"shift+right": {Code: tea.KeyRight, Mod: tea.ModShift}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown}, "backspace": {Code: tea.KeyBackspace},
	"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+l": {Code: 'l', Mod: tea.ModCtrl}, "ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
}

// Press presses keys, each a name as above or a single character.
func (r *Runner) Press(keys ...string) {
	r.t.Helper()
	for _, k := range keys {
		press, ok := names[k]
		if !ok {
			runes := []rune(k)
			if len(runes) != 1 {
				r.t.Fatalf("no key is called %q", k)
			}
			press = tea.KeyPressMsg{Code: runes[0], Text: k}
		}
		r.Send(press)
	}
}

// Resize changes the size of the terminal.
func (r *Runner) Resize(w, h int) {
	r.t.Helper()
	r.Send(tea.WindowSizeMsg{Width: w, Height: h})
}

// Quit reports whether the model asked to quit.
func (r *Runner) Quit() bool { return r.quit }

// Model returns the model as it is now.
func (r *Runner) Model() tea.Model { return r.model }

// Seen returns every message the model got so far.
func (r *Runner) Seen() []tea.Msg { return r.seen }

// Raw returns the frame as the model drew it, and fails the test where a line
// is wider or the lines are more than the terminal has.
func (r *Runner) Raw() string {
	r.t.Helper()
	frame := r.model.View().Content
	lines := strings.Split(frame, "\n")
	if len(lines) > max(r.h, 1) {
		r.t.Errorf("%d lines on a terminal of %d", len(lines), r.h)
	}
	for i, l := range lines {
		if w := ansi.StringWidth(l); w > r.w {
			r.t.Errorf("line %d is %d cells wide on a terminal of %d: %q", i+1, w, r.w, ansi.Strip(l))
		}
	}
	return frame
}

// Frame returns the frame without styles, blanks at line ends taken off.
func (r *Runner) Frame() string {
	r.t.Helper()
	lines := strings.Split(ansi.Strip(r.Raw()), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}
