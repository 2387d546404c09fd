package report

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	gates "scaledeck/analysis/gate"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/analysis"
	"scaledeck/analysis/report/jsonvalue"
	"scaledeck/model"
	"scaledeck/model/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

type form func(io.Writer, *analysis.Findings, Options) error

var forms = map[string]form{"text": Text, "markdown": Markdown, "json": JSON, "junit": JUnit}

func write(t interface{ Fatalf(string, ...any) }, fn form, f *analysis.Findings, o Options) string {
	var b bytes.Buffer
	if err := fn(&b, f, o); err != nil {
		t.Fatalf("write: %v", err)
	}
	return b.String()
}

func TestGolden(t *testing.T) {
	tests := []struct {
		file string
		fn   form
		o    Options
	}{
		{"report.txt", Text, Options{}},
		{"report-80.txt", Text, Options{Width: 80}},
		{"report-ascii.txt", Text, Options{Width: 100, ASCII: true, Verbose: true, Now: fixtureNow}},
		{"report.md", Markdown, Options{}},
		{"report.json", JSON, Options{Now: fixtureNow}},
		{"report-v2.json", JSON, Options{Schema: 2, Now: fixtureNow}},
		{"report.xml", JUnit, Options{}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			got := write(t, tt.fn, fixture(), tt.o)
			path := filepath.Join("testdata", tt.file)
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("differs from %s (-want +got):\n%s", path, diff)
			}
		})
	}
}

func TestTwoRunsAreIdentical(t *testing.T) {
	for name, fn := range forms {
		first := write(t, fn, fixture(), Options{Verbose: true})
		for range 5 {
			if again := write(t, fn, fixture(), Options{Verbose: true}); again != first {
				t.Errorf("%s: two runs differ", name)
			}
		}
	}
}

func TestSummaryAndExitCode(t *testing.T) {
	f := &analysis.Findings{}
	if got := Summary(f); got != "nothing to judge" {
		t.Errorf("Summary of nothing = %q", got)
	}
	f.Counts = [analysis.NumVerdicts]int{analysis.Fail: 1, analysis.Undecided: 1, analysis.Pass: 3}
	if got := Summary(f); got != "1 FAIL · 1 UNDECIDED · 3 PASS" {
		t.Errorf("Summary = %q", got)
	}
	want := map[analysis.Verdict]int{analysis.Info: 0, analysis.Pass: 0, analysis.Running: 4, analysis.Undecided: 4, analysis.Fail: 3}
	for v, code := range want {
		if got := ExitCode(v); got != code {
			t.Errorf("ExitCode(%v) = %d, want %d", v, got, code)
		}
	}
}

// The first screen has to answer the person who was woken: ten lines, no scrolling.
func TestFirstLines(t *testing.T) {
	lines := strings.Split(write(t, Text, fixture(), Options{}), "\n")
	if want := "✗ FAIL  3 FAIL · 1 UNDECIDED · 1 RUNNING · 1 PASS · 1 INFO"; lines[0] != want {
		t.Errorf("first line %q, want %q", lines[0], want)
	}
	top := strings.Join(lines[:10], "\n")
	for _, want := range []string{
		"✗ FAIL       scale-out 1 → 2 replicas  non-200 responses 5 at 1× (limit 0)", "rolled back at 25 %",
		"worst 5182 ms at 40 s  SIMULATED", "? UNDECIDED  file broken.json", "unusable", "… RUNNING", "✓ PASS", "· INFO",
	} {
		if !strings.Contains(top, want) {
			t.Errorf("the first ten lines lack %q:\n%s", want, top)
		}
	}
}

func TestTextHoldsEveryFigure(t *testing.T) {
	got := write(t, Text, fixture(), Options{})
	for _, want := range []string{
		"+19.6 ms", "≤ 6 ms", "327 %", "−13.6 ms", "1200", // the broken gate
		"– not in file",                                // the ceiling
		"at /canary_rollouts/int8/stages/1",            // where it stands
		"not reached",                                  // the stage after the rollback
		"rolled back at stage 2 of 3, 25 % of traffic", // the ladder
		"20 s", "60 s", "5182 ms", // the window over the SLO
		"between 409 ms (not over) and 502.3 ms (over)", // the bounds of an SLO nobody states
		"1 scale-up (+2 replicas)", "cold start 180 s",
		"400–700 ms", "UNSTABLE 1.75×", "2 of 3", "−10 %", "better", // medians
		"58.33 %", "158 s, 8.2× shorter", "22 s so far", // cold start
		"figure of 1 replica (baseline)",
		"Does the pool scale?", "It does, but it rejects.", "One picker only.",
		"controlled inputs; coefficients are assumptions", "mixes two changes",
		"error incomplete: broken.json:3:14: ends in the middle of a row",
		"2 claims: 1 differs · 1 reproduced", "windows over SLO",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("text lacks %q", want)
		}
	}
	verbose := write(t, Text, fixture(), Options{Verbose: true})
	for _, want := range []string{"4.306 req/s/GPU against 4.319 req/s/GPU of 1 replica", "+2 started", "peak p99 TTFT"} {
		if !strings.Contains(verbose, want) || strings.Contains(got, want) {
			t.Errorf("%q belongs in the verbose text and nowhere else", want)
		}
	}
}

func TestASCIIWritesASCII(t *testing.T) {
	got := write(t, Text, hostile("名前 ✗ \u202e"), Options{ASCII: true, Verbose: true, Width: 80})
	for i, r := range got {
		if r >= utf8.RuneSelf {
			t.Fatalf("%q at byte %d", r, i)
		}
	}
	for _, want := range []string{"[FAIL]", "[PASS]", "[INFO]", "[RUN ]", "[????]", "<="} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %q", want)
		}
	}
}

func TestWidthIsKept(t *testing.T) {
	for _, width := range []int{80, 100, 120} {
		for _, l := range strings.Split(write(t, Text, fixture(), Options{Width: width}), "\n") {
			if n := text.Width(l); n > width {
				t.Errorf("width %d: a line of %d cells: %s", width, n, l)
			}
		}
	}
}

// TestNoWidthCutsAFigure: whatever the width, a word with a figure is one that the
// unbroken report has too.
func TestNoWidthCutsAFigure(t *testing.T) {
	for _, ascii := range []bool{false, true} {
		whole := make(map[string]bool)
		for _, width := range []int{0, narrowBelow - 1} { // narrow pages have short forms
			for _, w := range strings.Fields(write(t, Text, fixture(), Options{ASCII: ascii, Verbose: true, Width: width})) {
				whole[w] = true
			}
		}
		for width := 1; width <= 160; width++ {
			for _, w := range strings.Fields(write(t, Text, fixture(), Options{ASCII: ascii, Verbose: true, Width: width})) {
				if text.Figure(w) && !whole[w] {
					t.Errorf("width %d: %q is in no unbroken line", width, w)
				}
			}
		}
	}
	if got := wrap("requests 9007199254740991 of 3", 8, true); !slices.Contains(got, "9007199254740991") {
		t.Errorf("a wide figure is broken: %q", got)
	}
}

var missing = model.Missing(model.Null)

// Nothing may print a missing figure as zero, in any form.
func TestMissingIsNotZero(t *testing.T) {
	f := fixture()
	g := gateOn(analysis.RuleTPOTRegression, "stage 5 %", analysis.Undecided, missing, ms(6), missing, 3)
	g.Reason = gates.Reason{Code: gates.NoFigure, State: model.Null}
	f.List = []analysis.Finding{{Key: "k", Kind: analysis.KindCanary, Title: "canary x", Verdict: analysis.Undecided, Why: "null", Gates: []analysis.Gate{g}}}
	text := write(t, Text, f, Options{})
	if !strings.Contains(text, "? UNDECIDED  TPOT regression  ≤ 6 ms         –         –       –  3  no figure: null") {
		t.Errorf("the gate's row:\n%s", text)
	}
	if junit := write(t, JUnit, f, Options{}); !strings.Contains(junit, "UNDECIDED: TPOT regression –, limit ≤ 6 ms, margin –, n 3 · no figure: null") {
		t.Errorf("JUnit:\n%s", junit)
	}
	if js := write(t, JSON, f, Options{}); !strings.Contains(js, "\"observed\": {\n            \"value\": null,\n            \"unit\": \"ms\",\n            \"missing\": \"null\"") {
		t.Errorf("JSON:\n%s", js)
	}
}

// A rapid string in every place a file can name something: no form may let a
// control character through, and Text and Markdown keep their lines.
func TestNothingEscapes(t *testing.T) {
	want := map[string]int{}
	for name, fn := range forms {
		want[name] = strings.Count(write(t, fn, hostile("x"), Options{}), "\n")
	}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOf(rapid.OneOf(rapid.Rune(), rapid.RuneFrom([]rune("\x1b\r\n\t\u009b\u202e\u2028|`<&]\"'\x00\ufffe")))).Draw(t, "name")
		name = "n" + name // an empty one leaves its line out
		if rapid.Bool().Draw(t, "broken") {
			name += "\xff\xc0"
		}
		for form, fn := range forms {
			got := write(t, fn, hostile(name), Options{})
			if !utf8.ValidString(got) {
				t.Fatalf("%s is not UTF-8", form)
			}
			for _, r := range got {
				if r != '\n' && jsonvalue.Unsafe(r) {
					t.Fatalf("%s lets %U through", form, r)
				}
			}
			if n := strings.Count(got, "\n"); form != "text" && n != want[form] {
				t.Fatalf("%s has %d lines, want %d", form, n, want[form])
			}
		}
	})
}

type failing struct{ after int }

func (f *failing) Write(p []byte) (int, error) {
	if f.after -= len(p); f.after < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(p), nil
}

func TestWriteErrorsAreReturned(t *testing.T) {
	for name, fn := range forms {
		if err := fn(&failing{10}, fixture(), Options{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No form may panic or go quiet where there is nothing, or only the shell of a finding.
func TestEmptyInput(t *testing.T) {
	bare := &analysis.Findings{List: []analysis.Finding{
		{Outcome: &analysis.ScaleOut{Baseline: 3, Topologies: make([]analysis.Topology, 2), Criteria: make([]analysis.Criterion, 1)}},
		{Outcome: &analysis.Canary{Stopped: 9}}, {Outcome: &analysis.Autoscaling{Windows: []analysis.Window{{First: -1, Last: 7}}}},
		{Outcome: &analysis.ColdStart{Profiles: make([]analysis.Profile, 1)}}, {Gates: make([]analysis.Gate, 1)},
	}}
	for name, fn := range forms {
		if got := write(t, fn, &analysis.Findings{}, Options{}); got == "" {
			t.Errorf("%s: nothing for no findings", name)
		}
		for _, width := range []int{-1, 0, 1, 20, 80} {
			write(t, fn, bare, Options{Width: width, Verbose: true, Now: fixtureNow})
		}
	}
	if !strings.Contains(write(t, Text, &analysis.Findings{Verdict: analysis.Undecided}, Options{}), "? UNDECIDED  nothing to judge") {
		t.Error("an empty run that is UNDECIDED must say so on its first line")
	}
}

func BenchmarkText(b *testing.B) {
	f := fixture()
	b.ReportAllocs()
	for b.Loop() {
		if err := Text(io.Discard, f, Options{Width: 100}); err != nil {
			b.Fatal(err)
		}
	}
}
