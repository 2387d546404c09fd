//go:build linux

package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"

	"scaledeck/model"
	"scaledeck/tui/internal/screen"
)

// panicking is a source that breaks, as a mistake of ours would, once the console
// has had time to draw.
type panicking struct{}

func (panicking) Next(context.Context) (*model.Snapshot, error) {
	time.Sleep(500 * time.Millisecond)
	panic("a mistake of ours")
}

// breaking makes the test binary the console that breaks.
const breaking = "SCALEDECK_BREAK_THE_CONSOLE"

// TestPanicRestoresTheTerminal breaks a goroutine of a console on a real terminal:
// every mode is switched off again, and then it says what broke and where. It runs
// in a process of its own, since Bubble Tea's reader of keys outlives a panic.
func TestPanicRestoresTheTerminal(t *testing.T) {
	if os.Getenv(breaking) != "" {
		o := options()
		o.Source, o.after = panicking{}, tea.Tick
		code, err := New(t.Context(), o, nil, nil, nil).Run()
		var broke *PanicError
		if errors.As(err, &broke) {
			fmt.Fprintf(os.Stderr, "%v\n%s\n", err, broke.Stack)
		}
		os.Exit(code)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestPanicRestoresTheTerminal$")
	cmd.Env = append(os.Environ(), breaking+"=1", "TERM=xterm-256color", "GORACE=exitcode=1")
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	data, _ := io.ReadAll(master) // ends with an error when the process has ended
	out := string(data)
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 {
		t.Errorf("ended with %v, want code 1", err)
	}
	if !strings.Contains(out, "\x1b[?1049h") || !strings.Contains(out, "reading") {
		t.Fatalf("the console never drew: the test shows nothing: %q", out)
	}
	for on, off := range map[string]string{"\x1b[?1049h": "\x1b[?1049l", "\x1b[?25l": "\x1b[?25h", "\x1b[?2004h": "\x1b[?2004l"} {
		if strings.LastIndex(out, on) > strings.LastIndex(out, off) {
			t.Errorf("%q was left on", on)
		}
	}
	for _, want := range []string{"a mistake of ours", "program_test.go"} {
		if at := strings.LastIndex(out, want); at < 0 || at < strings.Index(out, "\x1b[?1049l") {
			t.Errorf("%q is not said after the terminal was restored: %q", want, out)
		}
	}
}

// TestPanicsOfDrawingAndKeysLeave breaks a screen: the error is kept for Run, and
// the frame before stays.
func TestPanicsOfDrawingAndKeysLeave(t *testing.T) {
	for _, when := range []string{"drawing", "handling a message"} {
		r := demo(t, 80, 24)
		app := r.Model().(*App)
		left := make(chan struct{})
		app.leave = func() { close(left) }
		before := r.Frame()
		app.screens[app.active] = &broken{Screen: app.screens[app.active], when: when}
		r.Press("down")
		if got := r.Frame(); got != before {
			t.Errorf("%s: the frame before does not stay", when)
		}
		var broke *PanicError
		if !errors.As(app.err, &broke) || broke.Doing != when || !strings.Contains(string(broke.Stack), "program_test.go") {
			t.Errorf("%s: %v", when, app.err)
		}
		if when == "drawing" {
			<-left
		} else if !r.Quit() {
			t.Error("the console does not leave")
		}
	}
}

// broken is a screen that panics.
type broken struct {
	screen.Screen
	when string
}

func (b *broken) View(c screen.Ctx) []string {
	if b.when == "drawing" {
		panic("a mistake of ours")
	}
	return b.Screen.View(c)
}

func (b *broken) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	if b.when == "handling a message" {
		panic("a mistake of ours")
	}
	return b.Screen.Update(msg, c)
}
