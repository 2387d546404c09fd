package report

import (
	"encoding/json"
	"encoding/xml"
	"html"
	"io"
	"math"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// plain undoes the escapes of a form, so that what it says can be compared.
func plain(name, s string) string {
	switch name {
	case "markdown":
		var b strings.Builder
		for i := 0; i < len(s); i++ {
			if s[i] == '\\' && i+1 < len(s) {
				i++
			}
			b.WriteByte(s[i])
		}
		return html.UnescapeString(b.String())
	case "junit":
		return html.UnescapeString(s)
	default:
		return s
	}
}

// Every form names the same verdict for every finding and gives the reason of
// every FAIL.
func TestFormsAgree(t *testing.T) { checkForms(t, fixture()) }

func checkForms(t *testing.T, f *analysis.Findings) {
	t.Helper()
	out := map[string]string{}
	for name, fn := range forms {
		out[name] = write(t, fn, f, Options{})
	}
	_, suites := parseJUnit(t, out["junit"])
	var back jsonReport
	if err := json.Unmarshal([]byte(out["json"]), &back); err != nil {
		t.Fatal(err)
	}
	if len(suites) < len(f.List) || len(back.Findings) != len(f.List) {
		t.Fatalf("%d findings, %d suites, %d in JSON", len(f.List), len(suites), len(back.Findings))
	}
	for name := range out {
		out[name] = plain(name, out[name])
	}
	for i, fd := range f.List {
		v := fd.Verdict.String()
		for name, s := range map[string]string{
			"text":     fd.Verdict.Mark().Badge(false) + "  " + line(fd.Title),
			"markdown": "## " + fd.Verdict.Mark().Badge(false) + " " + line(fd.Title),
		} {
			if !strings.Contains(out[name], s) {
				t.Errorf("%s does not say %q", name, s)
			}
		}
		if got := back.Findings[i]; got.Verdict != v || got.Key != fd.Key {
			t.Errorf("JSON says %s of %s, want %s of %s", got.Verdict, got.Key, v, fd.Key)
		}
		suite := suites[i]
		if got := suite.property("verdict"); got != v {
			t.Errorf("JUnit says %q of %s, want %s", got, fd.Title, v)
		}
		if got := suite.worst(); got != junitState(fd.Verdict) {
			t.Errorf("JUnit's cases of %s come to %q, want %q", fd.Title, got, junitState(fd.Verdict))
		}
		if fd.Verdict == analysis.Fail {
			for name, s := range out {
				if name != "json" && !strings.Contains(s, line(fd.Why)) {
					t.Errorf("%s lacks the reason %q", name, fd.Why)
				}
			}
			if back.Findings[i].Why != fd.Why {
				t.Errorf("JSON gives the reason %q, want %q", back.Findings[i].Why, fd.Why)
			}
		}
	}
}

type parsedSuite struct {
	Name       string          `xml:"name,attr"`
	Tests      int             `xml:"tests,attr"`
	Failures   int             `xml:"failures,attr"`
	Errors     int             `xml:"errors,attr"`
	Skipped    int             `xml:"skipped,attr"`
	Properties []junitProperty `xml:"properties>property"`
	Cases      []struct {
		Name    string    `xml:"name,attr"`
		Failure *struct{} `xml:"failure"`
		Error   *struct{} `xml:"error"`
		Skipped *struct{} `xml:"skipped"`
	} `xml:"testcase"`
}

func (s parsedSuite) property(name string) string {
	for _, p := range s.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

func (s parsedSuite) worst() string {
	switch {
	case s.Failures > 0:
		return "failure"
	case s.Errors > 0:
		return "error"
	case s.Skipped == s.Tests || s.Skipped > 0 && s.property("verdict") == "RUNNING":
		return "skipped"
	default:
		return "pass"
	}
}

func junitState(v analysis.Verdict) string {
	return map[analysis.Verdict]string{
		analysis.Fail: "failure", analysis.Undecided: "error", analysis.Running: "skipped", analysis.Info: "skipped", analysis.Pass: "pass",
	}[v]
}

func parseJUnit(t *testing.T, s string) (total parsedSuite, suites []parsedSuite) {
	t.Helper()
	var all struct {
		parsedSuite
		Suites []parsedSuite `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(s), &all); err != nil {
		t.Fatalf("not XML: %v", err)
	}
	return all.parsedSuite, all.Suites
}

func TestJUnitCounts(t *testing.T) {
	for name, f := range map[string]*analysis.Findings{
		"fixture":    fixture(),
		"hostile":    hostile("a\x00b\x1b]0;x\x07 & <x> \ufffe \xff ]]>"),
		"unreadable": {Verdict: analysis.Undecided, Issues: []model.Issue{{Message: "no such path"}}},
	} {
		t.Run(name, func(t *testing.T) {
			out := write(t, JUnit, f, Options{})
			total, suites := parseJUnit(t, out)
			var sum parsedSuite
			for _, s := range suites {
				var fails, errs, skips int
				for _, c := range s.Cases {
					switch {
					case c.Failure != nil:
						fails++
					case c.Error != nil:
						errs++
					case c.Skipped != nil:
						skips++
					}
				}
				if s.Tests != len(s.Cases) || s.Failures != fails || s.Errors != errs || s.Skipped != skips {
					t.Errorf("suite %q counts %d/%d/%d/%d, has %d/%d/%d/%d", s.Name, s.Tests, s.Failures, s.Errors, s.Skipped, len(s.Cases), fails, errs, skips)
				}
				sum.Tests, sum.Failures, sum.Errors, sum.Skipped = sum.Tests+s.Tests, sum.Failures+fails, sum.Errors+errs, sum.Skipped+skips
			}
			if total.Tests != sum.Tests || total.Failures != sum.Failures || total.Errors != sum.Errors || total.Skipped != sum.Skipped {
				t.Errorf("totals %+v, suites come to %+v", total, sum)
			}
			if f.Verdict >= analysis.Undecided && total.Failures+total.Errors == 0 {
				t.Error("a viewer would show this run green")
			}
		})
	}
}

func TestJSONReadsBack(t *testing.T) {
	f := fixture()
	bad := &f.List[1].Gates[1]
	bad.Observed = model.Figure{Value: math.NaN(), State: model.Present} // no decoder gives this, and JSON has no word for it
	bad.Margin = model.Of(math.Copysign(0, -1))
	out := write(t, JSON, f, Options{})
	if !strings.HasPrefix(out, "{\n  \"schema\": \"scaledeck-report-v1\",\n  \"schema_version\": 1,\n") || !strings.HasSuffix(out, "}\n") {
		t.Errorf("head or end: %.80q", out)
	}
	var back jsonReport
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&back); err != nil {
		t.Fatal(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		t.Errorf("more than one value: %v", err)
	}
	if len(back.Findings) != len(f.List) || back.Verdict != "FAIL" || back.Counts != (jsonCounts{3, 1, 1, 1, 1}) {
		t.Errorf("findings %d, verdict %s, counts %+v", len(back.Findings), back.Verdict, back.Counts)
	}
	g := back.Findings[1].Gates[1]
	if g.Rule != analysis.RuleTPOTRegression || g.Observed.Value != nil || g.Observed.Missing != "not finite" || *g.Limit.Value != 6 ||
		g.N != 1200 || g.Verdict != "FAIL" || g.Scope != "stage 25 %" || g.Operator != "at_most" || g.Provenance != "measured" {
		t.Errorf("gate: %+v", g)
	}
	if math.Signbit(*g.Margin.Value) || strings.Contains(out, "-0,") {
		t.Error("a negative zero was written")
	}
	if strings.Contains(out, ": null,\n") && strings.Contains(out, "\"gates\": null") {
		t.Error("a list is null")
	}
	if strings.Contains(out, "NaN") || strings.Contains(out, "Inf") {
		t.Error("a figure that is not finite was written")
	}
}

// Cell separators are the pipes that no backslash frees.
func columns(row string) int {
	n := 0
	for i := 0; i < len(row); i++ {
		switch row[i] {
		case '\\':
			i++
		case '|':
			n++
		}
	}
	return n
}

func TestMarkdownKeepsItsColumns(t *testing.T) {
	names := []string{
		"plain", "a|b", `a\|b`, `a\`, "`a`|`b", "a\nb", "a\r\n| x | y |", "<script>|</script>", "[x](javascript:y)", "*b* _i_ ~~s~~",
		"=1+2", "+pool", "@pool", "# head", "1. one", "- item", "|||", "\u2028|", "&#124;",
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			out := write(t, Markdown, hostile(name), Options{})
			want, rows := 0, 0
			for _, l := range strings.Split(out, "\n") {
				if !strings.HasPrefix(l, "|") {
					want = 0
					continue
				}
				if rows++; want == 0 {
					want = columns(l)
				}
				if got := columns(l); got != want {
					t.Errorf("%d separators, want %d: %s", got, want, l)
				}
			}
			if rows < 20 {
				t.Errorf("only %d rows of tables", rows)
			}
			if strings.Contains(out, "<script") {
				t.Error("HTML got through")
			}
		})
	}
}

func TestFindingMarkdown(t *testing.T) {
	got := FindingMarkdown(fixture().List[1])
	for _, want := range []string{"### ✗ FAIL canary int8\n", "rolled back at 25 %", "| +19.6 ms |", "327 %", "fleet.json"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q:\n%s", want, got)
		}
	}
}
