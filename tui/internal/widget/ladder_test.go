package widget

import (
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
)

func defective(selected int) Ladder {
	return Ladder{Selected: selected, Rungs: []Rung{
		{Title: "5 %", Verdict: analysis.Pass, Reached: true, Decision: "promote", Detail: "250 req"},
		{Title: "25 %", Verdict: analysis.Fail, Reached: true, Stopped: true, Decision: "rollback", Detail: "1 200 req"},
		{Title: "100 %"},
	}}
}

func TestLadder(t *testing.T) {
	undecided := defective(-1)
	undecided.Rungs[1].Verdict, undecided.Rungs[1].Decision = analysis.Undecided, ""
	running := defective(0)
	running.Rungs[1] = Rung{Title: "25 %", Verdict: analysis.Running, Reached: true, Detail: "80 req"}
	s := &sheet{t: t}
	both(func(th *theme.Theme) {
		for _, w := range []int{80, 63, 62, 50, 48, 40, 30, 14, 3, 0, -2} {
			s.add(charset(th)+" "+itoa(w), th, w, plain(defective(1).Lines(th, w, 9)...)...)
		}
		s.add(charset(th)+" undecided", th, 70, plain(undecided.Lines(th, 70, 4)...)...)
		s.add(charset(th)+" running", th, 72, plain(running.Lines(th, 72, 4)...)...)
		s.add(charset(th)+" three lines", th, 80, plain(defective(1).Lines(th, 80, 3)...)...)
		s.add(charset(th)+" one line", th, 80, plain(defective(-1).Lines(th, 80, 1)...)...)
		s.add(charset(th)+" no stages", th, 20, plain(Ladder{}.Lines(th, 20, 4)...)...)
	})
	golden(t, "ladder", s.b.String())
}

func TestLadderHeight(t *testing.T) {
	for h, want := range map[int]int{9: 4, 4: 4, 3: 3, 2: 1, 1: 1, 0: 0, -1: 0} {
		if got := len(defective(1).Lines(bare(false), 80, h)); got != want {
			t.Errorf("h = %d: %d lines, want %d", h, got, want)
		}
	}
}

// With many stages the one line begins late enough for the selected one, or for
// the last that was reached, to be seen.
func TestLadderLineShowsWhatMatters(t *testing.T) {
	d := Ladder{Selected: -1}
	for _, title := range []string{"1 %", "2 %", "5 %", "10 %", "20 %", "40 %", "80 %", "100 %"} {
		d.Rungs = append(d.Rungs, Rung{Title: title, Verdict: analysis.Pass, Reached: title != "100 %"})
	}
	d.Rungs[6].Verdict = analysis.Fail
	both(func(th *theme.Theme) {
		stopped := plain(d.Lines(th, 36, 1)...)[0]
		if want := "80 % " + th.Mark(analysis.Fail); !strings.Contains(stopped, want) {
			t.Errorf("the stage that stopped it is not seen: %q", stopped)
		}
		d.Selected = 3
		chosen := plain(d.Lines(th, 24, 1)...)[0]
		if want := "10 % " + th.Mark(analysis.Pass); !strings.Contains(chosen, want) {
			t.Errorf("the selected stage is not seen: %q", chosen)
		}
		d.Selected = -1
	})
}

// The selected stage, the stage that stopped the rollout and a stage that was
// not reached can be told apart without colour.
func TestLadderWithoutColour(t *testing.T) {
	both(func(th *theme.Theme) {
		first, second := defective(0).Lines(th, 80, 4), defective(1).Lines(th, 80, 4)
		if strings.Join(plain(first...), "\n") == strings.Join(plain(second...), "\n") {
			t.Error("the selection shows in colour only")
		}
	})
}

// The stage that stopped the rollout says so whichever stage is selected, and
// whatever form the ladder is drawn in as long as it has the room.
func TestLadderStopIsUnmistakable(t *testing.T) {
	both(func(th *theme.Theme) {
		for selected := -1; selected < 3; selected++ {
			for _, h := range []int{4, 3, 1} {
				drawn := strings.Join(plain(defective(selected).Lines(th, 90, h)...), "\n")
				if strings.Count(drawn, "stopped here") != 1 {
					t.Errorf("%s, %d selected, %d lines: the stop is not said:\n%s", charset(th), selected, h, drawn)
				}
			}
			heavy := "┗"
			if th.ASCII {
				heavy = "# stopped here"
			}
			if drawn := strings.Join(plain(defective(selected).Lines(th, 90, 4)...), "\n"); strings.Count(drawn, heavy) != 1 {
				t.Errorf("%s, %d selected: the stop is not drawn heavily, or another stage is:\n%s", charset(th), selected, drawn)
			}
		}
	})
}
