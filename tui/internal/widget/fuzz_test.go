package widget

import (
	"math"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// everything draws every widget with the same text and figures and calls check
// with each line and the width it must have.
func everything(th *theme.Theme, text string, a, b, c float64, w, h int, check func(what, line string, w int)) {
	v := analysis.Verdict(uint8(h))
	figure := model.Figure{Value: a, State: model.Present}
	phases := []Phase{{text, model.Of(a)}, {text, figure}, {"x", model.Of(b)}, {text, model.Of(c)}}
	bar := StackedBar{phases, b}
	for _, in := range []Inline{
		Badge(v), LimitBar{Used: figure, Verdict: v}, LimitBar{Used: model.Of(b), Verdict: analysis.Fail}, bar,
		RangeMark{model.Of(a), model.Of(b), model.Of(c), a, c}, RangeMark{figure, figure, figure, b, c},
		PlayBar{a, b, []float64{c, a}}, Heading{text, h%2 == 0},
	} {
		check("inline", Draw(th, in, w), w)
		check("selected", NewLine(th, w).Select(true).Inline(in, w/2).String(), w)
	}
	for _, l := range bar.Legend(th, w, model.Unit("s")) {
		check("legend", l, w)
	}
	ladder := Ladder{Selected: h - 2, Rungs: []Rung{{Title: text, Verdict: v, Reached: true, Decision: text}, {Title: "25 %", Detail: text}, {Title: text, Verdict: v}}}
	for _, l := range ladder.Lines(th, w, h) {
		check("ladder", l, w)
	}
	table := Table{
		Columns: []Column{{Title: text, Width: h, Min: 3, Flex: 2}, {Title: "b", Width: w, Right: true, Priority: 2}, {Title: text, Min: h, Flex: 1, Priority: h}},
		Row: func(int) []Cell {
			return []Cell{{Text: text}, {Draw: LimitBar{Used: figure, Verdict: v}}, {Token: theme.Fail, Text: text}}
		},
		Len:      w,
		Selected: h, Top: h - 5, Headless: w%3 == 0,
	}
	for _, l := range table.Lines(th, w, h) {
		check("table", l, w)
	}
	for _, l := range Wrap(th, text, w) {
		check("wrapped", NewLine(th, w).Column(theme.Text, l, w).String(), w)
	}
}

// FuzzWidgets: whatever the text, the figures and the size, every line has the
// width that was asked for, does not move the cursor and keeps to the theme's
// characters.
func FuzzWidgets(f *testing.F) {
	f.Add("canary défectueux", 19.6, 6.0, 300.0, 80, 24)
	f.Add(family+flagDE+keycap+eAcute+"漢字", -1.0, 0.0, math.Inf(1), 7, 3)
	f.Add("a\x1b[31m\u009b\n\xff\u200d\ufe0f", math.NaN(), math.MaxFloat64, 1e-300, 1, 1)
	f.Add("", 0.0, 0.0, 0.0, 0, 0)
	f.Add("x", 1.0, 2.0, 3.0, -5, -5)
	f.Add("नमस्ते ไทย 한국어", 1.0, 2.0, 3.0, 33, 9)
	all := themes()
	f.Fuzz(func(t *testing.T, text string, a, b, c float64, w, h int) {
		w, h = w%220, h%70
		if len(text) > 4096 {
			return
		}
		th := all[uint(w+h)%uint(len(all))]
		everything(th, text, a, b, c, w, h, func(what, line string, w int) { exact(t, th, what, line, w) })
	})
}

// Every size that a terminal can be given on the way to another, with every theme.
func TestEverySize(t *testing.T) {
	for _, th := range themes() {
		for w := -2; w < 70; w++ {
			for _, h := range []int{-1, 0, 1, 3, 8} {
				everything(th, "TTFT ≤ 500 ms 漢字", 80, 300, 4, w, h, func(what, line string, w int) { exact(t, th, what, line, w) })
			}
		}
	}
}

// FuzzSection: a section has exactly its width, and sections side by side show
// what the line shows.
func FuzzSection(f *testing.F) {
	f.Add("\x1b[1mab漢\x1b[m字"+family, 1, 5)
	f.Add("a\x1b]0;x\x07b\x1b[", 0, 9)
	f.Fuzz(func(t *testing.T, s string, from, to int) {
		from, to = from%300, to%300
		got := Section(s, from, to)
		if w := Width(got); w != max(to-max(from, 0), 0) {
			t.Errorf("Section(%q, %d, %d) = %q takes %d cells", s, from, to, got, w)
		}
	})
}

func TestWidgetAllocations(t *testing.T) {
	th := theme.Dark(false)
	bar := PlayBar{Position: 80, Duration: 300, Events: []float64{40, 180}}
	ladder := defective(1)
	for _, tt := range []struct {
		name string
		most float64
		do   func()
	}{
		{"limit bar", 6, func() { Draw(th, LimitBar{Used: model.Of(3.27), Verdict: analysis.Fail}, 40) }},
		{"range mark", 4, func() { Draw(th, RangeMark{model.Of(1), model.Of(2), model.Of(3), 0, 4}, 20) }},
		{"play bar", 16, func() { Draw(th, bar, 120) }},
		{"ladder", 40, func() { ladder.Lines(th, 120, 4) }},
	} {
		if n := testing.AllocsPerRun(100, tt.do); n > tt.most {
			t.Errorf("%s: %v allocations, want at most %v", tt.name, n, tt.most)
		}
	}
}
