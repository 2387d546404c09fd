package widget

import (
	"charm.land/bubbles/v2/key"

	"scaledeck/tui/internal/theme"
)

// KeyHints are the keys that work here: ↑↓ move  enter open  / filter. Bindings
// that are disabled or have no help are left out; what does not fit whole is
// dropped from the right.
type KeyHints []key.Binding

// Put draws the hints into at most width cells.
func (k KeyHints) Put(l *Line, width int) {
	end := l.used + min(width, l.Left())
	gap := ""
	for _, b := range k {
		h := b.Help()
		if !b.Enabled() || h.Key == "" {
			continue
		}
		desc := ""
		if h.Desc != "" {
			desc = " " + h.Desc
		}
		if l.used+len(gap)+Width(spell(l.th, h.Key))+Width(spell(l.th, desc)) > end {
			return
		}
		l.Put(theme.Text, gap).Put(theme.Key, h.Key).Put(theme.Muted, desc)
		gap = "  "
	}
}
