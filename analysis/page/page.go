// Package page holds what there is to say on one thing before it has a form:
// titled blocks of text, lists, tables, bars and charts. Values stay values where
// a table has them, next to how they are printed. Text, Markdown and JSON reports
// and the console's detail are renderers of it.
//
// It knows no finding, no gate and no kind: who builds a section decides what is
// in it, who renders it how it looks. Strings are neither escaped nor broken into
// lines here.
//
// Start reading at Section.
package page

import "scaledeck/model"

// Section is a title and the blocks under it, in the order in which they are read.
type Section struct {
	Title  string
	Mark   Mark // the verdict in front of the title, None for a title alone
	Blocks []Block
}

// Block is one of Sentence, Note, List, Table, Bars and Chart.
type Block interface{ block() }

// Sentence is a paragraph led in by its label, where it has one.
type Sentence struct{ Label, Text string }

// Note is a paragraph that Brief renderers leave out: it explains, it decides nothing.
type Note struct{ Label, Text string }

// List is lines under a label.
type List struct {
	Label string
	Items []Line
}

// Line is cells that follow each other without a gap.
type Line []Cell

// Table is rows of cells under a head.
type Table struct {
	Label   string
	Columns []Column
	Rows    [][]Cell
	Group   bool // a first cell that repeats the one above may be left out
	Details bool // shown only where everything is asked for
	Gates   bool // its rows are gates, which a form that lists those itself leaves out
}

// Column is the head of a column and how it is laid out.
type Column struct {
	Head  string
	Short string // the head on a narrow page, where it is another
	Right bool   // cells are numbers and end at the right edge
	Below Place  // text prints its cells on a line of their own below the row
	Wide  bool   // left out on a narrow page: other columns imply it
}

// Place says on which pages a column is printed below its row.
type Place uint8

// The places.
const (
	InRow Place = iota
	BelowNarrow
	BelowAlways
)

// Bars are lengths on one scale, each made of pieces.
type Bars struct {
	Unit model.Unit
	Bars []Bar
}

// Bar is one of them. Known is whether every piece has a length.
type Bar struct {
	Name   string
	Total  model.Figure
	Known  bool
	Pieces []Piece
}

// Piece is one piece of a bar.
type Piece struct {
	Name   string
	Length model.Figure
}

// Chart is series on one clock. It refers to the columns of a timeline, which it
// does not copy.
type Chart struct {
	Series []Series
	X      model.Series // seconds
}

// Series is one line of a chart, with the limit that is drawn across it. Of a limit
// that is not stated there may be bounds: Low is within it, High is over it.
type Series struct {
	Metric           *model.Metric
	Y                model.Series
	Limit, Low, High model.Figure
}

// Drawn is the limit, or the lower bound of one that is not stated.
func (s Series) Drawn() model.Figure {
	if s.Limit.OK() {
		return s.Limit
	}
	return s.Low
}

func (Sentence) block() {}
func (Note) block()     {}
func (List) block()     {}
func (*Table) block()   {}
func (Bars) block()     {}
func (Chart) block()    {}

// Say appends a sentence, or nothing where there is no text.
func (s *Section) Say(label, text string) {
	if text != "" {
		s.Blocks = append(s.Blocks, Sentence{label, text})
	}
}

// Explain appends a note, or nothing where there is no text.
func (s *Section) Explain(label, text string) {
	if text != "" {
		s.Blocks = append(s.Blocks, Note{label, text})
	}
}

// List appends a list of plain lines, or nothing where it has no items.
func (s *Section) List(label string, items []string) {
	lines := make([]Line, 0, len(items))
	for _, it := range items {
		lines = append(lines, Line{Text(it)})
	}
	s.Lines(label, lines)
}

// Lines appends a list, or nothing where it has no items.
func (s *Section) Lines(label string, items []Line) {
	if len(items) > 0 {
		s.Blocks = append(s.Blocks, List{label, items})
	}
}

// Table appends a table under a label, or nothing where it has no rows.
func (s *Section) Table(label string, t *Table) {
	if t != nil && len(t.Rows) > 0 {
		t.Label = label
		s.Blocks = append(s.Blocks, t)
	}
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// NewTable returns a table whose columns have the given heads.
func NewTable(heads ...string) *Table {
	t := &Table{Columns: make([]Column, len(heads))}
	for i, h := range heads {
		t.Columns[i].Head = h
	}
	return t
}

// Numbers sets the columns that hold numbers.
func (t *Table) Numbers(columns ...int) *Table {
	for _, c := range columns {
		t.Columns[c].Right = true
	}
	return t
}

// Below sets where columns are printed.
func (t *Table) Below(p Place, columns ...int) *Table {
	for _, c := range columns {
		t.Columns[c].Below = p
	}
	return t
}

// Tables returns the pieces of each bar as a table, with their share of it.
func (b Bars) Tables() []*Table {
	var list []*Table
	for _, bar := range b.Bars {
		t := NewTable("phase", "length", "share").Numbers(1, 2)
		t.Label = bar.Name
		for _, p := range bar.Pieces {
			share := model.Figure{}
			text := model.Dash
			if p.Length.OK() && bar.Total.OK() && bar.Total.Value != 0 {
				share = model.Of(p.Length.Value / bar.Total.Value)
				text = share.Text(model.Share)
			}
			t.Add(Text(p.Name), Value(p.Length, b.Unit), Spelt(text, share, model.Share))
		}
		total := Value(bar.Total, b.Unit)
		if !bar.Known {
			total.Text += " so far"
		}
		t.Add(Text("total"), total, Text(""))
		list = append(list, t)
	}
	return list
}
