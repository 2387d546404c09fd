package tui

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"scaledeck/model/text"
)

// maxFilter bounds the filter's text in characters.
const maxFilter = 80

// filterLine is the filter in the footer: what is typed applies at once, enter
// keeps it, esc drops it.
type filterLine struct {
	editing bool
	typed   string
}

// text returns the filter in lower case, "" where there is none.
func (f *filterLine) text() string { return strings.ToLower(f.typed) }

func (f *filterLine) clear() { *f = filterLine{} }

func (f *filterLine) paste(s string) {
	if f.editing {
		f.add(s)
	}
}

func (f *filterLine) press(msg tea.KeyPressMsg) {
	switch msg.String() {
	case "enter":
		f.editing = false
	case "esc":
		f.clear()
	case "backspace":
		_, n := utf8.DecodeLastRuneInString(f.typed)
		f.typed = f.typed[:len(f.typed)-n]
	case "ctrl+u":
		f.typed = ""
	default:
		f.add(msg.Text)
	}
}

// add appends what can be printed: a pasted escape sequence must not reach the
// terminal through our own footer.
func (f *filterLine) add(s string) {
	f.typed += text.Clean(s)
	for utf8.RuneCountInString(f.typed) > maxFilter {
		_, n := utf8.DecodeLastRuneInString(f.typed)
		f.typed = f.typed[:len(f.typed)-n]
	}
}
