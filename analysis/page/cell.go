package page

import "scaledeck/model"

// Cell is one thing in a table or a line: a mark, a text, a value, or a mark
// before one of them.
type Cell struct {
	Mark  Mark
	Sign  bool   // the mark is its sign alone, without its word
	Text  string // as it is printed where there is room
	Short string // on a narrow page, where it is another text
	Full  string // where everything is asked for, if that is another text
	Value model.Figure
	Unit  model.Unit
	Is    bool // Value is what Text prints
}

// Text is a cell of plain text.
func Text(s string) Cell { return Cell{Text: s} }

// Texts are cells of plain text.
func Texts(list ...string) []Cell {
	cells := make([]Cell, 0, len(list))
	for _, s := range list {
		cells = append(cells, Text(s))
	}
	return cells
}

// Value is a figure as the model prints it.
func Value(f model.Figure, u model.Unit) Cell { return Spelt(f.Text(u), f, u) }

// Spelt is a figure with the text that it is printed as.
func Spelt(text string, f model.Figure, u model.Unit) Cell {
	return Cell{Text: text, Value: f, Unit: u, Is: true}
}

// Badge is a mark with its word.
func Badge(m Mark) Cell { return Cell{Mark: m} }

// Or returns the cell with another text for narrow pages.
func (c Cell) Or(short string) Cell {
	c.Short = short
	return c
}

// In returns the text of a cell without its mark, for a page that may be narrow
// or ask for everything.
func (c Cell) In(narrow, full bool) string {
	switch {
	case narrow && c.Short != "":
		return c.Short
	case full && c.Full != "":
		return c.Full
	default:
		return c.Text
	}
}

// Mark is a verdict, or one of the two marks that no verdict has.
type Mark uint8

// The marks.
const (
	None Mark = iota
	Info
	Pass
	Running
	Undecided
	Fail
	Warn   // a limit is broken that only warns
	Absent // this kind of file never has the figure
)

// marks are the sign, the word, and both where only ASCII may be written.
var marks = [...][3]string{
	None: {}, Info: {"·", "INFO", "[INFO]"}, Pass: {"✓", "PASS", "[PASS]"}, Running: {"…", "RUNNING", "[RUN ]"},
	Undecided: {"?", "UNDECIDED", "[????]"}, Fail: {"✗", "FAIL", "[FAIL]"}, Warn: {"!", "WARN", "[WARN]"},
	Absent: {model.Dash, "not in file", model.Dash + " not in file"},
}

// Word returns the word of a mark.
func (m Mark) Word() string { return marks[min(m, Absent)][1] }

// Sign returns the sign of a mark, which in ASCII is its word.
func (m Mark) Sign(ascii bool) string {
	if ascii {
		return marks[min(m, Absent)][2]
	}
	return marks[min(m, Absent)][0]
}

// Badge returns sign and word: "✗ FAIL", or "[FAIL]" in ASCII.
func (m Mark) Badge(ascii bool) string {
	if ascii || m == None {
		return m.Sign(ascii)
	}
	return m.Sign(false) + " " + m.Word()
}

// Spell returns a cell as text, where ascii says how marks are written.
func (c Cell) Spell(narrow, full, ascii bool) string {
	mark, text := c.Mark.Badge(ascii), c.In(narrow, full)
	if c.Sign {
		mark = c.Mark.Sign(ascii)
	}
	if mark == "" || text == "" {
		return mark + text
	}
	return mark + " " + text
}

// Spell returns a line as text.
func (l Line) Spell(narrow, full, ascii bool) string {
	s := ""
	for _, c := range l {
		s += c.Spell(narrow, full, ascii)
	}
	return s
}
