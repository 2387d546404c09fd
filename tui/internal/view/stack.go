package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Block is one of the parts of a screen that are stacked on its lines: a head, a
// table, a chart. It states what it needs and how much it matters, and Stack
// decides what fits.
type Block struct {
	// Draw returns at most h lines; it is asked only where h is at least 1.
	Draw func(h int) []string

	Least int // fewer lines are not worth drawing
	Ideal int // lines with which nothing is left out
	Grow  int // share in the lines that no block needs; 0 takes none

	// Rank says when Least is claimed and More when the lines up to Ideal are; a
	// lower one goes first, of equal ones the upper block.
	Rank, More int

	Part bool // takes fewer lines than Least where there are no more
	Gap  bool // a blank line before it, claimed before the lines up to Ideal
}

// Lines is a block of lines that are there already, drawn from the first on as far
// as they fit, but at least so many.
func Lines(rank, least int, lines []string) Block {
	return Block{Draw: func(int) []string { return lines }, Least: min(least, len(lines)), Ideal: len(lines), Rank: rank, More: rank}
}

// Whole is a block of lines of which all or none are drawn.
func Whole(rank int, lines ...string) Block { return Lines(rank, len(lines), lines) }

// Rule is one faint line across.
func Rule(th *theme.Theme, w int) []string {
	return []string{th.Paint(theme.Faint, strings.Repeat(th.Spell("─"), max(w, 0)))}
}

// Paragraph wraps a sentence to lines with a blank at either end.
func Paragraph(th *theme.Theme, tok theme.Token, s string, w int) []string {
	return Shortened(th, tok, s, w, math.MaxInt)
}

// Shortened is Paragraph on at most h lines, the last cut where it is longer.
func Shortened(th *theme.Theme, tok theme.Token, s string, w, h int) []string {
	texts := widget.Wrap(th, s, w-2)
	if len(texts) > h && h > 0 {
		texts[h-1] = widget.Cut(th, texts[h-1]+" "+texts[h], w-2)
		texts = texts[:h]
	}
	var out []string
	for _, text := range texts {
		out = append(out, Sentence(th, tok, text, w))
	}
	return out
}

// Empty is a screen with nothing but a sentence that says why.
func Empty(c screen.Ctx, s string) []string {
	return append([]string{""}, Paragraph(c.Theme, theme.Muted, s, c.Width())...)
}

// Titled is the line above a block: its title, and a note on it.
func Titled(th *theme.Theme, title, note string, w int) string {
	return widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Title, title).Put(theme.Muted, note).String()
}

// Sentence is one line of text after a blank.
func Sentence(th *theme.Theme, tok theme.Token, s string, w int) string {
	return widget.NewLine(th, w).Put(theme.Text, " ").Put(tok, s).String()
}

// Spaced returns the block with a blank line before it, claimed at a rank.
func (b Block) Spaced(more int) Block {
	b.Gap, b.More = true, more
	return b
}

// claim is one of the two claims of a block.
type claim struct {
	rank, block int
	ideal       bool
}

// Heights returns how many lines of h each block gets, and which have a blank line
// before them.
func Heights(h int, blocks []Block) (lines []int, gaps []bool) {
	lines, gaps = make([]int, len(blocks)), make([]bool, len(blocks))
	claims := make([]claim, 0, 2*len(blocks))
	for i, b := range blocks {
		claims = append(claims, claim{b.Rank, i, false}, claim{max(b.More, b.Rank), i, true})
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(a.rank, b.rank) })
	room := max(h, 0)
	for _, c := range claims {
		b := &blocks[c.block]
		switch {
		case c.ideal && lines[c.block] > 0:
			if b.Gap && room > 0 {
				gaps[c.block] = true
				room--
			}
			more := min(max(b.Ideal-lines[c.block], 0), room)
			lines[c.block] += more
			room -= more
		case !c.ideal && b.Ideal > 0 && (room >= b.Least || b.Part):
			lines[c.block] = min(max(b.Least, 1), room)
			room -= lines[c.block]
		}
	}
	return grow(lines, gaps, blocks, room)
}

// grow gives the lines that are left to the blocks that take them, by their shares
// and the rest to the last of them.
func grow(lines []int, gaps []bool, blocks []Block, room int) ([]int, []bool) {
	shares, last := 0, -1
	for i, b := range blocks {
		if lines[i] > 0 && b.Grow > 0 {
			shares, last = shares+b.Grow, i
		}
	}
	left := room
	for i, b := range blocks {
		if lines[i] == 0 || b.Grow == 0 {
			continue
		}
		n := room * b.Grow / shares
		if i == last {
			n = left
		}
		lines[i] += n
		left -= n
	}
	return lines, gaps
}

// Stack draws blocks one below the other on at most h lines.
func Stack(h int, blocks ...Block) []string {
	lines, gaps := Heights(h, blocks)
	out := make([]string, 0, max(h, 0))
	for i, b := range blocks {
		if lines[i] == 0 {
			continue
		}
		if gaps[i] {
			out = append(out, "")
		}
		drawn := b.Draw(lines[i])
		out = append(out, drawn[:min(len(drawn), lines[i])]...)
		for range lines[i] - len(drawn) {
			if b.Grow > 0 {
				out = append(out, "")
			}
		}
	}
	return out
}

// Labelled wraps the text of details at the right of their labels, which take so
// many cells.
func Labelled(th *theme.Theme, details []analysis.Detail, label, w int) []string {
	var out []string
	for _, d := range details {
		for i, text := range Wrap(th, d.Text, w-label) {
			l := widget.NewLine(th, w)
			if i == 0 {
				l.Column(theme.Muted, d.Label, label-1)
			}
			out = append(out, l.To(label).Put(theme.Text, text).String())
		}
	}
	return out
}
