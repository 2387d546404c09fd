package widget

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/tui/internal/theme"
)

func TestTransport(t *testing.T) {
	for _, tt := range []struct {
		tr                 Transport
		mark, speed, clock string
	}{
		{Transport{Position: 80, Duration: 300, Speed: 4, State: Playing}, "▶ ", "4×", " 80 / 300 s"},
		{Transport{Duration: 300, Speed: 0.25}, "││", "0.25×", "  0 / 300 s"},
		{Transport{Position: 300, Duration: 300, Speed: 64, State: Ended}, "■ ", "64×", "300 / 300 s"},
		{Transport{Position: 1.25, Duration: 2, Speed: 1}, "││", "1×", "1.2 / 2.0 s"},
		{Transport{Position: 0.0012, Duration: 0.005, Speed: 1}, "││", "1×", "0.0012 / 0.0050 s"},
		{Transport{Speed: math.NaN(), Position: math.NaN()}, "││", "–", "– / 0 s"},
	} {
		if m, s, c := tt.tr.State.Mark(), tt.tr.SpeedText(), tt.tr.Clock(); m != tt.mark || s != tt.speed || c != tt.clock {
			t.Errorf("%+v: %q %q %q, want %q %q %q", tt.tr, m, s, c, tt.mark, tt.speed, tt.clock)
		}
	}
}

// TestPlayBar: the first cell is the beginning of the run and the last its end.
func TestPlayBar(t *testing.T) {
	for _, tt := range []struct {
		bar  PlayBar
		w    int
		want string
	}{
		{PlayBar{Duration: 300}, 11, "●──────────"},
		{PlayBar{Position: 300, Duration: 300}, 11, "━━━━━━━━━━●"},
		{PlayBar{Position: 90, Duration: 300, Events: []float64{30, 90, 300, -5, 900}}, 11, "━┼━●──────┼"},
		{PlayBar{Position: 900, Duration: 300}, 5, "━━━━●"},
		{PlayBar{}, 3, "●──"},
		{PlayBar{Duration: 300}, 1, "●"},
		{PlayBar{Duration: 300}, 0, ""},
	} {
		if got := plain(Draw(bare(false), tt.bar, tt.w))[0]; got != tt.want {
			t.Errorf("%+v in %d cells: %q, want %q", tt.bar, tt.w, got, tt.want)
		}
	}
}

func TestHeading(t *testing.T) {
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{60, 36, 28, 18, 16, 9, 3, 2, 1, 0, -1} {
			s.add(charset(th)+" "+itoa(w), th, w, plain(
				Draw(th, Heading{Title: "p99 TTFT", Simulated: true}, w),
				Draw(th, Heading{Title: "replicas"}, w),
				Draw(th, Heading{Simulated: true}, w))...)
		}
	})
	golden(t, "heading", s.b.String())
}

// Whatever else goes, a panel of simulated figures says so.
func TestHeadingKeepsSimulated(t *testing.T) {
	both(func(th *theme.Theme) {
		for w := 3; w < 100; w++ {
			line := plain(Draw(th, Heading{Title: "a title that is rather long", Simulated: true}, w))[0]
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
