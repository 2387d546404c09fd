package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"scaledeck/model/source"
	"scaledeck/sim"
	"scaledeck/tui"
)

// openConsole follows the paths in a console until it is left.
func openConsole(cmd *cobra.Command, t *terminal, paths []string, read readFlags, show showFlags) error {
	from, err := read.source(paths)
	if err != nil {
		return err
	}
	if err := anyExists(from.Paths); err != nil {
		return err
	}
	o, err := show.options(t)
	if err != nil {
		return err
	}
	if o.Judge, err = read.judge(); err != nil {
		return err
	}
	ctx, cancel, stop := signals(cmd.Context())
	defer stop()
	defer cancel(nil)
	w, err := source.Watch(ctx, from)
	if err != nil {
		return fmt.Errorf("following %v: %w", paths, err)
	}
	defer w.Close()
	o.Source = w
	return runConsole(ctx, cancel, t, o)
}

// runConsole runs a console on the terminal and turns how it ended into an error.
func runConsole(ctx context.Context, cancel context.CancelCauseFunc, t *terminal, o tui.Options) error {
	o.WriteReport = writeReportFile
	o.SaveRun = func(d sim.Document) (string, error) { return writeLabRun(d, time.Now()) }
	out := &link{File: t.out, gone: func(err error) { cancel(err) }}
	var in io.Reader // nil: Bubble Tea opens the terminal itself
	if term.IsTerminal(t.in.Fd()) {
		in = &link{File: t.in, gone: func(err error) { cancel(err) }}
	}
	var stops stopper
	o.BeforeSuspend = stops.before
	c := tui.New(ctx, o, in, out, nil)
	defer stops.listen(c.Suspend)()
	code, err := c.Run()
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	if err != nil {
		return err
	}
	if code != exitPass {
		return &exitError{code: code}
	}
	return nil
}

// anyExists refuses paths of which none is there: that is a slip of the hand,
// and a console that waits for it would hide it.
func anyExists(paths []string) error {
	var first error
	for _, p := range paths {
		_, err := os.Lstat(p)
		if err == nil || !errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	if first != nil && errors.Is(first, syscall.ENOENT) {
		var gone *os.PathError
		if errors.As(first, &gone) {
			return usagef("there is no %s; scaledeck demo shows an example", gone.Path)
		}
		return usagef("%w", first)
	}
	return nil
}
