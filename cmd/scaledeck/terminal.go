package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
)

// terminal is what the command was started on.
type terminal struct {
	in, out *os.File
	lookup  func(string) (string, bool)
}

func (t *terminal) env(name string) string {
	v, _ := t.lookup(name)
	return v
}

// interactive reports whether a console can be drawn: the output is a terminal
// that can move its cursor.
func (t *terminal) interactive() bool {
	kind := t.env("TERM")
	return kind != "" && kind != "dumb" && term.IsTerminal(t.out.Fd())
}

// noColor reports whether the user asked for no colour (no-color.org: set and not empty).
func (t *terminal) noColor() bool { return t.env("NO_COLOR") != "" }

// locale returns the name of the locale for characters, "" where none is set:
// LC_ALL, then LC_CTYPE, then LANG decides.
func (t *terminal) locale() string {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := t.env(name); v != "" {
			return v
		}
	}
	return ""
}

// utf8 reports whether the locale is a UTF-8 one. A terminal without any locale
// is taken to show ASCII only.
func (t *terminal) utf8() bool {
	v := strings.ToLower(t.locale())
	return strings.Contains(v, "utf-8") || strings.Contains(v, "utf8")
}

// plainLocale reports whether a locale is set and is not a UTF-8 one: the rule
// for output that is no terminal. Without any locale, as under cron, a file is
// written in UTF-8 as files are.
func (t *terminal) plainLocale() bool { return t.locale() != "" && !t.utf8() }

// background returns what the environment says of the background: COLORFGBG
// holds "foreground;background" as numbers of the 16 colours, set by rxvt,
// Konsole and iTerm2 and passed on by some sessions. "" where it says nothing.
func (t *terminal) background() string {
	parts := strings.Split(t.env("COLORFGBG"), ";")
	switch n, err := strconv.Atoi(parts[len(parts)-1]); {
	case err != nil || len(parts) < 2:
		return ""
	case n == 7 || n >= 9 && n <= 15:
		return "light"
	default:
		return "dark"
	}
}

// link is a terminal's file that ends the console when reading from it or
// writing to it fails: Bubble Tea drops such errors, and a console whose SSH
// session is gone would never end.
type link struct {
	*os.File
	gone func(error)
}

func (l *link) Write(p []byte) (int, error) {
	n, err := l.File.Write(p)
	if err != nil && !errors.Is(err, syscall.EAGAIN) {
		l.gone(signalError{syscall.SIGHUP})
	}
	return n, err
}

func (l *link) Read(p []byte) (int, error) {
	n, err := l.File.Read(p)
	if err != nil && (errors.Is(err, io.EOF) || errors.Is(err, syscall.EIO)) {
		l.gone(signalError{syscall.SIGHUP})
	}
	return n, err
}

// grace is how long the console may take to restore a terminal after a signal
// before the process ends anyway: the link to a dead session can block.
const grace = 1500 * time.Millisecond

// signals returns a context that ends with a signalError when the process is
// asked to end, and a function that ends it and stops listening.
func signals(parent context.Context) (context.Context, context.CancelCauseFunc, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case s := <-ch:
				cancel(signalError{s.(syscall.Signal)})
			case <-ctx.Done():
				ended, late := context.Cause(ctx), time.NewTimer(grace)
				defer late.Stop()
				select {
				case <-done:
				case <-late.C:
					if code, _ := exitCode(ended); code > exitSignal {
						os.Exit(code)
					}
				}
				return
			case <-done:
				return
			}
		}
	}()
	return ctx, cancel, func() { cancel(nil); signal.Stop(ch); close(done) }
}

// stopper stops the process on SIGTSTP, whether ctrl+z or another process asked
// for it, only once the terminal is restored.
//
// Bubble Tea restores the terminal and then sends its process group a SIGTSTP of
// its own. That one is caught too, and turned into a SIGSTOP.
type stopper struct{ restored atomic.Bool }

// before is called when the terminal is about to be restored for a stop. It
// refuses if no parent process could continue it.
func (s *stopper) before() bool {
	if !underShell() {
		return false
	}
	s.restored.Store(true)
	return true
}

// listen handles SIGTSTP until the function it returns is called; suspend asks
// the console to restore the terminal.
func (s *stopper) listen(suspend func()) (stop func()) {
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, syscall.SIGTSTP)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-done:
				return
			case <-ch:
			}
			if s.restored.Swap(false) {
				_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
			} else {
				suspend()
			}
		}
	}()
	return func() { signal.Stop(ch); close(done) }
}

// underShell reports whether the parent is of our session, so that it can
// continue us. A command run directly by sshd has no such parent.
func underShell() bool {
	own, err := getsid(0)
	if err != nil {
		return false
	}
	parents, err := getsid(os.Getppid())
	return err == nil && own == parents
}
