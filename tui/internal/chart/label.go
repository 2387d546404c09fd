package chart

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// label is text that lies over the plot, where no data stand.
type label struct {
	row, col, cells int
	text            string
	token           theme.Token
}

// labelAt returns the label that begins in a cell.
func (f *frame) labelAt(row, col int) *label {
	for i := range f.labels {
		if l := &f.labels[i]; l.row == row && l.col == col {
			return l
		}
	}
	return nil
}

// spell returns text as it may stand in a chart, and its width in cells. What
// could join with a neighbouring cell, or is no printable character, becomes a
// question mark: the width of the line must be the sum of its parts.
func (f *frame) spell(s string) (string, int) {
	s = f.th.Spell(s)
	plain := true
	for i := range len(s) {
		plain = plain && s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return s, len(s)
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0':
			return ' '
		case !unicode.IsPrint(r), unicode.In(r, unicode.M, unicode.Cf), joins(r):
			return '?'
		}
		return r
	}, s)
	return s, ansi.StringWidth(s)
}

// joins reports whether r can form one character with what follows it: flags,
// conjoining Hangul, skin tones, and letters that are written before others.
func joins(r rune) bool {
	return r >= 0x1f1e6 && r <= 0x1f1ff || r >= 0x1100 && r <= 0x11ff || r >= 0xa960 && r <= 0xa97f ||
		r >= 0xd7b0 && r <= 0xd7ff || r >= 0x1f3fb && r <= 0x1f3ff || unicode.Is(unicode.Prepended_Concatenation_Mark, r) ||
		r == 0x0d4e || r >= 0x110c2 && r <= 0x11fff
}

// fits reports whether text may lie in columns from up to to of a row, with a
// blank cell on both sides: no data, no other label.
func (f *frame) fits(row, from, to int) bool {
	if from < 0 || to > f.pw || row < 0 || row >= f.ph || !f.field.free(row, from-1, to+1) {
		return false
	}
	for i := range f.labels {
		if l := &f.labels[i]; l.row == row && from <= l.col+l.cells && l.col <= to {
			return false
		}
	}
	return true
}

// ruleRow is what rules leave in a row of the plot.
type ruleRow struct {
	token theme.Token
	line  bool    // a line, not the inside of a band
	value float64 // of the line
	dots  rune    // of all lines in the row, in braille
}

func (f *frame) ruleAt(row int) ruleRow {
	if f.rules == nil {
		return ruleRow{token: blank}
	}
	return f.rules[row]
}

// placeRules finds the rows of the rules and a place for each label.
func (f *frame) placeRules() {
	if len(f.Rules) == 0 {
		return
	}
	f.rules = make([]ruleRow, f.ph)
	for i := range f.rules {
		f.rules[i].token = blank
	}
	for i := range f.Rules {
		f.ruleLines(&f.Rules[i])
	}
	for i := range f.Rules {
		f.ruleLabel(&f.Rules[i])
	}
}

// ruleLines marks the rows of one rule; an earlier rule keeps its rows.
func (f *frame) ruleLines(r *Rule) {
	tok := min(r.Token, theme.NumTokens-1)
	low := f.ruleLine(r.Y, tok, f.ph-1)
	if !r.Band || !(r.To > r.Y) || !finite(r.Y) {
		return
	}
	high := f.ruleLine(r.To, tok, 0)
	if f.ys.share(r.Y) > 1 || finite(r.To) && f.ys.share(r.To) < 0 {
		return
	}
	if !finite(r.To) {
		high = -1
	}
	for row := high; row <= low; row++ {
		if row >= 0 && f.rules[row].token == blank {
			f.rules[row] = ruleRow{token: tok}
		}
	}
}

// ruleLine marks the row of the line of a value and returns it, or the row it is
// beyond.
func (f *frame) ruleLine(v float64, tok theme.Token, beyond int) int {
	dot, ok := f.limitAt(v)
	if !ok {
		if row, in := f.ys.row(v, f.ph); in {
			return row
		}
		return beyond
	}
	row := dot / f.field.sy
	if !f.rules[row].line {
		f.rules[row] = ruleRow{token: tok, line: true, value: v}
	}
	f.rules[row].dots |= f.dots(dot, tok)
	return row
}

// ruleLabel puts the label of a rule as far to the right of its line as the data
// allow, else beside the line. A rule outside the axis has its label at that end,
// with an arrow, so that a limit never vanishes silently.
func (f *frame) ruleLabel(r *Rule) {
	if r.Label == "" || !finite(r.Y) {
		return
	}
	text := r.Label
	y := r.Y
	if r.Band && r.To > r.Y && finite(r.To) && f.ys.share(y) < 0 {
		y = r.To
	}
	row, in := f.ys.row(y, f.ph)
	if dot, ok := f.limitAt(y); ok {
		row = dot / f.field.sy
	}
	if !in {
		if f.ys.share(y) > 1 {
			text += " ↑"
		} else {
			text += " ↓"
		}
	}
	text, cells := f.spell(text)
	for _, d := range [...]int{0, -1, 1} {
		at := row + d
		if at < 0 || at >= f.ph || d != 0 && f.ruleAt(at).line {
			continue
		}
		for col := f.pw - cells; col >= 0; col-- {
			if f.fits(at, col, col+cells) {
				f.labels = append(f.labels, label{at, col, cells, text, min(r.Token, theme.NumTokens-1)})
				return
			}
		}
	}
}

// placeNames writes the name of each series directly above or below its line,
// at the rightmost place where no other line is near and no rule runs. It looks
// at the whole run, so that a name never moves with the playhead.
func (f *frame) placeNames() {
	for i := range f.Series {
		if f.Series[i].Name == "" {
			continue
		}
		text, cells := f.spell(f.Series[i].Name)
		for _, distance := range [...]int{4, 1} {
			if l, ok := f.nameSpot(int32(i), cells, distance); ok {
				if l.cells > cells {
					text = " " + text + " " // in the ground of a filled series
				}
				l.text, l.token = text, min(f.Series[i].Token, theme.NumTokens-1)
				f.labels = append(f.labels, l)
				break
			}
		}
	}
}

func (f *frame) nameSpot(i int32, cells, distance int) (label, bool) {
	if l, ok := f.nameWithin(i, cells); ok {
		return l, true
	}
	for col := f.pw - cells; col >= 0; col-- {
		middle := col + cells/2
		for row := range f.ph {
			if f.field.owner[row*f.pw+min(middle, f.pw-1)] != i {
				continue
			}
			for _, at := range [...]int{row - 1, row + 1} {
				if f.fits(at, col, col+cells) && f.ruleAt(at).token == blank && f.alone(i, at, col, col+cells, distance) {
					return label{row: at, col: col, cells: cells}, true
				}
			}
		}
	}
	return label{}, false
}

// nameWithin finds room for a name in the ground of a filled series, below its tops.
func (f *frame) nameWithin(i int32, cells int) (label, bool) {
	for row := f.ph - 1; f.field.filled() && row > 0; row-- {
		run := 0
		for col := f.pw - 1; col >= 0 && f.ruleAt(row).token == blank; col-- {
			c := row*f.pw + col
			run++
			if f.field.owner[c] != i || int(f.field.front[c])/f.field.sy == row || f.field.under[col] != nobody {
				run = 0
			}
			if run == cells+2 {
				return label{row: row, col: col, cells: cells + 2}, true
			}
		}
	}
	return label{}, false
}

// alone reports whether no series but i has data within so many rows of the place.
func (f *frame) alone(i int32, row, from, to, distance int) bool {
	for r := max(row-distance, 0); r <= min(row+distance, f.ph-1); r++ {
		for c := max(from-1, 0); c < min(to+1, f.pw); c++ {
			if o := f.field.owner[r*f.pw+c]; o != nobody && o != i {
				return false
			}
		}
	}
	return true
}
