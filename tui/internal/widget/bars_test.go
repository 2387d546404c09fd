package widget

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

func TestLimitBar(t *testing.T) {
	bars := []struct {
		name string
		bar  LimitBar
	}{
		{"327 %", LimitBar{Used: model.Of(19.6 / 6), Verdict: analysis.Fail}},
		{"187 %", LimitBar{Used: model.Of(0.028 / 0.015), Verdict: analysis.Fail}},
		{"120 %", LimitBar{Used: model.Of(1.2), Verdict: analysis.Fail}},
		{"just over", LimitBar{Used: model.Of(1.0001), Verdict: analysis.Fail}},
		{"at the limit", LimitBar{Used: model.Of(1), Verdict: analysis.Pass}},
		{"at a limit to stay below", LimitBar{Used: model.Of(1), Verdict: analysis.Fail}},
		{"just under", LimitBar{Used: model.Of(0.9999), Verdict: analysis.Pass}},
		{"40 %", LimitBar{Used: model.Of(0.4), Verdict: analysis.Pass}},
		{"next to nothing", LimitBar{Used: model.Of(0.0001), Verdict: analysis.Pass}},
		{"nothing", LimitBar{Used: model.Of(0), Verdict: analysis.Pass}},
		{"below zero", LimitBar{Used: model.Of(-0.6), Verdict: analysis.Pass}},
		{"far over", LimitBar{Used: model.Of(1e9), Verdict: analysis.Fail}},
		{"far below zero", LimitBar{Used: model.Of(-1e9), Verdict: analysis.Pass}},
		{"5 of a limit of 0", LimitBar{Used: model.Of(math.Inf(1)), Verdict: analysis.Fail}},
		{"0 of a limit of 0", LimitBar{Used: model.Of(math.NaN()), Verdict: analysis.Pass}},
		{"missing", LimitBar{Used: model.Figure{}, Verdict: analysis.Undecided}},
		{"a warning", LimitBar{Used: model.Of(1.5), Verdict: analysis.Info}},
		{"contradicts PASS", LimitBar{Used: model.Of(2.1), Verdict: analysis.Pass}},
		{"contradicts FAIL", LimitBar{Used: model.Of(0.5), Verdict: analysis.Fail}},
	}
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{40, 20, 14, 13, 7, 3, 1, 0, -4} {
			var lines []string
			for _, b := range bars {
				lines = append(lines, Draw(th, b.bar, w))
			}
			if w < 7 {
				lines = lines[:2]
			}
			s.add(charset(th)+" "+itoa(w), th, w, plain(lines...)...)
		}
	})
	golden(t, "limitbar", s.b.String())
}

// The bar crosses the mark of the limit exactly where the gate is broken.
func TestLimitBarNeverContradictsTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		used := rapid.OneOf(rapid.Float64Range(-3, 5), rapid.Float64Range(0.999999, 1.000001)).Draw(t, "used")
		v := analysis.Pass
		if used > 1 {
			v = analysis.Fail
		}
		w := rapid.IntRange(14, 120).Draw(t, "width")
		line := plain(Draw(bare(false), LimitBar{Used: model.Of(used), Verdict: v}, w))[0]
		bar, after, found := strings.Cut(line, "│")
		if !found {
			t.Fatalf("no limit in %q", line)
		}
		if over := strings.HasPrefix(after, "█") || strings.HasPrefix(after, "▶"); over != (used > 1) {
			t.Fatalf("used %v, over the mark %v: %q", used, over, line)
		}
		if touches := strings.HasSuffix(bar, "█"); touches != (used >= 1) {
			t.Fatalf("used %v, at the mark %v: %q", used, touches, line)
		}
		if text := strings.TrimLeft(line[len(line)-8:], "█▶│ "); used != 1 && text == "100 %" {
			t.Fatalf("used %v reads as the limit: %q", used, line)
		}
	})
}

// How far a limit is broken shows in the length of the bar, on the widths that
// the screens give it: 187 % and 327 % are 87 and 227 of the 300 % that there is
// room for.
func TestLimitBarTellsBreaksApart(t *testing.T) {
	over := func(used float64, w int) int {
		_, after, _ := strings.Cut(plain(Draw(bare(false), LimitBar{Used: model.Of(used), Verdict: analysis.Fail}, w))[0], "│")
		return strings.Count(after, "█") + strings.Count(after, "▶")
	}
	for _, w := range []int{15, 20, 29, 40, 60} {
		if a, b := over(1.87, w), over(3.27, w); b < a+2 {
			t.Errorf("%d cells: 187 %% is drawn %d cells over, 327 %% %d", w, a, b)
		}
	}
	if got := over(1.87, 40); got != 4 { // right of the mark there are 11 cells: 11·0.87/3 = 3.2
		t.Errorf("187 %% on 40 cells is %d over, want 4", got)
	}
	if a, b := over(4, 40), over(4.01, 40); a != 11 || b != 11 {
		t.Errorf("400 %% is %d cells over and more %d, want all 11", a, b)
	}
	if line := plain(Draw(bare(false), LimitBar{Used: model.Of(4), Verdict: analysis.Fail}, 40))[0]; strings.Contains(line, "▶") {
		t.Errorf("400 %% is said to go on: %q", line)
	}
}

// What lies on the good side of zero uses nothing of its limit, and says why
// where there is room.
func TestLimitBarBelowZero(t *testing.T) {
	bar := LimitBar{Used: model.Of(-0.5), Verdict: analysis.Pass, Unused: "better than baseline"}
	for w, want := range map[int]string{45: "better than baseline", 20: "", 7: ""} {
		line := plain(Draw(bare(false), bar, w))[0]
		if !strings.HasSuffix(line, " 0 %") || !strings.Contains(line, want) || strings.ContainsAny(line, "−◀█") {
			t.Errorf("%d cells: %q", w, line)
		}
	}
}

func TestRangeMark(t *testing.T) {
	of := func(low, mid, high float64) RangeMark {
		return RangeMark{Min: model.Of(low), Median: model.Of(mid), Max: model.Of(high), Low: 100, High: 200}
	}
	marks := []RangeMark{
		of(100, 150, 200), of(100, 100, 200), of(100, 200, 200), of(140, 150, 160), of(150, 150, 150),
		of(100, 101, 102), of(50, 150, 900), {}, {Min: model.Of(100), Median: model.Missing(model.Null), Max: model.Of(200), Low: 100, High: 200},
		{Min: model.Of(5), Median: model.Of(5), Max: model.Of(5), Low: 5, High: 5},
		{Min: model.Of(1), Median: model.Of(2), Max: model.Of(3), Low: math.NaN(), High: math.Inf(1)},
		of(200, 150, 100),
	}
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{21, 7, 2, 1, 0, -1} {
			var lines []string
			for _, m := range marks {
				lines = append(lines, Draw(th, m, w))
			}
			s.add(charset(th)+" "+itoa(w), th, w, plain(lines...)...)
		}
	})
	golden(t, "rangemark", s.b.String())
}

func TestScale(t *testing.T) {
	low, high, ok := Scale(model.Of(5), model.Figure{}, model.Of(-2), model.Of(9), model.Missing(model.Null))
	if low != -2 || high != 9 || !ok {
		t.Errorf("Scale = %v, %v, %v, want −2, 9, true", low, high, ok)
	}
	if _, _, ok := Scale(model.Figure{}); ok {
		t.Error("a scale of nothing")
	}
}

func TestApportion(t *testing.T) {
	tests := []struct {
		name  string
		sizes []float64
		scale float64
		cells int
		want  []int
	}{
		// 75, 35, 70 of 180 s on 36 cells are 15, 7, 14.
		{"exact", []float64{75, 35, 70}, 180, 36, []int{15, 7, 14}},
		// On 10 cells 4.17, 1.94, 3.89: the two left go to 1.94 and 3.89.
		{"largest remainder", []float64{75, 35, 70}, 180, 10, []int{4, 2, 4}},
		// 22 of 180 s on 36 cells are 4.4, so 4: 0.73, 1.09, 2.18, and each is there.
		{"a shorter whole on the same scale", []float64{4, 6, 12}, 180, 36, []int{1, 1, 2}},
		{"a tiny phase is still seen", []float64{1000, 1, 1000}, 2001, 20, []int{9, 1, 10}},
		{"less cells than phases", []float64{1, 1, 1}, 3, 2, []int{1, 1, 0}},
		{"a whole below half a cell is still seen", []float64{1}, 1000, 10, []int{1}},
		{"past the scale", []float64{300, 300}, 180, 10, []int{5, 5}},
		{"missing and absurd sizes", []float64{math.NaN(), -5, math.Inf(1), 0, 10}, 10, 4, []int{0, 0, 0, 0, 4}},
		{"no cells", []float64{1, 2}, 3, 0, []int{0, 0}},
		{"negative cells", []float64{1, 2}, 3, -7, []int{0, 0}},
		{"no scale", []float64{1, 2}, 0, 10, []int{0, 0}},
		{"scale is NaN", []float64{1, 2}, math.NaN(), 10, []int{0, 0}},
		{"huge", []float64{math.MaxFloat64, math.MaxFloat64}, math.MaxFloat64, 10, []int{5, 5}},
		{"none", nil, 3, 10, []int{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Apportion(tt.sizes, tt.scale, tt.cells)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The parts add up to the rounded whole, whatever they are, and none that is
// there is lost while there is room.
func TestApportionIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Float64Range(0.001, 1000), 1, 12).Draw(t, "sizes")
		sum := 0.0
		for _, s := range sizes {
			sum += s
		}
		scale := sum * rapid.Float64Range(1, 10).Draw(t, "scale")
		cells := rapid.IntRange(1, 200).Draw(t, "cells")
		want := max(int(math.Round(sum/scale*float64(cells))), 1)
		parts := Apportion(sizes, scale, cells)
		got := 0
		for _, n := range parts {
			got += n
		}
		for _, n := range parts {
			if n < 0 || n == 0 && got >= len(sizes) {
				t.Fatalf("a part takes %d of %d cells", n, got)
			}
		}
		if d := got - want; d < -1 || d > 1 || d != 0 && math.Abs(math.Mod(sum/scale*float64(cells), 1)-0.5) > 1e-6 {
			t.Fatalf("the parts take %d cells, want %d", got, want)
		}
	})
}

func TestStackedBar(t *testing.T) {
	long := StackedBar{Scale: 180, Phases: []Phase{
		{"node allocation and image pull", model.Of(75)}, {"CUDA context and NCCL init", model.Of(35)}, {"remote weight download and mmap", model.Of(70)},
	}}
	short := StackedBar{Scale: 180, Phases: []Phase{
		{"warm container init", model.Of(4)}, {"CUDA graph cache restore", model.Of(6)}, {"direct NVMe or RDMA tensor stream", model.Of(12)},
	}}
	holed := StackedBar{Scale: 180, Phases: []Phase{{"known", model.Of(90)}, {"not known", model.Missing(model.Null)}}}
	many := StackedBar{Scale: 10}
	for range 10 {
		many.Phases = append(many.Phases, Phase{"p", model.Of(1)})
	}
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{60, 20, 2, 0, -1} {
			s.add(charset(th)+" "+itoa(w), th, w, plain(Draw(th, long, w), Draw(th, short, w), Draw(th, holed, w), Draw(th, many, w))...)
		}
		for _, w := range []int{70, 40, 22, 4, 0, -1} {
			s.add(charset(th)+" legend "+itoa(w), th, w, plain(long.Legend(th, w, model.Seconds)...)...)
		}
		s.add(charset(th)+" legend without a share", th, 50, plain(holed.Legend(th, 50, model.Seconds)...)...)
	})
	golden(t, "stackedbar", s.b.String())
}

// Neighbouring phases differ by more than colour in both character sets.
func TestPhasesDifferWithoutColour(t *testing.T) {
	both(func(th *theme.Theme) {
		for i := range 12 {
			a, _ := fill(th, i)
			b, _ := fill(th, i+1)
			if a == b {
				t.Errorf("ascii %v: phases %d and %d are both drawn as %q", th.ASCII, i, i+1, a)
			}
		}
	})
}
