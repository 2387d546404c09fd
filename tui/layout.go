package tui

import (
	"image"

	"scaledeck/tui/internal/view"
)

// The smallest terminal the console draws on.
const minWidth, minHeight = 40, 10

// layout is where everything goes on a terminal of a given size. The zero
// rectangle of a part means that it is not drawn.
type layout struct {
	Status, Tabs, Upper, Screen, Lower, Footer image.Rectangle

	Compact  bool // one header line, no rules, short labels
	TooSmall bool // nothing but the sentence that says so
}

// arrange computes the layout for a terminal of w × h cells; any size is accepted.
func arrange(w, h int) layout {
	if w < minWidth || h < minHeight {
		return layout{TooSmall: true}
	}
	row := func(y int) image.Rectangle { return image.Rect(0, y, w, y+1) }
	if w < view.FullWidth || h < view.FullHeight {
		return layout{
			Compact: true,
			Tabs:    row(0),
			Screen:  image.Rect(0, 1, w, h-1),
			Footer:  row(h - 1),
		}
	}
	return layout{
		Status: row(0), Tabs: row(1), Upper: row(2),
		Screen: image.Rect(0, 3, w, h-2),
		Lower:  row(h - 2), Footer: row(h - 1),
	}
}
