package tui

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screentest"
)

// selectedLine returns the line of the frame that carries the selection's mark.
func selectedLine(t *testing.T, r *screentest.Runner) string {
	t.Helper()
	for _, l := range strings.Split(r.Frame(), "\n") {
		if strings.HasPrefix(l, "▶") {
			return l
		}
	}
	t.Fatalf("nothing is selected:\n%s", r.Frame())
	return ""
}

// TestSelectionFollowsItsRow reloads with a file that moves every row down.
func TestSelectionFollowsItsRow(t *testing.T) {
	files := demoFiles(t)
	r := run(t, options(snapshot(1, files...)), 80, 24)
	r.Press("down", "down")
	before := selectedLine(t, r)
	files = append(files, file(t, "a-third.json", sim.DemoAutoscaling()))
	r.Send(findingsMsg{findings: analysis.Judge(snapshot(2, files...), analysis.Options{})})
	if after := selectedLine(t, r); title(after) != title(before) {
		t.Errorf("selected was %q, is %q", before, after)
	}
	if !strings.Contains(r.Frame(), "a-third.json appeared") {
		t.Errorf("the footer does not say what happened:\n%s", r.Frame())
	}
}

// title is the part of a board line that names the finding.
func title(line string) string {
	_, after, _ := strings.Cut(line, "  ")
	return strings.TrimSpace(strings.Split(strings.TrimSpace(after), "  ")[0])
}

// TestGoneAndStaleAreSaid holds that old figures are not shown as live ones.
func TestGoneAndStaleAreSaid(t *testing.T) {
	for state, want := range map[model.FileState]string{model.Gone: "GONE 5 m", model.Stale: "STALE 5 m", model.Unreadable: "UNREADABLE 5 m"} {
		files := demoFiles(t)
		files[0].State, files[0].Since = state, noon.Add(-5*time.Minute)
		files[0].Issues = []model.Issue{{Severity: model.Error, Code: model.CodeSyntax, File: files[0].Name, Message: "cut"}}
		r := run(t, options(snapshot(1, files...)), 120, 40)
		if f := r.Frame(); !strings.Contains(f, want) || !strings.Contains(f, "stale 5 m") {
			t.Errorf("%v: the frame does not say so:\n%s", state, f)
		}
	}
}

func TestFilterAppliesWhileTyped(t *testing.T) {
	r := demo(t, 80, 24)
	r.Press("/", "f", "p", "8")
	if f := r.Frame(); !strings.Contains(f, "validated_fp8_build") || strings.Contains(f, "defective_int4_build") {
		t.Errorf("the filter does not hold:\n%s", f)
	}
	r.Press("enter", "q")
	if !r.Quit() {
		t.Error("after enter the letters are keys again")
	}
	r = demo(t, 80, 24)
	r.Press("/", "q", "esc")
	if r.Quit() || !strings.Contains(r.Frame(), "defective_int4_build") {
		t.Error("esc does not drop the filter")
	}
	r.Press("/", "x", "x", "x")
	if !strings.Contains(r.Frame(), "No row matches") {
		t.Error("an empty list does not say that the filter makes it so")
	}
}

// TestHelpListsEveryBinding takes the keys from the bindings themselves.
func TestHelpListsEveryBinding(t *testing.T) {
	r := demo(t, 200, 60)
	app := r.Model().(*App)
	for i, s := range app.specs {
		r.Press(string(rune('1'+i)), "?")
		frame := r.Frame()
		taken := map[string]bool{}
		for _, b := range append(app.screens[i].Keys(app.ctxFor()), app.keys.all()...) {
			if k := strings.Join(b.Keys(), " "); taken[k] {
				continue // the screen's own meaning goes before the global one
			} else {
				taken[k] = true
			}
			if !strings.Contains(frame, b.Help().Key) || !strings.Contains(frame, b.Help().Desc) {
				t.Errorf("%s: help lacks %q %q", s.Title, b.Help().Key, b.Help().Desc)
			}
		}
		r.Press("esc")
	}
}

// TestEveryFailedGateExplainsItself holds the eight things that a person asks
// of a red badge.
func TestEveryFailedGateExplainsItself(t *testing.T) {
	for _, f := range judged(t).List {
		for _, g := range f.Gates {
			if g.Verdict != analysis.Fail {
				continue
			}
			text := ""
			for _, d := range g.Explain() {
				text += d.Label + " " + d.Text + "\n"
			}
			for _, want := range []string{"rule ", "figure ", "unit ", "limit ", g.Rule.Op.String(), "samples ", g.Rule.ID, g.File, g.Pointer} {
				if !strings.Contains(text, want) {
					t.Errorf("%s, %s: the explanation lacks %q:\n%s", f.Title, g.Rule.ID, want, text)
				}
			}
		}
	}
}

func TestInterruptKey(t *testing.T) {
	r := demo(t, 80, 24)
	r.Press("ctrl+c")
	if app := r.Model().(*App); !r.Quit() || app.code != 130 {
		t.Errorf("quit %v with code %d, want 130", r.Quit(), app.code)
	}
}

func TestCopyOffersTheText(t *testing.T) {
	r := demo(t, 80, 24)
	r.Press("y")
	f := r.Frame()
	if !strings.Contains(f, "### ") || !strings.Contains(f, "OSC 52") {
		t.Errorf("no text to select, or not said what was done:\n%s", f)
	}
}

func TestThemeFollowsTheTerminal(t *testing.T) {
	o := options(snapshot(1, demoFiles(t)...))
	o.Theme = "auto"
	r := run(t, o, 80, 24)
	app := r.Model().(*App)
	r.Send(tea.BackgroundColorMsg{Color: rgb{0xffff}})
	if app.theme.Name != "light" {
		t.Errorf("on a white background the theme is %s", app.theme.Name)
	}
	r.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	if app.theme.Name != "none" {
		t.Errorf("without colour the theme is %s", app.theme.Name)
	}
	if raw := r.Raw(); strings.Contains(raw, "38;") || strings.Contains(raw, "48;") {
		t.Error("a colour is drawn without colour")
	}
}

// rgb is a grey of one 16-bit level.
type rgb struct{ level uint32 }

func (c rgb) RGBA() (r, g, b, a uint32) { return c.level, c.level, c.level, 0xffff }

// TestMouseIsOffUntilAsked holds that selecting text with the mouse stays the terminal's.
func TestMouseIsOffUntilAsked(t *testing.T) {
	r := demo(t, 80, 24)
	if r.Model().View().MouseMode != tea.MouseModeNone {
		t.Error("the mouse is captured at the start")
	}
	r.Press("m")
	if r.Model().View().MouseMode == tea.MouseModeNone {
		t.Error("m does not switch the mouse on")
	}
	r.Send(tea.MouseClickMsg{X: 12, Y: 1, Button: tea.MouseLeft})
	if app := r.Model().(*App); app.active != 1 {
		t.Errorf("a click on the second tab opens screen %d", app.active+1)
	}
	r.Press("1")
	r.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if !strings.Contains(selectedLine(t, r), "canary defective") {
		t.Error("the wheel does not move the selection")
	}
}

// TestEnterOpensTheScreenOfAFinding goes through every row of the board.
func TestEnterOpensTheScreenOfAFinding(t *testing.T) {
	want := map[analysis.Kind]string{
		analysis.KindScaleOut: "Topologies", analysis.KindCanary: "Canary",
		analysis.KindAutoscaling: "Replay", analysis.KindColdStart: "Cold start",
	}
	for i, f := range judged(t).List {
		r := demo(t, 120, 40)
		for range i {
			r.Press("down")
		}
		r.Press("enter")
		app := r.Model().(*App)
		if got := app.specs[app.active].Title; got != want[f.Kind] {
			t.Errorf("%s opens %s, want %s", f.Title, got, want[f.Kind])
		}
	}
}

// TestSmallTerminalsSayTheirSize holds that the sizes are never cut off.
func TestSmallTerminalsSayTheirSize(t *testing.T) {
	for _, size := range []struct{ w, h int }{{39, 9}, {30, 8}, {20, 5}, {12, 3}} {
		r := demo(t, size.w, size.h)
		words := strings.Join(strings.Fields(r.Frame()), " ")
		if !strings.Contains(words, "40×10") || !strings.Contains(words, sizeTimes(size.w, size.h)) {
			t.Errorf("%d×%d: %q", size.w, size.h, words)
		}
	}
}

func sizeTimes(w, h int) string { return strings.Replace(sizeName(w, h), "x", "×", 1) }

// TestCompactFrameKeepsCountsAndState holds what the status line says where
// there is no status line.
func TestCompactFrameKeepsCountsAndState(t *testing.T) {
	files := demoFiles(t)
	files[0].State, files[0].Since = model.Gone, noon.Add(-5*time.Minute)
	r := run(t, options(snapshot(1, files...)), 60, 15)
	for _, key := range []string{"1", "2", "6"} {
		r.Press(key)
		if top := strings.Split(r.Frame(), "\n")[0]; !strings.Contains(top, "4 FAIL") || !strings.Contains(top, "stale 5 m") {
			t.Errorf("screen %s: %q", key, top)
		}
	}
}

// TestEveryRowNamesItsFile holds that copies of one file in many directories can
// be told apart, on every width.
func TestEveryRowNamesItsFile(t *testing.T) {
	var files []model.File
	for _, dir := range []string{"monday", "tuesday"} {
		f := demoFiles(t)[0]
		f.Key, f.Name = dir, dir+"/autoscaling-canary.json"
		files = append(files, f)
	}
	for _, size := range []struct{ w, h int }{{60, 40}, {80, 40}, {120, 60}, {200, 60}, {300, 60}} {
		r := run(t, options(snapshot(1, files...)), size.w, size.h)
		frame := r.Frame()
		for _, dir := range []string{"mond", "tues"} {
			if n := strings.Count(frame, dir); n < 5 {
				t.Errorf("%d columns: %q stands on %d rows of 5:\n%s", size.w, dir, n, frame)
			}
		}
	}
}
