package view

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
)

// Selection is the selected row of a list, held by the identity of the row and
// not by its place: a reload that reorders the list keeps the same row selected.
type Selection struct {
	Key   string
	Index int // where the row was last; used when it is gone
}

// In returns the index of the selected row among keys, or −1 where there are none.
func (s Selection) In(keys []string) int {
	for i, k := range keys {
		if k == s.Key {
			return i
		}
	}
	return min(max(s.Index, 0), len(keys)-1)
}

// To returns the selection of row i, clamped To the list.
func (s Selection) To(keys []string, i int) Selection {
	if len(keys) == 0 {
		return s
	}
	i = min(max(i, 0), len(keys)-1)
	return Selection{Key: keys[i], Index: i}
}

// OfKind returns the findings that a screen shows and the index of the one with
// the given key, the first where it is gone, or −1 where there is none.
func OfKind(c screen.Ctx, key string, shows func(*analysis.Finding) bool) ([]analysis.Finding, int) {
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

// Moved returns the index that a movement key leads to in a list of n rows
// shown page at a time, and whether the key was one.
func (k MoveKeys) Moved(msg tea.KeyPressMsg, i, n, page int) (int, bool) {
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

// Bind returns a binding with its help.
func Bind(help, does string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(help, does))
}

// MoveKeys are the bindings for moving in lists and along axes. Vim's letters
// work as the arrows do.
type MoveKeys struct{ Up, Down, Left, Right, PageUp, PageDown, Top, Bottom key.Binding }

func DefaultMoveKeys() MoveKeys {
	return MoveKeys{
		Up:       Bind("↑/k", "up", "up", "k"),
		Down:     Bind("↓/j", "down", "down", "j"),
		Left:     Bind("←/h", "left", "left", "h"),
		Right:    Bind("→/l", "right", "right", "l"),
		PageUp:   Bind("pgup", "page up", "pgup"),
		PageDown: Bind("pgdn", "page down", "pgdown"),
		Top:      Bind("g/home", "first", "g", "home"),
		Bottom:   Bind("G/end", "last", "G", "end"),
	}
}
