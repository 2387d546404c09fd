package tui

import (
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// PanicError is a panic of the console as an error. Bubble Tea says where a
// program broke while the alternate screen is still shown, which is gone with it a
// moment later; as an error it is printed once the terminal is restored.
type PanicError struct {
	Doing string // what the console was doing
	Value any    // what it panicked with
	Stack []byte // where
}

// Error returns one line without the stack.
func (e *PanicError) Error() string {
	return fmt.Sprintf("internal error while %s: %v", e.Doing, e.Value)
}

// brokeMsg says that a command panicked.
type brokeMsg struct{ err error }

// guarded returns a command whose panic becomes a brokeMsg.
func guarded(doing string, cmd tea.Cmd) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = brokeMsg{&PanicError{Doing: doing, Value: v, Stack: debug.Stack()}}
			}
		}()
		return cmd()
	}
}

// broke keeps what a panic was, for Run to return, and leaves. It is called by a
// deferred function with what recover returned; nil is no panic.
func (a *App) broke(doing string, v any) bool {
	if v == nil {
		return false
	}
	if a.err == nil {
		a.err = &PanicError{Doing: doing, Value: v, Stack: debug.Stack()}
	}
	return true
}
