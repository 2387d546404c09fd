package tui

import (
	"context"
	"errors"
	"fmt"
	"io"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// Console is a program ready to run. Suspend may be called from another
// goroutine while Run runs.
type Console struct {
	app     *App
	program *tea.Program
}

// New returns a console that reads keys from in and draws on out; both must be
// the terminal (an *os.File or what embeds one), or nil for the standard ones.
// environ replaces the environment where it is not nil. The console ends when
// ctx does.
func New(ctx context.Context, o Options, in io.Reader, out io.Writer, environ []string) *Console {
	if o.FPS <= 0 {
		o.FPS = DefaultFPS
	}
	app := newApp(ctx, o)
	opts := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(o.FPS), tea.WithoutSignalHandler(), tea.WithFilter(app.suspends)}
	if in != nil {
		opts = append(opts, tea.WithInput(in))
	}
	if out != nil {
		opts = append(opts, tea.WithOutput(out))
	}
	if environ != nil {
		opts = append(opts, tea.WithEnvironment(environ))
	}
	program := tea.NewProgram(app, opts...)
	app.leave = program.Quit
	return &Console{app: app, program: program}
}

// Run draws the console until it is left. It returns the exit code that the key
// which ended it stands for, and an error where it did not end by a key: one
// that wraps the context's where that ended.
func (c *Console) Run() (code int, err error) {
	if c.app.opts.Sync {
		// Bubble Tea does not ask over SSH whether the terminal can show a frame
		// at once; this answers in its place. Send blocks until Run reads it.
		go c.program.Send(tea.ModeReportMsg{Mode: ansi.ModeSynchronizedOutput, Value: ansi.ModeReset})
	}
	_, err = c.program.Run()
	switch {
	case err == nil && c.app.err != nil:
		return 1, c.app.err
	case err == nil:
		return c.app.code, nil
	case errors.Is(err, tea.ErrProgramPanic):
		return 1, fmt.Errorf("the console broke and restored the terminal: %w", err)
	default:
		return 1, fmt.Errorf("running the console: %w", err)
	}
}

// Suspend restores the terminal and stops the process as ctrl+z does.
func (c *Console) Suspend() { c.program.Send(tea.SuspendMsg{}) }
