package widget

import (
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/tui/internal/theme"
)

func TestTransport(t *testing.T) {
	tests := []struct {
		name string
		tr   Transport
	}{
		{"playing", Transport{Position: 80, Duration: 300, Speed: 4, State: Playing, Events: []float64{40, 180, 80, -5, 900}}},
		{"paused", Transport{Position: 0, Duration: 300, Speed: 0.25}},
		{"ended, looped", Transport{Position: 300, Duration: 300, Speed: 64, State: Ended, Loop: true}},
		{"a short run", Transport{Position: 1.25, Duration: 2, Speed: 1}},
		{"milliseconds", Transport{Position: 0.0012, Duration: 0.005, Speed: 1, Loop: true}},
		{"nothing", Transport{Speed: 1, Loop: true}},
		{"a day", Transport{Position: 5, Duration: 86400, Speed: 64, State: Playing}},
	}
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{100, 60, 59, 40, 24, 12, 5, 0, -1} {
			var lines []string
			for _, tt := range tests {
				lines = append(lines, Draw(th, tt.tr, w))
			}
			s.add(charset(th)+" "+itoa(w), th, w, plain(lines...)...)
		}
	})
	golden(t, "transport", s.b.String())
}

// The bar stands still while the position, the speed and the loop change.
func TestTransportStandsStill(t *testing.T) {
	th := bare(false)
	want := -1
	for _, tr := range []Transport{
		{Position: 0, Duration: 300, Speed: 4}, {Position: 300, Duration: 300, Speed: 0.25, State: Ended}, {Position: 99.6, Duration: 300, Speed: 64, State: Playing, Loop: true},
	} {
		line := plain(Draw(th, tr, 80))[0]
		first := Width(line[:strings.IndexAny(line, "●━")])
		if want < 0 {
			want = first
		}
		if first != want || !strings.Contains(line, " / 300 s") || Width(line[:strings.Index(line, " / 300 s")]) != 66 {
			t.Errorf("the bar begins at %d, want %d: %q", first, want, line)
		}
	}
}

func TestKeyHints(t *testing.T) {
	hints := KeyHints{
		key.NewBinding(key.WithKeys("up", "down"), key.WithHelp("↑↓", "move")),
		key.NewBinding(key.WithKeys("x"), key.WithHelp("x", "never"), key.WithDisabled()),
		key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "open")),
		key.NewBinding(key.WithKeys("z")),
		key.NewBinding(key.WithKeys("/"), key.WithHelp("/", "filter")),
		key.NewBinding(key.WithKeys("q"), key.WithHelp("q", "")),
	}
	tests := []struct {
		w     int
		ascii bool
		want  string
	}{
		{80, false, "↑↓ move  enter open  / filter  q"},
		{32, false, "↑↓ move  enter open  / filter  q"},
		{31, false, "↑↓ move  enter open  / filter"},
		{28, false, "↑↓ move  enter open"},
		{18, false, "↑↓ move"},
		{6, false, ""}, {0, false, ""}, {-1, false, ""},
		{32, true, "^v move  enter open  / filter  q"},
	}
	for _, tt := range tests {
		line := Draw(bare(tt.ascii), hints, tt.w)
		exact(t, bare(tt.ascii), "hints", line, tt.w)
		if got := strings.TrimRight(plain(line)[0], " "); got != tt.want {
			t.Errorf("width %d: %q, want %q", tt.w, got, tt.want)
		}
	}
}

func TestHeading(t *testing.T) {
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{60, 36, 28, 18, 16, 9, 3, 2, 1, 0, -1} {
			s.add(charset(th)+" "+itoa(w), th, w, plain(
				Draw(th, Heading{Title: "p99 TTFT", Note: "log scale", Simulated: true}, w),
				Draw(th, Heading{Title: "replicas"}, w),
				Draw(th, Heading{Note: "untitled", Simulated: true}, w),
				Draw(th, Rule{}, w))...)
		}
	})
	golden(t, "heading", s.b.String())
}

// Whatever else goes, a panel of simulated figures says so.
func TestHeadingKeepsSimulated(t *testing.T) {
	both(func(th *theme.Theme) {
		for w := 3; w < 100; w++ {
			line := plain(Draw(th, Heading{Title: "a title that is rather long", Note: "note", Simulated: true}, w))[0]
			if !strings.Contains(line, "SIM") {
				t.Errorf("width %d: %q", w, line)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		w     int
		ascii bool
		want  []string
	}{
		{"fits", "one two", 7, false, []string{"one two"}},
		{"at a blank", "one two", 6, false, []string{"one", "two"}},
		{"blanks count as one", "  one \n\t two  ", 20, false, []string{"one two"}},
		{"within a long word", "abcdefgh ij", 3, false, []string{"abc", "def", "gh", "ij"}},
		{"the rest of a long word takes the next", "abcd e f", 3, false, []string{"abc", "d e", "f"}},
		{"wide characters", "漢字漢字", 5, false, []string{"漢字", "漢字"}},
		{"wider than the line", "a漢b", 1, false, []string{"a", "?", "b"}},
		{"never within a character", family + eAcute + "x", 2, false, []string{family, eAcute + "x"}},
		{"a blank that does not break", "25\u00a0% of it", 5, false, []string{"25\u00a0%", "of it"}},
		{"spelt first", "a ≤ b", 4, true, []string{"a <=", "b"}},
		{"nothing", " \n ", 9, false, nil},
		{"no width", "one", 0, false, nil},
		{"negative width", "one", -3, false, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Wrap(bare(tt.ascii), tt.text, tt.w)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// No line is too wide and no word is lost.
func TestWrapKeepsEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-zé漢]{1,12} {1,3}){0,20}`).Draw(t, "text")
		w := rapid.IntRange(2, 30).Draw(t, "width")
		lines := Wrap(bare(false), text, w)
		for _, l := range lines {
			if Width(l) > w || l != strings.TrimSpace(l) || l == "" {
				t.Fatalf("line %q at width %d", l, w)
			}
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if got, want := squeeze(strings.Join(lines, "")), squeeze(text); got != want {
			t.Fatalf("text changed from %q to %q", want, got)
		}
	})
}

func TestSection(t *testing.T) {
	const red, off = "\x1b[31m", "\x1b[m"
	tests := []struct {
		name     string
		s        string
		from, to int
		want     string
	}{
		{"plain", "abcdef", 1, 4, "bcd"},
		{"short", "ab", 0, 4, "ab  "},
		{"beyond", "ab", 3, 5, "  "},
		{"empty", "abc", 2, 2, ""}, {"backwards", "abc", 2, 1, ""}, {"negative", "abc", -5, 2, "ab"},
		{"a colour from before holds", red + "abc" + off + "d", 1, 4, red + "bc" + off + "d"},
		{"a colour after the cut is not written", "ab" + red + "c" + off, 0, 2, "ab"},
		{"a colour ends with the cut", red + "abc" + off, 0, 2, red + "ab" + off},
		{"colours add up", "\x1b[1m" + red + "ab" + off, 1, 2, "\x1b[1m" + red + "b" + off},
		{"a long reset", red + "a\x1b[0mb", 1, 2, "b"},
		{"half a wide character on either side", "漢字漢", 1, 5, " 字 "},
		{"a painted half", red + "漢" + off, 1, 2, red + " " + off},
		{"accents stay with their letter", "a" + eAcute + "b", 1, 2, eAcute},
		{"a family in one piece", "a" + family + "b", 1, 3, family},
		{"half a flag", flagDE + "b", 1, 3, " b"},
		{"what is no colour goes", "a\x1b[2Jb\x1b]0;t\x07c", 0, 3, "abc"},
		{"nor does a string with a long end", "a\x1bPq\x1b\\b\x1b7c", 0, 3, "abc"},
		{"control characters go", "a\nb\u009bc", 0, 3, "abc"},
		{"an unfinished sequence goes", "ab\x1b[31", 0, 3, "ab "},
		{"a lone escape goes", "ab\x1b", 0, 3, "ab "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Section(tt.s, tt.from, tt.to); got != tt.want {
				t.Errorf("Section = %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOverlay(t *testing.T) {
	th := bare(false)
	base := []string{
		NewLine(th, 24).Select(true).Put(theme.Text, "▶ ✗ FAIL").Right(theme.Muted, "multi.json").String(),
		"漢字漢字漢字漢字漢字漢字", "short",
	}
	box := []string{"┌─ why? ─┐", "│ p99    │", "└────────┘", ""}
	s := &sheet{t: t}
	for _, at := range []struct{ x, y int }{{7, 0}, {6, 1}, {-3, 1}, {20, 3}, {30, 0}, {4, -1}, {0, 9}, {-40, 0}} {
		s.add("at "+itoa(at.x)+","+itoa(at.y), th, 24, Overlay(base, 24, 5, box, at.x, at.y)...)
	}
	golden(t, "overlay", s.b.String())
	if got := Overlay(base, -1, -1, box, 0, 0); len(got) != 0 {
		t.Errorf("%d lines of a negative height", len(got))
	}
	if got := Overlay(nil, 3, 1, nil, 0, 0); got[0] != "   " {
		t.Errorf("nothing over nothing is %q", got[0])
	}
}
