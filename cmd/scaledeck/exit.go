package main

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
)

// The exit codes. They are part of the command's interface: scripts branch on
// them, so a code never changes its meaning.
const (
	exitPass      = report.ExitPass
	exitTool      = 1                    // scaledeck itself failed
	exitUsage     = 2                    // wrong flags, arguments or configuration
	exitFail      = report.ExitFail      // a gate failed
	exitUndecided = report.ExitUndecided // evidence is missing or still coming
	exitSignal    = 128
)

// exitError is an error with the code it ends the command with. A nil err
// prints nothing.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usagef returns an error about how the command was called.
func usagef(format string, args ...any) error {
	return &exitError{code: exitUsage, err: fmt.Errorf(format, args...)}
}

// verdictError returns nil for a verdict that passes, else an error that only
// carries the code: the report already said why.
func verdictError(v analysis.Verdict) error {
	if code := report.ExitCode(v); code != exitPass {
		return &exitError{code: code}
	}
	return nil
}

// signalError ends the command as the shell would report the signal.
type signalError struct{ signal syscall.Signal }

func (e signalError) Error() string { return "ended by " + e.signal.String() }

// code returns the exit code for an error of a command and whether its text is
// worth printing.
func exitCode(err error) (code int, print bool) {
	var exit *exitError
	var sig signalError
	switch {
	case err == nil:
		return exitPass, false
	case errors.As(err, &sig):
		return exitSignal + int(sig.signal), false
	case errors.As(err, &exit):
		return exit.code, exit.err != nil
	case errors.Is(err, os.ErrClosed), errors.Is(err, syscall.EPIPE):
		return exitTool, false
	default:
		return exitTool, true
	}
}
