package view

import (
	"strings"

	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// Page collects the lines of a preview.
type Page struct {
	Theme         *theme.Theme
	Width, Height int
	Lines         []string
}

func (p *Page) Line() *widget.Line { return widget.NewLine(p.Theme, p.Width).Put(theme.Text, " ") }

func (p *Page) Add(l *widget.Line) { p.Lines = append(p.Lines, l.String()) }

func (p *Page) Text(tok theme.Token, s string) { p.Add(p.Line().Put(tok, s)) }

// Wrapped adds text on at most most lines, the last with an ellipsis where it is longer.
func (p *Page) Wrapped(tok theme.Token, text string, most int) {
	parts := widget.Wrap(p.Theme, text, p.Width)
	if len(parts) > most {
		parts[most-1] = widget.Cut(p.Theme, strings.Join(parts[most-1:], " "), p.Width)
		parts = parts[:most]
	}
	for _, s := range parts {
		p.Add(widget.NewLine(p.Theme, p.Width).Put(tok, s))
	}
}
