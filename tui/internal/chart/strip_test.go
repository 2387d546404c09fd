package chart

import (
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

func TestStrip(t *testing.T) {
	y, n, missing := model.FlagOf(true), model.FlagOf(false), model.Flag{}
	axis := Axis{Min: 0, Max: 10}
	for _, c := range []struct {
		name  string
		strip Strip
		want  string
	}{
		{"a sample holds until the next", Strip{Width: 10, At: []float64{0, 4, 8}, Flags: []model.Flag{n, y, n}}, "····▓▓▓▓· "},
		{"any sample over makes the cell over", Strip{Width: 5, At: []float64{0, 1, 2, 3, 4}, Flags: []model.Flag{n, y, n, n, n}}, "▓··  "},
		{"missing is blank", Strip{Width: 10, At: []float64{0, 3, 6}, Flags: []model.Flag{n, missing, y}}, "···   ▓   "},
		{"ahead is lighter", Strip{Width: 10, At: []float64{0, 4, 8}, Flags: []model.Flag{n, y, n}, Until: 5, HasUntil: true}, "····▓▓▒▒· "},
		{"a hole in time ends a sample", Strip{Width: 10, At: []float64{0, 8}, Flags: []model.Flag{y, n}, Gap: 3}, "▓▓▓     · "},
		{"begun before the axis", Strip{Width: 10, At: []float64{-5, 3}, Flags: []model.Flag{y, n}}, "▓▓▓·      "},
		{"wholly before the axis", Strip{Width: 10, At: []float64{-5, -3, 9}, Flags: []model.Flag{y, y, n}}, "▓▓▓▓▓▓▓▓▓·"},
		{"not finite", Strip{Width: 4, At: []float64{math.NaN(), math.Inf(1)}, Flags: []model.Flag{y, y}}, "    "},
		{"the last cell", Strip{Width: 10, At: []float64{0, 10}, Flags: []model.Flag{n, y}}, "·········▓"},
		{"ASCII", Strip{Width: 10, At: []float64{0, 4, 8}, Flags: []model.Flag{n, y, n}, Until: 5, HasUntil: true, Mode: ASCII}, "....##::. "},
		{"no room", Strip{Width: -1, At: []float64{0}, Flags: []model.Flag{y}}, ""},
		{"nothing", Strip{Width: 3}, "   "},
	} {
		c.strip.X = axis
		if got := ansi.Strip(c.strip.Row(theme.Dark(false))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A strip lies on the columns of a chart with the same axis.
func TestStripLinesUpWithTheChart(t *testing.T) {
	at := []float64{0, 60, 120, 180, 240, 300}
	for width := 1; width < 120; width++ {
		for i := range at {
			flags := make([]model.Flag, len(at))
			flags[i] = model.FlagOf(true)
			row := []rune(ansi.Strip(Strip{Width: width, X: Axis{Min: 0, Max: 300}, At: at, Flags: flags}.Row(theme.None(false))))
			line := []rune(plain(Spec{Width: width, Height: 1, X: Axis{Min: 0, Max: 300}, Y: Axis{Min: 0, Max: 2},
				Series: []Series{{X: at[i : i+1], Y: []float64{1}}}})[0])
			for col := range line {
				if line[col] != ' ' && (row[col] != '▓' || col > 0 && row[col-1] == '▓') {
					t.Fatalf("width %d: the sample is drawn in column %d, the strip is %q", width, col, string(row))
				}
			}
		}
	}
}
