package main

import (
	"os"
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
	})
}
