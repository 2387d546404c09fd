package widget

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// gates is a table of the kind that screens draw.
func gates(n int) Table {
	rows := [][]Cell{
		{{Text: "TPOT regression"}, {Text: "≤ 6.0 ms"}, {Token: theme.Strong, Text: "+19.6 ms"}, {Draw: LimitBar{Used: model.Of(19.6 / 6), Verdict: analysis.Fail}}, {Draw: Badge(analysis.Fail)}},
		{{Text: "TPOT"}, {Text: "≤ 45.0 ms"}, {Token: theme.Strong, Text: "–"}, {Draw: LimitBar{Verdict: analysis.Info}}, {Token: theme.Muted, Text: "– not in file"}},
		{{Text: "error rate 漢字の名前"}, {Text: "≤ 0.005"}, {Token: theme.Strong, Text: "0.002"}, {Draw: LimitBar{Used: model.Of(0.4), Verdict: analysis.Pass}}, {Draw: Badge(analysis.Pass)}},
		{{Text: "short row"}},
	}
	return Table{
		Columns: []Column{
			{Title: "gate", Width: 18, Min: 8, Flex: 1, Priority: 9},
			{Title: "limit", Width: 9, Right: true, Priority: 6},
			{Title: "observed", Width: 9, Right: true, Priority: 7},
			{Title: "of the limit", Width: 24, Min: 16, Flex: 1, Priority: 3},
			{Title: "verdict", Width: 13, Min: 2, Priority: 8},
		},
		Len:      n,
		Row:      func(i int) []Cell { return rows[i%len(rows)] },
		Selected: 0,
	}
}

func TestTable(t *testing.T) {
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{120, 80, 60, 40, 20, 10, 2, 1, 0, -3} {
			lines := gates(4).Lines(th, w, 6)
			if len(lines) != 6 {
				t.Fatalf("%d lines, want 6", len(lines))
			}
			if w < 20 {
				lines = lines[:3]
			}
			s.add(charset(th)+" "+itoa(w), th, w, plain(lines...)...)
		}
		scrolled := gates(45)
		scrolled.Selected, scrolled.Top = 20, 12
		s.add(charset(th)+" scrolled", th, 60, plain(scrolled.Lines(th, 60, 8)...)...)
	})
	golden(t, "table", s.b.String())
}

func TestTableWindow(t *testing.T) {
	tests := []struct {
		name               string
		len, selected, top int
		h                  int
		wantTop, wantSeen  int
	}{
		{"everything fits", 4, 0, 0, 6, 0, 4},
		{"everything fits exactly", 5, 4, 3, 6, 0, 5},
		{"one line says what is seen", 6, 0, 0, 6, 0, 4},
		{"scrolled down to the selected row", 45, 20, 0, 8, 15, 6},
		{"scrolled up to the selected row", 45, 3, 30, 8, 3, 6},
		{"top is kept where the row is seen", 45, 20, 18, 8, 18, 6},
		{"no line stays empty", 45, 44, 99, 8, 39, 6},
		{"nothing selected", 45, -1, 12, 8, 12, 6},
		{"selection past the end", 45, 99, 2, 8, 2, 6},
		{"only the titles", 45, 7, 0, 1, 0, 0},
		{"one row", 45, 7, 0, 2, 7, 1},
		{"no lines", 45, 7, 0, 0, 0, 0},
		{"negative lines", 45, 7, 0, -9, 0, 0},
		{"no rows", 0, 0, 5, 8, 0, 0},
		{"negative rows", -5, 0, 5, 8, 0, 0},
		{"negative top", 45, 0, -5, 8, 0, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tab := gates(tt.len)
			tab.Selected, tab.Top = tt.selected, tt.top
			top, seen := tab.Window(tt.h)
			if seen == 0 {
				top = 0
			}
			if top != tt.wantTop || seen != tt.wantSeen {
				t.Errorf("Window = %d, %d, want %d, %d", top, seen, tt.wantTop, tt.wantSeen)
			}
			if got := len(tab.Lines(bare(false), 60, tt.h)); got != max(tt.h, 0) {
				t.Errorf("%d lines, want %d", got, max(tt.h, 0))
			}
		})
	}
}

// Widths worked out by hand: a margin of 2, gaps of 2.
func TestTableLayout(t *testing.T) {
	tests := []struct {
		name string
		w    int
		want []int
	}{
		{"as wished: 2 + 18+9+9+24+13 + 8 = 83", 83, []int{18, 9, 9, 24, 13}},
		{"37 spare in two", 120, []int{36, 9, 9, 43, 13}},
		{"3 short: from the flexible ones, 10 : 8", 80, []int{16, 9, 9, 23, 13}},
		{"18 short: all they can give", 65, []int{8, 9, 9, 16, 13}},
		{"20 short: then from the verdict", 63, []int{8, 9, 9, 16, 11}},
		{"least is 2 + 8+9+9+16+2 + 8 = 54", 54, []int{8, 9, 9, 16, 2}},
		{"below it the bar goes, and what it leaves is used", 53, []int{14, 9, 9, 0, 13}},
		{"then the limit", 35, []int{8, 0, 9, 0, 12}},
		{"then the figure", 20, []int{8, 0, 0, 0, 8}},
		{"then the verdict", 13, []int{11, 0, 0, 0, 0}},
		{"the last one is cut", 6, []int{4, 0, 0, 0, 0}},
		{"no room", 2, []int{0, 0, 0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, gates(4).layout(bare(false), tt.w)); diff != "" {
				t.Errorf("widths (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTableAsksOnlyForRowsThatAreSeen(t *testing.T) {
	asked := map[int]bool{}
	tab := gates(100000)
	row := tab.Row
	tab.Row = func(i int) []Cell { asked[i] = true; return row(i) }
	tab.Selected = 50000
	tab.Lines(bare(false), 80, 12)
	if len(asked) != 10 || !asked[50000] {
		t.Errorf("%d rows were asked for, want the 10 seen", len(asked))
	}
}

func TestTableMarksTheSelectedRow(t *testing.T) {
	for _, th := range themes() {
		lines := gates(4).Lines(th, 80, 5)
		if !strings.HasPrefix(plain(lines[1])[0], th.Spell("▶")) || strings.HasPrefix(plain(lines[2])[0], th.Spell("▶")) {
			t.Errorf("%s: the selected row is not marked: %q", th.Name, lines[1])
		}
	}
}

func TestTableAllocations(t *testing.T) {
	for _, th := range []*theme.Theme{theme.Dark(false), theme.Dark(true)} {
		tab := gates(45)
		tab.Row = func() func(int) []Cell {
			cells := []Cell{{Text: "TPOT regression"}, {Text: "<= 6.0 ms"}, {Text: "+19.6 ms"}, {Text: "x"}, {Draw: Badge(analysis.Fail)}}
			return func(int) []Cell { return cells }
		}()
		small := testing.AllocsPerRun(50, func() { tab.Lines(th, 100, 5) })
		large := testing.AllocsPerRun(50, func() { tab.Lines(th, 100, 35) })
		if perRow := (large - small) / 30; perRow > 6 {
			t.Errorf("ascii %v: %v allocations a row, want at most 6", th.ASCII, perRow)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	th, tab := theme.Dark(false), gates(45)
	b.ReportAllocs()
	for b.Loop() {
		tab.Lines(th, 120, 36)
	}
}
