package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// plain draws without labels or colour, to look at the shape of lines.
func plain(s Spec) []string {
	var out []string
	for _, l := range Render(theme.None(false), s) {
		out = append(out, ansi.Strip(l))
	}
	return out
}

func TestShapes(t *testing.T) {
	nan := math.NaN()
	xy := func(x, y []float64) []Series { return []Series{{X: x, Y: y}} }
	box := Spec{Width: 8, Height: 4, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 4}, Mode: ASCII}
	for _, c := range []struct {
		name string
		edit func(*Spec)
		want []string
	}{
		{"a lone sample is drawn where it is", func(s *Spec) { s.Series = xy([]float64{4}, []float64{2.5}) },
			[]string{"        ", "    *   ", "    *   ", "    *   "}},
		{"a lone sample on its own axes is in the middle", func(s *Spec) { s.X, s.Y = Axis{}, Axis{Min: 7, Max: 7}; s.Series = xy([]float64{4}, []float64{7}) },
			[]string{"        ", "        ", "    *   ", "    *   "}},
		{"in braille it is four dots", func(s *Spec) { s.Mode = Braille; s.Series = xy([]float64{4}, []float64{2.5}) },
			[]string{"        ", "    ⠶   ", "        ", "        "}},
		{"missing is a gap and not zero", func(s *Spec) {
			s.Series = xy([]float64{0, 2, 4, 6, 8}, []float64{3.5, 3.5, nan, 3.5, 3.5})
		}, []string{"***   **", "***   **", "***   **", "***   **"}},
		{"a hole in time is a gap", func(s *Spec) {
			s.Gap = 2
			s.Series = xy([]float64{0, 1, 2, 6, 7, 8}, []float64{3.5, 3.5, 3.5, 3.5, 3.5, 3.5})
		},
			[]string{"***   **", "***   **", "***   **", "***   **"}},
		{"nothing begins before the first sample", func(s *Spec) { s.Series = xy([]float64{4, 8}, []float64{3.5, 3.5}) },
			[]string{"    ****", "    ****", "    ****", "    ****"}},
		{"steps hold", func(s *Spec) {
			s.Series = xy([]float64{0, 4, 8}, []float64{0, 4, 4})
			s.Series[0].Step = true
		}, []string{"    ****", "    ****", "    ****", "********"}},
		{"what is over or under the axis is said", func(s *Spec) { s.Series = xy([]float64{0, 1.5, 4.5, 6.5, 8}, []float64{1, 1, 1e7, 1, -5}) },
			[]string{"  **^*  ", "  ****  ", "  ****  ", "*******v"}},
		{"a rule runs through what is over it", func(s *Spec) {
			s.Rules = []Rule{{Y: 2, Token: theme.Limit}}
			s.Series = xy([]float64{2, 2}, []float64{0, 4})
		}, []string{"  *     ", "  *     ", "--------", "  *     "}},
		{"a band has both its bounds", func(s *Spec) { s.Rules = []Rule{{Y: 0.5, Band: true, To: 3.5, Token: theme.Limit}} },
			[]string{"        ", "--------", ". . . . ", "--------"}},
		{"a band without an upper bound", func(s *Spec) { s.Rules = []Rule{{Y: 1.5, Band: true, To: math.Inf(1), Token: theme.Limit}} },
			[]string{". . . . ", ". . . . ", "--------", "        "}},
		{"the playhead stands behind the series", func(s *Spec) {
			s.Playhead, s.HasPlayhead = 3, true
			s.Series = xy([]float64{0, 8}, []float64{2.5, 2.5})
		}, []string{"   |    ", "********", "********", "********"}},
		{"a playhead outside is not drawn", func(s *Spec) { s.Playhead, s.HasPlayhead = 9, true },
			[]string{"        ", "        ", "        ", "        "}},
		{"dashes", func(s *Spec) {
			s.Series = xy([]float64{0, 8}, []float64{2.5, 2.5})
			s.Series[0].Dashed = true
			s.Mode = Braille
		}, []string{"        ", "⠤⠤⠤ ⠤⠤⠤ ", "        ", "        "}},
		{"no dashes where it is filled", func(s *Spec) {
			s.Series = xy([]float64{0, 8}, []float64{0.5, 0.5})
			s.Series[0].Dashed = true
		}, []string{"        ", "        ", "        ", "********"}},
		{"many samples in a column keep both extremes", func(s *Spec) {
			s.Series = xy([]float64{4.1, 4.2, 4.3, 4.4}, []float64{1.5, 3.5, 0.5, 2.5})
		}, []string{"    *   ", "    *   ", "    *   ", "    *   "}},
		{"a limit over the axis is named", func(s *Spec) { s.Rules = []Rule{{Y: 9, Label: "SLO"}} },
			[]string{"   SLO ^", "        ", "        ", "        "}},
		{"a limit below the axis is named", func(s *Spec) { s.Rules = []Rule{{Y: -9, Label: "SLO"}} },
			[]string{"        ", "        ", "        ", "   SLO v"}},
		{"block: eighths of a row", func(s *Spec) {
			s.Mode = Block
			s.Series = []Series{
				{X: []float64{0}, Y: []float64{0}}, {X: []float64{1}, Y: []float64{0.25}}, {X: []float64{2}, Y: []float64{0.5}},
				{X: []float64{3}, Y: []float64{1}}, {X: []float64{4}, Y: []float64{3.875}}, {X: []float64{5}, Y: []float64{4}},
			}
		}, []string{"    ▇█  ", "    ██  ", "    ██  ", "▁▂▄███  "}},
	} {
		s := box
		c.edit(&s)
		got := plain(s)
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// A braille line by hand: from the lower left dot of four cells to the upper
// right one, two dots across for each down.
func TestBrailleLine(t *testing.T) {
	got := plain(Spec{
		Width: 4, Height: 1, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 4},
		Series: []Series{{X: []float64{0, 8}, Y: []float64{0, 4}}},
	})
	if want := "⣀⠤⠒⠉"; got[0] != want {
		t.Errorf("%q, want %q", got[0], want)
	}
}

func TestColourOfASharedCell(t *testing.T) {
	th := theme.Dark(false)
	flat := func(tok theme.Token, y ...float64) Series {
		return Series{X: []float64{0, 8}, Y: y, Token: tok}
	}
	for _, c := range []struct {
		name   string
		series []Series
		want   theme.Token
	}{
		{"of equals the earlier one", []Series{flat(theme.SeriesA, 0.1, 0.1), flat(theme.SeriesB, 0.1, 0.1)}, theme.SeriesA},
		{"the one with most dots", []Series{flat(theme.SeriesA, 0.1, 0.1), flat(theme.SeriesB, 0.9, 0.1)}, theme.SeriesB},
	} {
		s := Spec{Width: 1, Height: 1, X: Axis{Min: 0, Max: 8}, Y: Axis{Min: 0, Max: 1}, Series: c.series}
		got := screen(t, Render(th, s))[0][0]
		if got.style != styleOf(th, c.want) {
			t.Errorf("%s: style %q, want %q", c.name, got.style, styleOf(th, c.want))
		}
	}
}

func TestAheadIsFaint(t *testing.T) {
	th := theme.Dark(false)
	cells := screen(t, Render(th, Spec{
		Width: 10, Height: 1, X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 1}, Until: 4, HasUntil: true,
		Series: []Series{{X: []float64{0, 10}, Y: []float64{0.5, 0.5}, Token: theme.SeriesA}},
	}))[0]
	for col, c := range cells {
		want := theme.SeriesA
		if col > 4 {
			want = theme.AheadA
		}
		if c.style != styleOf(th, want) {
			t.Errorf("column %d has style %q, want %q", col, c.style, styleOf(th, want))
		}
	}
	// Before the beginning all of it is ahead.
	for col, c := range screen(t, Render(th, Spec{
		Width: 4, Height: 1, X: Axis{Min: 0, Max: 10}, Y: Axis{Min: 0, Max: 1}, Until: -1, HasUntil: true,
		Series: []Series{{X: []float64{0, 10}, Y: []float64{0.5, 0.5}}},
	}))[0] {
		if c.style != styleOf(th, theme.Faint) {
			t.Errorf("column %d is not faint", col)
		}
	}
}
