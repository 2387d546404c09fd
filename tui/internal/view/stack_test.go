package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// numbered are n lines that say which they are.
func numbered(name string, n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("%s%d", name, i+1)
	}
	return lines
}

// TestStack: what fits is worked out by hand for a head, a table of five lines of
// which two are needed, and a note of two lines that is dropped first.
func TestStack(t *testing.T) {
	blocks := []Block{
		Whole(0, "head"),
		{Least: 2, Ideal: 5, More: 1, Part: true, Draw: func(n int) []string { return numbered("row", n) }},
		Lines(2, 2, numbered("note", 2)).Spaced(2),
	}
	for _, tt := range []struct {
		h    int
		want string
	}{
		{-1, ""}, {0, ""}, {1, "head"}, {2, "head row1"}, {3, "head row1 row2"}, {4, "head row1 row2 row3"},
		{6, "head row1 row2 row3 row4 row5"}, {7, "head row1 row2 row3 row4 row5"},
		{8, "head row1 row2 row3 row4 row5 note1 note2"}, {9, "head row1 row2 row3 row4 row5 - note1 note2"},
		{12, "head row1 row2 row3 row4 row5 - note1 note2"},
	} {
		lines := Stack(tt.h, blocks...)
		for i, l := range lines {
			if l == "" {
				lines[i] = "-"
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(lines, " ")); diff != "" {
			t.Errorf("%d lines (-want +got):\n%s", tt.h, diff)
		}
	}
}

// TestStackGrows: lines that nothing needs go by the shares, and fill their block.
func TestStackGrows(t *testing.T) {
	short := func(int) []string { return []string{"x"} }
	got := Stack(10, Block{Least: 1, Ideal: 1, Grow: 1, Draw: short}, Block{Least: 1, Ideal: 2, Grow: 3, Draw: short}, Whole(0, "end"))
	// Of ten lines four are needed. Of the other six one in four goes to the first
	// block, rounded down, and what is left to the second.
	want := []string{"x", "", "x", "", "", "", "", "", "", "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestHeights: whatever the blocks, they never take more than there is, a block
// gets its least or, unless it takes parts, nothing, and an upper block of the
// lowest rank is never dropped for one that matters less.
func TestHeights(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		blocks := make([]Block, rapid.IntRange(1, 6).Draw(rt, "blocks"))
		for i := range blocks {
			b := &blocks[i]
			b.Ideal = rapid.IntRange(0, 9).Draw(rt, "ideal")
			b.Least = rapid.IntRange(0, b.Ideal).Draw(rt, "least")
			b.Rank, b.More, b.Grow = rapid.IntRange(0, 3).Draw(rt, "rank"), rapid.IntRange(0, 3).Draw(rt, "more"), rapid.IntRange(0, 2).Draw(rt, "grow")
			b.Part, b.Gap = rapid.Bool().Draw(rt, "part"), rapid.Bool().Draw(rt, "gap")
		}
		h := rapid.IntRange(-2, 60).Draw(rt, "h")
		lines, gaps := Heights(h, blocks)
		sum := 0
		for i, n := range lines {
			sum += n
			if gaps[i] {
				sum++
			}
			if n < 0 || n > 0 && n < blocks[i].Least && !blocks[i].Part || n > blocks[i].Ideal && blocks[i].Grow == 0 && n > 1 {
				rt.Fatalf("block %d gets %d lines: %+v", i, n, blocks[i])
			}
		}
		if sum > max(h, 0) {
			rt.Fatalf("%d lines of %d", sum, h)
		}
		if first := slices.IndexFunc(blocks, func(b Block) bool { return b.Rank == 0 && b.Ideal > 0 }); first >= 0 && h >= max(blocks[first].Least, 1) && lines[first] == 0 {
			rt.Fatalf("the first block is dropped: %+v of %d lines", blocks, h)
		}
	})
}
