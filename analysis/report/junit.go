package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"scaledeck/analysis"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []junitCase     `xml:"testcase"`
}

type junitProperty struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Failure *junitResult `xml:"failure"`
	Error   *junitResult `xml:"error"`
	Skipped *junitResult `xml:"skipped"`
}

type junitResult struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"` // the message again: some viewers show only the one, some only the other
}

// JUnit writes a suite a finding and a case a gate, in the form that viewers of
// continuous integration read. A case is known by its class, the file and the
// finding, and its name, the scope and the gate: no two cases share both, since
// viewers take such for one case run twice. FAIL is a failure, UNDECIDED an error, and what
// is not in the file, still running or nothing to judge is skipped, each with
// its figures. A verdict that does not come from a gate is a case of its own.
// Options do not apply. Errors are those of w.
func JUnit(w io.Writer, f *analysis.Findings, _ Options) error {
	all, known := junitSuites{Name: "scaledeck"}, make(caseNames)
	worst := analysis.Info
	for _, fd := range f.List {
		all.add(junitFinding(fd, known))
		worst = max(worst, fd.Verdict)
	}
	if f.Verdict > worst {
		s := junitSuite{Name: "report", Properties: []junitProperty{{"verdict", f.Verdict.String()}}}
		s.add(result("verdict", "scaledeck", f.Verdict, f.Verdict.String()+": "+unfound(f)))
		all.add(s)
	}
	out, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("encode JUnit report: %w", err)
	}
	if _, err := io.WriteString(w, xml.Header+string(out)+"\n"); err != nil {
		return fmt.Errorf("write JUnit report: %w", err)
	}
	return nil
}

func (all *junitSuites) add(s junitSuite) {
	all.Tests += s.Tests
	all.Failures += s.Failures
	all.Errors += s.Errors
	all.Skipped += s.Skipped
	all.Suites = append(all.Suites, s)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
	s.Cases = append(s.Cases, c)
}

// caseNames counts the pairs of class and name that are given.
type caseNames map[[2]string]int

// unique returns name, numbered where the class has it already.
func (c caseNames) unique(class, name string) string {
	numbered := name
	for n := 2; c[[2]string{class, numbered}] > 0; n++ {
		numbered = fmt.Sprintf("%s (%d)", name, n)
	}
	c[[2]string{class, numbered}]++
	return numbered
}

func junitFinding(f analysis.Finding, known caseNames) junitSuite {
	s := junitSuite{Name: line(f.Title), Properties: []junitProperty{
		{"verdict", f.Verdict.String()}, {"why", line(f.Why)}, {"simulated", fmt.Sprint(f.Simulated)},
	}}
	if f.File != nil {
		s.Properties = append(s.Properties, junitProperty{"file", line(f.File.Name)}, junitProperty{"state", f.File.State.String()})
	}
	class := line(f.Title)
	if f.File != nil && !strings.HasSuffix(f.Title, f.File.Name) {
		class = line(f.File.Name) + ": " + class
	}
	worst := analysis.Info
	gates := f.Gates
	for _, g := range gates {
		worst = max(worst, g.Verdict)
		name := g.Rule.Name
		if g.Scope != "" {
			name = g.Scope + ": " + name
		}
		s.add(result(known.unique(class, line(name)), class, g.Verdict, g.Line(f.Simulated)))
	}
	if len(gates) == 0 || worst != f.Verdict {
		s.add(result(known.unique(class, "verdict"), class, f.Verdict, verdictLine(f)))
	}
	return s
}

// result makes a case of a verdict.
func result(name, class string, v analysis.Verdict, message string) junitCase {
	c := junitCase{Name: line(name), Class: class}
	r := &junitResult{Message: line(message), Type: v.String(), Text: line(message)}
	switch v {
	case analysis.Pass:
	case analysis.Fail:
		c.Failure = r
	case analysis.Info, analysis.Running:
		r.Type = "" // a skipped case has no type
		c.Skipped = r
	default:
		c.Error = r
	}
	return c
}
