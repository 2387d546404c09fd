// Package report writes what package analysis found as text for a file, a mail
// or a chat, as Markdown, as JSON for scripts and as JUnit for the viewers of
// continuous integration. It judges nothing: every verdict, figure and reason
// it prints is one that analysis.Judge returned.
//
// All forms are pure functions of their arguments: no clock, no environment,
// no order of a map, so that two runs over the same findings are byte for byte
// the same.
//
// Start reading at Text; it and Markdown render the sections that analysis.Page
// builds. JSON has its own versioned schema, in schema.go.
package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"scaledeck/analysis"
)

// Options say how a report is written. The zero value is a full report on
// lines of any length, in Unicode, without ages.
type Options struct {
	Width   int       // cells a line of Text should keep to; 0 or less leaves lines unbroken
	ASCII   bool      // Text in ASCII only: [PASS], <=, -
	Verbose bool      // every event, every reproduced claim and the pointer of every gate
	Schema  int       // of JSON: 2, or else the first
	Now     time.Time // the moment to count ages from; zero leaves ages out
}

// The exit codes of a run that ended with a report.
const (
	ExitPass      = 0 // PASS, or nothing to judge
	ExitFail      = 3 // a gate breaks its limit
	ExitUndecided = 4 // UNDECIDED, or RUNNING where nobody waited for the end
)

// ExitCode returns the exit code of a verdict: 0 for PASS and INFO, 3 for FAIL,
// 4 for UNDECIDED and RUNNING. Missing evidence never exits with 0.
func ExitCode(v analysis.Verdict) int {
	switch v {
	case analysis.Info, analysis.Pass:
		return ExitPass
	case analysis.Fail:
		return ExitFail
	default:
		return ExitUndecided
	}
}

// Summary returns the counts of the findings, worst first, without the
// verdicts that nothing has: "1 FAIL · 1 UNDECIDED · 3 PASS".
func Summary(f *analysis.Findings) string {
	var parts []string
	for v := analysis.Fail + 1; v > 0; v-- {
		if n := f.Counts[v-1]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v-1))
		}
	}
	if len(parts) == 0 {
		return "nothing to judge"
	}
	return strings.Join(parts, " · ")
}

// Text writes the report as plain text without a single escape code. The first
// line holds the overall verdict and the counts; then one line a finding, worst
// first; then what is behind each. Errors are those of w.
func Text(w io.Writer, f *analysis.Findings, o Options) error {
	p := newPrinter(o)
	p.document(compose(f, o))
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("write text report: %w", err)
	}
	return nil
}

// Markdown writes the report as GitHub-flavoured Markdown. Every table keeps
// its number of columns whatever the names in a file hold. Width and ASCII do
// not apply. Errors are those of w.
func Markdown(w io.Writer, f *analysis.Findings, o Options) error {
	m := markdown{full: o.Verbose}
	m.document(compose(f, o))
	if _, err := io.WriteString(w, m.b.String()); err != nil {
		return fmt.Errorf("write Markdown report: %w", err)
	}
	return nil
}

// FindingMarkdown returns one finding as Markdown, for pasting into an incident
// channel: its badge, why, and everything behind it.
func FindingMarkdown(f analysis.Finding) string {
	var m markdown
	m.section(composer{alone: true}.finding(f), 3)
	return m.b.String()
}
