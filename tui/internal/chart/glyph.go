package chart

import "strings"

// glyphs is the chrome of a chart in one character set.
type glyphs struct {
	axis, tick, cross    rune // the y axis: plain, at a label, at a rule
	corner, floor, notch rune // the x axis
	rule, band, playhead rune
	over, under, mark    rune // samples outside the axis; a mark on the time axis

	unjudged rune // a sample of a lane that could not be judged

	stripOver, stripAhead, stripUnder rune
}

var unicodeGlyphs = glyphs{
	axis: '│', tick: '┤', cross: '┼', corner: '└', floor: '─', notch: '┬',
	rule: '▁', band: '·', playhead: '│', over: '▲', under: '▼', mark: '▲',
	unjudged:  '░',
	stripOver: '▓', stripAhead: '▒', stripUnder: '·',
}

var asciiGlyphs = glyphs{
	axis: '|', tick: '+', cross: '+', corner: '+', floor: '-', notch: '+',
	rule: '-', band: '.', playhead: '|', over: '^', under: 'v', mark: '^',
	unjudged:  '?',
	stripOver: '#', stripAhead: ':', stripUnder: '.',
}

const (
	asciiMarkers = "*o#x@%&=$~" // for series that bring none
	asciiChrome  = "|-^v. "     // taken by the chart itself
)

// markers returns a different glyph for every series, the caller's where it can
// be used. Past what ASCII has room for the last one repeats.
func markers(series []Series) []rune {
	out := make([]rune, len(series))
	used := make(map[rune]bool, len(series))
	for i := range series {
		if g := series[i].Glyph; g > ' ' && g < 0x7f && !strings.ContainsRune(asciiChrome, g) && !used[g] {
			out[i], used[g] = g, true
		}
	}
	for i := range out {
		if out[i] != 0 {
			continue
		}
		out[i] = '~'
		for _, g := range asciiMarkers {
			if !used[g] {
				out[i], used[g] = g, true
				break
			}
		}
	}
	return out
}
