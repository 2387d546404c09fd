package tui

import (
	"strings"
	"testing"
	"time"

	"scaledeck/model"
	"scaledeck/tui/internal/screentest"
)

// The tests of keys press a key and read what it does in the cells. They know the
// console by its frames alone, and so hold however the screens are cut.

// clocked starts a console whose clock the test moves.
func clocked(t testing.TB, screen string, w, h int, files ...model.File) (*screentest.Runner, func(time.Duration)) {
	t.Helper()
	now := noon
	o := options(snapshot(1, files...))
	o.Now = func() time.Time { return now }
	o.Screen = screen
	r := run(t, o, w, h)
	return r, func(d time.Duration) {
		now = now.Add(d)
		r.Resize(w, h) // any message makes the console look at its clock
	}
}

// side returns the line of the panel at the right of a rule that begins with a
// label, its blanks made one.
func side(r *screentest.Runner, label string) string {
	for line := range strings.Lines(r.Frame()) {
		if i := strings.LastIndex(line, "│ "); i >= 0 && strings.HasPrefix(line[i+len("│ "):], label) {
			return flat(line[i+len("│ "):])
		}
	}
	return ""
}

// frameLine returns a line of the frame, from its end where n is negative.
func frameLine(r *screentest.Runner, n int) string {
	lines := strings.Split(strings.TrimSuffix(r.Frame(), "\n"), "\n")
	if n < 0 {
		n += len(lines)
	}
	return lines[n]
}

// transport is the line of the replay's clock: the last above the footer's rule.
func transport(r *screentest.Runner) string { return frameLine(r, -3) }

// sideIs fails the test where a line of the panel is not the wanted one.
func sideIs(t *testing.T, r *screentest.Runner, label string, want ...string) {
	t.Helper()
	if got, want := side(r, label), flat(label+" "+strings.Join(want, " ")); got != want {
		t.Errorf("the panel has %q, want %q", got, want)
	}
}
