package chart

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

func TestTimeScale(t *testing.T) {
	for _, c := range []struct {
		name        string
		width, rows int
		lo, hi      float64
		want        []string
	}{
		{"two rows", 41, 2, 0, 300, []string{
			"└┬───────────────┬───────────────┬───────",
			" 0 s           120 s           240 s     ",
		}},
		{"one row", 31, 1, 0, 300, []string{"└0 s───────120 s───────240 s───"}},
		{"begins in the middle", 31, 2, 95, 205, []string{
			"└──────┬────────┬───────┬──────",
			"     120 s    150 s   180 s    ",
		}},
		{"too narrow for two labels", 8, 2, 0, 300, []string{"└┬─────┬", " 0 s    "}},
		{"no rows", 8, 0, 0, 300, nil},
	} {
		s := Spec{Width: c.width, Gutter: 1, X: Axis{Min: c.lo, Max: c.hi, Unit: model.Seconds}}
		var got []string
		for _, l := range TimeScale(theme.None(false), s, c.rows) {
			got = append(got, ansi.Strip(l))
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// At every width each label is whole, apart from the next, and stands under its
// notch; a notch is in the column of a sample at that time.
func TestTimeLabelsStandWholeAndApart(t *testing.T) {
	for _, run := range []float64{1, 7, 60, 270, 300, 3600, 86400, 1e6} {
		for width := 12; width < 240; width++ {
			s := Spec{Width: width, X: Axis{Min: 0, Max: run, Unit: model.Seconds}}
			f := newFrame(theme.None(false), &s)
			columns, labels := f.timeTicks()
			if len(labels) == 0 {
				t.Fatalf("%v s in %d cells: no label", run, width)
			}
			end := -apart
			for i, l := range labels {
				if l.col < end+apart || l.col+l.cells > width {
					t.Fatalf("%v s in %d cells: label %q at %d after %d", run, width, l.text, l.col, end)
				}
				if !strings.HasSuffix(l.text, " s") {
					t.Fatalf("%q has no unit", l.text)
				}
				if len(labels) == len(columns) && (columns[i] < l.col || columns[i] >= l.col+l.cells) {
					t.Fatalf("%v s in %d cells: label %q at %d, notch at %d", run, width, l.text, l.col, columns[i])
				}
				end = l.col + l.cells
			}
		}
	}
}

func TestMarkRow(t *testing.T) {
	axis := Axis{Min: 0, Max: 20}
	for _, c := range []struct {
		name  string
		marks []Mark
		want  string
	}{
		{"at their columns", []Mark{{X: 2, Label: "+2"}, {X: 10, Label: "+4"}}, "  ▲+2     ▲+4       "},
		{"before the glyph at the edge", []Mark{{X: 20, Label: "+1"}}, "                 +1▲"},
		{"a label that would touch is left out", []Mark{{X: 2, Label: "+2"}, {X: 5, Label: "+2"}}, "  ▲  ▲+2            "},
		{"nor may it touch a label", []Mark{{X: 13, Label: "+1"}, {X: 20, Label: "+10"}}, "             ▲+1   ▲"},
		{"one blank is enough", []Mark{{X: 12, Label: "+1"}, {X: 20, Label: "+10"}}, "            ▲+1 +10▲"},
		{"the first of two in a column", []Mark{{X: 3, Label: "a"}, {X: 3.4, Label: "b"}}, "   ▲a               "},
		{"own glyph", []Mark{{X: 0, Glyph: '▼', Label: "x"}}, "▼x                  "},
		{"a wide glyph is not one cell", []Mark{{X: 0, Glyph: '世', Label: "x"}}, "▲x                  "},
		{"outside", []Mark{{X: -1, Label: "+2"}, {X: 21, Label: "+2"}}, "                    "},
	} {
		got := ansi.Strip(MarkRow(theme.None(false), Spec{Width: 20, X: axis, Marks: c.marks}))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	th := theme.Dark(false)
	row := screen(t, []string{MarkRow(th, Spec{Width: 20, X: axis, Until: 5, HasUntil: true, Marks: []Mark{{X: 2, Token: theme.SeriesA}, {X: 10, Token: theme.SeriesA}}})})[0]
	if row[2].style != styleOf(th, theme.SeriesA) || row[10].style != styleOf(th, theme.Faint) {
		t.Errorf("styles %q and %q", row[2].style, row[10].style)
	}
}
