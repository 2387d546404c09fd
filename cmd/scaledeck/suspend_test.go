//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSuspendUnderAShell stops the console by its key and from outside, each
// time uses the shell, and comes back.
func TestSuspendUnderAShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here: job control needs a shell that has it")
	}
	s := startProgram(t, nil, bash, "--norc", "-i")
	s.press(os.Args[0] + " demo\r")
	s.see("scale-out 1 → 2 → 4 replicas")
	s.quiet()
	stops := map[string]func(){
		"the key":      func() { s.press("\x1a") },
		"from outside": func() { s.signalChild(syscall.SIGTSTP) },
	}
	n := 0
	for how, stop := range stops {
		n++
		stop()
		s.until("the stop by "+how, func() bool { return strings.Contains(s.text(), "Stopped") })
		// The shell switches bracketed paste on for its own prompt.
		for _, mode := range []string{"\x1b[?1049", "\x1b[?1002"} {
			if out := s.output(); strings.LastIndex(out, mode+"h") > strings.LastIndex(out, mode+"l") {
				t.Errorf("%q was left on by %s", mode+"h", how)
			}
		}
		if out := s.output(); strings.LastIndex(out, "\x1b[?25l") > strings.LastIndex(out, "\x1b[?25h") {
			t.Errorf("the cursor was left hidden by %s", how)
		}
		s.press(fmt.Sprintf("echo shell-$((%d+1))\r", n))
		s.see(fmt.Sprintf("shell-%d", n+1))
		s.press("fg\r")
		s.see("scale-out 1 → 2 → 4 replicas")
		s.quiet()
	}
	s.press("q")
	s.until("the shell", func() bool { return !strings.Contains(s.text(), "scale-out 1 → 2") })
	s.press("exit\r")
	s.code()
	s.restored()
}

// signalChild sends a signal to the one child of the session's program.
func (s *session) signalChild(sig syscall.Signal) {
	s.t.Helper()
	pid := s.cmd.Process.Pid
	for range 100 {
		list, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
		if child := strings.Fields(string(list)); err == nil && len(child) == 1 {
			n, err := strconv.Atoi(child[0])
			if err != nil {
				s.t.Fatal(err)
			}
			if err := syscall.Kill(n, sig); err != nil {
				s.t.Fatal(err)
			}
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.t.Skip("the system does not list the children of a process")
}
