package report

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

func auditOf(results ...analysis.CheckResult) []analysis.Check {
	var list []analysis.Check
	for i, r := range results {
		list = append(list, analysis.Check{File: "f.json", Pointer: "/p/" + string(rune('a'+i)), Claim: "claim | " + r.String(),
			Claimed: "1 ms", Recomputed: "2 ms", Rule: "median of 3 rows", Result: r})
	}
	return list
}

func TestAuditCounts(t *testing.T) {
	const r, n, a, d = analysis.Reproduced, analysis.NotCheckable, analysis.Ambiguous, analysis.Differs
	tests := []struct {
		results []analysis.CheckResult
		want    string
	}{
		{nil, "no claims"},
		{[]analysis.CheckResult{r}, "1 claim: 1 reproduced"},
		{[]analysis.CheckResult{d, a, n, r, r}, "5 claims: 2 reproduced · 1 differs · 1 ambiguous · 1 cannot be checked"},
		{[]analysis.CheckResult{d, d, n, n}, "4 claims: 2 differ · 2 cannot be checked"},
	}
	for _, tt := range tests {
		if got := AuditCounts(auditOf(tt.results...)); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

func TestAuditForms(t *testing.T) {
	f := &analysis.Findings{
		Checks: auditOf(analysis.Differs, analysis.NotCheckable, analysis.Reproduced),
		List:   []analysis.Finding{{Kind: analysis.KindFile, Why: "ends in the middle", File: &model.File{Name: "half.json"}}},
	}
	write := func(w func(*strings.Builder) error) string {
		var b strings.Builder
		if err := w(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	text := write(func(b *strings.Builder) error { return AuditText(b, f, Options{}) })
	lines := strings.Split(text, "\n")
	if lines[0] != "3 claims: 1 reproduced · 1 differs · 1 cannot be checked" ||
		lines[1] != "≠ differs            f.json /p/a  claim | differs            claimed 1 ms  recomputed 2 ms  median of 3 rows" ||
		!strings.HasPrefix(lines[2], "– cannot be checked  f.json /p/b") {
		t.Errorf("%s", text)
	}
	for _, part := range []string{"1 reproduced claim not listed", "not audited: half.json: ends in the middle"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	all := write(func(b *strings.Builder) error { return AuditText(b, f, Options{Verbose: true, ASCII: true}) })
	if !strings.Contains(all, "= reproduced") || strings.Contains(all, "not listed") || strings.ContainsFunc(all, func(r rune) bool { return r > 0x7f }) {
		t.Errorf("%s", all)
	}
	md := write(func(b *strings.Builder) error { return AuditMarkdown(b, f, Options{}) })
	if !strings.Contains(md, `| ≠ differs | claim \| differs | 1 ms | 2 ms | median of 3 rows | f.json /p/a |`) || !strings.Contains(md, "half.json") || strings.Contains(md, "| = ") {
		t.Errorf("%s", md)
	}
	if md := ChecksMarkdown(f.Checks, true); !strings.Contains(md, "| = reproduced |") {
		t.Errorf("%s", md)
	}
	var j jsonAudit
	if err := json.Unmarshal([]byte(write(func(b *strings.Builder) error { return AuditJSON(b, f, Options{}) })), &j); err != nil {
		t.Fatal(err)
	}
	if j.Schema != AuditSchema || len(j.Checks) != 3 || j.Counts != (jsonAuditCounts{1, 0, 1, 1, 0}) || len(j.NotAudited) != 1 || j.NotAudited[0].Why != "ends in the middle" {
		t.Errorf("%+v", j)
	}
}

// TestAuditCopies: figures that equal a copy are counted by themselves, and listed
// only where everything is.
func TestAuditCopies(t *testing.T) {
	checks := []analysis.Check{{Claim: "a", Result: analysis.Copied}, {Claim: "b", Result: analysis.Copied}, {Claim: "c"}}
	if got, want := AuditCounts(checks), "3 claims: 1 reproduced · 2 equal a copy"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var short, all strings.Builder
	for b, verbose := range map[*strings.Builder]bool{&short: false, &all: true} {
		if err := AuditText(b, &analysis.Findings{Checks: checks}, Options{Verbose: verbose}); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(short.String(), "3 claims in which nothing differs not listed") || strings.Contains(short.String(), "~") || strings.Count(all.String(), "~ equals a copy") != 2 {
		t.Errorf("%s\n%s", &short, &all)
	}
}

// TestAuditIsClean: whatever a file holds, nothing reaches the terminal that it obeys.
func TestAuditIsClean(t *testing.T) {
	f := &analysis.Findings{Checks: []analysis.Check{{File: "a\x1b[2J", Claim: "b\r\n", Claimed: "\u202ec", Recomputed: "\u009b2J", Rule: "d", Result: analysis.Differs}}}
	var b strings.Builder
	for _, write := range []func() error{
		func() error { return AuditText(&b, f, Options{}) },
		func() error { return AuditMarkdown(&b, f, Options{}) },
		func() error { return AuditJSON(&b, f, Options{}) },
	} {
		if err := write(); err != nil {
			t.Fatal(err)
		}
	}
	if strings.ContainsAny(b.String(), "\x1b\r\u202e\u009b") {
		t.Errorf("%q", b.String())
	}
	for _, write := range []func() error{
		func() error { return AuditText(full{}, f, Options{}) },
		func() error { return AuditMarkdown(full{}, f, Options{}) },
		func() error { return AuditJSON(full{}, f, Options{}) },
	} {
		if err := write(); !errors.Is(err, errFull) {
			t.Errorf("%v", err)
		}
	}
}

var errFull = errors.New("no space left")

// full is a writer that always fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
