package chart

import (
	"strings"
	"testing"

	"scaledeck/model"
)

func TestGutter(t *testing.T) {
	gutter := func(s Spec) string {
		var b strings.Builder
		for _, l := range plain(s) {
			b.WriteString(string([]rune(l)[:s.Gutter]) + "\n")
		}
		return b.String()
	}
	base := Spec{Width: 30, Height: 6, Gutter: 9}
	for _, c := range []struct {
		name string
		edit func(*Spec)
		want string
	}{
		{"ticks, the unit at the top", func(s *Spec) { s.Y = Axis{Min: 0, Max: 6, Unit: model.Milliseconds} },
			"         │\n  5.0 ms ┤\n         │\n     2.5 ┤\n         │\n     0.0 ┤\n"},
		{"a log axis says so", func(s *Spec) { s.Y = Axis{Min: 100, Max: 10000, Log: true, Unit: model.Milliseconds}; s.Gutter = 11 },
			"      log │\n 10000 ms ┤\n          │\n     1000 ┤\n          │\n      100 ┤\n"},
		{"a rule has its exact figure", func(s *Spec) {
			s.Y = Axis{Min: 0, Max: 6, Unit: model.Milliseconds}
			s.Rules = []Rule{{Y: 3.75}}
		}, "         │\n  5.0 ms ┤\n    3.75 ┼\n     2.5 ┤\n         │\n     0.0 ┤\n"},
		{"a label that does not fit is left out", func(s *Spec) { s.Y = Axis{Min: 1000, Max: 4000}; s.Gutter = 4 },
			"   │\n   ┤\n   │\n   ┤\n   │\n   ┤\n"},
		{"hidden", func(s *Spec) { s.Y = Axis{Min: 0, Max: 6, Hide: true}; s.Gutter = 3 },
			"   \n   \n   \n   \n   \n   \n"},
	} {
		s := base
		s.Gutter = 10
		c.edit(&s)
		if got := gutter(s); got != c.want {
			t.Errorf("%s:\n%swant:\n%s", c.name, got, c.want)
		}
	}
}

// Where the gutter has no room for it, the word goes into the plot.
func TestLogIsAlwaysSaid(t *testing.T) {
	for _, size := range [][3]int{{30, 1, 8}, {30, 2, 8}, {30, 4, 3}, {12, 3, 0}, {60, 10, 9}, {10, 1, 8}, {11, 1, 8}} {
		lines := plain(Spec{Width: size[0], Height: size[1], Gutter: size[2], Y: Axis{Min: 1, Max: 1e4, Log: true}})
		if !strings.Contains(strings.Join(lines, "\n"), "log") {
			t.Errorf("%v:\n%s", size, strings.Join(lines, "\n"))
		}
	}
}

func TestLabelsNeverCoverData(t *testing.T) {
	for _, mode := range []Mode{Braille, Block, ASCII} {
		with := surge(60, 12, mode)
		without := surge(60, 12, mode)
		without.Rules[0].Label, without.Series[0].Name, without.Series[1].Name = "", "", ""
		a, b := plain(with), plain(without)
		if strings.Join(a, "") == strings.Join(b, "") {
			t.Fatal("no label was drawn")
		}
		for row := range a {
			ra, rb := []rune(a[row]), []rune(b[row])
			for col := range ra {
				if ra[col] != rb[col] && !strings.ContainsRune(" ⠄▁-│|·.█*o", rb[col]) {
					t.Errorf("mode %d: a label covers %q at row %d, column %d", mode, rb[col], row, col)
				}
			}
		}
	}
}
