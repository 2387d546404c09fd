package theme

import (
	"strings"
	"testing"
	"unicode"

	"scaledeck/analysis"
)

func themes(ascii bool) []*Theme { return []*Theme{Dark(ascii), Light(ascii), None(ascii)} }

func TestMarksAreDistinct(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		for _, th := range themes(ascii) {
			marks, badges := map[string]analysis.Verdict{}, map[string]analysis.Verdict{}
			for v := analysis.Verdict(0); v < analysis.NumVerdicts; v++ {
				m, b := th.Mark(v), th.Badge(v)
				if m == "" || b == "" {
					t.Errorf("%s: verdict %v has no mark", th.Name, v)
				}
				if w, dup := marks[m]; dup {
					t.Errorf("%s: %v and %v are both marked %q", th.Name, v, w, m)
				}
				if w, dup := badges[b]; dup {
					t.Errorf("%s: %v and %v both read %q", th.Name, v, w, b)
				}
				marks[m], badges[b] = v, v
				if ascii && !isASCII(m+b) {
					t.Errorf("%q or %q is not ASCII", m, b)
				}
			}
		}
	}
}

// A verdict that is not a pass must never look like one where colour is missing.
func TestVerdictTokensDiffer(t *testing.T) {
	seen := map[Token]analysis.Verdict{}
	for v := analysis.Verdict(0); v < analysis.NumVerdicts; v++ {
		if w, dup := seen[Verdict(v)]; dup {
			t.Errorf("%v and %v share a token", v, w)
		}
		seen[Verdict(v)] = v
	}
}

func TestSpell(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"", ""},
		{"p99 ≤ 500 µs … ✗", "p99 <= 500 us ... x"},
		{"−0.028 → 4×", "-0.028 -> 4x"},
		{"世界", "??"},
		{"a\xffb", "a?b"},
		{"é", "?"},
	} {
		if got := None(true).Spell(c.in); got != c.want {
			t.Errorf("ASCII spelling of %q is %q, want %q", c.in, got, c.want)
		}
		if got := None(false).Spell(c.in); got != c.in {
			t.Errorf("%q became %q in a Unicode theme", c.in, got)
		}
	}
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}

func FuzzSpell(f *testing.F) {
	f.Add("p99 TTFT ≤ 500 µs")
	f.Add("\x80\xff世")
	f.Fuzz(func(t *testing.T, s string) {
		if got := None(true).Spell(s); !isASCII(got) {
			t.Errorf("%q is spelled %q", s, got)
		}
	})
}

// Without colour the tokens that must stand out still do, and nothing but
// attributes is written.
func TestNoneHasNoColour(t *testing.T) {
	th := None(false)
	for tok := Text; tok < NumTokens; tok++ {
		for _, seq := range []string{th.Open(tok), th.OpenSelected(tok)} {
			if strings.Contains(seq, "38") || strings.Contains(seq, "48") {
				t.Errorf("token %d opens with the colour %q", tok, seq)
			}
		}
		if !strings.Contains(th.OpenSelected(tok), "7") {
			t.Errorf("token %d is not reversed in a selected row: %q", tok, th.OpenSelected(tok))
		}
	}
	for _, pair := range [][2]Token{{Fail, Pass}, {Faint, Text}, {Strong, Text}, {Playhead, SeriesA}} {
		if th.Open(pair[0]) == th.Open(pair[1]) {
			t.Errorf("tokens %d and %d look the same without colour", pair[0], pair[1])
		}
	}
}

// A terminal that dims faint text would undo the contrast of a palette.
func TestColoursAreNotDimmed(t *testing.T) {
	for _, th := range []*Theme{Dark(false), Light(false), Neutral(false)} {
		for tok := Text; tok < NumTokens; tok++ {
			attributes, _, _ := strings.Cut(strings.TrimPrefix(th.Open(tok), "\x1b["), "38;")
			if strings.Contains(";"+attributes, ";2;") {
				t.Errorf("%s: token %d is dimmed: %q", th.Name, tok, th.Open(tok))
			}
			if th.Open(tok) == th.OpenSelected(tok) {
				t.Errorf("%s: token %d looks the same in a selected row", th.Name, tok)
			}
		}
	}
}

func TestPaint(t *testing.T) {
	th := None(false)
	for _, c := range []struct {
		tok      Token
		in, want string
	}{
		{Fail, "x", "\x1b[1mx\x1b[m"}, {Text, "x", "x"}, {Fail, "", ""},
	} {
		if got := th.Paint(c.tok, c.in); got != c.want {
			t.Errorf("Paint(%d, %q) = %q, want %q", c.tok, c.in, got, c.want)
		}
	}
	if got := th.Reset(); got != "\x1b[m" {
		t.Errorf("Reset is %q", got)
	}
}

// Painting is two copies of strings, never a rendering of a style.
func TestPaintAllocatesOnce(t *testing.T) {
	th := Dark(false)
	if got := testing.AllocsPerRun(100, func() { _ = th.Paint(Fail, "5182 ms") }); got > 1 {
		t.Errorf("%v allocations, at most 1 is allowed", got)
	}
}
