//go:build linux

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// session is the command running on a pseudo-terminal that answers no question
// the program puts to it, as many a bastion does not.
type session struct {
	t      *testing.T
	cmd    *exec.Cmd
	master *os.File
	exited chan error
	ended  chan struct{} // closed once everything written has been read

	mu     sync.Mutex
	out    bytes.Buffer // every byte that was written
	screen *vt.Emulator // what a person sees of it
}

// start runs the command on a terminal of 120×36 with the environment added.
func start(t *testing.T, env []string, args ...string) *session {
	t.Helper()
	return startProgram(t, env, os.Args[0], args...)
}

// startProgram runs any program there, with the test binary acting as the command.
func startProgram(t *testing.T, env []string, name string, args ...string) *session {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", "TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "LC_ALL=", "NO_COLOR=", "GOCOVERDIR="+t.TempDir())
	cmd.Env = append(cmd.Env, env...)
	master, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 120, Rows: 36})
	if err != nil {
		t.Fatalf("starting on a pseudo-terminal: %v", err)
	}
	s := &session{t: t, cmd: cmd, master: master, exited: make(chan error, 1), ended: make(chan struct{}), screen: vt.NewEmulator(120, 36)}
	go func() { _, _ = io.Copy(io.Discard, s.screen) }() // its answers go nowhere
	go s.read()
	go func() { s.exited <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = master.Close()
	})
	return s
}

func (s *session) read() {
	defer close(s.ended)
	buf := make([]byte, 32<<10)
	for {
		n, err := s.master.Read(buf)
		s.mu.Lock()
		s.out.Write(buf[:n])
		_, _ = s.screen.Write(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *session) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// text returns what is on the screen.
func (s *session) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// until waits until cond holds; the bound is generous since it only bounds failure.
func (s *session) until(what string, cond func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		if cond() {
			return
		}
	}
	s.t.Fatalf("waited in vain for %s; on screen: %q", what, tail(s.text(), 2000))
}

func (s *session) see(text string) {
	s.t.Helper()
	s.until(text, func() bool { return strings.Contains(s.text(), text) })
}

func (s *session) press(keys string) {
	s.t.Helper()
	if _, err := s.master.WriteString(keys); err != nil {
		s.t.Fatalf("pressing %q: %v", keys, err)
	}
}

// code waits for the end and returns the exit code.
func (s *session) code() int {
	s.t.Helper()
	select {
	case err := <-s.exited:
		<-s.ended
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode()
		}
		if err != nil {
			s.t.Fatalf("waiting for the end: %v", err)
		}
		return 0
	case <-time.After(20 * time.Second):
		s.t.Fatalf("the command does not end; on screen: %q", tail(s.text(), 1000))
		return -1
	}
}

// quiet waits until nothing has been written for a while.
func (s *session) quiet() {
	s.t.Helper()
	last, since := -1, time.Now()
	s.until("quiet", func() bool {
		if n := len(s.output()); n != last {
			last, since = n, time.Now()
		}
		return time.Since(since) > 700*time.Millisecond
	})
}

// restored fails where a mode that the program switched on was never switched off.
func (s *session) restored() {
	s.t.Helper()
	out := s.output()
	for name, mode := range map[string][2]string{
		"alternate screen": {"\x1b[?1049h", "\x1b[?1049l"},
		"hidden cursor":    {"\x1b[?25l", "\x1b[?25h"},
		"bracketed paste":  {"\x1b[?2004h", "\x1b[?2004l"},
		"mouse":            {"\x1b[?1002h", "\x1b[?1002l"},
	} {
		if on, off := strings.LastIndex(out, mode[0]), strings.LastIndex(out, mode[1]); on > off {
			s.t.Errorf("%s was left on", name)
		}
	}
}

func tail(s string, n int) string { return s[max(len(s)-n, 0):] }

func TestConsoleStartsIdlesAndQuits(t *testing.T) {
	s := start(t, nil, "demo")
	s.see("scale-out 1 → 2 → 4 replicas")
	s.quiet()
	before := len(s.output())
	time.Sleep(1500 * time.Millisecond)
	if n := len(s.output()) - before; n != 0 {
		t.Errorf("%d bytes were written while nothing changed: %q", n, tail(s.output(), n))
	}
	s.press("q")
	if code := s.code(); code != 0 {
		t.Errorf("q ended with code %d", code)
	}
	s.restored()
}

func TestConsoleEndsOnSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT} {
		t.Run(sig.String(), func(t *testing.T) {
			s := start(t, nil, "demo", "--play")
			s.see("Replay")
			if err := s.cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			if code, want := s.code(), 128+int(sig); code != want {
				t.Errorf("ended with code %d, want %d", code, want)
			}
			s.restored()
		})
	}
}

func TestConsoleInterruptKey(t *testing.T) {
	s := start(t, nil, "demo")
	s.see("Board")
	s.quiet()
	s.press("\x03")
	if code := s.code(); code != 130 {
		t.Errorf("ctrl+c ended with code %d, want 130", code)
	}
	s.restored()
}

// A first ctrl+c during a replay is often meant as copy.
func TestConsoleInterruptDuringReplayWarnsFirst(t *testing.T) {
	s := start(t, nil, "demo", "--play", "--loop", "--speed", "0.25")
	s.see("Replay")
	s.press("\x03")
	s.see("ctrl+c again to quit")
	s.press("\x03")
	if code := s.code(); code != 130 {
		t.Errorf("the second ctrl+c ended with code %d, want 130", code)
	}
}

func TestConsoleEndsWhenTheTerminalGoesAway(t *testing.T) {
	s := start(t, nil, "demo", "--play", "--loop")
	s.see("Replay")
	if err := s.master.Close(); err != nil {
		t.Fatal(err)
	}
	if code := s.code(); code != 128+int(syscall.SIGHUP) {
		t.Errorf("ended with code %d, want %d", code, 128+int(syscall.SIGHUP))
	}
}

func TestDumbTerminalGetsThePlainReport(t *testing.T) {
	for _, term := range []string{"TERM=dumb", "TERM="} {
		s := start(t, []string{term}, "demo")
		if code := s.code(); code != 0 {
			t.Errorf("%s: code %d", term, code)
		}
		if !strings.Contains(s.output(), "scale-out 1 → 2 → 4 replicas") {
			t.Errorf("%s: no report: %q", term, s.output())
		}
		if strings.Contains(s.output(), "\x1b") {
			t.Errorf("%s: escape codes were written", term)
		}
	}
}

func TestNoColourAndPlainLocale(t *testing.T) {
	colour := regexp.MustCompile(`\x1b\[[0-9;:]*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7])[0-9;:]*m`)
	s := start(t, []string{"NO_COLOR=1"}, "demo")
	s.see("FAIL")
	s.quiet()
	s.press("2345")
	s.quiet()
	if m := colour.FindString(s.output()); m != "" {
		t.Errorf("a colour was written: %q", m)
	}

	s = start(t, []string{"LANG=C"}, "demo")
	s.see("[FAIL]")
	s.press("2345?")
	s.quiet()
	for i, b := range []byte(s.output()) {
		if b >= 0x80 {
			t.Fatalf("a byte over 0x7f was written: %q", s.output()[max(i-40, 0):i+4])
		}
	}
}

// The console follows a file that is written anew while it is open.
func TestConsoleFollowsFiles(t *testing.T) {
	dir := t.TempDir()
	if code := run([]string{"demo", "--write", dir}, os.Stdin, discard(t), os.Stderr); code != 0 {
		t.Fatalf("writing the demo: code %d", code)
	}
	s := start(t, nil, dir)
	s.see("9 of 16 windows")
	name := filepath.Join(dir, "demo-autoscaling-canary.json")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data = bytes.Replace(data, []byte(`"validated_fp8_build"`), []byte(`"rewritten_fp8_build"`), 1)
	if err := os.WriteFile(name+".new", data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		t.Fatal(err)
	}
	s.see("rewritten_fp8_build")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	s.see("gone")
	s.press("q")
	if code := s.code(); code != 0 {
		t.Errorf("code %d", code)
	}
}

// bytesAFrame is the budget for a replay at 10 frames a second, after the first frame.
const bytesAFrame = 400

func TestReplayWritesFewBytes(t *testing.T) {
	s := start(t, nil, "demo", "--screen", "replay", "--at", "0s", "--fps", "10", "--speed", "8")
	s.see("Replay")
	s.quiet()
	before := len(s.output())
	s.press(" ")
	const seconds = 4
	time.Sleep(seconds * time.Second)
	if n := (len(s.output()) - before) / (seconds * 10); n > bytesAFrame {
		t.Errorf("%d bytes a frame, the budget is %d", n, bytesAFrame)
	} else if n == 0 {
		t.Error("nothing was written: the replay does not run")
	} else {
		t.Logf("%d bytes a frame", n)
	}
	s.press("q")
	s.code()
}

func discard(t *testing.T) *os.File {
	t.Helper()
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}
