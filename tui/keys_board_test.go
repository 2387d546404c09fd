package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
)

// manyPolicies is a file with so many timelines, each within its SLO.
func manyPolicies(t testing.TB, n int) model.File {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `%s"policy_%02d": {"slo_p99_ttft_ms": 500, "timeline": [`, map[bool]string{true: "", false: ","}[i == 0], i)
		for sec := range 2 {
			fmt.Fprintf(&b, `%s{"sec": %d, "demand_tokens": 10, "ready_replicas": 1, "booting_replicas": 0, "warm_standby_remaining": 0,
 "demand_to_kv_capacity_ratio": 0.5, "kv_utilization": 0.5, "gpu_compute_utilization": 0.5, "p99_ttft_ms": %d, "slo_breached": false}`,
				map[bool]string{true: "", false: ","}[sec == 0], sec, 100+i)
		}
		b.WriteString("]}")
	}
	return file(t, "many.json", []byte(`{"autoscaling_comparison": {`+b.String()+`}}`))
}

// TestBoardMoveKeys: a page is a third of the screen's height, 6 rows of 19.
func TestBoardMoveKeys(t *testing.T) {
	for _, tt := range []struct{ keys, row string }{
		{"", "00"}, {"down", "01"}, {"j j", "02"}, {"j j up", "01"}, {"j j k k k", "00"},
		{"pgdown", "06"}, {"pgdown pgdown", "12"}, {"pgdown pgdown pgup", "06"}, {"pgup", "00"},
		{"G", "29"}, {"end", "29"}, {"G down", "29"}, {"G pgup", "23"}, {"G g", "00"}, {"G home", "00"}, {"G k", "28"},
		{"pgdown pgdown pgdown pgdown pgdown", "29"},
	} {
		r := run(t, options(snapshot(1, manyPolicies(t, 30))), 80, 24)
		r.Press(strings.Fields(tt.keys)...)
		if got := selectedLine(t, r); !strings.Contains(got, "autoscaling policy_"+tt.row) {
			t.Errorf("%q leads to %q, want policy_%s", tt.keys, got, tt.row)
		}
	}
	r := run(t, options(snapshot(1, manyPolicies(t, 30))), 120, 40) // 11 of 35
	r.Press("pgdown")
	wants(t, selectedLine(t, r), "policy_11")
}

// TestBoardSaysWhichRowsAreSeen: the selected one is among them wherever it is.
func TestBoardSaysWhichRowsAreSeen(t *testing.T) {
	r := run(t, options(snapshot(1, manyPolicies(t, 30))), 80, 24)
	wants(t, r.Frame(), "1–9 of 30 rows")
	for range 29 {
		r.Press("down")
		selectedLine(t, r)
	}
	wants(t, r.Frame(), "22–30 of 30 rows")
}

// TestBoardOpenAndExplain: enter opens the screen of a finding, e says what decided it.
func TestBoardOpenAndExplain(t *testing.T) {
	r := demo(t, 80, 24)
	r.Press("down", "e")
	wants(t, flat(r.Frame()), "canary defective_int4_build", "verdict FAIL", "rule canary.tpot-regression", "figure TPOT regression: 19.6 ms",
		"limit ≤ 6 ms")
	r.Press("down", "down")
	wants(t, r.Frame(), "3–19 of ") // the dialog scrolls, not the board
	r.Press("esc")
	wants(t, selectedLine(t, r), "canary defective_int4_build")
	r.Press("enter")
	wants(t, r.Frame(), "ROLLED BACK to 0 % at 25 %", "+19.6 ms")
	r.Press("1", "down", "down", "enter") // the fourth row: the leading policy
	wants(t, r.Frame(), "60 / 300 s", "◆ ✗ leading")

	// A file that cannot be read has no screen: enter explains it.
	r = run(t, options(snapshot(1, file(t, "cut.json", []byte(`{"canary_rollouts": {`)))), 80, 24)
	wants(t, selectedLine(t, r), "? UNDECIDED")
	r.Press("enter")
	wants(t, r.Frame(), "esc close", "cut.json")
}

// TestBoardFilterKey: the filter looks at title, reason, file and verdict.
func TestBoardFilterKey(t *testing.T) {
	for text, rows := range map[string][]string{
		"canary d":    {"canary defective_int4_build"},
		"5182":        {"autoscaling reactive_gpu_util"},
		"multi-repli": {"scale-out 1 → 2 → 4 replicas"},
		"pass":        {"canary validated_fp8_build"},
		"info":        {"cold start"},
		"over slo":    {"autoscaling reactive_gpu_util", "autoscaling leading_kv_and_velocity"},
	} {
		r := demo(t, 120, 40)
		r.Press("/")
		for _, c := range text {
			r.Press(string(c))
		}
		r.Press("enter")
		all := []string{"canary defective_int4_build", "autoscaling reactive_gpu_util", "autoscaling leading_kv_and_velocity",
			"scale-out 1 → 2 → 4 replicas", "canary validated_fp8_build", "cold start  SIM"}
		for _, row := range all {
			listed := rowOf(r.Frame(), " "+row) != "" && strings.Contains(strings.Split(rowOf(r.Frame(), " "+row), "│")[0], row)
			wanted := false
			for _, w := range rows {
				wanted = wanted || strings.HasPrefix(row, w)
			}
			if listed != wanted {
				t.Errorf("filter %q: %q is listed: %v\n%s", text, row, listed, r.Frame())
			}
		}
		wants(t, frameLine(r, -1), "/"+text)
		r.Press("esc")
		wants(t, r.Frame(), "defective_int4_build", "validated_fp8_build")
	}
}

// TestChangesAreNoticed: what a new snapshot brought is said in the footer.
func TestChangesAreNoticed(t *testing.T) {
	const name = "autoscaling-canary.json"
	in := func(state model.FileState) func([]model.File) []model.File {
		return func(f []model.File) []model.File {
			f[0].State, f[0].Since = state, noon
			return f
		}
	}
	for _, tt := range []struct {
		want     string
		from, to func([]model.File) []model.File
	}{
		{name + " gone 12:00:00Z", in(model.Fresh), in(model.Gone)},
		{name + " stale 12:00:00Z", in(model.Fresh), in(model.Stale)},
		{name + " unreadable 12:00:00Z", in(model.Fresh), in(model.Unreadable)},
		{name + " reloaded 12:00:00Z", in(model.Stale), in(model.Fresh)},
		{name + " gone 12:00:00Z", in(model.Stale), in(model.Gone)},
		{name + " left 12:00:00Z", in(model.Fresh), func(f []model.File) []model.File { return f[1:] }},
		{name + " appeared 12:00:00Z", func(f []model.File) []model.File { return f[1:] }, in(model.Fresh)},
		{name + " reloaded and 1 more 12:00:00Z", in(model.Fresh), func(f []model.File) []model.File { return demoFiles(t) }},
		{"", in(model.Fresh), in(model.Fresh)},
	} {
		base := demoFiles(t)
		first, second := tt.from(append([]model.File{}, base...)), tt.to(append([]model.File{}, base...))
		r := run(t, options(snapshot(1, first...)), 160, 40)
		r.Send(findingsMsg{findings: analysis.Judge(snapshot(2, second...), analysis.Options{})})
		foot := frameLine(r, -1)
		if tt.want == "" {
			lacks(t, foot, name)
			continue
		}
		wants(t, foot, tt.want)
		r.Press("down")
		lacks(t, frameLine(r, -1), tt.want)
	}
}

// TestTabKeys: digits, tab and shift+tab, and where a click leads: to the tab
// under it, from its number to the end of its name, and nowhere beside the tabs.
func TestTabKeys(t *testing.T) {
	r := demo(t, 80, 24)
	body := func() string { return strings.Join(strings.Split(r.Frame(), "\n")[3:22], "\n") }
	screens := map[string]string{}
	for _, digit := range []string{"7", "6", "5", "4", "3", "2", "1"} {
		r.Press(digit)
		screens[digit] = body()
	}
	if len(screens) != 7 {
		t.Fatalf("%d screens differ", len(screens))
	}
	expect := func(want, what string) {
		t.Helper()
		if body() != screens[want] {
			t.Errorf("%s: screen %s is not open:\n%s", what, want, r.Frame())
		}
	}
	expect("1", "at first")
	r.Press("tab")
	expect("2", "tab")
	r.Press("shift+tab", "shift+tab")
	expect("7", "shift+tab over the first")
	r.Press("tab")
	expect("1", "tab over the last")
	r.Press("4", "esc")
	expect("1", "esc")

	click := func(x, y int) { r.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) }
	line := frameLine(r, 1)
	for digit := range screens {
		first := strings.Index(line, " "+digit+" ") + 1
		last := first + strings.Index(line[first:], "  ") - 1
		for _, x := range []int{first, last} {
			r.Press(map[bool]string{true: "2", false: "1"}[digit == "1"])
			click(x, 1)
			expect(digit, fmt.Sprintf("a click on %s in column %d", digit, x))
		}
	}
	r.Press("5")
	for _, y := range []int{0, 2, 3, 22, 23} {
		click(2, y)
		expect("5", fmt.Sprintf("a click in line %d", y))
	}
	click(79, 1)
	expect("5", "a click right of the tabs")
	click(0, 1)
	expect("5", "a click left of the tabs")
}

// TestWheel: the wheel moves as the arrows do, both ways.
func TestWheel(t *testing.T) {
	r := demo(t, 80, 24)
	wheel := func(b tea.MouseButton) { r.Send(tea.MouseWheelMsg{Button: b}) }
	wheel(tea.MouseWheelDown)
	wheel(tea.MouseWheelDown)
	wants(t, selectedLine(t, r), "autoscaling reactive")
	wheel(tea.MouseWheelUp)
	wants(t, selectedLine(t, r), "canary defective")
}

// TestAgesGrow: what is shown of a file's age follows the clock.
func TestAgesGrow(t *testing.T) {
	r, pass := clocked(t, "", 80, 24, demoFiles(t)...)
	for _, step := range []struct {
		pass time.Duration
		age  string
	}{{0, "3 m"}, {56 * time.Minute, "59 m"}, {time.Minute, "1 h"}, {46 * time.Hour, "47 h"}, {time.Hour, "2 d"}} {
		pass(step.pass)
		wants(t, selectedLine(t, r), ".json · "+step.age)
	}
}
