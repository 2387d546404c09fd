package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/model"
)

func TestCells(t *testing.T) {
	tests := map[string]int{
		"": 0, "abc": 3, "≤ 6 ms": 6, "構成": 4, "한국어": 6, "ｆｕｌｌ": 8, "🚀": 2, "e\u0301": 1, "👩\u200d🚀": 2, "👍🏽": 2, "−3.6": 4,
	}
	for s, want := range tests {
		if got := cells(s); got != want {
			t.Errorf("cells(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	tests := []struct {
		name  string
		s     string
		width int
		hard  bool
		want  []string
	}{
		{"fits", "a b c", 5, false, []string{"a b c"}},
		{"no width", "a b c", 0, false, []string{"a b c"}},
		{"at blanks", "one two three", 7, false, []string{"one two", "three"}},
		{"a pointer stays whole", "at /rows/0/http_non_200", 8, false, []string{"at", "/rows/0/http_non_200"}},
		{"a cell is cut", "abcdefgh ij", 3, true, []string{"abc", "def", "gh", "ij"}},
		{"between wide characters", "構成名前", 5, true, []string{"構成", "名前"}},
		{"wider than the cell", "構成", 1, true, []string{"構", "成"}},
		{"not within a cluster", "e\u0301e\u0301e\u0301", 2, true, []string{"e\u0301e\u0301", "e\u0301"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, wrap(tt.s, tt.width, tt.hard)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Breaking lines loses nothing and keeps to the width where the characters allow it.
func TestWrapLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOf(rapid.RuneFrom([]rune("ab c構\u0301🚀 \u200d"))).Draw(t, "s")
		width := rapid.IntRange(2, 20).Draw(t, "width")
		lines := wrap(s, width, true)
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if got := squeeze(strings.Join(lines, " ")); got != squeeze(s) {
			t.Fatalf("%q became %q", s, lines)
		}
		for _, l := range lines {
			if cells(l) > width {
				t.Fatalf("%q takes %d of %d cells", l, cells(l), width)
			}
		}
	})
}

func TestGateWords(t *testing.T) {
	change := analysis.Rule{Op: analysis.AtLeast, Unit: model.Percent, Relation: analysis.ChangePercent}
	share := analysis.Rule{Op: analysis.AtMost, Unit: model.Ratio}
	tests := []struct {
		name                  string
		g                     analysis.Gate
		limit, observed, used string
	}{
		{"a gain where a loss is allowed", analysis.Gate{Rule: change, Observed: ms(0.56), Limit: ms(-15)}, "≥ −15 %", "+0.56 %", "0 %"},
		{"a loss", analysis.Gate{Rule: change, Observed: ms(-30), Limit: ms(-15)}, "≥ −15 %", "−30 %", "200 %"},
		{"no change has no sign", analysis.Gate{Rule: change, Observed: ms(0), Limit: ms(-15)}, "≥ −15 %", "0 %", "0 %"},
		{"a change is as the medians give it", analysis.Gate{Rule: change, Observed: ms(0.25469), Limit: ms(-15)}, "≥ −15 %", "+0.25 %", "0 %"},
		{"dust has no sign", analysis.Gate{Rule: change, Observed: ms(1e-12), Limit: ms(-15)}, "≥ −15 %", "0 %", "0 %"},
		{"just under the limit", analysis.Gate{Rule: share, Observed: ms(0.0049999), Limit: ms(0.005)}, "≤ 0.005", "0.0049999", "99.998 %"},
		{"on the limit", analysis.Gate{Rule: share, Observed: ms(0.005), Limit: ms(0.005)}, "≤ 0.005", "0.005", "100 %"},
		{"just over it", analysis.Gate{Rule: share, Observed: ms(0.0050001), Limit: ms(0.005)}, "≤ 0.005", "0.0050001", "100.002 %"},
		{"a limit of zero", analysis.Gate{Rule: share, Observed: ms(5), Limit: ms(0)}, "≤ 0", "5", "–"},
		{"nothing there", analysis.Gate{Rule: share}, "–", "–", "–"},
		{"not finite", analysis.Gate{Rule: share, Observed: model.Of(math.NaN()), Limit: ms(1)}, "≤ 1", "–", "–"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := [3]string{tt.g.LimitText(), tt.g.ObservedText(), usedText(tt.g)}
			if want := [3]string{tt.limit, tt.observed, tt.used}; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestAligned(t *testing.T) {
	tests := []struct {
		u    model.Unit
		in   []model.Figure
		want []string
	}{
		{model.RequestsPerGPU, []model.Figure{ms(4.319), ms(4.33), ms(4.3)}, []string{"4.319 req/s/GPU", "4.330 req/s/GPU", "4.300 req/s/GPU"}},
		{model.Milliseconds, []model.Figure{ms(5182.36), ms(502.27), {}}, []string{"5182.4 ms", "502.3 ms", "–"}},
		{model.Count, []model.Figure{ms(2), ms(13950)}, []string{"2", "13950"}},
		{model.Share, []model.Figure{ms(0.5), ms(0.755)}, []string{"50.0 %", "75.5 %"}},
		{model.Percent, []model.Figure{ms(-0.3), ms(0), ms(0.25)}, []string{"−0.30 %", "0.00 %", "0.25 %"}},
	}
	for _, tt := range tests {
		if got := Aligned(tt.u, tt.in...); !slices.Equal(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	if got := alignedChanges([]model.Figure{ms(0.25), ms(-0.3), ms(0)}); !slices.Equal(got, []string{"+0.25 %", "−0.30 %", "0.00 %"}) {
		t.Errorf("%q", got)
	}
}

func TestSpan(t *testing.T) {
	tests := []struct {
		lo, hi model.Figure
		u      model.Unit
		want   string
	}{
		{ms(310.24), ms(333.4), model.Milliseconds, "310.2–333.4 ms"},
		{ms(2), ms(2), model.Milliseconds, "2 ms"},
		{ms(4.31), ms(4.319), model.RequestsPerGPU, "4.310–4.319 req/s/GPU"},
		{ms(0), ms(3), model.Count, "0–3"},
		{ms(0.5), ms(0.75), model.Share, "50–75 %"},
		{model.Figure{}, ms(3), model.Count, "–"},
	}
	for _, tt := range tests {
		if got := span(tt.lo, tt.hi, tt.u); got != tt.want {
			t.Errorf("span = %q, want %q", got, tt.want)
		}
	}
}
