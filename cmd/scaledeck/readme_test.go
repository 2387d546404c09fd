package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func readme(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// captured runs the command and returns what it printed to stdout.
func captured(t *testing.T, args ...string) string {
	t.Helper()
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if code := run(args, os.Stdin, out, os.Stderr); code != 0 {
		t.Fatalf("scaledeck %s: code %d", strings.Join(args, " "), code)
	}
	data, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestReadmeAblation holds that the table of the README is what the command prints.
func TestReadmeAblation(t *testing.T) {
	_, after, found := strings.Cut(readme(t), "<!-- sim ablate -->\n")
	table, _, closed := strings.Cut(after, "<!-- end -->")
	if !found || !closed {
		t.Fatal("the README has no place for the ablation")
	}
	if want := captured(t, "sim", "ablate", "--format", "markdown"); strings.TrimSpace(table) != strings.TrimSpace(want) {
		t.Errorf("the README says\n%s\nthe command prints\n%s", table, want)
	}
}

// TestReadmeNamesEveryCommand holds that no command or flag of the README is
// made up, and that no command is left out.
func TestReadmeNamesEveryCommand(t *testing.T) {
	text := readme(t)
	root := newRoot(&terminal{in: os.Stdin, out: discard(t), lookup: func(string) (string, bool) { return "", false }})
	known := map[string]bool{"help": true, "version": true}
	for _, cmd := range root.Commands() {
		if !cmd.IsAvailableCommand() || cmd.Name() == "help" {
			continue
		}
		if !strings.Contains(text, "scaledeck "+cmd.Name()) && !strings.Contains(text, "`"+cmd.Name()+"`") {
			t.Errorf("the README does not name %s", cmd.Name())
		}
	}
	for _, path := range []string{"", "report", "check", "audit", "compare", "analyze", "demo", "sim run", "sim ablate", "sim sweep", "policy print"} {
		help := captured(t, append(strings.Fields(path), "--help")...)
		for _, m := range regexp.MustCompile(`--([a-z][a-z-]+)`).FindAllStringSubmatch(help, -1) {
			known[m[1]] = true
		}
	}
	for _, m := range regexp.MustCompile("(?:^|[ `])--([a-z][a-z-]+)").FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			t.Errorf("the README names --%s, which no command has", m[1])
		}
	}
}
