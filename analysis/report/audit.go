package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/analysis/report/jsonvalue"
	"scaledeck/model"
	"scaledeck/model/text"
)

// AuditSchema and AuditVersion name the form of AuditJSON; they change as Schema does.
const (
	AuditSchema  = "scaledeck-audit-v1"
	AuditVersion = 1
)

// AuditCounts returns how many claims came to which result, what to look at
// first standing last: "102 claims: 97 reproduced · 1 ambiguous · 4 cannot be checked".
func AuditCounts(checks []analysis.Check) string {
	var n [analysis.NumCheckResults]int
	for _, c := range checks {
		n[min(c.Result, analysis.NumCheckResults-1)]++
	}
	var parts []string
	for _, r := range []analysis.CheckResult{analysis.Reproduced, analysis.Copied, analysis.Differs, analysis.Ambiguous, analysis.NotCheckable} {
		switch {
		case n[r] == 0:
		case r == analysis.NotCheckable:
			parts = append(parts, fmt.Sprintf("%d cannot be checked", n[r]))
		case r == analysis.Differs && n[r] > 1:
			parts = append(parts, fmt.Sprintf("%d differ", n[r]))
		case r == analysis.Copied && n[r] > 1:
			parts = append(parts, fmt.Sprintf("%d equal a copy", n[r]))
		default:
			parts = append(parts, fmt.Sprintf("%d %s", n[r], r))
		}
	}
	if len(parts) == 0 {
		return "no claims"
	}
	return text.Counted(len(checks), "claim") + ": " + strings.Join(parts, " · ")
}

// auditMarks are printed before the words of a result; ≠ is what the screens mark a
// claim with that was not reproduced.
var auditMarks = [...]string{analysis.Reproduced: "=", analysis.Copied: "~", analysis.NotCheckable: "–", analysis.Ambiguous: "?", analysis.Differs: "≠"}

// ResultMark returns the mark of a result: one cell in Unicode.
func ResultMark(r analysis.CheckResult) string { return auditMarks[min(r, analysis.NumCheckResults-1)] }

// listedChecks returns the checks that a form lists: all of them, or those that do
// not agree. They come sorted from analysis, those to look at first.
func listedChecks(checks []analysis.Check, all bool) []analysis.Check {
	if all {
		return checks
	}
	var list []analysis.Check
	for _, c := range checks {
		if !c.Result.Agrees() {
			list = append(list, c)
		}
	}
	return list
}

// unlisted says how many checks are not listed and what they have in common.
func unlisted(checks []analysis.Check, n int) string {
	if slices.ContainsFunc(checks, func(c analysis.Check) bool { return c.Result == analysis.Copied }) {
		return text.Counted(n, "claim") + " in which nothing differs"
	}
	return text.Counted(n, "reproduced claim")
}

// AuditText writes the counts, then one line a claim: result, where it is,
// what it says, what was recomputed and how. Without Verbose those that agree
// are counted and not listed. Width does not apply: a line stays a line. Errors
// are those of w.
func AuditText(w io.Writer, f *analysis.Findings, o Options) error {
	p := newPrinter(o)
	p.line(p.spell(AuditCounts(f.Checks)))
	var rows [][]string
	list := listedChecks(f.Checks, o.Verbose)
	for _, c := range list {
		rows = append(rows, []string{
			ResultMark(c.Result) + " " + c.Result.String(), model.Issue{File: c.File, Pointer: c.Pointer}.Where(), c.Claim,
			"claimed " + c.Claimed, "recomputed " + c.Recomputed, c.Rule,
		})
	}
	p.columns(rows)
	if left := len(f.Checks) - len(list); left > 0 {
		p.line("")
		p.line(p.spell(unlisted(f.Checks, left) + " not listed; --all lists every one"))
	}
	for _, line := range unread(f) {
		p.line(p.spell(line))
	}
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("write audit: %w", err)
	}
	return nil
}

// maxAuditColumn is the most cells a column of an audit is padded to; what is
// longer pushes the rest of its line on.
const maxAuditColumn = 64

// columns writes each row on one line, its cells in columns.
func (p *printer) columns(rows [][]string) {
	var widths []int
	for _, r := range rows {
		for i, cell := range r {
			r[i] = p.spell(cell)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], min(text.Width(r[i]), maxAuditColumn))
		}
	}
	for _, r := range rows {
		var b strings.Builder
		for i, cell := range r {
			if i > 0 {
				b.WriteString(indent)
			}
			b.WriteString(pad(cell, widths[i], false))
		}
		p.line(b.String())
	}
}

// unread says of every file that could not be audited why not.
func unread(f *analysis.Findings) []string {
	var lines []string
	for _, fd := range f.List {
		if fd.Kind == analysis.KindFile && !fd.Read {
			lines = append(lines, "not audited: "+fd.File.Name+": "+fd.Why)
		}
	}
	return lines
}

// AuditMarkdown is AuditText as GitHub-flavoured Markdown. Errors are those of w.
func AuditMarkdown(w io.Writer, f *analysis.Findings, o Options) error {
	if _, err := io.WriteString(w, auditMarkdown(f.Checks, unread(f), o.Verbose)); err != nil {
		return fmt.Errorf("write Markdown audit: %w", err)
	}
	return nil
}

// ChecksMarkdown returns checks as Markdown, for pasting into an incident
// channel: the counts, and those that were not reproduced, or all of them.
func ChecksMarkdown(checks []analysis.Check, all bool) string {
	return auditMarkdown(checks, nil, all)
}

func auditMarkdown(checks []analysis.Check, unread []string, all bool) string {
	s := page.Section{Title: "Audit: " + AuditCounts(checks)}
	t := page.NewTable("result", "claim", "the file says", "recomputed", "rule", "where")
	list := listedChecks(checks, all)
	for _, c := range list {
		t.Add(page.Texts(ResultMark(c.Result)+" "+c.Result.String(), c.Claim, c.Claimed, c.Recomputed, c.Rule, model.Issue{File: c.File, Pointer: c.Pointer}.Where())...)
	}
	s.Table("", t)
	if left := len(checks) - len(list); left > 0 {
		s.Say("", unlisted(checks, left)+" not listed.")
	}
	s.List("", unread)
	var m markdown
	m.section(s, 2)
	return m.b.String()
}

// AuditJSON writes every check whatever the options. Errors are those of w.
func AuditJSON(w io.Writer, f *analysis.Findings, _ Options) error {
	var n [analysis.NumCheckResults]int
	for _, c := range f.Checks {
		n[min(c.Result, analysis.NumCheckResults-1)]++
	}
	unread := []jsonvalue.Object{}
	for _, fd := range f.List {
		if fd.Kind == analysis.KindFile && !fd.Read {
			unread = append(unread, jsonvalue.Of("file", fd.File.Name, "why", fd.Why))
		}
	}
	return jsonvalue.Write(w, jsonvalue.Of("schema", AuditSchema, "schema_version", AuditVersion, "summary", AuditCounts(f.Checks),
		"counts", jsonvalue.Of("differs", n[analysis.Differs], "ambiguous", n[analysis.Ambiguous], "cannot_be_checked", n[analysis.NotCheckable],
			"reproduced", n[analysis.Reproduced], "equals_a_copy", n[analysis.Copied]),
		"checks", jsonvalue.Each(f.Checks, checkJSON), "not_audited", unread))
}
