// Package canary is the screen of rollouts, stage by stage, with a step through
// each and a what-if on its limits.
package canary

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// canary shows rollouts stage by stage: view.go draws, pick.go has what can be
// chosen, story.go the steps through a rollout, edit.go the what-if.
type canary struct {
	judge analysis.Options // what the console judges by; a what-if starts from it
	row   view.Selection   // the rollout
	stage stagePick
	gate  string // ID of the selected gate's rule; "" is the worst of the stage
	story int    // step of the story, from 1; 0 is none
	edit  whatIf
	move  view.MoveKeys
	own   canaryKeys
}

type canaryKeys struct {
	PrevStage, NextStage, Story, Edit, Explain, PrevGate, NextGate key.Binding
	Next, Back, LeaveStory                                         key.Binding
	Type, More, Less, Erase, Reset, Keep, Leave, UpGate, DownGate  key.Binding
	UpRollout, DownRollout                                         key.Binding
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "canary", Title: "Canary", Short: "Canary",
		Shows: func(f *analysis.Finding) bool { return analysis.CanaryOf(f.Outcome) != nil },
		New:   func(d screen.Deps) screen.Screen { return newCanary(d.Judge) },
	}
}

func newCanary(o analysis.Options) *canary {
	return &canary{judge: o, move: view.DefaultMoveKeys(), own: canaryKeys{
		PrevStage: view.Bind("←/h", "previous stage", "left", "h"),
		NextStage: view.Bind("→/l", "next stage", "right", "l"),
		Story:     view.Bind("space", "step through", "space"),
		Edit:      view.Bind("e", "edit a limit", "e"),
		Explain:   view.Bind("enter", "explain", "enter"),
		NextGate:  view.Bind("n", "next gate", "n"),
		PrevGate:  view.Bind("N", "previous gate", "N"),

		Next:       view.Bind("space", "next step", "space", "right", "l"),
		Back:       view.Bind("←", "back", "left", "h", "backspace"),
		LeaveStory: view.Bind("esc", "leave the story", "esc"),

		UpGate:      view.Bind("↑/k", "previous gate", "up", "k"),
		DownGate:    view.Bind("↓/j", "next gate", "down", "j"),
		Type:        view.Bind("0–9", "type a limit", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "."),
		More:        view.Bind("+", "raise", "+", "="),
		Less:        view.Bind("-", "lower", "-", "_"),
		Erase:       view.Bind("bksp", "erase", "backspace", "ctrl+u"),
		Reset:       view.Bind("r", "reset", "r"),
		Keep:        view.Bind("enter", "explain", "enter"),
		Leave:       view.Bind("esc", "leave", "esc", "e"),
		UpRollout:   view.Bind("pgup", "previous rollout", "pgup"),
		DownRollout: view.Bind("pgdn", "next rollout", "pgdown"),
	}}
}

func (s *canary) Keys(screen.Ctx) []key.Binding {
	k := s.own
	switch {
	case s.edit.open:
		return []key.Binding{k.Type, k.More, k.Less, k.Reset, k.Leave, k.UpGate, k.DownGate, k.PrevStage, k.NextStage, k.Keep, k.Erase, k.UpRollout, k.DownRollout}
	case s.story > 0:
		return []key.Binding{k.Next, k.Back, k.LeaveStory, k.Explain, k.Edit, s.move.Up, s.move.Down}
	default:
		up, down := s.move.Up, s.move.Down
		up.SetHelp("↑/k", "previous rollout")
		down.SetHelp("↓/j", "next rollout")
		return []key.Binding{k.Story, k.NextStage, k.PrevStage, down, up, k.Edit, k.Explain, k.NextGate, k.PrevGate, s.move.PageUp, s.move.PageDown, s.move.Top, s.move.Bottom}
	}
}

func (s *canary) open(f analysis.Finding) {
	s.row = view.Selection{Key: f.Key}
	s.leave()
	s.stage = stagePick{}
}

// leave ends story and what-if, and forgets which gate was chosen.
func (s *canary) leave() {
	s.story, s.gate = 0, ""
	s.edit.close()
}

// rollouts returns the rollouts that the filter lets through, worst first, and
// their keys.
func (s *canary) rollouts(c screen.Ctx) ([]analysis.Finding, []string) {
	var list []analysis.Finding
	var keys []string
	for _, f := range c.Snap.List {
		if analysis.CanaryOf(f.Outcome) != nil && strings.Contains(strings.ToLower(analysis.CanaryOf(f.Outcome).Data.Name), c.Filter) {
			list = append(list, f)
			keys = append(keys, f.Key)
		}
	}
	return list, keys
}

func (s *canary) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Hidden:
		s.leave()
	case screen.Open:
		s.open(msg.Finding)
	case screen.Copy:
		return screen.Action{Copy: s.copyText(c)}
	case tea.KeyPressMsg:
		return s.pressed(msg, c)
	}
	return screen.Action{}
}

func (s *canary) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	list, keys := s.rollouts(c)
	at := s.row.In(keys)
	if at < 0 {
		s.leave() // whatever was shown is gone; its keys must not stay bound
		return screen.Action{}
	}
	s.row = s.row.To(keys, at) // a key press means what is shown now
	switch {
	case s.edit.open:
		return s.updateEdit(press, list, at)
	case s.story > 0:
		return s.updateStory(press, list, keys, at)
	}
	if i, moved := s.move.Moved(press, at, len(keys), c.Height()/2); moved {
		s.turnTo(keys, i)
		return screen.Action{}
	}
	f, stage := list[at], s.stage.in(list[at])
	switch {
	case key.Matches(press, s.own.Story):
		s.story = 1
	case key.Matches(press, s.own.Edit):
		s.startEdit(f, stage)
	case key.Matches(press, s.own.Explain):
		return s.explain(f, analysis.CanaryOf(f.Outcome), stage)
	default:
		s.moveStage(press, f, analysis.CanaryOf(f.Outcome), stage)
	}
	return screen.Action{}
}

// turnTo selects rollout i and looks at the stage that decided it.
func (s *canary) turnTo(keys []string, i int) {
	s.row, s.stage, s.gate = s.row.To(keys, i), stagePick{}, ""
}

// moveStage handles the keys that choose a stage, and a gate of it.
func (s *canary) moveStage(press tea.KeyPressMsg, f analysis.Finding, can *analysis.Canary, stage int) {
	switch {
	case key.Matches(press, s.own.PrevStage) && stage > 0:
		s.stage = pick(f, stage-1)
	case key.Matches(press, s.own.NextStage) && stage >= 0 && stage < len(can.Stages)-1:
		s.stage = pick(f, stage+1)
	case key.Matches(press, s.own.NextGate):
		s.moveGate(can, stage, 1)
	case key.Matches(press, s.own.PrevGate):
		s.moveGate(can, stage, -1)
	}
}

func (s *canary) moveGate(can *analysis.Canary, stage, by int) {
	list, _ := gates(can, stage)
	if i := s.gateIn(list); i >= 0 {
		s.gate = list[min(max(i+by, 0), len(list)-1)].Rule.ID
	}
}

// explain says everything on the selected gate, then on the others of the stage,
// worst first, so that one key answers why the stage is what it is.
func (s *canary) explain(f analysis.Finding, can *analysis.Canary, stage int) screen.Action {
	if stage < 0 {
		return screen.Action{Dialog: &screen.Dialog{Title: f.Title, Details: []analysis.Detail{{Label: "stages", Text: "the file has none"}}}}
	}
	st := can.Stages[stage]
	d := &screen.Dialog{Title: can.Data.Name + ", " + stageTitle(st)}
	switch {
	case !st.Reached:
		d.Details = []analysis.Detail{{Label: "stage", Text: "not reached: nothing was judged here"}, {Label: "because", Text: f.Why}}
		return screen.Action{Dialog: d}
	case can != analysis.CanaryOf(f.Outcome) && can.Stopped >= 0 && stage > can.Stopped:
		d.Details = append([]analysis.Detail{{Label: "stage", Text: "WHAT-IF: not reached"}, {Label: "because", Text: can.Why()}}, recordedDetails(analysis.CanaryOf(f.Outcome).Stages[stage])...)
		return screen.Action{Dialog: d}
	}
	rest := slices.Clone(st.Gates)
	selected := s.gateIn(rest)
	for len(rest) > 0 {
		d.Details = append(d.Details, rest[selected].Explain()...)
		d.Details = append(d.Details, analysis.Detail{})
		rest = slices.Delete(rest, selected, selected+1)
		selected = worstGate(rest)
	}
	d.Details = append(d.Details, recordedDetails(st)...)
	return screen.Action{Dialog: d}
}

// recordedDetails are the file's own words on a stage.
func recordedDetails(st analysis.Stage) []analysis.Detail {
	verdict := "as its figures give"
	if contradicted(st) {
		verdict = "≠ its figures give " + st.Verdict.String()
	}
	return []analysis.Detail{
		{Label: "file says", Text: view.OrDash(st.Data.Decision) + "; " + verdict},
		{Label: "its reasons", Text: view.OrDash(strings.Join(st.Data.Reasons, ", "))},
		{Label: "pointer", Text: st.Data.Pointer},
	}
}

func (s *canary) copyText(c screen.Ctx) string {
	list, keys := s.rollouts(c)
	if at := s.row.In(keys); at >= 0 {
		return report.FindingMarkdown(list[at])
	}
	return ""
}
