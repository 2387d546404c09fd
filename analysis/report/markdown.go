package report

import (
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/page"
)

// markdown writes a page as GitHub-flavoured Markdown.
type markdown struct {
	b    strings.Builder
	full bool // every detail
}

func (m *markdown) document(p document) {
	m.line("# " + p.mark.Badge(false) + ": " + escape(p.summary))
	m.line("")
	if p.source != "" {
		m.line(escape(p.source))
		m.line("")
	}
	if len(p.board) > 0 {
		t := page.NewTable("verdict", "what", "why", "note")
		for _, r := range p.board {
			t.Add(page.Badge(r.mark), page.Text(r.title), page.Text(r.why), page.Text(r.flags))
		}
		m.table(t)
	}
	for _, s := range p.sections {
		m.section(s, 2)
	}
}

func (m *markdown) line(s string) {
	m.b.WriteString(s)
	m.b.WriteByte('\n')
}

func (m *markdown) section(s page.Section, level int) {
	title := escape(s.Title)
	if s.Mark != page.None {
		title = s.Mark.Badge(false) + " " + title
	}
	if m.b.Len() > 0 && !strings.HasSuffix(m.b.String(), "\n\n") {
		m.line("")
	}
	m.line(strings.Repeat("#", level) + " " + title)
	m.line("")
	for _, b := range s.Blocks {
		m.block(b)
	}
}

func (m *markdown) block(b page.Block) {
	switch b := b.(type) {
	case page.Sentence:
		m.paragraph(b.Label, b.Text)
	case page.Note:
		m.paragraph(b.Label, b.Text)
	case page.List:
		m.label(b.Label)
		for _, it := range b.Items {
			m.line("- " + lead(escape(it.Spell(false, m.full, false))))
		}
		m.line("")
	case *page.Table:
		if !b.Details || m.full {
			m.label(b.Label)
			m.table(b)
			m.line("")
		}
	case page.Bars:
		for _, t := range b.Tables() {
			m.block(t)
		}
	}
}

// label writes the label of a block as a line of its own.
func (m *markdown) label(s string) {
	if s != "" {
		m.line("**" + escape(s) + "**")
		m.line("")
	}
}

func (m *markdown) paragraph(label, text string) {
	if label != "" {
		m.line("**" + escape(label) + "**: " + escape(text))
	} else {
		m.line(lead(escape(text)))
	}
	m.line("")
}

// table writes every row with exactly the columns of the head.
func (m *markdown) table(t *page.Table) {
	heads, rule := make([]string, len(t.Columns)), make([]string, len(t.Columns))
	for i, c := range t.Columns {
		if heads[i], rule[i] = c.Head, "---"; c.Right {
			rule[i] = "---:"
		}
	}
	m.row(heads)
	m.line("| " + strings.Join(rule, " | ") + " |")
	for _, r := range t.Rows {
		cells := make([]string, len(heads))
		for i := range min(len(r), len(cells)) {
			cells[i] = r[i].Spell(false, m.full, false)
		}
		m.row(cells)
	}
}

func (m *markdown) row(cells []string) {
	for _, c := range cells {
		m.b.WriteString("| ")
		if c != "" {
			m.b.WriteString(escape(c))
			m.b.WriteByte(' ')
		}
	}
	m.line("|")
}

// escaper takes the meaning from every character that Markdown, tables, HTML or
// formulas give one to. A backslash before a letter means nothing, but one
// before a pipe would free the pipe.
var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `|`, `\|`, `~`, `\~`, `$`, `\$`, `#`, `\#`, `!`, `\!`,
	`<`, `&lt;`, `>`, `&gt;`, `&`, `&amp;`,
)

// escape returns s as one line of Markdown that reads as s.
func escape(s string) string { return escaper.Replace(line(s)) }

// lead keeps the first character of a paragraph from making it a list, a rule
// or a heading.
func lead(s string) string {
	s = strings.TrimLeft(s, " ")
	if s == "" {
		return s
	}
	if strings.IndexByte("-+=:", s[0]) >= 0 {
		return `\` + s
	}
	digits := strings.TrimLeft(s, "0123456789")
	if len(digits) < len(s) && digits != "" && (digits[0] == '.' || digits[0] == ')') {
		return s[:len(s)-len(digits)] + `\` + digits
	}
	return s
}

// verdictLine is one finding on one line, for messages that hold nothing else.
func verdictLine(f analysis.Finding) string {
	s := f.Verdict.Mark().Badge(false) + " " + f.Title
	if f.Why != "" {
		s += ": " + f.Why
	}
	if f.Simulated {
		s += " (" + analysis.Simulated.String() + ")"
	}
	return s
}
