package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/model/text"
)

func TestCells(t *testing.T) {
	tests := map[string]int{
		"": 0, "abc": 3, "≤ 6 ms": 6, "構成": 4, "한국어": 6, "ｆｕｌｌ": 8, "🚀": 2, "e\u0301": 1, "👩\u200d🚀": 2, "👍🏽": 2, "−3.6": 4,
	}
	for s, want := range tests {
		if got := text.Width(s); got != want {
			t.Errorf("text.Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		s     string
		width int
		hard  bool
		want  []string
	}{
		{"fits", "a b c", 5, false, []string{"a b c"}},
		{"no width", "a b c", 0, false, []string{"a b c"}},
		{"at blanks", "one two three", 7, false, []string{"one two", "three"}},
		{"a pointer stays whole", "at /rows/0/http_non_200", 8, false, []string{"at", "/rows/0/http_non_200"}},
		{"a cell is cut", "abcdefgh ij", 3, true, []string{"abc", "def", "gh", "ij"}},
		{"between wide characters", "構成名前", 5, true, []string{"構成", "名前"}},
		{"wider than the cell", "構成", 1, true, []string{"構", "成"}},
		{"not within a cluster", "e\u0301e\u0301e\u0301", 2, true, []string{"e\u0301e\u0301", "e\u0301"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrap(tt.s, tt.width, tt.hard)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Breaking lines loses nothing and keeps to the width where the characters allow it.
func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("ab c構\u0301🚀 \u200d"))).Draw(t, "s")
		width := rapid.IntRange(2, 20).Draw(t, "width")
		lines := wrap(s, width, true)
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := squeeze(strings.Join(lines, " ")); got != squeeze(s) {
			t.Fatalf("%q became %q", s, lines)
		}
		for _, l := range lines {
			if text.Width(l) > width {
				t.Fatalf("%q takes %d of %d cells", l, text.Width(l), width)
			}
		}
	})
}
