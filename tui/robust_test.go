package tui

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/screens"
)

// walk is sizes in an order that shrinks and grows in both directions.
var walk = []struct{ w, h int }{
	{80, 24}, {20, 5}, {5, 2}, {1, 1}, {2, 40}, {200, 1}, {0, 0}, {39, 9}, {40, 10}, {41, 11}, {300, 100}, {60, 15},
	{79, 23}, {80, 23}, {79, 24}, {100, 30}, {119, 36}, {120, 36}, {140, 20}, {180, 50}, {45, 60}, {300, 10}, {80, 24},
}

// everyKey is each binding of every screen, and the global ones but those that leave.
func everyKey() []string {
	seen := map[string]bool{"q": true, "ctrl+c": true, "ctrl+z": true}
	var keys []string
	add := func(bs []key.Binding) {
		for _, b := range bs {
			for _, k := range b.Keys() {
				if !seen[k] {
					seen[k] = true
					keys = append(keys, k)
				}
			}
		}
	}
	for _, s := range screens.All() {
		add(s.New(screen.Deps{}).Keys(screen.Ctx{}))
	}
	return keys
}

// TestAnySizeAnyScreen resizes every screen through every size; Raw fails on a
// line too wide or one too many.
func TestAnySizeAnyScreen(t *testing.T) {
	r := demo(t, 80, 24)
	for i := range screens.All() {
		r.Press(strconv.Itoa(i + 1))
		before := r.Frame()
		for _, s := range walk {
			r.Resize(s.w, s.h)
			r.Raw()
		}
		if after := r.Frame(); after != before {
			t.Errorf("screen %d: growing back does not restore the frame", i+1)
		}
	}
}

// TestEveryKeyEverywhere presses every key on every screen at several sizes.
func TestEveryKeyEverywhere(t *testing.T) {
	for _, size := range walk {
		r := demo(t, size.w, size.h)
		for i := range screens.All() {
			for _, k := range everyKey() {
				r.Press(strconv.Itoa(i + 1))
				r.Press(k)
				r.Raw()
				r.Press("esc")
			}
		}
	}
}

// TestHostileInput shows broken and hostile files on every screen.
func TestHostileInput(t *testing.T) {
	inputs := map[string]string{
		"empty":      ``,
		"null":       `null`,
		"array":      `[1]`,
		"half":       `{"rows": [{"replicas": 1`,
		"no rows":    `{"rows": [], "topologies": {}, "decision": {}, "schema": "stable-upstream-multi-replica-analysis-v1"}`,
		"no samples": `{"autoscaling_comparison": {"p": {"timeline": []}}}`,
		"one sample": `{"autoscaling_comparison": {"p": {"timeline": [{"sec": 5, "p99_ttft_ms": 10, "slo_breached": true}]}}}`,
		"all null":   `{"autoscaling_comparison": {"p": {"timeline": [{"sec": null}, {"sec": 1}, {"sec": 2, "p99_ttft_ms": NaN}]}}}`,
		"no stages":  `{"canary_rollouts": {"b": {"stages": []}}, "canary_gate_policy": {}}`,
		"no phases":  `{"cold_start_breakdown_seconds": {"p": {}}}`,
		"escapes":    "{\"canary_rollouts\": {\"\\u001b[31mred\\u001b]0;t\\u0007\": {\"stages\": [{\"stage_percent\": 5, \"decision\": \"\\u202egnp\\r\\n\\u009b2J\"}]}}}",
		"huge":       `{"autoscaling_comparison": {"p": {"timeline": [{"sec": 0, "p99_ttft_ms": 1e308}, {"sec": 1e300, "p99_ttft_ms": 1}]}}}`,
		"wide":       `{"cold_start_breakdown_seconds": {"日本語の名前👨‍👩‍👧‍👦🇯🇵": {"模型の読み込み": 3, "e\u0301\u0301\u0301": 4, "total_seconds": 8}}}`,
	}
	var all []model.File
	for name, text := range inputs {
		all = append(all, file(t, name, []byte(text)))
	}
	check := func(t *testing.T, files ...model.File) {
		for _, size := range sizes {
			r := run(t, options(snapshot(1, files...)), size.w, size.h)
			for i := range screens.All() {
				r.Press(strconv.Itoa(i + 1))
				for _, k := range []string{"down", "right", "enter", "esc", "n", "end", "?"} {
					r.Press(k)
					if raw := r.Raw(); strings.ContainsAny(raw, "\r\t\a\u009b\u202e") || strings.Contains(raw, "\x1b]") {
						t.Errorf("a control character reached the frame: %q", raw)
					}
				}
				r.Press("esc", "esc")
			}
		}
	}
	for _, f := range all {
		t.Run(f.Name, func(t *testing.T) { check(t, f) })
	}
	t.Run("all together", func(t *testing.T) { check(t, all...) })
}

// TestReportsAreNotKeys feeds answers of terminals, which must change nothing.
func TestReportsAreNotKeys(t *testing.T) {
	r := demo(t, 80, 24)
	before := r.Frame()
	for _, msg := range []tea.Msg{
		tea.CursorPositionMsg{X: 3, Y: 1}, tea.FocusMsg{}, tea.BlurMsg{}, tea.KeyReleaseMsg{Code: 'q'},
		tea.ModeReportMsg{}, tea.CapabilityMsg{}, tea.PasteMsg{Content: "q2\x1b[31m"},
	} {
		r.Send(msg)
	}
	if r.Quit() || r.Frame() != before {
		t.Error("a report of the terminal was taken for a key")
	}
}

// viewAllocs is the budget of one View of any screen, in allocations.
const viewAllocs = 1500

func TestViewBudget(t *testing.T) {
	for _, size := range []struct{ w, h int }{{120, 40}, {200, 60}} {
		r := demo(t, size.w, size.h)
		app := r.Model().(*App)
		hold := func(title string) {
			n := testing.AllocsPerRun(10, func() {
				app.dirty = true
				app.View()
			})
			if n > viewAllocs {
				t.Errorf("%s at %dx%d: %.0f allocations a View, the budget is %d", title, size.w, size.h, n, viewAllocs)
			}
		}
		for i, s := range screens.All() {
			r.Press(strconv.Itoa(i + 1))
			hold(s.Title)
			if s.ID == "replay" {
				r.Press("v")
				hold("Replay in plots")
			}
		}
	}
}

// TestViewIsKept holds that a message which changes nothing draws nothing.
func TestViewIsKept(t *testing.T) {
	r := demo(t, 120, 40)
	app := r.Model().(*App)
	app.View()
	r.Send(tea.FocusMsg{})
	if n := testing.AllocsPerRun(10, func() { app.View() }); n > 5 {
		t.Errorf("%.0f allocations for a frame that did not change", n)
	}
}

func BenchmarkView(b *testing.B) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {200, 60}} {
		r := demo(b, size.w, size.h)
		app := r.Model().(*App)
		for i, s := range screens.All() {
			r.Press(strconv.Itoa(i + 1))
			b.Run(slug(s.Title)+"/"+sizeName(size.w, size.h), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					app.dirty = true
					app.View()
				}
			})
		}
	}
}

// TestSuspendedReplayDoesNotMove stops the process for an hour during a replay.
func TestSuspendedReplayDoesNotMove(t *testing.T) {
	now := noon
	o := options(snapshot(1, demoFiles(t)...))
	o.Now = func() time.Time { return now }
	o.Screen, o.At, o.Play, o.Speed = "replay", 0, true, 1
	r := run(t, o, 120, 40)
	app := r.Model().(*App)
	now = now.Add(10 * time.Second)
	app.suspends(app, tea.SuspendMsg{})
	now = now.Add(time.Hour)
	r.Send(tea.ResumeMsg{})
	if !strings.Contains(r.Frame(), " 10 / 300 s") {
		t.Errorf("the replay does not stand at 10 s:\n%s", r.Frame())
	}
}

// TestBrokenSourceLeaves holds that the console does not stay on old figures
// once nobody follows the files.
func TestBrokenSourceLeaves(t *testing.T) {
	o := options()
	o.Source = failing{}
	r := run(t, o, 80, 24)
	if app := r.Model().(*App); !r.Quit() || !errors.Is(app.err, errBroken) {
		t.Errorf("quit %v, error %v", r.Quit(), app.err)
	}
}

var errBroken = errors.New("broken")

type failing struct{}

func (failing) Next(context.Context) (*model.Snapshot, error) { return nil, errBroken }
