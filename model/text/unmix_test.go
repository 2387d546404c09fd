package text

import (
	"strings"
	"testing"
	"unicode"
)

func TestLookAlikesAreNumbered(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"Cyrillic in a Latin word", "p\u043e\u043el-a", "p‹043E›‹043E›l-a"},
		{"Greek in a Latin word", "p\u03bf\u03bfl-a", "p‹03BF›‹03BF›l-a"},
		{"a word apart", "pool-\u0430", "pool-‹0430›"},
		{"all but one", "\u0440\u043e\u043el", "‹0440›‹043E›‹043E›l"},
		{"Latin in a Cyrillic word", "Прoгон", "Пр‹006F›гон"},
		{"Armenian", "p\u0585ol", "p‹0585›ol"},
		{"Cherokee", "\u13aaPU", "‹13AA›PU"},
		{"Greek in a Cyrillic word", "м\u03bfдель", "‹043C›‹03BF›д‹0435›л‹044C›"},
		{"hyphen", "pool\u2010a", "pool‹2010›a"},
		{"Cyrillic", "Привет сосо а", ""},
		{"Cyrillic and Latin apart", "Политика а для GPU", ""},
		{"Greek", "Ωμέγα", ""},
		{"Greek sign in a Latin word", "ΔTTFT", ""},
		{"micro", "μs µs σx", ""},
		{"ohm", "5 kΩ", ""},
		{"signs of statistics", "α = 0.05, ρ of p99 and χ2", ""},
		{"short Russian words", "тест GPU, вес KV", ""},
		{"CJK", "推論-東京-プールA", ""},
		{"emoji", "❤️ 1️⃣ ok", ""},
		{"accents", "café Ærø ﬁ ı", ""},
		{"numbers already", "p‹043E›l ‹00AD›", ""},
	} {
		if tt.want == "" {
			tt.want = tt.in
		}
		if got := Clean(tt.in); got != tt.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
		if got := Name(tt.in); got != tt.want {
			t.Errorf("%s: Name(%q) = %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}

// TestTwinsTellApart puts every unseen character at every place of a name, and
// every letter that has a twin in its twin's place: no two of all these names
// are shown alike.
func TestTwinsTellApart(t *testing.T) {
	const name = "pool-a"
	shown := map[string]string{Clean(name): name}
	add := func(s string) {
		t.Helper()
		got := Clean(s)
		if other, ok := shown[got]; ok && other != s {
			t.Fatalf("%+q and %+q are both shown as %q", s, other, got)
		}
		shown[got] = s
		for _, r := range got {
			if unseen(r) || selector(r) || r == joiner {
				t.Fatalf("%+q is shown as %+q", s, got)
			}
		}
	}
	var invisible []rune
	for r := rune(0xa0); r <= unicode.MaxRune; r++ {
		if unicode.Is(unicode.Cf, r) || selector(r) || r >= 0xe0000 && r < 0xe0080 || r == '\u034f' || r == '\u3164' {
			invisible = append(invisible, r)
		}
	}
	if len(invisible) < 400 {
		t.Fatalf("only %d invisible characters", len(invisible))
	}
	for _, r := range invisible {
		for i := range len(name) + 1 {
			add(name[:i] + string(r) + name[i:])
		}
	}
	for i := range name {
		for _, twin := range same + like {
			add(name[:i] + string(twin) + name[i+1:])
		}
	}
	for _, s := range []string{"p\u043eol-\u0430", "po\u043el-\u0430", "\u0440\u043e\u043el-\u0430", "p\u03bf\u03bfl-a", "p\u03bf\u043el-a"} {
		add(s)
	}
}

func FuzzTwins(f *testing.F) {
	f.Add("pool-a", rune(0x200b), uint8(3))
	f.Add("Прогон", rune('o'), uint8(4))
	f.Add("推論", rune(0xfe0f), uint8(2))
	f.Fuzz(func(t *testing.T, s string, r rune, at uint8) {
		if !unicode.Is(unicode.Cf, r) && !selector(r) || r == joiner || strings.ContainsRune(s, markBegin) || len(s) > 200 {
			return
		}
		clean := Clean(s)
		i := min(int(at), len(clean))
		for i > 0 && i < len(clean) && clean[i]&0xc0 == 0x80 {
			i--
		}
		with := clean[:i] + string(r) + clean[i:]
		if got := Clean(with); got == clean && strings.Count(clean, CutMark) == 0 {
			t.Fatalf("%+q is shown as %+q is", with, clean)
		}
	})
}
