package mailbox

import (
	"fmt"
	"runtime/debug"

	"scaledeck/model/text"
)

// PanicError is a panic of a goroutine of a source, as an error: a panic
// that is not caught would leave the terminal in raw mode.
type PanicError struct {
	Doing string // what the goroutine was there for
	Value any    // what it panicked with
	Stack []byte // where
}

// Error returns one line without the stack.
func (e *PanicError) Error() string {
	return "internal error while " + e.Doing + ": " + text.Clean(fmt.Sprint(e.Value))
}

// Guard runs f and returns its panic, if any, as a *PanicError.
func Guard(doing string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Doing: doing, Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}
