package text

import "testing"

func TestSpellingsAreASCII(t *testing.T) {
	for r, s := range ascii {
		if s == "" || !isASCII(s) {
			t.Errorf("%q is spelled %q", r, s)
		}
		for i := range len(s) {
			if s[i] < ' ' || s[i] == 0x7f {
				t.Errorf("%q is spelled with the control byte %#x", r, s[i])
			}
		}
	}
}

// TestWidth: a character as a reader sees it has one width, whatever it is made of.
func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "≤ 6 ms": 6, "構成": 4, "🚀": 2, "e\u0301": 1, "👩\u200d🚀": 2, "−3.6": 4,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{{"abc", 2, "ab"}, {"構成", 3, "構"}, {"e\u0301x", 1, "e\u0301"}, {"構", 1, ""}, {"abc", 0, ""}} {
		if got := Fit(tt.s, tt.n); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}
