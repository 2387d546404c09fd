package report

import (
	"strings"

	"scaledeck/analysis/page"
	"scaledeck/model/text"
)

const (
	indent    = "  "
	titleCols = 40 // cells that the board keeps for titles; longer ones push their line on
	// narrowBelow is the width in cells from which on tables are written in full.
	narrowBelow = 112
	cellCols    = 48 // cells of a table's column before its text goes on below
)

// printer writes a page as plain text.
type printer struct {
	o          Options
	b          strings.Builder
	afterTable bool // the last block of the section was a table
}

func newPrinter(o Options) *printer { return &printer{o: o} }

// narrow reports whether the page is so narrow that tables give up what other
// columns imply.
func (p *printer) narrow() bool { return p.o.Width > 0 && p.o.Width < narrowBelow }

// badge returns sign and word of a mark, as they are written.
func (p *printer) badge(m page.Mark) string { return p.spell(m.Badge(p.o.ASCII)) }

func (p *printer) spell(s string) string { return spell(s, p.o.ASCII) }

func (p *printer) document(d document) {
	p.line(p.badge(d.mark) + indent + p.spell(d.summary))
	if d.source != "" {
		p.line(p.spell(d.source))
	}
	p.line("")
	p.board(d.board)
	for _, s := range d.sections {
		p.section(s)
	}
}

func (p *printer) line(s string) {
	p.b.WriteString(strings.TrimRight(s, " "))
	p.b.WriteByte('\n')
}

// board writes one row a finding; a row that is too long goes on below its why.
func (p *printer) board(rows []boardRow) {
	badges, titles := 0, 0
	for _, r := range rows {
		badges = max(badges, text.Width(p.badge(r.mark)))
		titles = max(titles, min(text.Width(p.spell(r.title)), titleCols))
	}
	for _, r := range rows {
		why := p.spell(r.why)
		if r.flags != "" {
			why = strings.TrimLeft(why+indent+p.spell(r.flags), " ")
		}
		lead := pad(p.badge(r.mark), badges, false) + indent
		hang := badges + len(indent) + titles + len(indent)
		if p.o.Width > 0 && (p.o.Width-hang < titleCols || text.Width(p.spell(r.title)) > titles) {
			// No room for a column after the title: the reason goes below it.
			p.line(lead + p.spell(r.title))
			p.wrapped(strings.Repeat(" ", badges+len(indent)), strings.Repeat(" ", badges+len(indent)), why)
			continue
		}
		p.wrapped(lead+pad(p.spell(r.title), titles, false)+indent, strings.Repeat(" ", hang), why)
	}
}

// wrapped writes s behind first, and what does not fit behind rest.
func (p *printer) wrapped(first, rest, s string) {
	if p.o.Width <= 0 {
		p.line(first + s)
		return
	}
	lead := first
	for _, l := range wrap(s, max(p.o.Width-text.Width(rest), 20), false) {
		p.line(lead + l)
		lead = rest
	}
}

func (p *printer) section(s page.Section) {
	title := p.spell(s.Title)
	if s.Mark != page.None {
		title = p.badge(s.Mark) + indent + title
	}
	p.line("")
	p.line(title)
	p.line(strings.Repeat(p.spell("─"), min(text.Width(title), 100)))
	p.afterTable = false
	for _, b := range s.Blocks {
		p.block(b)
	}
}

func (p *printer) block(b page.Block) {
	switch b := b.(type) {
	case page.Sentence:
		p.paragraph(b.Label, b.Text)
	case page.Note:
		p.paragraph(b.Label, b.Text)
	case page.List:
		p.leaveTable()
		if b.Label != "" {
			p.line(p.spell(b.Label) + ":")
		}
		for _, it := range b.Items {
			p.wrapped(indent, indent+indent, p.spell(it.Spell(p.narrow(), p.o.Verbose, p.o.ASCII)))
		}
	case *page.Table:
		if b.Details && !p.o.Verbose {
			return
		}
		if b.Label != "" {
			p.line("")
			p.line(p.spell(b.Label))
		}
		p.table(b)
		p.afterTable = true
	case page.Bars:
		for _, t := range b.Tables() {
			p.block(t)
		}
	}
}

// paragraph writes a text under its label.
func (p *printer) paragraph(label, text string) {
	p.leaveTable()
	if label = p.spell(label); label != "" {
		p.wrapped("", indent, label+": "+p.spell(text))
		return
	}
	p.wrapped("", "", p.spell(text))
}

// leaveTable parts text from a table above it by an empty line.
func (p *printer) leaveTable() {
	if p.afterTable {
		p.line("")
	}
	p.afterTable = false
}
