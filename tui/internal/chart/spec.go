package chart

import (
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// Mode is what a chart is drawn with.
type Mode uint8

// The modes. A theme that is ASCII forces the ASCII mode.
const (
	Braille Mode = iota // 2×4 dots a cell
	Block               // 8 levels a cell, for fonts without braille
	ASCII               // one glyph a cell, no byte over 0x7f
)

// maxSide is the largest size in cells that is drawn; the terminal library
// ignores anything larger, and an absurd size must not ask for absurd memory.
const maxSide = 4096

// Series is one line.
type Series struct {
	Name string // written beside the line where there is room; "" for none

	// X ascends and may be nil, which counts samples from 0; where the lengths
	// differ the shorter counts. A value that is not finite is a gap.
	X, Y []float64

	Token  theme.Token
	Glyph  rune // in ASCII mode; 0, or one that is taken, picks the next free one
	Dashed bool // simulated, as against measured
	Step   bool // hold each value until the next sample
	Faint  bool // draw all of it faintly

	// Over says of each sample of a lane whether it broke its limit; one that is
	// missing could not be judged and is drawn as neither.
	Over []model.Flag
}

// Rule is a limit: a line on the same dots as the series. What is over it in the
// data is drawn over it, whatever the size.
type Rule struct {
	Y     float64
	Band  bool    // the limit is only known to lie between Y and To
	To    float64 // over Y; +Inf for a band without an upper bound
	Label string  // at the right end of the line, as far as the data leave room
	Token theme.Token
}

// Mark is a labelled moment on the time axis, such as a scale-up.
type Mark struct {
	X     float64
	Glyph rune   // stands at the exact column; 0 is ▲
	Label string // follows the glyph, or precedes it at the right edge; left out where it would overlap
	Token theme.Token
}

// Axis is the range of one direction.
type Axis struct {
	// Min and Max are the ends. Both 0, or one not finite, fits the axis to all
	// samples and, for Y, all rules; equal ends are padded, reversed ones swapped.
	Min, Max float64

	Log    bool // base 10; a range without positive values is drawn linearly
	Unit   model.Unit
	Format func(float64) string // of tick labels; nil prints with the unit
	Hide   bool                 // no labels: the gutter stays blank
}

// Spec is everything a chart is drawn from.
type Spec struct {
	Width, Height int // of the whole, in cells, gutter and axis rows included
	Gutter        int // cells for labels and the axis at the left; one width for all bands lines them up

	X, Y   Axis
	Series []Series
	Rules  []Rule
	Marks  []Mark // drawn in a row of their own above the time axis, from a height of 5

	Gap float64 // two samples further apart than this in x are not joined; 0 joins all

	Playhead    float64 // a vertical line behind the series
	HasPlayhead bool
	Until       float64 // what lies after it is drawn faintly
	HasUntil    bool
	HideAhead   bool // what lies after Until is not drawn at all

	TimeAxis bool // two rows of ticks and labels at the bottom, one below a height of 8, none below 3
	Mode     Mode

	// Lane fills in eighths of a row in every mode: a spark of any height, in ASCII
	// by the glyphs of a spark.
	Lane bool
}
