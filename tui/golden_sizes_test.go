package tui

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"
)

// TestGoldenSizes keeps every screen at every width and height, each frame by a
// digest, since there are thousands: a layout that changes at another size than
// before, or a colour, is seen there. What differs is seen by drawing that size
// with and without the change.
func TestGoldenSizes(t *testing.T) {
	var b strings.Builder
	for _, one := range []struct{ name, screen, keys string }{
		{"board", "Board", ""},
		{"replay", "Replay", "n"},
		{"replay-single", "Replay", "o z"},
		{"canary", "Canary", "left"},
		{"canary-story", "Canary", "space space"},
		{"canary-what-if", "Canary", "e 2 0 left"},
		{"topologies", "Topologies", "right down"},
		{"topologies-compare", "Topologies", "c"},
		{"cold-start", "Cold start", "down"},
		{"lab", "Lab", ""},
		{"lab-ablation", "Lab", "a"},
		{"audit", "Audit", "down"},
	} {
		sizesOf(t, &b, one.name, tabOf(t, one.screen)+" "+one.keys)
	}
	golden(t, "sizes", b.String())
}

// sizesOf draws what keys lead to at every width from the smallest on, of a
// height that has room, and at every height of a usual width.
func sizesOf(t *testing.T, b *strings.Builder, name, keys string) {
	t.Helper()
	r := run(t, options(snapshot(1, stateFiles(t)...)), 100, 32)
	r.Press(strings.Fields(keys)...)
	digest := func(w, h int) {
		r.Resize(w, h)
		sum := fnv.New32a()
		sum.Write([]byte(r.Raw()))
		fmt.Fprintf(b, "%s %s %08x\n", name, sizeName(w, h), sum.Sum32())
	}
	for w := minWidth - 1; w <= 200; w++ {
		digest(w, 32)
	}
	for h := minHeight - 1; h <= 60; h++ {
		digest(100, h)
	}
}
