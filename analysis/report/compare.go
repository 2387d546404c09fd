package report

import (
	"fmt"
	"io"
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/analysis/report/jsonvalue"
	v1 "scaledeck/analysis/report/v1"
	"scaledeck/model"
)

// CompareSchema and CompareVersion name the form of CompareJSON; they change as Schema does.
const (
	CompareSchema  = "scaledeck-compare-v1"
	CompareVersion = 1
)

// CompareText writes two documents side by side as plain text: one table a
// matched thing, then what has no partner. Errors are those of w.
func CompareText(w io.Writer, c *analysis.Compared, o Options) error {
	p := newPrinter(o)
	p.wrapped("", indent, p.spell(compareTitle(c)))
	for _, s := range compareSections(c) {
		p.section(s)
	}
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("write comparison: %w", err)
	}
	return nil
}

// CompareMarkdown is CompareText as GitHub-flavoured Markdown. Errors are those of w.
func CompareMarkdown(w io.Writer, c *analysis.Compared, o Options) error {
	if _, err := io.WriteString(w, ComparedMarkdown(c)); err != nil {
		return fmt.Errorf("write Markdown comparison: %w", err)
	}
	return nil
}

// ComparedMarkdown returns a comparison as Markdown, for pasting into an
// incident channel.
func ComparedMarkdown(c *analysis.Compared) string {
	var m markdown
	m.line("## " + escape(compareTitle(c)))
	for _, s := range compareSections(c) {
		m.section(s, 3)
	}
	return m.b.String()
}

// compareTitle counts the words, so that the first line answers the question.
func compareTitle(c *analysis.Compared) string {
	text := "B " + c.B + " against A " + c.A
	if counts := CompareCounts(c); counts != "" {
		text += ": " + counts
	}
	return text
}

// compareWords is the order in which words are counted.
var compareWords = []string{"worse", "better", "differs", "higher", "lower", "within noise", "no change"}

// CompareCounts returns how many figures have which word: "1 worse · 3 better ·
// 20 within noise · 4 not judged".
func CompareCounts(c *analysis.Compared) string {
	n := make(map[string]int)
	for _, g := range c.Groups {
		for _, p := range g.Pairs {
			n[p.Change.Word]++
		}
	}
	var parts []string
	for _, w := range compareWords {
		if n[w] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n[w], w))
		}
	}
	if n[""] > 0 {
		parts = append(parts, fmt.Sprintf("%d not judged", n[""]))
	}
	return strings.Join(parts, " · ")
}

func compareSections(c *analysis.Compared) []page.Section {
	var list []page.Section
	for _, g := range c.Groups {
		s := page.Section{Title: g.Kind.String() + " " + g.Name}
		s.Table("", compareTable(g))
		s.List("notes", g.Notes)
		list = append(list, s)
	}
	rest := page.Section{Title: "Without a partner"}
	rest.List("only in A, "+c.A, c.OnlyA)
	rest.List("only in B, "+c.B, c.OnlyB)
	if len(rest.Blocks) > 0 {
		list = append(list, rest)
	}
	return list
}

// compareTable is a row a figure. What a word rests on is below its row,
// where it is not what the row above has already.
func compareTable(g analysis.Group) *page.Table {
	t := page.NewTable("metric", "A", "A's repeats", "B", "B's repeats", "B − A", "change", "word", "because").Numbers(1, 3, 5, 6)
	t.Below(page.BelowNarrow, 2, 4).Below(page.BelowAlways, 8)
	for _, p := range g.Pairs {
		label := p.Label
		if p.SpreadA != nil {
			label = p.Statistic + " " + label
		}
		if p.TextA != "" || p.TextB != "" {
			t.Add(page.Texts(label, p.TextA, "", p.TextB, "", "", "", p.Change.Word, "")...)
			continue
		}
		a, b := Repeats(steady(p, p.SpreadA), p.Unit, p.NoteA), Repeats(steady(p, p.SpreadB), p.Unit, p.NoteB)
		sides := page.Aligned(p.Unit, p.A, p.B)
		t.Add(page.Text(label), page.Spelt(sides[0], p.A, p.Unit), page.Text(a).Or(prefixed("A ", a)), page.Spelt(sides[1], p.B, p.Unit),
			page.Text(b).Or(prefixed("B ", b)), page.Spelt(deltaText(p), p.Delta, p.Unit), page.Spelt(p.Change.Percent.Signed(model.Percent), p.Change.Percent, model.Percent),
			page.Text(orDash(p.Change.Word)), page.Text(page.Join("; ", because(p.Change, g.Notes), prefixed("A: ", p.NoteA), prefixed("B: ", p.NoteB))))
	}
	return t
}

// steady returns the repeats behind a figure: a spread does not unsettle a sum.
func steady(p analysis.Pair, s *analysis.Spread) *analysis.Spread {
	if s == nil || p.Statistic != "sum" {
		return s
	}
	plain := *s
	plain.Unstable = false
	return &plain
}

// deltaText returns the difference of a pair: between percentages it is in points,
// since a percentage of them would be another thing.
func deltaText(p analysis.Pair) string {
	text := p.Delta.Signed(p.Unit)
	if p.Unit != model.Percent && p.Unit != model.Share {
		return text
	}
	number, ok := strings.CutSuffix(text, " %")
	if !ok {
		return text
	}
	return number + " points"
}

// because says what a word rests on, or why there is none, but for what the notes
// of the whole say already. That nothing changed needs no reason.
func because(c analysis.Change, notes []string) string {
	if c.Word == "no change" {
		return ""
	}
	text := page.Join("; ", c.Reason, c.Basis)
	for _, n := range notes {
		text = strings.Replace(text, "; "+n, "", 1)
	}
	return text
}

func prefixed(prefix, s string) string {
	if s == "" {
		return ""
	}
	return prefix + s
}

func orDash(s string) string {
	if s == "" {
		return model.Dash
	}
	return s
}

// Repeats says what is behind a median: how many repeats, their range, whether
// it is stable, the 95 % interval of the median where one exists, and the head of
// the note on what keeps it from being what it is called. "" for a figure without
// repeats.
func Repeats(s *analysis.Spread, u model.Unit, note string) string {
	note, _, _ = strings.Cut(note, ":")
	if s == nil {
		return note
	}
	n := fmt.Sprintf("n %d", s.N)
	if s.N < s.Of {
		n += fmt.Sprintf(" of %d", s.Of)
	}
	parts := []string{n}
	if s.N > 0 {
		parts = append(parts, page.Span(s.Min, s.Max, u))
	}
	if why := s.Instability(); why != "" {
		parts = append(parts, why)
	}
	if low, high, _, ok := s.Interval(); ok {
		parts = append(parts, "median's 95 % interval "+page.Span(model.Of(low), model.Of(high), u))
	}
	return page.Join(", ", append(parts, note)...)
}

// CompareJSON writes everything there is, whatever the options. Errors are those of w.
func CompareJSON(w io.Writer, c *analysis.Compared, _ Options) error {
	return jsonvalue.Write(w, jsonvalue.Of("schema", CompareSchema, "schema_version", CompareVersion, "a", c.A, "b", c.B,
		"summary", CompareCounts(c), "groups", jsonvalue.Each(c.Groups, func(g analysis.Group) jsonvalue.Object {
			return jsonvalue.Of("kind", g.Kind.String(), "name", g.Name, "notes", jsonvalue.Copied(g.Notes), "figures", jsonvalue.Each(g.Pairs, pairJSON))
		}),
		"only_in_a", jsonvalue.Copied(c.OnlyA), "only_in_b", jsonvalue.Copied(c.OnlyB)))
}

func pairJSON(p analysis.Pair) jsonvalue.Object {
	return jsonvalue.Of("metric", p.Key, "label", p.Label, "statistic", p.Statistic,
		"a", sideJSON(p, p.A, p.TextA, p.SpreadA, p.NoteA), "b", sideJSON(p, p.B, p.TextB, p.SpreadB, p.NoteB)).And(
		jsonvalue.If(p.TextA == "" && p.TextB == "", "delta", jsonvalue.Figure(p.Delta, p.Unit)), jsonvalue.Of("change", v1.Change(p.Change)))
}

func sideJSON(p analysis.Pair, f model.Figure, text string, s *analysis.Spread, note string) jsonvalue.Object {
	side := jsonvalue.If(text == "", "figure", jsonvalue.Figure(f, p.Unit)).And(jsonvalue.If(text != "", "text", text))
	if s != nil {
		side = side.And(jsonvalue.Of("repeats", v1.Spread(p.Key, *s, p.Unit)))
	}
	return side.And(jsonvalue.If(note != "", "note", note))
}
