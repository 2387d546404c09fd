package theme

import "scaledeck/model/text"

// Spell returns s as this theme may write it: itself, or its ASCII spelling where
// the locale of the terminal is not UTF-8. Fit text to a width after spelling it,
// never before.
func (t *Theme) Spell(s string) string {
	if !t.ASCII {
		return s
	}
	return text.ASCII(s)
}
