package tui

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screens"
	"scaledeck/tui/internal/screentest"
)

// auditTab returns the key of the screen.
func auditTab(t testing.TB) string {
	t.Helper()
	for i, s := range screens.All() {
		if s.Title == "Audit" {
			return strconv.Itoa(i + 1)
		}
	}
	t.Fatal("there is no audit screen")
	return ""
}

// changedScaleOut claims a median that its rows do not give.
const changedScaleOut = `{"schema": "stable-upstream-multi-replica-analysis-v1", "rows": [
 {"replicas": 1, "repeat": 1, "requests": 600, "http_200": 600, "http_non_200": 0, "premium_burst_p95_ttft_ms": 400},
 {"replicas": 1, "repeat": 2, "requests": 600, "http_200": 600, "http_non_200": 0, "premium_burst_p95_ttft_ms": 410},
 {"replicas": 1, "repeat": 3, "requests": 600, "http_200": 600, "http_non_200": 0, "premium_burst_p95_ttft_ms": 420}],
 "topologies": {"1": {"runs": 3, "median_premium_burst_p95_ttft_ms": 350}}, "decision": {}}`

// auditOf opens the screen on the demo's files and one that contradicts itself.
func auditOf(t testing.TB, w, h int) *screentest.Runner {
	t.Helper()
	files := append(demoFiles(t), file(t, "changed.json", []byte(changedScaleOut)))
	r := run(t, options(snapshot(1, files...)), w, h)
	r.Press(auditTab(t))
	return r
}

func lineWith(frame, part string) int {
	for i, l := range strings.Split(frame, "\n") {
		if strings.Contains(l, part) {
			return i
		}
	}
	return -1
}

func TestAuditOrderAndTotals(t *testing.T) {
	for _, size := range sizes {
		r := auditOf(t, size.w, size.h)
		frame := r.Frame()
		differs, ambiguous, open := lineWith(frame, "≠ differs"), lineWith(frame, "? ambiguous"), lineWith(frame, "data publishable")
		if size.w < 80 {
			differs, ambiguous, open = lineWith(frame, "▶ ≠"), lineWith(frame, "? "), lineWith(frame, "– ")
		}
		if differs < 0 || ambiguous < differs || open < ambiguous {
			t.Errorf("%dx%d: differs at %d, ambiguous at %d, open at %d\n%s", size.w, size.h, differs, ambiguous, open, frame)
		}
		for _, part := range []string{"1 differs · 1 ambiguous", "350 ms", "410 ms", "median of 3 rows"} {
			if !strings.Contains(frame, part) {
				t.Errorf("%dx%d: no %q\n%s", size.w, size.h, part, frame)
			}
		}
	}
}

func TestAuditOnlyOpen(t *testing.T) {
	r := auditOf(t, 120, 40)
	if !strings.Contains(r.Frame(), "= reproduced") {
		t.Fatal("reproduced claims are not listed at first")
	}
	for _, k := range []string{"a", "x"} {
		r.Press(k)
		open := k == "a"
		if got := strings.Contains(r.Frame(), "= reproduced"); got == open {
			t.Errorf("after %s reproduced claims are listed: %v", k, got)
		}
		if got := strings.Contains(strings.Split(r.Frame(), "\n")[3], "only what is not reproduced"); got != open {
			t.Errorf("after %s the head says so: %v\n%s", k, got, r.Frame())
		}
	}
}

func TestAuditFilter(t *testing.T) {
	r := auditOf(t, 120, 40)
	r.Press("/", "F", "P", "8", "enter")
	frame := r.Frame()
	if strings.Contains(frame, "int4") || !strings.Contains(frame, "validated_fp8_build") || !strings.Contains(frame, " listed") {
		t.Errorf("the filter does not hold\n%s", frame)
	}
	r.Press("enter") // explains what is listed first
	if !strings.Contains(r.Frame(), "what the file says follows from its own figures") {
		t.Errorf("%s", r.Frame())
	}
	r.Press("esc", "esc", "/", "z", "z", "z", "enter")
	if !strings.Contains(r.Frame(), "No claim matches the filter.") {
		t.Errorf("%s", r.Frame())
	}
	r.Press("enter", "down", "y") // nothing is selected, and nothing breaks
	for _, m := range r.Seen() {
		if _, ok := m.(copiedMsg); ok {
			t.Error("something was copied where nothing is listed")
		}
	}
}

// TestAuditSelectionFollows: a reload that puts something before the selected
// claim does not move the selection to another.
func TestAuditSelectionFollows(t *testing.T) {
	files := demoFiles(t)
	changed := append(files[:len(files):len(files)], file(t, "changed.json", []byte(changedScaleOut)))
	r := run(t, options(snapshot(1, files...)), 120, 40)
	r.Press(auditTab(t), "down")
	before := ""
	for _, l := range strings.Split(r.Frame(), "\n") {
		if strings.HasPrefix(l, "▶") {
			before = l
		}
	}
	r.Send(findingsMsg{findings: analysis.Judge(snapshot(2, changed...), analysis.Options{})})
	if at := lineWith(r.Frame(), before); before == "" || at < 0 {
		t.Errorf("%q is no longer selected\n%s", before, r.Frame())
	}
	if !strings.Contains(r.Frame(), "≠ differs") {
		t.Error("the reload is not shown")
	}
}

// TestAuditBeside: tables beside a file are compared on the screen as by the
// command, and what equals a copy is neither called reproduced nor listed with
// what one has to look at.
func TestAuditBeside(t *testing.T) {
	f := file(t, "changed.json", []byte(changedScaleOut))
	table := model.Evidence{File: "summary.csv", Columns: []string{"replicas", "repeat", "premium_burst_p95_ttft_ms"}}
	for i, r := range f.Doc.Comparison().Rows {
		table.Rows = append(table.Rows, model.EvidenceRow{Line: i + 2, Figures: []model.Figure{r.Replicas, r.Repeat, r.Figures[model.PremiumBurstP95TTFT]}, Flags: make([]model.Flag, 3)})
	}
	f.Beside = &model.Beside{Tables: []model.Evidence{table}, Raw: []string{"request-results.csv"}}
	r := run(t, options(snapshot(1, f)), 120, 60)
	r.Press(auditTab(t))
	for _, part := range []string{"equal a copy", "~ equals a copy"} {
		if !strings.Contains(r.Frame(), part) {
			t.Errorf("no %q\n%s", part, r.Frame())
		}
	}
	r.Press("/", "l", "i", "e", "s", " ", "b", "e", "s", "i", "d", "e", "enter")
	if !strings.Contains(r.Frame(), "lies beside it: scaledeck audit recomputes") {
		t.Errorf("nothing points at the requests\n%s", r.Frame())
	}
	r.Press("esc", "a")
	if strings.Contains(r.Frame(), "~ equals a copy") || !strings.Contains(r.Frame(), "equal a copy") {
		t.Errorf("what agrees is not hidden\n%s", r.Frame())
	}
}

func TestAuditCopies(t *testing.T) {
	r := auditOf(t, 80, 24)
	r.Press("y")
	text := ""
	for _, m := range r.Seen() {
		if c, ok := m.(copiedMsg); ok {
			text = c.text
		}
	}
	if !strings.Contains(text, "| ≠ differs | median premium burst p95 TTFT at 1 replica | 350 ms | 410 ms | median of 3 rows | changed.json /topologies/1/median\\_premium") {
		t.Errorf("%s", text)
	}
	if strings.Contains(text, "| = ") {
		t.Error("reproduced claims are copied though nobody asked for them")
	}
}

// manyChecks are findings with more checks than any screen has lines.
func manyChecks(n int) *analysis.Findings {
	f := &analysis.Findings{Snap: &model.Snapshot{Label: "results/"}}
	for i := range n {
		f.Checks = append(f.Checks, analysis.Check{File: "f.json", Pointer: fmt.Sprintf("/rows/%d/requests", i), Claim: fmt.Sprintf("Requests of row %d", i),
			Claimed: "1166", Recomputed: "1166", Rule: "as in summary.csv", Result: analysis.CheckResult(3 - 3*min(i, 1))})
	}
	return f
}

// TestAuditBudget holds a View to its budget however many claims there are, with
// and without a filter.
func TestAuditBudget(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {200, 60}} {
		r := run(t, options(snapshot(1)), size.w, size.h)
		r.Send(findingsMsg{findings: manyChecks(20_000)})
		r.Press(auditTab(t), "end")
		for _, filter := range []string{"", "9"} {
			if filter != "" {
				r.Press("/", filter, "enter")
			}
			app := r.Model().(*App)
			n := testing.AllocsPerRun(5, func() {
				app.dirty = true
				app.View()
			})
			if n > viewAllocs {
				t.Errorf("%dx%d, filter %q: %.0f allocations a View, the budget is %d", size.w, size.h, filter, n, viewAllocs)
			}
			t.Logf("%dx%d, filter %q: %.0f allocations", size.w, size.h, filter, n)
			if !strings.Contains(r.Frame(), "row 19999") {
				t.Errorf("the last claim is not seen\n%s", r.Frame())
			}
		}
	}
}

func TestAuditThemes(t *testing.T) {
	for _, name := range []string{"dark", "light", "none"} {
		for _, ascii := range []bool{false, true} {
			o := options(snapshot(1, append(demoFiles(t), file(t, "changed.json", []byte(changedScaleOut)))...))
			o.Theme, o.ASCII = name, ascii
			for _, size := range sizes {
				r := run(t, o, size.w, size.h)
				o.Source = &queue{snaps: []*model.Snapshot{snapshot(1, append(demoFiles(t), file(t, "changed.json", []byte(changedScaleOut)))...)}}
				r.Press(auditTab(t))
				mark := "≠"
				if ascii {
					mark = "!="
				}
				if frame := r.Frame(); !strings.Contains(frame, mark) || !strings.Contains(frame, "differs") {
					t.Errorf("%s, ASCII %v, %dx%d: no mark\n%s", name, ascii, size.w, size.h, frame)
				}
			}
		}
	}
}

func BenchmarkAuditView(b *testing.B) {
	r := run(b, options(snapshot(1)), 120, 40)
	r.Send(findingsMsg{findings: manyChecks(20_000)})
	r.Press(auditTab(b))
	app := r.Model().(*App)
	b.ReportAllocs()
	for b.Loop() {
		app.dirty = true
		app.View()
	}
}

// TestAuditSaysWhichFile: with several files every line says of which one its
// claim is, and from 100 columns by which rule; of one file it goes without saying.
func TestAuditSaysWhichFile(t *testing.T) {
	for _, size := range []struct{ w, h int }{{60, 15}, {80, 24}, {100, 30}, {120, 40}, {200, 60}} {
		r := auditOf(t, size.w, size.h)
		head := rowOf(r.Frame(), "file says")
		if !strings.Contains(head, " file  ") {
			t.Errorf("%dx%d: no column of files: %q", size.w, size.h, head)
		}
		if got := strings.Contains(head, " rule"); got != (size.w >= 100) {
			t.Errorf("%dx%d: a column of rules: %v", size.w, size.h, got)
		}
		differs := rowOf(r.Frame(), "▶")
		if !strings.Contains(differs, " changed ") {
			t.Errorf("%dx%d: %q does not say its file", size.w, size.h, differs)
		}
		if size.w == 200 && !strings.Contains(differs, "median of 3 rows") {
			t.Errorf("%q does not say its rule", differs)
		}
		if other := rowOf(r.Frame(), "peak KV use"); !strings.Contains(other, " autosc") {
			t.Errorf("%dx%d: %q does not say its file", size.w, size.h, other)
		}
		one := onScreen(t, "Audit", size.w, size.h, demoFiles(t)[1])
		lacks(t, rowOf(one.Frame(), "file says"), " file  ")
	}
	// Where the column has no room the detail says it.
	wants(t, auditOf(t, 40, 10).Frame(), "changed.json")
}

// TestAuditNeverCutsAFigure: a claimed figure stands whole, or not at all.
func TestAuditNeverCutsAFigure(t *testing.T) {
	f := manyChecks(3)
	for i := range f.Checks {
		f.Checks[i].Claimed, f.Checks[i].Recomputed = "1166.54321987 to 2277.654321 ms", "3388.7654321 ms"
	}
	figures := regexp.MustCompile(`[0-9][0-9.]{3,}`)
	for w := 40; w <= 140; w++ {
		r := run(t, options(snapshot(1)), w, 24)
		r.Send(findingsMsg{findings: f})
		r.Press(auditTab(t))
		for _, n := range figures.FindAllString(strings.ReplaceAll(r.Frame(), "12:00:00", ""), -1) {
			if n != "1166.54321987" && n != "2277.654321" && n != "3388.7654321" {
				t.Fatalf("%d cells: %q is shown:\n%s", w, n, r.Frame())
			}
		}
	}
}
