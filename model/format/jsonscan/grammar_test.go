package jsonscan

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"scaledeck/model"
)

// scanAll reads data as one value for its grammar.
func scanAll(data string) (s Scanner) {
	s = Scanner{data: []byte(data), maxDepth: mostDepth}
	s.Skip()
	s.Space()
	if !s.failed && s.pos != len(data) {
		s.Expected("the end")
	}
	return s
}

func TestGrammar(t *testing.T) {
	cases := []struct {
		in   string
		code model.Code // "" where it is well-formed
		at   int
	}{
		{`{}`, "", 0}, {` [ ] `, "", 0}, {`{"a":[1,2,{"b":null}]}`, "", 0},
		{"\t\r\n1", "", 0}, {`-0`, "", 0}, {`-0.5e-3`, "", 0}, {`1E+2`, "", 0},
		{`"\"\\\/\b\f\n\r\t\u00e9"`, "", 0}, {`true`, "", 0}, {`false`, "", 0}, {`null`, "", 0},
		{`NaN`, "", 0}, {`nan`, "", 0}, {`Infinity`, "", 0}, {`-Infinity`, "", 0}, {`inf`, "", 0}, {`-INF`, "", 0},
		{`+1`, model.CodeSyntax, 0}, {`+Infinity`, model.CodeSyntax, 0}, {`012`, model.CodeSyntax, 0}, {`0x1f`, model.CodeSyntax, 0},
		{`1_000`, model.CodeSyntax, 0}, {`.5`, model.CodeSyntax, 0}, {`1.x`, model.CodeSyntax, 0}, {`1ex`, model.CodeSyntax, 0},
		{`1.5.2`, model.CodeSyntax, 0}, {`-x`, model.CodeSyntax, 0}, {`12a`, model.CodeSyntax, 0}, {`--1`, model.CodeSyntax, 0},
		{`nano`, model.CodeSyntax, 0}, {`infinit`, model.CodeIncomplete, 7}, {`truex`, model.CodeSyntax, 0}, {`True`, model.CodeSyntax, 0},
		{`{a:1}`, model.CodeSyntax, 1}, {`{'a':1}`, model.CodeSyntax, 1}, {`{"a" 1}`, model.CodeSyntax, 5}, {`{"a":}`, model.CodeSyntax, 5},
		{`{"a":1 "b":2}`, model.CodeSyntax, 7}, {`[1,]`, model.CodeSyntax, 3}, {`{"a":1,}`, model.CodeSyntax, 7}, {`[,1]`, model.CodeSyntax, 1},
		{`[1}`, model.CodeSyntax, 2}, {`{"a":1]`, model.CodeSyntax, 6}, {"\"a\nb\"", model.CodeSyntax, 2}, {`"\x"`, model.CodeSyntax, 1},
		{`"\u12g4"`, model.CodeSyntax, 1}, {"1 2", model.CodeSyntax, 2}, {"[\x00]", model.CodeSyntax, 1}, {`/* c */ 1`, model.CodeSyntax, 0},
		{`{`, model.CodeIncomplete, 1}, {`{"a`, model.CodeIncomplete, 3}, {`{"a"`, model.CodeIncomplete, 4}, {`{"a":`, model.CodeIncomplete, 5},
		{`{"a":1`, model.CodeIncomplete, 6}, {`{"a":1,`, model.CodeIncomplete, 7}, {`[1,2`, model.CodeIncomplete, 4}, {`"\`, model.CodeIncomplete, 2},
		{`"\u0`, model.CodeIncomplete, 4}, {`tr`, model.CodeIncomplete, 2}, {`-`, model.CodeIncomplete, 1}, {`1.`, model.CodeIncomplete, 2},
		{`1e`, model.CodeIncomplete, 2}, {`1e-`, model.CodeIncomplete, 3}, {`Na`, model.CodeIncomplete, 2}, {`-Infin`, model.CodeIncomplete, 6},
	}
	for _, c := range cases {
		s := scanAll(c.in)
		if s.fault.Code != c.code || s.fault.At != c.at {
			t.Errorf("%q: %q at %d (%s), want %q at %d", c.in, s.fault.Code, s.fault.At, s.fault.Message, c.code, c.at)
		}
	}
}

// A second reading of the grammar by the standard library: what one takes, the
// other takes, the not-a-number words aside.
func FuzzGrammar(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\u00e9\n",true,false,null]}`, `[[],{},""]`, `{"a":NaN}`, `01`, `"\ud800"`, ` 1 `, `{"a":1,"a":2}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		s := scanAll(in)
		valid := json.Valid([]byte(in))
		lower := strings.ToLower(in)
		tolerant := strings.Contains(lower, "nan") || strings.Contains(lower, "inf")
		switch {
		case s.fault.Code == model.CodeTooLarge:
		case valid && s.failed:
			t.Errorf("%q is JSON and was refused: %s", in, s.fault.Message)
		case !valid && !s.failed && !tolerant:
			t.Errorf("%q is no JSON and was taken", in)
		}
	})
}

func TestUnquote(t *testing.T) {
	cases := []struct{ in, want string }{
		{`plain`, "plain"}, {`a\"b\\c\/d`, `a"b\c/d`}, {`\b\f\n\r\t`, "\b\f\n\r\t"}, {`caf\u00E9`, "café"},
		{`\ud83d\ude00!`, "😀!"}, {`\ud83d`, "\ufffd"}, {`\ud83dx`, "\ufffdx"}, {`\ude00\ud83d`, "\ufffd\ufffd"},
		{`\ud83d\u0041`, "\ufffdA"}, {`\u001b[2J`, "\x1b[2J"},
	}
	for _, c := range cases {
		s := Scanner{data: []byte(`"` + c.in + `"`)}
		raw, _ := s.string()
		if s.failed || string(unquote(raw)) != c.want {
			t.Errorf("%q: got %q, want %q", c.in, unquote(raw), c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	cases := []struct {
		in      string
		want    float64
		exactly bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"5.0", 5, true}, {"4.319", 4.319, true}, {"-13.96", -13.96, true},
		{"2.8000000000000007", 2.8000000000000007, true}, {"0.028000000000000025", 0.028000000000000025, true},
		{"1e22", 1e22, true}, {"1e23", 1e23, true}, {"9007199254740991", 9007199254740991, true},
		{"9007199254740991e1", 9007199254740991e1, true}, {"0.1e-22", 0.1e-22, true},
		{"0.000000000000000000000000000001", 1e-30, true}, {"1.7976931348623157e308", math.MaxFloat64, true},
		{"9007199254740992", 9007199254740992, false}, {"9007199254740993", 9007199254740992, false}, {"-12345678901234567890", -12345678901234567890, false},
		{"1e999", math.Inf(1), false}, {"-1e999", math.Inf(-1), false}, {"1e-999", 0, false}, {"0e-999", 0, true}, {"0.000e5", 0, true},
		{"1e99999999999999999999", math.Inf(1), false},
	}
	for _, c := range cases {
		s := Scanner{data: []byte(c.in)}
		got, exactly := s.Number()
		if s.failed || got != c.want || exactly != c.exactly {
			t.Errorf("%s: %v, exactly %v (%s), want %v, %v", c.in, got, exactly, s.fault.Message, c.want, c.exactly)
		}
	}
}

// Every way of writing a number gives the float64 that strconv gives, bit for bit.
func TestNumberIsRoundedRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e6, 1e6), rapid.Float64Range(0, 1)).Draw(t, "v")
		form := rapid.SampledFrom([]byte{'e', 'f', 'g'}).Draw(t, "form")
		in := strconv.FormatFloat(v, form, rapid.IntRange(-1, 25).Draw(t, "digits"), 64)
		want, err := strconv.ParseFloat(in, 64)
		if err != nil {
			t.Skip("too large once it is rounded")
		}
		s := Scanner{data: []byte(in)}
		if got, _ := s.Number(); s.failed || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: %v, want %v (%s)", in, got, want, s.fault.Message)
		}
	})
}

func TestPointer(t *testing.T) {
	got := pointer([]step{{key: []byte("a~b/c")}, {index: 7}, {key: []byte("")}, {key: []byte("x\x1b\xff")}})
	if want := "/a~0b~1c/7//x␛\ufffd"; got != want || !utf8.ValidString(got) {
		t.Errorf("pointer %q, want %q", got, want)
	}
}
