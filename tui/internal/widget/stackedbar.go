package widget

import (
	"cmp"
	"math"
	"slices"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// StackedBar draws the phases of one whole after each other, on a scale that it
// shares with the bars of other wholes.
type StackedBar struct {
	Phases []Phase
	Scale  float64 // the figure that a bar of the full width stands for
}

// Phase is one part of a whole. One that is missing, not finite or negative
// takes no room.
type Phase struct {
	Name   string
	Figure model.Figure
}

// The fills of neighbouring phases differ in shape, so that they can be told
// apart without colour; the ASCII spellings of the blocks would not.
var (
	phaseFills      = [...]string{"█", "▒", "▓", "░"}
	phaseFillsASCII = [...]string{"#", "-", "=", "."}
	phaseTokens     = [...]theme.Token{theme.Bar, theme.BarAlt}
)

// fill returns how phase i is drawn.
func fill(th *theme.Theme, i int) (string, theme.Token) {
	tok := phaseTokens[i%len(phaseTokens)]
	if th.ASCII {
		return phaseFillsASCII[i%len(phaseFillsASCII)], tok
	}
	return phaseFills[i%len(phaseFills)], tok
}

// size returns the figure of a phase, 0 where it takes no room.
func (p Phase) size() float64 {
	v, ok := p.Figure.Get()
	if !ok || !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// Put draws the bar into at most width cells.
func (b StackedBar) Put(l *Line, width int) {
	width = min(width, l.Left())
	sizes := make([]float64, len(b.Phases))
	for i, p := range b.Phases {
		sizes[i] = p.size()
	}
	for i, n := range Apportion(sizes, b.Scale, width) {
		f, tok := fill(l.th, i)
		l.Repeat(tok, f, n)
	}
}

// Apportion divides cells among sizes so that a size of scale takes all of
// them. The whole is rounded once and its cells are then given out by largest
// remainder, so that the parts add up to it exactly. A part that is there takes
// at least one cell where the whole has that many. Sizes that are not positive
// and finite take none.
func Apportion(sizes []float64, scale float64, cells int) []int {
	parts := make([]int, len(sizes))
	sum, there := 0.0, 0
	for _, s := range sizes {
		if s > 0 && !math.IsInf(s, 0) {
			sum += s / scale // of the scale, so that large sizes do not overflow
			there++
		}
	}
	if there == 0 || cells <= 0 || !(scale > 0) || !(sum > 0) || math.IsInf(sum, 0) {
		return parts
	}
	whole := max(int(math.Round(min(sum, 1)*float64(cells))), 1)
	type remainder struct {
		index int
		rest  float64
	}
	rests := make([]remainder, 0, there)
	left := whole
	for i, s := range sizes {
		if !(s > 0) || math.IsInf(s, 0) {
			continue
		}
		exact := s / scale / sum * float64(whole)
		parts[i] = min(int(exact), left)
		left -= parts[i]
		rests = append(rests, remainder{i, exact - math.Floor(exact)})
	}
	slices.SortStableFunc(rests, func(a, b remainder) int { return cmp.Compare(b.rest, a.rest) })
	for i := 0; left > 0; i, left = i+1, left-1 {
		parts[rests[i%len(rests)].index]++
	}
	if whole >= there {
		for _, r := range rests {
			if parts[r.index] == 0 {
				parts[largest(parts)]--
				parts[r.index]++
			}
		}
	}
	return parts
}

// largest returns the index of the largest part.
func largest(parts []int) int {
	at := 0
	for i, n := range parts {
		if n > parts[at] {
			at = i
		}
	}
	return at
}

// Legend returns one line of exactly w cells for each phase: its fill, name,
// figure, and share in the whole. While a figure is missing the whole is not
// known and no share is given.
func (b StackedBar) Legend(th *theme.Theme, w int, unit model.Unit) []string {
	sum, known := 0.0, true
	for _, p := range b.Phases {
		v, ok := p.Figure.Get()
		known = known && ok && v >= 0
		sum += v
	}
	lines := make([]string, len(b.Phases))
	for i, p := range b.Phases {
		f, tok := fill(th, i)
		share := model.Figure{}
		if known && sum > 0 {
			share = model.Of(math.Round(p.Figure.Value/sum*1000) / 1000)
		}
		l := NewLine(th, w).Put(tok, f+f).Put(theme.Text, " ")
		figures := 20
		l.Column(theme.Text, p.Name, max(min(l.width-figures, 48), l.used))
		l.ColumnRight(theme.Strong, p.Figure.Text(unit), l.used+10)
		l.ColumnRight(theme.Muted, share.Text(model.Share), l.used+10)
		lines[i] = l.full()
	}
	return lines
}
