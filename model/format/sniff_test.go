package format

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"scaledeck/model"
)

func TestSniff(t *testing.T) {
	object := `{"canary_rollouts":{}}`
	cases := []struct {
		name, head string
		whole      bool
		is         Likeness
		severity   model.Severity
		says       string // a part of the message; "" for no issue
	}{
		{"nothing yet", "", true, Undecided, 0, ""},
		{"white space", " \r\n", true, Undecided, 0, ""},
		{"white space so far", strings.Repeat(" ", SniffLen), false, Undecided, 0, ""},
		{"half a byte order mark", "\xef\xbb", true, Undecided, 0, ""},
		{"a brace", "{", true, Undecided, 0, ""},
		{"a brace behind mark and space", "\ufeff\r\n {", false, Undecided, 0, ""},
		{"a document", object, true, Undecided, 0, ""},
		{"a document and space so far", object + "\n", false, Undecided, 0, ""},
		{"another object", `{"a":1}`, true, Refused, model.Warning, `the keys "a"`},
		{"another object so far", `{"a":1}`, false, Undecided, 0, ""},
		{"a log in JSON Lines", "{\"a\":1}\n{\"a\":", false, Refused, model.Warning, "JSON Lines"},
		{"results in JSON Lines", object + object, false, Refused, model.Error, "JSON Lines"},
		{"syntax", `{a:1`, false, Refused, model.Error, "a key"},
		{"too deep", `{"a":` + strings.Repeat("[", 200), false, Refused, model.Error, "nested deeper"},
		{"a list", "[1,", false, Alien, model.Warning, "got a list"},
		{"a number", "12\n", true, Alien, model.Warning, "got a number"},
		{"the beginning of a table", "0,1\n15,", false, Alien, model.Note, "not a result document"},
		{"the beginning of a quoted table", `"ts","n` + strings.Repeat("x", SniffLen), false, Alien, model.Note, "not a result document"},
		{"Markdown", "# Results\n", true, Alien, model.Note, "not a result document"},
		{"Prometheus text", "# HELP up Whether it is up.\nup 1\n", true, Alien, model.Note, "not a result document"},
		{"gzip so far", "\x1f\x8b\x08\x00", false, Undecided, 0, ""},
		{"binary", "\x7fELF\x02\x01\x01\x00", false, Alien, model.Warning, "binary data"},
		{"zero bytes", "\x00\x00", true, Alien, model.Warning, "nothing but zero bytes"},
		{"zero bytes so far", "\x00\x00", false, Alien, model.Warning, "zero bytes at its beginning"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			is, found := Sniff("f", []byte(c.head), c.whole)
			if is != c.is || (len(found) > 0) != (c.says != "") {
				t.Fatalf("%d with %v, want %d", is, found, c.is)
			}
			if c.says == "" {
				return
			}
			if i := found[0]; len(found) != 1 || i.Severity != c.severity || i.File != "f" || !strings.Contains(i.Message, c.says) {
				t.Errorf("%s %v, want %s with %q", i.Severity, found, c.severity, c.says)
			}
		})
	}
}

// agrees checks that Decode never takes what Sniff turns away, and that what
// begins like a document is turned away for the same reason. The words can differ
// where they quote what stands at the cut, and a zero byte behind it is not seen.
func agrees(t *testing.T, data []byte, n int) {
	t.Helper()
	n = max(0, min(n, len(data)))
	reason := cmpopts.IgnoreFields(model.Issue{}, "Message")
	is, found := Sniff("f", data[:n], n == len(data))
	doc, issues := Decode("f", data, Options{})
	switch {
	case is == Undecided && len(found) > 0, is != Undecided && len(found) == 0:
		t.Fatalf("%d with %v", is, found)
	case is != Undecided && doc != nil:
		t.Fatalf("turned away by %q, but taken whole: %v", data[:n], found)
	case is == Refused && bytes.IndexByte(data[n:], 0) < 0 && !cmp.Equal(found, issues, reason):
		t.Fatalf("by %q:\n%s", data[:n], cmp.Diff(issues, found, reason))
	}
}

func TestSniffAgreesWithDecode(t *testing.T) {
	for _, data := range []string{
		smallScaleOut, smallAutoscaling, "{\"a\":1}\n{\"a\":2}\n", "{\"canary_rollouts\":{}}\n{}\n", `{"a":[nan,-Infinity,1.5e-3,true,"\u001b"]} x`,
		`{"schema":"stable-upstream-multi-replica-analysis-v2"} {`, "[1, 2]\n", "a,b\n1,2\n",
	} {
		for n := range len(data) + 1 {
			agrees(t, []byte(data), n)
		}
	}
}

func FuzzSniff(f *testing.F) {
	f.Add([]byte(smallAutoscaling), 100)
	f.Add([]byte("{\"a\":1}\n{\"a\":2}\n"), 9)
	f.Add([]byte(`{"a":inform}`), 8)
	f.Add([]byte("[1] x"), 3)
	f.Fuzz(agrees)
}
