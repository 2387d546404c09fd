package canary

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// canaryView is everything a drawing of one rollout needs to know.
type canaryView struct {
	th    *theme.Theme
	snap  *analysis.Findings
	f     analysis.Finding
	can   *analysis.Canary // as judged now: by the recorded limits, or by changed ones
	scene scene
	edit  *whatIf // nil outside a what-if
	sel   int     // the selected gate

	old, simulated view.Span // at the right of the head line
}

// canaryListWidth is the width from which the rollouts are in a list at the left.
const canaryListWidth = 110

// View draws the rollouts, the ladder of the selected one and the gates of the
// selected stage; then, as far as there is room, every stage side by side, the
// selected gate in full, and what the file claims against what its figures give.
//
//	◆ ✗ defective_int4_build   ✓ validated_fp8_build            1 of 2  SIMULATED
//	✗ FAIL  ROLLED BACK to 0 % at 25 %: TPOT +19.6 ms (limit +6.0), quality −0.028
//	 ┌ 5 % ────────┐     ┏ 25 % ━━━━━━━┓     ┌ 100 % ──────┐
//	 │ ✓ promote   │ ──▶ ┃ ✗ rollback  ┃ ─✗  │ not reached │
//	 │ 250 req     │     ┃ 1200 req    ┃     │             │
//	 └─────────────┘     ┗━━━━━━━━━━━━━┛     └─────────────┘
//	25 % · 1200 requests · file says rollback_to_0_percent
//	 gate              limit    observed    margin   of the limit         verdict
//	▶TPOT regression   ≤ 6 ms   +19.6 ms  −13.6 ms   █████│███▶  327 %    ✗ FAIL
func (s *canary) View(c screen.Ctx) []string {
	list, keys := s.rollouts(c)
	w, h := c.Width(), c.Height()
	at := s.row.In(keys)
	if at < 0 {
		say := "No canary rollout is open."
		if c.Filter != "" {
			say = "No build's name matches the filter."
		}
		return view.Empty(c, say)
	}
	v := canaryView{
		th: c.Theme, snap: c.Snap, f: list[at], can: analysis.CanaryOf(list[at].Outcome), scene: s.sceneOf(list[at]),
		old: view.NotFresh(c, list[at]), simulated: view.SimulatedSpan(c, list[at].Simulated),
	}
	if s.edit.open {
		v.edit, v.can = &s.edit, s.edit.judged(v.f, s.judge)
	}
	shown, _ := v.gates()
	v.sel = s.gateIn(shown)
	if w < canaryListWidth || len(list) < 2 {
		return append([]string{v.switcher(list, at, w)}, v.body(w, h-1)...)
	}
	left := rolloutsWidth(list, w)
	right := append([]string{v.heading(w - left - 1)}, v.body(w-left-1, h-1)...)
	return view.SideBySide(c.Theme, v.rolloutList(list, at, left-2, h), right, left, h)
}

// widestTable keeps a gate's name and its verdict within one glance.
const widestTable = 150

// body draws the selected rollout on at most h lines of at most w cells. What the
// person on call needs comes first; what does not fit is left out from the end.
func (v canaryView) body(w, h int) []string {
	shown, observed := v.gates()
	observed = observed && v.scene.stage < v.scene.known
	blocks := []view.Block{
		{Least: 1, Ideal: len(v.head(w, 3)), More: 3, Draw: func(n int) []string { return v.head(w, n) }},
		{Least: 1, Ideal: len(v.ladder().Lines(v.th, w, 4)), More: 2, Draw: func(n int) []string { return v.ladder().Lines(v.th, w, n) }},
		view.Whole(0, v.stageLine(w)),
		{Least: 1, Ideal: len(shown) + 1, More: 1, Draw: func(n int) []string {
			return v.table(shown, observed).lines(v.th, min(w, widestTable), n)
		}},
	}
	if v.edit != nil {
		blocks = append(blocks, view.Lines(1, 1, v.editLines(w)))
	}
	for _, p := range v.panels(w) {
		blocks = append(blocks, view.Lines(4, p.least, p.lines).Spaced(4))
	}
	if len(shown) == 0 {
		blocks[3].Ideal = 0
	}
	return view.Stack(h, blocks...)
}

// table returns the gates of the stage on screen.
func (v canaryView) table(shown []analysis.Gate, observed bool) gateTable {
	t := gateTable{gates: shown, observed: observed, selected: v.sel, unseen: "not reached"}
	if v.scene.telling && v.scene.stage < 0 {
		t.unseen, t.selected = "to come", -1
	}
	if v.edit != nil {
		t.was, _ = gates(analysis.CanaryOf(v.f.Outcome), -1)
		if observed {
			t.was, _ = gates(analysis.CanaryOf(v.f.Outcome), v.scene.stage)
		}
		t.typed = v.edit.typed
	}
	return t
}

// head has the state of the rollout: its outcome and the figures that decided it,
// or the moment of the story, or the recorded outcome with the what-if.
func (v canaryView) head(w, h int) []string {
	switch {
	case v.edit != nil:
		lines := v.outcome("recorded", v.f.Verdict, analysis.CanaryOf(v.f.Outcome), w, 1)
		if h == 1 {
			lines = nil
		}
		return append(lines, v.outcome("WHAT-IF", v.can.Verdict(), v.can, w, max(h-1, 1))...)
	case v.scene.telling:
		return v.telling(w, h)
	default:
		return v.outcome("", v.f.Verdict, v.can, w, h)
	}
}

// reached reports whether the rollout came to stage i. A what-if that stops the
// rollout earlier than the record never comes to what follows.
func (v canaryView) reached(i int) bool {
	return v.can.Stages[i].Reached && (v.edit == nil || v.can.Stopped < 0 || i <= v.can.Stopped)
}

// gates returns the gates of the stage on screen, and whether it was reached.
func (v canaryView) gates() (list []analysis.Gate, observed bool) {
	if i := v.scene.stage; i >= 0 && i < len(v.can.Stages) && !v.reached(i) {
		return gates(v.can, -1)
	}
	return gates(v.can, v.scene.stage)
}

// outcome draws how a rollout ended in at most h lines, the ending in capitals,
// with a mark before it where the file says something else.
func (v canaryView) outcome(label string, verdict analysis.Verdict, can *analysis.Canary, w, h int) []string {
	word := strings.ToUpper(can.Ending())
	why, doubt := can.Why(), false
	if can == analysis.CanaryOf(v.f.Outcome) && label != "WHAT-IF" {
		why, doubt = v.f.Why, disagrees(v.snap, v.f)
	}
	why = strings.TrimPrefix(why, "≠ ")
	rest, ended := strings.CutPrefix(why, can.Ending())
	if !ended {
		rest = ": " + why
	}
	switch {
	case can.Outcome == analysis.InProgress && label == "WHAT-IF":
		word = "WOULD GO ON"
	case can.Ending() == analysis.RolledBack.String():
		word += " to 0 %"
	}
	l := widget.NewLine(v.th, w).Put(theme.Text, " ")
	if label != "" {
		tok := theme.Muted
		if label == "WHAT-IF" {
			tok = theme.Undecided
		}
		l.Column(tok, label, 9).Put(theme.Text, " ")
	}
	l.Put(theme.Verdict(verdict), v.th.Badge(verdict)).Put(theme.Text, "  ")
	indent := l.Used()
	if doubt {
		l.Put(theme.Undecided, "≠ ")
	}
	word = v.th.Spell(word)
	lines := make([]string, 0, h)
	texts := view.Wrap(v.th, word+v.th.Spell(rest), max(w-l.Used()-1, 1))
	for i, text := range texts[:min(len(texts), h)] {
		if i > 0 {
			l = widget.NewLine(v.th, w).To(indent)
		} else if after, whole := strings.CutPrefix(text, word); whole {
			l.Put(theme.Verdict(verdict), word)
			text = after
		}
		if i == h-1 && i < len(texts)-1 {
			text = widget.Cut(v.th, text+" "+texts[i+1], l.Left()-1)
		}
		lines = append(lines, l.Put(theme.Text, text).String())
	}
	return lines
}

// telling draws the moment of a story: which step it is, and what happens.
func (v canaryView) telling(w, h int) []string {
	step := "STORY " + strconv.Itoa(v.scene.step) + "/" + strconv.Itoa(v.scene.steps)
	texts := view.Wrap(v.th, v.scene.sentence(v.f), max(w-len(step)-4, 1))
	lines := make([]string, 0, h)
	for i := range h { // always as many, so that nothing below moves from step to step
		l := widget.NewLine(v.th, w).Put(theme.Text, " ")
		if i == 0 {
			l.Put(theme.Accent, step)
		}
		l.To(len(step) + 3)
		if i < len(texts) {
			text := texts[i]
			if i == h-1 && i < len(texts)-1 {
				text = widget.Cut(v.th, text+" "+texts[i+1], l.Left()-1)
			}
			l.Put(theme.Strong, text)
		}
		lines = append(lines, l.String())
	}
	return lines
}

// ladder builds the ladder of the rollout as far as the scene shows it.
func (v canaryView) ladder() widget.Ladder {
	d := widget.Ladder{Selected: v.scene.stage, Rungs: make([]widget.Rung, 0, len(v.can.Stages))}
	for i, st := range v.can.Stages {
		r := widget.Rung{
			Title: stageTitle(st), Verdict: st.Verdict, Reached: v.reached(i), Stopped: i == v.can.Stopped,
			Decision: decisionOf(st), Detail: st.Requests.Text(model.Count) + " req",
		}
		switch {
		case i >= v.scene.known:
			r = widget.Rung{Title: r.Title, Verdict: analysis.Running, Reached: true, Decision: "to come", Detail: settled}
		case st.Reached && !r.Reached:
			r.Detail = "was " + v.th.Mark(analysis.CanaryOf(v.f.Outcome).Stages[i].Verdict) + " " + decisionOf(analysis.CanaryOf(v.f.Outcome).Stages[i])
		case !st.Reached:
			r.Detail = ""
		case v.edit != nil && st.Reached && analysis.CanaryOf(v.f.Outcome).Stages[i].Verdict != st.Verdict:
			r.Detail = "was " + v.th.Mark(analysis.CanaryOf(v.f.Outcome).Stages[i].Verdict) + " " + decisionOf(analysis.CanaryOf(v.f.Outcome).Stages[i])
		case v.edit == nil && st.Reached && (contradicted(st) || v.can.Stopped >= 0 && i > v.can.Stopped):
			r.Decision += " ≠"
		}
		d.Rungs = append(d.Rungs, r)
	}
	return d
}

// settled keeps the boxes of a story as wide as they will be at its end.
var settled = strings.Repeat(" ", len("stopped here"))

// decisionOf is what the gates of a stage decide.
func decisionOf(st analysis.Stage) string {
	switch st.Verdict {
	case analysis.Pass:
		return "promote"
	case analysis.Fail:
		return "rollback"
	case analysis.Undecided:
		return "blocked"
	default:
		return "no verdict"
	}
}

// stageLine heads the table: which stage, on how many requests, and what the file
// says was decided, marked where its own figures do not give that.
func (v canaryView) stageLine(w int) string {
	l := widget.NewLine(v.th, w).Put(theme.Text, " ")
	if v.scene.stage < 0 {
		if len(v.can.Stages) == 0 {
			return l.Put(theme.Muted, "the file has no stages of this rollout").String()
		}
		return l.Put(theme.Title, "what every stage must meet").String()
	}
	st := v.can.Stages[v.scene.stage]
	l.Put(theme.Title, "at "+stageTitle(st))
	switch {
	case !st.Reached && v.edit != nil && v.can.Stopped < 0:
		return l.Put(theme.Muted, " · never tried: no figure to judge by").String()
	case !st.Reached:
		return l.Put(theme.Muted, " · not reached").String()
	case !v.reached(v.scene.stage):
		had := " · not reached; the record had " + decisionOf(analysis.CanaryOf(v.f.Outcome).Stages[v.scene.stage]) + " on " + st.Requests.Text(model.Count) + " requests"
		return l.Put(theme.Muted, widget.Cut(v.th, had, l.Left())).String()
	}
	l.Put(theme.Muted, " · "+st.Requests.Text(model.Count)+" requests · ")
	said, tok := "file says "+recordedText(st), theme.Muted
	if recordedText(st) == model.Dash {
		said = "the file says no decision"
	}
	switch {
	case v.edit != nil:
	case contradicted(st):
		said, tok = "≠ "+said, theme.Undecided
	case v.can.Stopped >= 0 && v.scene.stage > v.can.Stopped:
		said, tok = "≠ "+said+", after the rollback at "+stageTitle(v.can.Stages[v.can.Stopped]), theme.Undecided
	}
	return l.Put(tok, widget.Ellipsis(v.th, said, l.Left())).String()
}
