package report

import (
	"strings"

	"scaledeck/analysis"
)

// markdown writes a page as GitHub-flavoured Markdown.
type markdown struct{ b strings.Builder }

func (m *markdown) page(p page) {
	c := composer{}
	m.line("# " + c.badge(p.verdict) + ": " + escape(p.summary))
	m.line("")
	if p.source != "" {
		m.line(escape(p.source))
		m.line("")
	}
	if len(p.board) > 0 {
		t := newTable("verdict", "what", "why", "note")
		for _, r := range p.board {
			t.add(c.badge(r.verdict), r.title, r.why, r.flags)
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

func (m *markdown) section(s section, level int) {
	title := escape(s.title)
	if s.judged {
		title = composer{}.badge(s.verdict) + " " + title
	}
	if m.b.Len() > 0 && !strings.HasSuffix(m.b.String(), "\n\n") {
		m.line("")
	}
	m.line(strings.Repeat("#", level) + " " + title)
	m.line("")
	for _, b := range s.blocks {
		m.block(b)
	}
}

func (m *markdown) block(b block) {
	label := ""
	if b.label != "" {
		label = "**" + escape(b.label) + "**"
	}
	switch {
	case b.table != nil:
		if label != "" {
			m.line(label)
			m.line("")
		}
		m.table(b.table)
	case len(b.items) > 0:
		if label != "" {
			m.line(label)
			m.line("")
		}
		for _, it := range b.items {
			m.line("- " + lead(escape(it)))
		}
	case label != "":
		m.line(label + ": " + escape(b.text))
	default:
		m.line(lead(escape(b.text)))
	}
	m.line("")
}

// table writes every row with exactly the columns of the head.
func (m *markdown) table(t *table) {
	rule := make([]string, len(t.head))
	for i, right := range t.right {
		if rule[i] = "---"; right {
			rule[i] = "---:"
		}
	}
	m.row(t.head, len(t.head))
	m.line("| " + strings.Join(rule, " | ") + " |")
	for _, r := range t.rows {
		m.row(r, len(t.head))
	}
}

func (m *markdown) row(r []string, columns int) {
	for i := range columns {
		m.b.WriteString("| ")
		if i < len(r) && r[i] != "" {
			m.b.WriteString(escape(r[i]))
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
	s := composer{}.badge(f.Verdict) + " " + f.Title
	if f.Why != "" {
		s += ": " + f.Why
	}
	if f.Simulated {
		s += " (" + analysis.Simulated.String() + ")"
	}
	return s
}
