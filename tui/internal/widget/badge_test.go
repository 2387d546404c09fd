package widget

import (
	"testing"

	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
)

func TestBadge(t *testing.T) {
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{13, 11, 6, 2, 1, 0, -1} {
			seen := map[string]bool{}
			var lines []string
			for v := range analysis.NumVerdicts {
				line := Draw(th, Badge(v), w)
				if w > 0 && seen[line] {
					t.Errorf("width %d: two verdicts look alike: %q", w, line)
				}
				seen[line] = true
				lines = append(lines, line)
			}
			s.add(charset(th)+" "+itoa(w), th, w, plain(lines...)...)
		}
	})
	golden(t, "badge", s.b.String())
}

func TestBadgePaint(t *testing.T) {
	if got, want := Badge(analysis.Fail).Paint(bare(false)), "\x1b[1m✗ FAIL\x1b[m"; got != want {
		t.Errorf("Paint = %q, want %q", got, want)
	}
	if got := BadgeWidth(bare(false)); got != 11 {
		t.Errorf("BadgeWidth = %d, want 11 for UNDECIDED", got)
	}
	if got := BadgeWidth(bare(true)); got != 6 {
		t.Errorf("BadgeWidth in ASCII = %d, want 6", got)
	}
	if got := plain(Badge(analysis.NumVerdicts).Paint(bare(false)))[0]; got != "? UNDECIDED" {
		t.Errorf("Paint of the first value that is no verdict = %q", got)
	}
	if got := plain(Badge(200).Paint(bare(false)))[0]; got != "? UNDECIDED" {
		t.Errorf("a value that is no verdict reads %q", got)
	}
}
