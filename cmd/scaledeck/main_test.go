package main

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asCommand makes the test binary behave as the command itself, for the tests
// that need a real process on a real terminal.
const asCommand = "SCALEDECK_RUN_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	testscript.Main(m, map[string]func(){"scaledeck": main})
}

// TestScripts runs the command as a script would: files in, output and exit code out.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("TERM", "xterm-256color")
			e.Setenv("LANG", "C.UTF-8")
			return nil
		},
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// exits is a command of the scripts: it runs another one and holds it to an exit
// code, such as "exits 4 scaledeck check results".
func exits(s *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		s.Fatalf("usage: exits CODE command...")
	}
	code := 0
	var ended *exec.ExitError
	if err := s.Exec(args[1], args[2:]...); errors.As(err, &ended) {
		code = ended.ExitCode()
	} else if err != nil {
		s.Fatalf("%v", err)
	}
	if strconv.Itoa(code) != args[0] {
		s.Fatalf("%s exits with %d, expected %s", strings.Join(args[1:], " "), code, args[0])
	}
}
