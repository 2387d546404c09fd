package tui

import (
	"strings"
	"testing"
)

// TestTopologiesMoveKeys: which cell is selected, as enter names it.
func TestTopologiesMoveKeys(t *testing.T) {
	for _, tt := range []struct{ keys, cell string }{
		{"h h h", "1 replica"}, {"h h h l", "2 replicas"}, {"h h h right right", "4 replicas"}, {"right right right right", "4 replicas"},
		{"right right right left", "2 replicas"}, {"left left left left", "1 replica"},
	} {
		r := onScreen(t, "Topologies", 120, 40, demoFiles(t)...)
		r.Press(strings.Fields("G " + tt.keys + " enter")...)
		if got := frameLine(r, 3); !strings.Contains(got, tt.cell+"  ") {
			t.Errorf("%q leads to %q, want %s", tt.keys, got, tt.cell)
		}
	}
}
