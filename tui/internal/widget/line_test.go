package widget

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/tui/internal/theme"
)

const (
	family = "👨\u200d👩\u200d👧" // one emoji, 2 cells
	flagDE = "🇩🇪"              // one flag, 2 cells
	eAcute = "e\u0301"         // one letter, 1 cell
	keycap = "1\ufe0f\u20e3"   // one key, 2 cells
)

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "漢字": 4, family: 2, flagDE: 2, flagDE + flagDE: 4, eAcute: 1, keycap: 2, "✓ PASS": 6,
		"\x1b[1mbold\x1b[m": 4, "한": 2,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestFitCutsBetweenCharacters(t *testing.T) {
	tests := []struct {
		s    string
		n    int
		want string
	}{
		{"abc", 2, "ab"}, {"abc", 3, "abc"}, {"abc", 0, ""}, {"abc", -4, ""},
		{"漢字", 3, "漢"}, {"漢字", 1, ""}, {"a漢字", 3, "a漢"},
		{family + "x", 2, family}, {family + "x", 1, ""},
		{flagDE + flagDE, 3, flagDE}, {flagDE + flagDE, 1, ""},
		{eAcute + "b", 1, eAcute}, {"a" + eAcute + "b", 2, "a" + eAcute},
		{keycap + "x", 1, ""}, {keycap + "x", 2, keycap},
	}
	for _, tt := range tests {
		if got := Fit(tt.s, tt.n); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestEllipsis(t *testing.T) {
	tests := []struct {
		s     string
		n     int
		ascii bool
		want  string
	}{
		{"validated", 9, false, "validated"}, {"validated", 5, false, "vali…"}, {"validated", 1, false, "…"},
		{"validated", 0, false, ""}, {"validated", -1, false, ""},
		{"validated", 6, true, "val..."}, {"validated", 4, true, "v..."}, {"validated", 3, true, "va~"}, {"327 %", 1, true, "#"}, {"validated", 0, true, ""},
		{"漢字漢字", 4, false, "漢…"}, {"漢字", 3, true, "??"}, {"漢字", 1, false, "…"}, {keycap + keycap, 3, false, keycap + "…"},
		{"a ≤ b", 6, true, "a <= b"}, {"a ≤ b", 5, true, "a ..."},
	}
	for _, tt := range tests {
		if got := Ellipsis(bare(tt.ascii), tt.s, tt.n); got != tt.want {
			t.Errorf("Ellipsis(%q, %d, ascii %v) = %q, want %q", tt.s, tt.n, tt.ascii, got, tt.want)
		}
	}
}

func TestLine(t *testing.T) {
	tests := []struct {
		name  string
		w     int
		ascii bool
		do    func(l *Line)
		want  string
	}{
		{"nothing", 5, false, func(*Line) {}, ""},
		{"cut at the width", 4, false, func(l *Line) { l.Put(theme.Text, "abcdef").Put(theme.Text, "g") }, "abcd"},
		{"a wide character does not fit a single cell", 4, false, func(l *Line) { l.Put(theme.Text, "abc漢x") }, "abc"},
		{"spelt before it is cut", 4, true, func(l *Line) { l.Put(theme.Text, "a≤b≥") }, "a<=b"},
		{"a column is filled", 8, false, func(l *Line) { l.Column(theme.Text, "ab", 4).Put(theme.Text, "cd") }, "ab  cd"},
		{"a column is cut", 8, false, func(l *Line) { l.Column(theme.Text, "abcdef", 4).Put(theme.Text, "gh") }, "abc…gh"},
		{"a wide character at a column's end", 8, false, func(l *Line) { l.Column(theme.Text, "漢字漢", 4).Put(theme.Text, "x") }, "漢… x"},
		{"a column past the width", 3, false, func(l *Line) { l.Column(theme.Text, "abcdef", 40) }, "ab…"},
		{"at the column's right edge", 8, false, func(l *Line) { l.ColumnRight(theme.Text, "ab", 4).Put(theme.Text, "c") }, "  abc"},
		{"at the right of a column past the width", 5, false, func(l *Line) { l.ColumnRight(theme.Text, "abcdefgh", 40) }, "abcd…"},
		{"right", 8, false, func(l *Line) { l.Put(theme.Text, "ab").Right(theme.Text, "cd") }, "ab    cd"},
		{"right keeps a blank and is cut", 6, false, func(l *Line) { l.Put(theme.Text, "abcd").Right(theme.Text, "xyz") }, "abcd x"},
		{"right without room", 4, false, func(l *Line) { l.Put(theme.Text, "abcd").Right(theme.Text, "xyz") }, "abcd"},
		{"raw that fits", 4, false, func(l *Line) { l.Raw("\x1b[1mab\x1b[m", 2).Put(theme.Text, "c") }, "\x1b[1mab\x1b[mc"},
		{"raw that does not", 1, false, func(l *Line) { l.Raw("ab", 2).Put(theme.Text, "c") }, "c"},
		{"raw of negative width", 4, false, func(l *Line) { l.Raw("ab", -2) }, ""},
		{"repeat as often as fits", 5, false, func(l *Line) { l.Repeat(theme.Text, "漢", 9) }, "漢漢"},
		{"repeat never", 5, false, func(l *Line) { l.Repeat(theme.Text, "x", -1).Repeat(theme.Text, "", 4) }, ""},
		{"no width", 0, false, func(l *Line) { l.Put(theme.Text, "abc").To(9).Right(theme.Text, "d") }, ""},
		{"negative width", -5, false, func(l *Line) { l.Column(theme.Text, "abc", 3) }, ""},
		{"control characters cannot tear the screen", 20, false, func(l *Line) { l.Put(theme.Text, "a\nb\r\tc\x1b[31m\u009bd\x7f\xff") }, "a\ufffdb\ufffd\ufffdc\ufffd[31m\ufffdd\ufffd\ufffd"},
		{"an accent without its letter", 9, false, func(l *Line) { l.Put(theme.Text, "a ").Put(theme.Text, "\u0301\ufe0fb") }, "a b"},
		{"a sign that takes in what follows", 9, false, func(l *Line) { l.Put(theme.Text, "a\u0600").Put(theme.Text, "b") }, "ab"},
		{"bold run", 9, false, func(l *Line) { l.Put(theme.Strong, "ab").Put(theme.Strong, "c").Put(theme.Text, "d") }, "\x1b[1mabc\x1b[md"},
		{"an inline piece cannot leave its place", 9, false, func(l *Line) {
			l.Put(theme.Text, "<").Inline(StackedBar{}, 2).Inline(Badge(4), 6).Put(theme.Text, ">")
		}, "<  \x1b[1m✗ FAIL\x1b[m"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := NewLine(bare(tt.ascii), tt.w)
			tt.do(l)
			got := l.String()
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if l.Used() != Width(got) || l.Used() > max(tt.w, 0) {
				t.Errorf("Used = %d of %d, the text takes %d", l.Used(), tt.w, Width(got))
			}
		})
	}
}

// A selected row is painted to its edge, every run of it on the selected
// background, and can be told from the others without colour.
func TestSelectedLine(t *testing.T) {
	for _, th := range themes() {
		l := NewLine(th, 12).Select(true).Put(theme.Text, "ab").To(4).Put(theme.Fail, "c")
		got := l.String()
		want := th.OpenSelected(theme.Text) + "ab  " + th.Reset() +
			th.OpenSelected(theme.Fail) + "c" + th.Reset() + th.OpenSelected(theme.Text) + "       " + th.Reset()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", th.Name, diff)
		}
		if th.OpenSelected(theme.Text) == th.Open(theme.Text) {
			t.Errorf("%s: a selected row looks like any other", th.Name)
		}
	}
	got := NewLine(bare(false), 6).Put(theme.Text, "a").Select(true).Put(theme.Text, "b").Select(false).Put(theme.Text, "c").String()
	if want := "a" + bare(false).OpenSelected(theme.Text) + "b\x1b[mc"; got != want {
		t.Errorf("selected in part: %q, want %q", got, want)
	}
}

func TestLineAllocations(t *testing.T) {
	th := theme.Dark(false)
	text := strings.Repeat("p99 TTFT 5182 ms ", 20)
	if n := testing.AllocsPerRun(200, func() {
		NewLine(th, 120).Put(theme.Fail, "✗ FAIL").To(14).Column(theme.Text, "scale-out", 40).ColumnRight(theme.Strong, text, 100).Repeat(theme.Faint, "─", 40)
		_ = NewLine(th, 120).To(120).String()
	}); n > 6 {
		t.Errorf("%v allocations, want at most 6", n)
	}
}
