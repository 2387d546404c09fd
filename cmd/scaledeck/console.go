package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"scaledeck/sim"
	"scaledeck/tui"
)

// openConsole follows the paths in a console until it is left.
func openConsole(cmd *cobra.Command, t *terminal, paths []string, read *readFlags, show showFlags) error {
	at, err := read.open(t, paths, onePath, demoHint)
	if err != nil {
		return err
	}
	o, err := show.options(t)
	if err != nil {
		return err
	}
	o.Judge = at.judge
	ctx, cancel, stop := signals(cmd.Context())
	defer stop()
	w, err := at.watch(ctx)
	if err != nil {
		return err
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
