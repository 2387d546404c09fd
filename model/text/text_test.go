package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"empty", "", ""},
		{"plain", "reactive_gpu_util", "reactive_gpu_util"},
		{"escape sequence", "a\x1b[2Jb", "a␛[2Jb"},
		{"clipboard", "\x1b]52;c;aGk=\a", "␛]52;c;aGk=␇"},
		{"carriage return", "REAL FAIL\rFAKE", "REAL FAIL␍FAKE"},
		{"line feed and tab", "a\n\tb", "a␊␉b"},
		{"nul and del", "\x00\x7f", "␀␡"},
		{"C1 as UTF-8", "a\u009b31m\u009d", "a\ufffd31m\ufffd"},
		{"C1 as bytes", "a\x9b31m", "a\ufffd31m"},
		{"invalid UTF-8", "caf\xe9", "caf\ufffd"},
		{"cut rune", "\xe2\x82", "\ufffd\ufffd"},
		{"replacement character itself", "a\ufffdb", "a\ufffdb"},
		{"bidi override", "a\u202eb\u2066c\u2069", "a‹202E›b‹2066›c‹2069›"},
		{"zero width", "a\u200bb\u200cc\ufeffd\u2060", "a‹200B›b‹200C›c‹FEFF›d‹2060›"},
		{"line separators", "a\u2028b\u2029c\u0085", "a\ufffdb\ufffdc\ufffd"},
		{"soft hyphen", "a\u00adb", "a‹00AD›b"},
		{"noncharacters", "\uffff\U0010ffff\ufdd0", "\ufffd\ufffd\ufffd"},
		{"invisible letters", "\u3164\u115f\u034f", "‹3164›‹115F›‹034F›"},
		{"latin, cyrillic, greek", "café Привет Ωμέγα", "café Привет Ωμέγα"},
		{"wide", "推論-東京", "推論-東京"},
		{"arabic", "مرحبا", "مرحبا"},
		{"family", "👨‍👩‍👧‍👦!", "👨‍👩‍👧‍👦!"},
		{"skin tone and joiner", "👩🏽‍🚀", "👩🏽‍🚀"},
		{"heart on fire", "❤️‍🔥", "❤️‍🔥"},
		{"keycap", "1️⃣", "1️⃣"},
		{"flag", "🇬🇧", "🇬🇧"},
		{"tags", "🏴\U000e0067\U000e007f", "🏴‹E0067›‹E007F›"},
		{"joiner between letters", "a\u200db", "a‹200D›b"},
		{"joiner at the end", "👩\u200d", "👩‹200D›"},
		{"joiner after a letter", "a\u200d👩", "a‹200D›👩"},
		{"selector after a letter", "a\ufe0f", "a‹FE0F›"},
		{"selector twice", "❤️\ufe0f", "❤️‹FE0F›"},
		{"ideographic selector", "葛\U000e0100", "葛\U000e0100"},
		{"ideographic selector elsewhere", "x\U000e0100", "x‹E0100›"},
		{"mark with nothing before it", "\u0301a", "\ufffda"},
		{"one mark", "e\u0301", "e\u0301"},
		{"four marks", "e\u0301\u0302\u0303\u0304", "e\u0301\u0302\u0303\u0304"},
		{"five marks", "e\u0301\u0302\u0303\u0304\u0305x", "e\u0301\u0302\u0303\u0304\ufffdx"},
		{"a hundred marks", "e" + strings.Repeat("\u0301", 100) + "x\u0301", "e" + strings.Repeat("\u0301", 4) + "\ufffdx\u0301"},
		{"Korean in parts", "ᄀ\u1161\u11a8ᄀ\u1161\u11a8ᄀ\u1161\u11a8", "ᄀ\u1161\u11a8ᄀ\u1161\u11a8ᄀ\u1161\u11a8"},
		{"many vowels", "ᄀ" + strings.Repeat("\u1161", 9), "ᄀ" + strings.Repeat("\u1161", 4) + "\ufffd" + strings.Repeat("\u1161", 4)},
		{"too many joins", strings.Repeat("👩\u200d", 5) + "👩", strings.Repeat("👩\u200d", 4) + "👩‹200D›👩"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Clean(c.in); got != c.want {
				t.Errorf("Clean(%+q) = %+q, want %+q", c.in, got, c.want)
			}
		})
	}
}

func TestCleanIsBounded(t *testing.T) {
	exact := strings.Repeat("é", MaxRunes)
	if Clean(exact) != exact {
		t.Error("a string of just the limit was changed")
	}
	cases := []struct{ name, in, want string }{
		{"plain", strings.Repeat("a", MaxRunes+1), strings.Repeat("a", MaxRunes-1) + CutMark},
		{"two bytes", exact + "é", strings.Repeat("é", MaxRunes-1) + CutMark},
		{"controls", strings.Repeat("\x1b", 9*MaxRunes), strings.Repeat("␛", MaxRunes-1) + CutMark},
		{"late control", strings.Repeat("a", MaxRunes+5) + "\x1b", strings.Repeat("a", MaxRunes-1) + CutMark},
		{"joiner at the cut", strings.Repeat("a", MaxRunes-3) + "👩\u200d👩👩", strings.Repeat("a", MaxRunes-3) + "👩" + CutMark},
		{"dropped marks do not count", "e" + strings.Repeat("\u0301", 2*MaxRunes) + "!", "e" + strings.Repeat("\u0301", 4) + "\ufffd!"},
	}
	for _, c := range cases {
		if got := Clean(c.in); got != c.want {
			t.Errorf("%s: got %d runes, want %d", c.name, utf8.RuneCountInString(got), utf8.RuneCountInString(c.want))
		}
	}
}

func TestName(t *testing.T) {
	long := strings.Repeat("d/", 400) + "result.json"
	cases := []struct{ name, in, want string }{
		{"plain", "results/a.json", "results/a.json"},
		{"escape", "a\x1b]0;x\a.json", "a␛]0;x␇.json"},
		{"line feed", "a\nb.json", "a␊b.json"},
		{"not UTF-8", "caf\xe9.json", "caf\ufffd.json"},
		{"long", long, CutMark + long[len(long)-(MaxNameRunes-1):]},
	}
	for _, c := range cases {
		if got := Name(c.in); got != c.want {
			t.Errorf("%s: Name = %+q, want %+q", c.name, got, c.want)
		}
	}
	cut := Name(strings.Repeat("👩\u200d", 600) + "👩")
	if n := utf8.RuneCountInString(cut); n > MaxNameRunes {
		t.Errorf("a cut name has %d runes, limit %d", n, MaxNameRunes)
	}
	if Name(cut) != cut || Clean(cut) != cut {
		t.Error("a cut name is not clean")
	}
}

func TestCleanDoesNotAllocate(t *testing.T) {
	for _, s := range []string{"reactive_gpu_util", "推論-東京", "👩🏽‍🚀 e\u0301", "␛ \ufffd …", strings.Repeat("é", MaxRunes)} {
		if n := testing.AllocsPerRun(100, func() { Clean(s) }); n != 0 {
			t.Errorf("cleaning the clean %.20q allocates %v times", s, n)
		}
	}
}

// interprets reports whether a terminal could act on r. It is written apart from
// the code it checks, from the general categories alone.
func interprets(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) ||
		unicode.Is(unicode.Cf, r) && r != '\u200d'
}

func check(t *testing.T, in, got string, limit int) {
	t.Helper()
	if !utf8.ValidString(got) {
		t.Fatalf("%+q became invalid UTF-8 %+q", in, got)
	}
	if n := utf8.RuneCountInString(got); n > limit {
		t.Fatalf("%+q became %d runes, limit %d", in, n, limit)
	}
	marks := 0
	for i, r := range got {
		if interprets(r) {
			t.Fatalf("%+q became %+q with %U", in, got, r)
		}
		if !unicode.Is(unicode.M, r) {
			marks = 0
		} else if marks++; i == 0 || marks > MaxMarks {
			t.Fatalf("%+q became %+q with %d marks at %d", in, got, marks, i)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "plain", "Bearer a.b Authorization: x hf_AbC123456 https://u:p@h/ password=\"x\\\"y\" \"api_key\": \"z\"", "p\u043e\u03bfl ДoФ а", "KEY-----", "a\x1b[2Jb", "\u009b\x9b", "👨‍👩‍👧‍👦", "1️⃣", "e\u0301\u0302\u0303\u0304\u0305", "\u202e\u2066",
		"ᄀ\u1161\u11a8", "葛\U000e0100", "\u200d\u200d", "👩\u200d\u0301\u200d👩", strings.Repeat("é\u0301", MaxRunes)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Clean(s)
		check(t, s, got, MaxRunes)
		if again := Clean(got); again != got {
			t.Fatalf("%+q became %+q and then %+q", s, got, again)
		}
		name := Name(s)
		check(t, s, name, MaxNameRunes)
		if again := Name(name); again != name {
			t.Fatalf("%+q became the name %+q and then %+q", s, name, again)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	for _, c := range []struct{ name, s string }{
		{"plain", "premium_burst_p95_ttft_ms"},
		{"wide", "推論-東京-プールA"},
		{"sentence", "p99 TTFT: 5182 ms at 80 s, time per output token = 17 ms; the worst of 16 samples is ~10× over the SLO"},
		{"secret", "bench --api-key EXAMPLE-3 --seed 1"},
		{"dirty", "run \x1b[31m\u202ered"},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Clean(c.s)
			}
		})
	}
}

// TestLengthsAsStated: a string may have 4096 runes and a name 512, the mark of
// a cut included.
func TestLengthsAsStated(t *testing.T) {
	for _, tt := range []struct {
		clean func(string) string
		most  int
	}{{Clean, 4096}, {Name, 512}} {
		for _, n := range []int{tt.most - 1, tt.most, tt.most + 1, 2 * tt.most} {
			got := []rune(tt.clean(strings.Repeat("x", n)))
			if want := min(n, tt.most); len(got) != want {
				t.Errorf("%d runes became %d, want %d", n, len(got), want)
			}
			if cut := strings.Contains(string(got), CutMark); cut != (n > tt.most) {
				t.Errorf("%d runes: cut %v", n, cut)
			}
		}
	}
}
