package canary

import (
	"maps"
	"math"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// whatIf is the limits that were changed to see what a rollout would have come
// to. They live in the console alone: nothing writes them anywhere, and what is
// judged by them is only shown while the edit is open.
type whatIf struct {
	open   bool
	file   string             // key of the file whose limits these are
	limits map[string]float64 // by rule ID, in the rule's unit
	typed  string             // the number being typed, "" where none is
	gate   string             // what was selected before, for the way back
}

// close leaves the edit. The limits stay, for when it is opened again.
func (e *whatIf) close() { e.open, e.typed = false, "" }

func (s *canary) startEdit(f analysis.Finding, stage int) {
	if s.edit.file != f.File.Key {
		s.edit = whatIf{file: f.File.Key}
	}
	s.edit.open, s.edit.gate = true, s.gate
	if list, _ := gates(analysis.CanaryOf(f.Outcome), stage); s.gate == "" && len(list) > 0 {
		s.gate = list[worstGate(list)].Rule.ID // held, so that it stays while verdicts change
	}
}

// shows reports whether anything differs from what was recorded.
func (e *whatIf) shows(f analysis.Finding) bool {
	return e.open && e.file == f.File.Key && len(e.limits) > 0
}

// judged returns the rollout judged by the changed limits, every stage again. The
// file's claim that it was rolled back is dropped where its own limits
// reproduce that, since it is what the changed ones may undo; a doubt that no
// limit has a part in stays.
func (e *whatIf) judged(f analysis.Finding, o analysis.Options) *analysis.Canary {
	if !e.shows(f) {
		return analysis.CanaryOf(f.Outcome)
	}
	was, d := analysis.CanaryOf(f.Outcome), f.File.Doc
	doubted := was.Outcome == analysis.Blocked && goesOn(analysis.JudgeRollout(d, was.Data, was.Policy, o))
	r := *was.Data
	if was.Outcome == analysis.RolledBack {
		r.RolledBack = model.Flag{}
	}
	limits := maps.Clone(o.Limits)
	if limits == nil {
		limits = make(map[string]float64, len(e.limits))
	}
	maps.Copy(limits, e.limits)
	o.Limits = limits
	c := analysis.JudgeRollout(d, &r, was.Policy, o)
	if doubted && goesOn(c) {
		c.Outcome, c.Reason = analysis.Blocked, was.Reason
	}
	for i := range c.Stages {
		for j := range c.Stages[i].Gates {
			g := &c.Stages[i].Gates[j]
			g.File = f.File.Name
			if _, changed := e.limits[g.Rule.ID]; changed {
				g.LimitSource, g.LimitPtr = "WHAT-IF, typed here and written nowhere", ""
			}
		}
	}
	return &c
}

// goesOn reports whether nothing stops a rollout.
func goesOn(c analysis.Canary) bool {
	return c.Outcome == analysis.Promoted || c.Outcome == analysis.InProgress
}

// updateEdit handles a key while limits are edited.
func (s *canary) updateEdit(press tea.KeyPressMsg, list []analysis.Finding, at int) screen.Action {
	f, k := list[at], s.own
	stage := s.stage.in(f)
	switch {
	case key.Matches(press, k.Leave):
		s.gate = s.edit.gate
		s.edit.close()
	case key.Matches(press, k.UpGate):
		s.edit.typed = ""
		s.moveGate(analysis.CanaryOf(f.Outcome), stage, -1)
	case key.Matches(press, k.DownGate):
		s.edit.typed = ""
		s.moveGate(analysis.CanaryOf(f.Outcome), stage, 1)
	case key.Matches(press, k.UpRollout, k.DownRollout):
		to := at + 1
		if key.Matches(press, k.UpRollout) {
			to = at - 1
		}
		return s.editAnother(list, to)
	case key.Matches(press, k.Reset):
		s.edit.limits, s.edit.typed = nil, ""
	case key.Matches(press, k.Keep) && s.edit.typed != "":
		s.edit.typed = ""
	case key.Matches(press, k.Keep):
		return s.explain(f, s.edit.judged(f, s.judge), stage)
	case key.Matches(press, k.PrevStage, k.NextStage):
		s.edit.typed = ""
		s.moveStage(press, f, analysis.CanaryOf(f.Outcome), stage)
	default:
		s.change(press, f, stage)
	}
	return screen.Action{}
}

// editAnother looks at another rollout by the same changed limits; one of another
// file has limits of its own.
func (s *canary) editAnother(list []analysis.Finding, to int) screen.Action {
	if to < 0 || to >= len(list) {
		return screen.Action{}
	}
	if list[to].File.Key != s.edit.file {
		return screen.Action{Notice: "the next rollout is of another file, with limits of its own: esc first"}
	}
	s.row, s.stage, s.edit.typed = view.Selection{Key: list[to].Key, Index: to}, stagePick{}, ""
	return screen.Action{}
}

// change handles the keys that change the limit of the selected gate.
func (s *canary) change(press tea.KeyPressMsg, f analysis.Finding, stage int) {
	list, _ := gates(analysis.CanaryOf(f.Outcome), stage)
	i := s.gateIn(list)
	if i < 0 {
		return
	}
	g := list[i]
	now := g.Limit.Value
	if v, changed := s.edit.limits[g.Rule.ID]; changed {
		now = v
	}
	step := stepOf(g)
	switch {
	case key.Matches(press, s.own.Type) && len(s.edit.typed) < view.MaxTyped:
		s.edit.typed += press.Text
		s.takeTyped(g)
	case key.Matches(press, s.own.Erase):
		if n := len(s.edit.typed); n > 0 && press.String() != "ctrl+u" {
			s.edit.typed = s.edit.typed[:n-1]
		} else {
			s.edit.typed = ""
		}
		s.takeTyped(g)
	case key.Matches(press, s.own.More):
		s.edit.set(g, (math.Floor(now/step+view.StepDust)+1)*step)
	case key.Matches(press, s.own.Less):
		s.edit.set(g, (math.Ceil(now/step-view.StepDust)-1)*step)
	}
}

// stepOf returns by how much a limit is raised or lowered: about a tenth of the
// recorded one, as 1, 2 or 5 times a power of ten.
func stepOf(g analysis.Gate) float64 {
	size := math.Abs(g.Limit.Value)
	if !g.Limit.OK() || size == 0 {
		size = 1
	}
	power := math.Pow(10, math.Floor(math.Log10(size/10)))
	switch of := size / 10 / power; {
	case of < 1.5:
		return power
	case of < 4:
		return 2 * power
	default:
		return 5 * power
	}
}

// takeTyped applies what is typed as soon as it is a number, and takes the change
// back once nothing is left of it.
func (s *canary) takeTyped(g analysis.Gate) {
	if s.edit.typed == "" {
		s.edit.unset(g)
		return
	}
	v, err := strconv.ParseFloat(s.edit.typed, 64)
	if err != nil {
		return // a dot alone, or a second one: nothing to judge by yet
	}
	if g.Rule.Unit == model.Share {
		v /= 100 // typed as it is printed, in percent
	}
	if g.Limit.Value < 0 {
		v = -v // the sign of a limit is not for typing: the minus key lowers
	}
	typed := s.edit.typed
	s.edit.set(g, v)
	s.edit.typed = typed
}

// set changes the limit of a gate. One that cannot be negative stops at zero.
func (e *whatIf) set(g analysis.Gate, v float64) {
	if g.Limit.Value >= 0 {
		v = max(v, 0)
	}
	if v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64); err == nil {
		if e.limits == nil {
			e.limits = make(map[string]float64)
		}
		e.limits[g.Rule.ID], e.typed = v, "" // the digits of a limit, without the dust of its steps
	}
	if g.Limit.OK() && e.limits[g.Rule.ID] == g.Limit.Value {
		e.unset(g) // back at what was recorded
	}
}

func (e *whatIf) unset(g analysis.Gate) { delete(e.limits, g.Rule.ID) }
