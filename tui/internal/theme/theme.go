// Package theme turns tokens ("a failed gate", "the playhead") into terminal
// styles, and marks into Unicode or ASCII. It is the only place that knows a
// colour, and colour only repeats what a mark or a word already says.
//
// Styles are rendered by Lip Gloss once, when a theme is made: painting text is
// then two string copies instead of a style rendering per run.
package theme

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Token names what a piece of text means.
type Token uint8

// The tokens.
const (
	Text   Token = iota // ordinary text
	Strong              // what the eye should find first
	Muted               // labels, units, secondary text
	Faint               // axes, rules, what is ahead of the playhead
	Title               // headings
	Accent              // the active tab, the focused thing
	Key                 // a key in a hint
	Pass                // verdicts
	Fail
	Undecided
	Running
	Info
	Simulated // the SIMULATED badge
	Limit     // limit and SLO lines
	Playhead
	SeriesA // the first series of a chart, and what belongs to it
	SeriesB
	SeriesC
	SeriesD
	AheadA // the same series ahead of the playhead
	AheadB
	AheadC
	AheadD
	Bar    // bars that carry no verdict
	BarAlt // the other half of a stacked bar
	NumTokens
)

// Theme is a set of rendered styles. It is immutable and safe to share.
type Theme struct {
	Name  string // "dark", "light" or "none"
	ASCII bool   // no byte over 0x7f may be written

	// Blocks says that the terminal's font has no braille: charts are drawn with
	// block elements instead.
	Blocks bool

	open    [NumTokens]string
	openSel [NumTokens]string // on the background of a selected row
}

const reset = "\x1b[m"

// Dark returns the theme for dark terminals.
func Dark(ascii bool) *Theme { return build("dark", ascii, darkPalette) }

// Light returns the theme for light terminals.
func Light(ascii bool) *Theme { return build("light", ascii, lightPalette) }

// Neutral returns the theme for a terminal whose background is not known,
// as over a link that answers no question: text in the terminal's own colour,
// all else in tones that can be read on black and on white.
func Neutral(ascii bool) *Theme { return build("neutral", ascii, neutralPalette) }

// None returns the theme without any colour: bold, faint, underline and reverse only.
func None(ascii bool) *Theme { return build("none", ascii, nil) }

// palette holds a foreground for every token, "" for the terminal's own, and the
// background of a selected row, "" to draw it in reverse.
type palette struct {
	fg       [NumTokens]string
	selected string
}

func build(name string, ascii bool, p *palette) *Theme {
	t := &Theme{Name: name, ASCII: ascii}
	for tok := Text; tok < NumTokens; tok++ {
		s := shape(tok, p != nil)
		sel := s.Reverse(true) // without a colour of its own: one bar, not a patchwork
		if p != nil && p.fg[tok] != "" {
			s = s.Foreground(lipgloss.Color(p.fg[tok]))
		}
		if p != nil && p.selected != "" {
			sel = s.Background(lipgloss.Color(p.selected))
		}
		t.open[tok] = opening(s)
		t.openSel[tok] = opening(sel)
	}
	return t
}

// shape returns the attributes of a token. Those that only stand in for a colour
// are left out where there is one: a terminal that dims a faint text halves the
// contrast the palette gave it.
func shape(tok Token, coloured bool) lipgloss.Style {
	s := lipgloss.NewStyle()
	switch tok {
	case Strong, Title, Accent, Fail, Playhead:
		return s.Bold(true)
	case Faint, AheadA, AheadB, AheadC, AheadD:
		return s.Faint(!coloured)
	case Simulated:
		return s.Italic(true)
	}
	return s
}

// opening returns the escape sequence a style writes before its text.
func opening(s lipgloss.Style) string {
	before, _, _ := strings.Cut(s.Render("x"), "x")
	return before
}

// Ahead returns the token of what lies ahead of the playhead: a series keeps its
// hue, so that the lines stay apart; everything else is faint.
func Ahead(tok Token) Token {
	if tok >= SeriesA && tok <= SeriesD {
		return tok - SeriesA + AheadA
	}
	return Faint
}

// Open returns the escape sequence that begins a run of the token, for writers
// that assemble lines themselves; Reset ends it. Either may be "".
func (t *Theme) Open(tok Token) string { return t.open[tok] }

// OpenSelected is Open on the background of a selected row.
func (t *Theme) OpenSelected(tok Token) string { return t.openSel[tok] }

// Reset returns the escape sequence that ends any run.
func (t *Theme) Reset() string { return reset }

// Paint returns s as a run of the token.
func (t *Theme) Paint(tok Token, s string) string {
	if o := t.open[tok]; o != "" && s != "" {
		return o + s + reset
	}
	return s
}
