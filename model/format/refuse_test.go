package format

import (
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/format/jsonscan"
)

func TestWhatIsNoDocument(t *testing.T) {
	cases := []struct {
		name, in     string
		severity     model.Severity
		code         model.Code
		line, column int
		says         string // a part of the message
	}{
		{"empty", "", model.Warning, model.CodeEmpty, 0, 0, "empty"},
		{"white space", " \r\n\t", model.Warning, model.CodeEmpty, 0, 0, "white space"},
		{"only a byte order mark", "\ufeff", model.Warning, model.CodeEmpty, 0, 0, "white space"},
		{"half a byte order mark", "\xef\xbb", model.Warning, model.CodeEmpty, 0, 0, "white space"},
		{"zero bytes", strings.Repeat("\x00", 4096), model.Warning, model.CodeEmpty, 0, 0, "zero bytes"},
		{"gzip", "\x1f\x8b\x08\x00", model.Error, model.CodeIncomplete, 0, 0, "the gzip-compressed data ends in the middle"},
		{"zstd", "\x28\xb5\x2f\xfd\x00", model.Error, model.CodeIncomplete, 0, 0, "the zstd-compressed data ends in the middle"},
		{"UTF-16 with its mark", "\xff\xfe{\x00}\x00", model.Warning, model.CodeUnsupported, 0, 0, "UTF-16"},
		{"UTF-16 without", "{\x00\"\x00a\x00\"\x00:\x001\x00}\x00", model.Warning, model.CodeUnrecognised, 0, 0, "UTF-16"},
		{"binary", "\x7fELF\x02\x01\x01\x00", model.Warning, model.CodeUnrecognised, 0, 0, "binary"},
		{"CSV", "ts,replicas\n0,1\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"CSV of numbers", "0,1\n15,2\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"CSV in quotes", "\"ts\",\"n\"\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"Markdown", "# Results\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"Markdown link", "[a link](x.md)", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"INI", "[section]\nk=v\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"null", "null", model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got null"},
		{"list", "\n [1, 2]", model.Warning, model.CodeUnrecognised, 2, 2, "expected an object, got a list"},
		{"text", `"done"`, model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got text"},
		{"number", "12", model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got a number"},
		{"NaN", "NaN", model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got a number that is not finite"},
		{"no keys", "{}", model.Warning, model.CodeUnrecognised, 1, 1, "an object without keys"},
		{"other keys", `{"run_id":"r","p\u001b50":1}`, model.Warning, model.CodeUnrecognised, 1, 1, `the keys "run_id", "p␛50": expected`},
		{"many keys", `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}`, model.Warning, model.CodeUnrecognised, 1, 1, `"h" and 2 more`},
		{"another format's version", `{"version":"7","x":1}`, model.Warning, model.CodeUnrecognised, 1, 1, `gives its version as "7"`},
		{"another schema", `{"schema":"other-v3"}`, model.Warning, model.CodeUnrecognised, 1, 1, `names its schema "other-v3"`},
		{"rows alone", `{"rows":[{"replicas":1}]}`, model.Warning, model.CodeUnrecognised, 1, 1, `the keys "rows"`},
		{"later schema", "{\n\"schema\":\"stable-upstream-multi-replica-analysis-v2\",\"rows\":[]}", model.Error, model.CodeUnsupported, 2, 10, "stable-upstream-multi-replica-analysis-v2"},
		{"much later schema", `{"schema":"stable-upstream-multi-replica-analysis-v10"}`, model.Error, model.CodeUnsupported, 1, 11, "-v10\" is not supported"},
		{"syntax", "{\"canary_rollouts\":\n  {\"b\": x}}", model.Error, model.CodeSyntax, 2, 9, `expected a value, got "x"`},
		{"hexadecimal", `{"a":0x1f}`, model.Error, model.CodeSyntax, 1, 6, `got "0x1f"`},
		{"underscore", `{"a":1_000}`, model.Error, model.CodeSyntax, 1, 6, `got "1_000"`},
		{"leading plus", `{"a":+1}`, model.Error, model.CodeSyntax, 1, 6, `got "+1"`},
		{"leading zero", `{"a":012}`, model.Error, model.CodeSyntax, 1, 6, `got "012"`},
		{"trailing data", "{\"canary_rollouts\":{}}\nend", model.Error, model.CodeSyntax, 2, 1, `end of the file after the document, got "end"`},
		{"a log in JSON Lines", "{\"a\":1}\n{\"a\":2}\n", model.Warning, model.CodeUnsupported, 2, 1, "JSON Lines"},
		{"results in JSON Lines", "{\"canary_rollouts\":{}}\n{}\n", model.Error, model.CodeUnsupported, 2, 1, "JSON Lines"},
		{"held results in JSON Lines", "{\"rows\":[]}\n{}\n", model.Error, model.CodeUnsupported, 2, 1, "JSON Lines"},
		{"a log of bracketed times", "[2026-11-30 12:00] up\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"a log of bracketed seconds", "[    0.000000] boot\n", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"a bracketed quote", "[\"x\"] said", model.Note, model.CodeUnrecognised, 0, 0, "not a result document"},
		{"an empty list", "[ ]\n", model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got a list"},
		{"a list of one", "[\"x\"]\n", model.Warning, model.CodeUnrecognised, 1, 1, "expected an object, got a list"},
		{"a cut list", "[\"x", model.Error, model.CodeIncomplete, 1, 4, "ends in the middle"},
		{"cut", "{\n \"canary_rollouts\": {\"b", model.Error, model.CodeIncomplete, 2, 24, "ends in the middle"},
		{"deep", `{"a":` + strings.Repeat("[", 12000), model.Error, model.CodeTooLarge, 1, 105, "nested deeper than 100 levels"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			doc, issues := Decode("f.json", []byte(c.in), Options{})
			if doc != nil || len(issues) != 1 {
				t.Fatalf("document %v, issues %v", doc, issues)
			}
			i := issues[0]
			if i.Severity != c.severity || i.Code != c.code || i.Line != c.line || i.Column != c.column || !strings.Contains(i.Message, c.says) {
				t.Errorf("%s %s %d:%d %q, want %s %s %d:%d with %q", i.Severity, i.Code, i.Line, i.Column, i.Message, c.severity, c.code, c.line, c.column, c.says)
			}
			wait := c.code == model.CodeIncomplete || c.code == model.CodeEmpty
			if Incomplete(issues) != wait || i.File != "f.json" {
				t.Errorf("incomplete %v, file %q", Incomplete(issues), i.File)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int) []byte {
		return []byte(`{"canary_rollouts":{},"x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + "}")
	}
	cases := []struct {
		levels, limit int
		taken         bool
	}{{100, 0, true}, {101, 0, false}, {100, -5, true}, {3, 2, false}, {1000, 1 << 40, true}, {1001, 1 << 40, false}}
	for _, c := range cases {
		if doc, _ := Decode("f", nested(c.levels), Options{MaxDepth: c.limit}); (doc != nil) != c.taken {
			t.Errorf("%d levels at limit %d: taken %v", c.levels, c.limit, doc != nil)
		}
	}
}

// A scan that ends at a fault reads no further: a hundred million brackets cost
// what a hundred do. What it costs shows in the bytes it looks at.
func TestDeepNestingEndsAtOnce(t *testing.T) {
	data := []byte(strings.Repeat("[", 1<<20))
	d := jsonscan.New("f", data, 0)
	d.Skip()
	if !d.Failed() || d.Fault().At != 100 {
		t.Errorf("failed %v at %d", d.Failed(), d.Fault().At)
	}
}

func TestCarriageReturnsAndByteOrderMark(t *testing.T) {
	in := strings.ReplaceAll("\ufeff{\n \"canary_rollouts\": {},\n \"x\": 1\n}\n", "\n", "\r\n")
	doc, issues := Decode("f", []byte(in), Options{})
	if doc == nil || doc.Rollouts() == nil || doc.UnknownCount != 1 {
		t.Fatalf("document %+v, issues %v", doc, issues)
	}
	for _, i := range issues {
		if i.Pointer == "/canary_rollouts" && (i.Line != 2 || i.Column != 21) {
			t.Errorf("the empty rollouts are at %d:%d", i.Line, i.Column)
		}
	}
}

// Whatever a file is cut to, it reads as one that is still being written.
func TestEveryCutIsIncomplete(t *testing.T) {
	whole := strings.TrimSpace(smallScaleOut)
	for _, in := range []string{whole, strings.TrimSpace(smallAutoscaling), `{"canary_gate_policy":{"a":[-1.5e-3,NaN,-Infinity,true,false,null,"\u001b\n"]}}`} {
		for n := range in {
			doc, issues := Decode("f", []byte(in[:n]), Options{})
			if doc != nil || !Incomplete(issues) {
				t.Fatalf("cut to %d bytes (… %q): document %v, issues %v", n, in[max(0, n-12):n], doc != nil, issues)
			}
		}
	}
}
