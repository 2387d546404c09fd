package report

import (
	"strings"
)

const (
	indent    = "  "
	titleCols = 40 // cells that the board keeps for titles; longer ones push their line on
	cellCols  = 48 // cells of a table's column before its text goes on below
)

// printer writes a page as plain text.
type printer struct {
	o Options
	b strings.Builder
}

func newPrinter(o Options) *printer { return &printer{o: o} }

func (p *printer) spell(s string) string { return spell(s, p.o.ASCII) }

func (p *printer) page(pg page) {
	c := composer{o: p.o}
	p.line(p.spell(c.badge(pg.verdict)) + indent + p.spell(pg.summary))
	if pg.source != "" {
		p.line(p.spell(pg.source))
	}
	p.line("")
	p.board(pg.board)
	for _, s := range pg.sections {
		p.section(s)
	}
}

func (p *printer) line(s string) {
	p.b.WriteString(strings.TrimRight(s, " "))
	p.b.WriteByte('\n')
}

// board writes one row a finding; a row that is too long goes on below its why.
func (p *printer) board(rows []boardRow) {
	c := composer{o: p.o}
	badges, titles := 0, 0
	for _, r := range rows {
		badges = max(badges, cells(c.badge(r.verdict)))
		titles = max(titles, min(cells(p.spell(r.title)), titleCols))
	}
	for _, r := range rows {
		why := p.spell(r.why)
		if r.flags != "" {
			why = strings.TrimLeft(why+indent+p.spell(r.flags), " ")
		}
		lead := pad(c.badge(r.verdict), badges, false) + indent
		hang := badges + len(indent) + titles + len(indent)
		if p.o.Width > 0 && (p.o.Width-hang < titleCols || cells(p.spell(r.title)) > titles) {
			// No room for a column beside the title: the reason stands below it.
			p.line(lead + p.spell(r.title))
			p.wrapped(strings.Repeat(" ", badges+len(indent)), strings.Repeat(" ", badges+len(indent)), why)
			continue
		}
		p.wrapped(lead+pad(p.spell(r.title), titles, false)+indent, strings.Repeat(" ", hang), why)
	}
}

// wrapped writes text behind first, and what does not fit behind rest.
func (p *printer) wrapped(first, rest, text string) {
	if p.o.Width <= 0 {
		p.line(first + text)
		return
	}
	lead := first
	for _, l := range wrap(text, max(p.o.Width-cells(rest), 20), false) {
		p.line(lead + l)
		lead = rest
	}
}

func (p *printer) section(s section) {
	title := p.spell(s.title)
	if s.judged {
		title = composer{o: p.o}.badge(s.verdict) + indent + title
	}
	p.line("")
	p.line(title)
	p.line(strings.Repeat(p.spell("─"), min(cells(title), 100)))
	for i, b := range s.blocks {
		if i > 0 && s.blocks[i-1].table != nil && b.table == nil {
			p.line("")
		}
		p.block(b)
	}
}

func (p *printer) block(b block) {
	label := p.spell(b.label)
	switch {
	case b.table != nil:
		if label != "" {
			p.line("")
			p.line(label)
		}
		p.table(b.table)
	case len(b.items) > 0:
		if label != "" {
			p.line(label + ":")
		}
		for _, it := range b.items {
			p.wrapped(indent, indent+indent, p.spell(it))
		}
	case label != "":
		p.wrapped("", indent, label+": "+p.spell(b.text))
	default:
		p.wrapped("", "", p.spell(b.text))
	}
}
