package report

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/text"
)

// comparedOf is a comparison of every shape that a pair can have.
func comparedOf() *analysis.Compared {
	spread := func(n, of int, unstable bool, v ...float64) *analysis.Spread {
		s := &analysis.Spread{N: n, Of: of, Median: model.Of(v[1]), Min: model.Of(v[0]), Max: model.Of(v[2]), Unstable: unstable, Ratio: model.Of(v[2] / v[0])}
		for _, x := range v {
			s.Values = append(s.Values, model.Of(x))
		}
		return s
	}
	many := spread(7, 7, false, 1, 4, 7)
	many.Values = nil
	for i := range 7 {
		many.Values = append(many.Values, model.Of(float64(i+1)))
	}
	return &analysis.Compared{
		A: "old.json", B: "new|.json", OnlyA: []string{"scale-out at 8 replicas"}, OnlyB: []string{"canary x"},
		Groups: []analysis.Group{
			{Kind: analysis.KindScaleOut, Name: "4 replicas", Notes: []string{"a note"}, Pairs: []analysis.Pair{
				{Key: "premium_burst_p95_ttft_ms", Label: "premium burst p95 TTFT", Statistic: "median", Unit: model.Milliseconds,
					A: model.Of(300), B: model.Of(200), Delta: model.Of(-100), SpreadA: spread(3, 3, false, 290, 300, 310), SpreadB: spread(3, 4, true, 150, 200, 300),
					Change: analysis.Change{Percent: model.Of(-33.33), Word: "better", Basis: "the ranges do not overlap"}, NoteB: "p95 NOT SUPPORTED: too few"},
				{Key: "preemptions", Label: "preemptions", Statistic: "median", Unit: model.Count, A: model.Of(4), B: model.Of(4), Delta: model.Of(0),
					SpreadA: many, SpreadB: many, Change: analysis.Change{Percent: model.Of(0), Word: "no change", Basis: "the medians are equal"}},
			}},
			{Kind: analysis.KindCanary, Name: "build", Pairs: []analysis.Pair{
				{Key: "outcome", Label: "outcome", Statistic: "value", TextA: "promoted", TextB: "rolled back at 5 %", Change: analysis.Change{Word: "differs"}},
				{Key: "canary_error_rate", Label: "error rate", Statistic: "value", Unit: model.Ratio, A: model.Of(0), B: model.Of(0.01), Delta: model.Of(0.01),
					Change: analysis.Change{Reason: "baseline is 0, relative change undefined"}},
				{Key: "canary_tpot_ms", Label: "TPOT", Statistic: "value", Unit: model.Milliseconds, A: model.Missing(model.Null), B: model.Of(40),
					Change: analysis.Change{Reason: "no baseline figure: null"}},
			}},
		},
	}
}

func TestCompareText(t *testing.T) {
	var wide, narrow, ascii strings.Builder
	for _, w := range []struct {
		to *strings.Builder
		o  Options
	}{{&wide, Options{}}, {&narrow, Options{Width: 80}}, {&ascii, Options{ASCII: true}}} {
		if err := CompareText(w.to, comparedOf(), w.o); err != nil {
			t.Fatal(err)
		}
	}
	for _, part := range []string{
		"B new|.json against A old.json: 1 better · 1 differs · 1 no change · 2 not judged",
		"median premium burst p95 TTFT", "300 ms", "n 3, 290–310 ms", "n 3 of 4, 150–300 ms, UNSTABLE 2×, p95 NOT", "B: p95 NOT SUPPORTED: too few", "−100 ms", "−33.33 %", "better",
		"the ranges do not overlap", "n 7, 1–7, median's 95 % interval 1–7", "rolled back at 5 %", "baseline is 0, relative change undefined", "no baseline figure: null",
		"a note", "only in A, old.json", "scale-out at 8 replicas", "canary x",
	} {
		if !strings.Contains(wide.String(), part) {
			t.Errorf("no %q in\n%s", part, wide.String())
		}
	}
	if strings.Contains(wide.String(), "the medians are equal") {
		t.Error("that nothing changed needs no reason")
	}
	for _, l := range strings.Split(narrow.String(), "\n") {
		if n := text.Width(l); n > 80 {
			t.Errorf("%d cells: %q", n, l)
		}
	}
	if strings.ContainsFunc(ascii.String(), func(r rune) bool { return r > 0x7f }) {
		t.Errorf("%s", ascii.String())
	}
}

func TestCompareOtherForms(t *testing.T) {
	var md, js strings.Builder
	if err := errors.Join(CompareMarkdown(&md, comparedOf(), Options{}), CompareJSON(&js, comparedOf(), Options{})); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(md.String(), `## B new\|.json against A old.json`) || !strings.Contains(md.String(), "| median premium burst p95 TTFT | 300 ms | n 3, 290–310 ms | 200 ms |") {
		t.Errorf("%s", md.String())
	}
	var j jsonCompared
	if err := json.Unmarshal([]byte(js.String()), &j); err != nil {
		t.Fatal(err)
	}
	first, outcome, missing := j.Groups[0].Pairs[0], j.Groups[1].Pairs[0], j.Groups[1].Pairs[2]
	if j.Schema != CompareSchema || *first.Delta.Value != -100 || first.Delta.Unit != "ms" || first.B.Repeats.N != 3 || !first.B.Repeats.Unstable || first.B.Note == "" {
		t.Errorf("%+v", first)
	}
	if outcome.A.Text != "promoted" || outcome.A.Figure != nil || outcome.Delta != nil {
		t.Errorf("%+v", outcome)
	}
	if missing.A.Figure.Value != nil || missing.A.Figure.Missing != "null" || *missing.B.Figure.Value != 40 {
		t.Errorf("%+v", missing)
	}
	for _, write := range []func() error{
		func() error { return CompareText(full{}, comparedOf(), Options{}) },
		func() error { return CompareMarkdown(full{}, comparedOf(), Options{}) },
		func() error { return CompareJSON(full{}, comparedOf(), Options{}) },
	} {
		if err := write(); !errors.Is(err, errFull) {
			t.Errorf("%v", err)
		}
	}
}
