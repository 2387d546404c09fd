package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestManual: every command that help lists has a page that names its flags, and
// the same date gives the same bytes.
func TestManual(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	first, second := filepath.Join(t.TempDir(), "man"), t.TempDir()
	for _, dir := range []string{first, second} {
		if code, stdout, stderr := called(t, "", "man", dir); code != 0 || stdout+stderr != "" {
			t.Fatalf("code %d: %s%s", code, stdout, stderr)
		}
	}
	pages := 0
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
		page, err := os.ReadFile(filepath.Join(first, name))
		again, err2 := os.ReadFile(filepath.Join(second, name))
		if err != nil || err2 != nil || string(page) != string(again) {
			t.Errorf("%s: %v, %v, the same %v", name, err, err2, string(page) == string(again))
		}
		if cmd.Name() == "check" && !strings.Contains(string(page), `\-\-wait`) && !strings.Contains(string(page), "--wait") {
			t.Errorf("%s does not name --wait", name)
		}
		pages++
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				visit(sub)
			}
		}
	}
	visit(newRoot(&terminal{in: os.Stdin, out: discard(t), lookup: func(string) (string, bool) { return "", false }}))
	if pages < 14 {
		t.Errorf("only %d pages", pages)
	}
	// What cannot be written is named.
	if code, _, stderr := called(t, "", "man", filepath.Join(first, "scaledeck.1")); code != exitTool || !strings.Contains(stderr, "scaledeck.1") {
		t.Errorf("a file as directory: code %d, %s", code, stderr)
	}
}
