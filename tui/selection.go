package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
)

// selection is the selected row of a list, held by the identity of the row and
// not by its place: a reload that reorders the list keeps the same row selected.
type selection struct {
	key   string
	index int // where the row was last; used when it is gone
}

// in returns the index of the selected row among keys, or −1 where there are none.
func (s selection) in(keys []string) int {
	for i, k := range keys {
		if k == s.key {
			return i
		}
	}
	return min(max(s.index, 0), len(keys)-1)
}

// to returns the selection of row i, clamped to the list.
func (s selection) to(keys []string, i int) selection {
	if len(keys) == 0 {
		return s
	}
	i = min(max(i, 0), len(keys)-1)
	return selection{key: keys[i], index: i}
}

// ofKind returns the findings that a screen shows and the index of the one with
// the given key, the first where it is gone, or −1 where there is none.
func ofKind(c Ctx, key string, shows func(*analysis.Finding) bool) ([]analysis.Finding, int) {
	var list []analysis.Finding
	at := -1
	for i := range c.Snap.List {
		f := &c.Snap.List[i]
		if !shows(f) {
			continue
		}
		if f.Key == key {
			at = len(list)
		}
		list = append(list, *f)
	}
	if at < 0 && len(list) > 0 {
		at = 0
	}
	return list, at
}

// moved returns the index that a movement key leads to in a list of n rows
// shown page at a time, and whether the key was one.
func (k moveKeys) moved(msg tea.KeyPressMsg, i, n, page int) (int, bool) {
	switch {
	case key.Matches(msg, k.Up):
		i--
	case key.Matches(msg, k.Down):
		i++
	case key.Matches(msg, k.PageUp):
		i -= max(page, 1)
	case key.Matches(msg, k.PageDown):
		i += max(page, 1)
	case key.Matches(msg, k.Top):
		i = 0
	case key.Matches(msg, k.Bottom):
		i = n - 1
	default:
		return i, false
	}
	return min(max(i, 0), max(n-1, 0)), true
}
