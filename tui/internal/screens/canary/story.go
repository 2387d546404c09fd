package canary

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/tui/internal/screen"
)

// A story tells a rollout a step a key press: its start, each stage up to the one
// that ended it, the outcome. Nothing moves on by itself, so that the
// presenter sets the pace.

// storyStages returns how many stages the story of a rollout has.
func storyStages(c *analysis.Canary) int {
	if c.Stopped >= 0 {
		return c.Stopped + 1
	}
	n := 0
	for i, st := range c.Stages {
		if st.Reached {
			n = i + 1
		}
	}
	return n
}

// storySteps returns how many steps the story of a rollout has.
func storySteps(c *analysis.Canary) int { return storyStages(c) + 2 }

// scene is the moment of a rollout that is on screen.
type scene struct {
	telling bool // a story is on screen
	step    int  // from 1, of steps
	steps   int
	stage   int  // index of the stage shown; −1 for none
	known   int  // stages whose result is shown
	ended   bool // the outcome is shown
}

// sceneOf returns what is on screen of rollout f.
func (s *canary) sceneOf(f analysis.Finding) scene {
	if s.story == 0 {
		return scene{stage: s.stage.in(f), known: len(analysis.CanaryOf(f.Outcome).Stages), ended: true}
	}
	sc := scene{telling: true, steps: storySteps(analysis.CanaryOf(f.Outcome))}
	sc.step = min(s.story, sc.steps) // a reload may have shortened it
	sc.ended = sc.step == sc.steps
	sc.known = min(sc.step-1, storyStages(analysis.CanaryOf(f.Outcome)))
	sc.stage = sc.known - 1
	if stopped := analysis.CanaryOf(f.Outcome).Stopped; stopped >= 0 && sc.stage == stopped {
		sc.known = len(analysis.CanaryOf(f.Outcome).Stages) // nothing is to come after it
	}
	if sc.ended {
		sc.known, sc.stage = len(analysis.CanaryOf(f.Outcome).Stages), decisive(analysis.CanaryOf(f.Outcome))
	}
	return sc
}

// updateStory handles a key during a story.
func (s *canary) updateStory(press tea.KeyPressMsg, list []analysis.Finding, keys []string, at int) screen.Action {
	f, k := list[at], s.own
	sc := s.sceneOf(f)
	switch {
	case key.Matches(press, k.Next) && sc.ended:
		s.turnTo(keys, (at+1)%len(keys))
		s.story = 1
	case key.Matches(press, k.Next):
		s.story, s.gate = sc.step+1, ""
	case key.Matches(press, k.Back) && sc.step > 1:
		s.story, s.gate = sc.step-1, ""
	case key.Matches(press, k.Back) && at > 0:
		s.turnTo(keys, at-1)
		s.story = storySteps(analysis.CanaryOf(list[at-1].Outcome))
	case key.Matches(press, s.move.Up), key.Matches(press, s.move.Down):
		to, _ := s.move.Moved(press, at, len(keys), 1)
		s.turnTo(keys, to)
		s.story = 1
	case key.Matches(press, k.LeaveStory):
		s.endStory(f, sc)
	case key.Matches(press, k.Edit):
		s.endStory(f, sc)
		s.startEdit(f, s.stage.in(f))
	case key.Matches(press, k.Explain) && sc.stage >= 0:
		return s.explain(f, analysis.CanaryOf(f.Outcome), sc.stage)
	}
	return screen.Action{}
}

// endStory leaves the story at its stage.
func (s *canary) endStory(f analysis.Finding, sc scene) {
	s.story = 0
	if sc.stage >= 0 {
		s.stage = pick(f, sc.stage)
	}
}

// sentence says what happens at a moment of the story.
func (sc scene) sentence(f analysis.Finding) string {
	c := analysis.CanaryOf(f.Outcome)
	switch {
	case sc.ended:
		return f.Sentence
	case sc.stage < 0:
		return startSentence(c)
	default:
		return stageSentence(c, sc.stage)
	}
}

func startSentence(c *analysis.Canary) string {
	var shares []string
	for _, st := range c.Stages {
		shares = append(shares, stageTitle(st))
	}
	if len(shares) == 0 {
		return c.Data.Name + " has no stages in the file."
	}
	text := fmt.Sprintf("%s starts out: %s of traffic.", c.Data.Name, strings.Join(shares, ", then "))
	list, _ := gates(c, -1)
	if len(list) == 0 {
		return text + " No gate judges it."
	}
	return text + " Every stage must keep the limits below; the first that breaks one goes back to 0 %."
}

// stageSentence says how a stage went, what comes of it, and what the file says
// where that is something else.
func stageSentence(c *analysis.Canary, i int) string {
	st := c.Stages[i]
	if !st.Reached {
		return "At " + stageTitle(st) + " the file has nothing, though a later stage is there."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "At %s of traffic, over %s requests: ", stageTitle(st), st.Requests.Text(model.Count))
	switch st.Verdict {
	case analysis.Fail:
		b.WriteString(brokenGates(st) + ". The rollout ends here and goes back to 0 %.")
	case analysis.Undecided:
		b.WriteString(openGates(st) + ". The rollout is blocked here.")
	case analysis.Pass:
		b.WriteString(heldGates(st))
		if i+1 < len(c.Stages) {
			b.WriteString(" It goes on to " + stageTitle(c.Stages[i+1]) + ".")
		} else {
			b.WriteString(" Nothing is left to reach.")
		}
	default:
		b.WriteString("no gate has anything to judge.")
	}
	if contradicted(st) {
		b.WriteString(" ≠ The file says " + recordedText(st) + ".")
	}
	return b.String()
}

func brokenGates(st analysis.Stage) string {
	var parts []string
	for _, g := range st.Gates {
		if g.Verdict == analysis.Fail {
			parts = append(parts, g.Rule.Name+" "+g.ObservedText()+" breaks "+g.LimitText())
		}
	}
	return strings.Join(parts, ", ")
}

func openGates(st analysis.Stage) string {
	var parts []string
	for _, g := range st.Gates {
		if g.Verdict == analysis.Undecided {
			parts = append(parts, g.Rule.Name+" has no verdict ("+g.Reason.String()+")")
		}
	}
	if len(parts) == 0 {
		return "it cannot be decided"
	}
	return strings.Join(parts, ", ")
}

func heldGates(st analysis.Stage) string {
	held, absent := 0, 0
	for _, g := range st.Gates {
		switch {
		case g.Verdict == analysis.Pass:
			held++
		case g.NotInFile:
			absent++
		}
	}
	text := text.Counted(held, "gate") + " held"
	if absent > 0 {
		text += fmt.Sprintf(", %d not in file", absent)
	}
	if i := worstGate(passed(st.Gates)); i >= 0 {
		g := passed(st.Gates)[i]
		text += fmt.Sprintf("; nearest its limit is %s, %s of %s", g.Rule.Name, g.ObservedText(), g.Limit.Text(g.Rule.Unit))
	}
	return text + "."
}

// passed returns the gates that hold.
func passed(list []analysis.Gate) []analysis.Gate {
	var out []analysis.Gate
	for _, g := range list {
		if g.Verdict == analysis.Pass {
			out = append(out, g)
		}
	}
	return out
}

// recordedText is what the file says was decided at a stage.
func recordedText(st analysis.Stage) string {
	if st.Data == nil {
		return model.Dash
	}
	if st.Data.Decision != "" {
		return st.Data.Decision
	}
	if st.Data.Passed.OK() {
		return map[bool]string{true: "passed", false: "not passed"}[st.Data.Passed.Value]
	}
	return model.Dash
}
