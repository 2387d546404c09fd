// Package lab is the screen that runs a recorded timeline again with its numbers
// changed.
package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// lab runs a recorded timeline again with its numbers changed, and shows what
// came of it over what was recorded.
type lab struct {
	saveRun func(sim.Document) (string, error)

	source string                    // key of the finding whose timeline is run again; "" is the first
	which  int                       // which reference run, where no timeline is open
	row    labRow                    // the selected number; at first the cold start, which most often matters most
	policy string                    // name of the policy; "" is the recorded one
	values map[sim.Parameter]float64 // what was changed, in the parameter's unit

	typing bool
	typed  string
	before map[sim.Parameter]float64 // values as they were when typing began

	ablating bool
	top      int // first line of the ablation on screen

	rev   int // grows with every change of policy or values
	memo  labRun
	asked labQuestion // what memo answers
	move  view.MoveKeys
	own   labKeys
}

type labKeys struct {
	Less, More, LessFar, MoreFar, Policy, Enter, Ablate, Timeline, Reset, One, Save key.Binding
	Type, Erase, Keep, Leave, Back, Rest                                            key.Binding
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "lab", Title: "Lab", Short: "Lab",
		New: func(d screen.Deps) screen.Screen { return newLab(d.SaveRun) },
	}
}

func newLab(save func(sim.Document) (string, error)) *lab {
	return &lab{saveRun: save, move: view.DefaultMoveKeys(), own: labKeys{
		Less:     view.Bind("←/h", "less", "left", "h"),
		More:     view.Bind("→/l", "more", "right", "l"),
		LessFar:  view.Bind("[", "much less", "shift+left", "["),
		MoreFar:  view.Bind("]", "much more", "shift+right", "]"),
		Policy:   view.Bind("p", "policy", "p"),
		Enter:    view.Bind("enter", "type", "enter", "e"),
		Ablate:   view.Bind("a", "ablation", "a"),
		Timeline: view.Bind("t", "timeline", "t"),
		Reset:    view.Bind("r", "reset", "r"),
		One:      view.Bind("bksp", "reset this number", "backspace"),
		Save:     view.Bind("w", "save the run", "w"),

		Type:  view.Bind("0–9", "type a value", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "."),
		Erase: view.Bind("bksp", "erase", "backspace", "ctrl+u"),
		Keep:  view.Bind("enter", "keep", "enter"),
		Leave: view.Bind("esc", "as before", "esc"),

		Back: view.Bind("a", "back to the run", "a", "esc"),
		Rest: view.Bind("enter", "what it says, or the figures", "enter"),
	}}
}

func (l *lab) Keys(screen.Ctx) []key.Binding {
	k, m := l.own, l.move
	switch {
	case l.ablating:
		return []key.Binding{k.Back, k.Rest, k.Timeline, k.Save, k.Reset, m.Up, m.Down, m.PageUp, m.PageDown, m.Top, m.Bottom}
	case l.typing:
		return []key.Binding{k.Type, k.Keep, k.Leave, k.Erase}
	default:
		up, down := m.Up, m.Down
		up.SetHelp("↑/k", "previous number")
		down.SetHelp("↓/j", "next number")
		return []key.Binding{down, up, k.More, k.Enter, k.Policy, k.Ablate, k.Reset, k.Save, k.Timeline, k.One, k.Less, k.MoreFar, k.LessFar, m.Top, m.Bottom}
	}
}

func (l *lab) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Hidden:
		l.typing = false // what was typed so far stays, as it is on screen
	case screen.Copy:
		return screen.Action{Copy: l.copyText(c)}
	case screen.WriteFile:
		return l.save(c)
	case tea.KeyPressMsg:
		return l.pressed(msg, c)
	}
	return screen.Action{}
}

func (l *lab) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	switch k := l.own; {
	case l.typing:
		return l.updateTyping(press, c)
	case key.Matches(press, k.Reset):
		l.policy, l.values = "", nil
		l.rev++
	case key.Matches(press, k.Save):
		return l.save(c)
	case key.Matches(press, k.Timeline):
		return l.nextTimeline(c)
	case l.ablating:
		l.updateAblation(press, c)
	case key.Matches(press, k.Ablate):
		l.ablating, l.top = true, 0
	default:
		return l.updateNumbers(press, c)
	}
	return screen.Action{}
}

// updateNumbers handles the keys that choose a number and change it.
func (l *lab) updateNumbers(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	run := l.run(c)
	if run.base.err != nil {
		return screen.Action{} // nothing can be run, so nothing can be changed
	}
	rows := l.matching(run, c.Filter)
	if len(rows) == 0 {
		return screen.Action{} // nothing on screen that a key could mean
	}
	at := max(slices.Index(rows, l.row), 0)
	if i, moved := l.move.Moved(press, at, len(rows), c.Height()/2); moved {
		l.row = rows[i]
		return screen.Action{}
	}
	row := rows[at]
	switch k := l.own; {
	case key.Matches(press, k.Policy), key.Matches(press, k.Enter, k.More) && row == labPolicy:
		return l.cyclePolicy(run, 1)
	case key.Matches(press, k.Less) && row == labPolicy:
		return l.cyclePolicy(run, -1)
	case key.Matches(press, k.One):
		return l.resetOne(run, row)
	case row == labPolicy:
		return screen.Action{}
	case key.Matches(press, k.Enter):
		l.row, l.typing, l.typed, l.before = row, true, "", maps.Clone(l.values)
	case key.Matches(press, k.More):
		return l.step(run, row, 1, false)
	case key.Matches(press, k.Less):
		return l.step(run, row, -1, false)
	case key.Matches(press, k.MoreFar):
		return l.step(run, row, 1, true)
	case key.Matches(press, k.LessFar):
		return l.step(run, row, -1, true)
	}
	return screen.Action{}
}

// nextTimeline turns to the next recorded timeline, or to the other reference
// run. What was changed stays changed.
func (l *lab) nextTimeline(c screen.Ctx) screen.Action {
	l.rev++
	all := labTimelines(c)
	if len(all) == 0 {
		l.which = (l.which + 1) % len(referenceRuns)
		return screen.Action{}
	}
	if len(all) == 1 {
		return screen.Action{Notice: "no other timeline is open"}
	}
	now := l.run(c).base.key
	for i, f := range all {
		if f.Key == now {
			l.source = all[(i+1)%len(all)].Key
			return screen.Action{}
		}
	}
	l.source = all[0].Key
	return screen.Action{}
}

// save writes the run through the function that cmd provided.
func (l *lab) save(c screen.Ctx) screen.Action {
	run := l.run(c)
	switch {
	case l.saveRun == nil:
		return screen.Action{Notice: "runs cannot be saved here"}
	case run.err != nil:
		return screen.Action{Notice: "there is no run to save"}
	}
	write := l.saveRun
	d := sim.Document{Scope: l.scope(run), Runs: []sim.NamedRun{{Name: run.config.Policy.Name(), Result: run.result}}}
	return screen.Action{Save: &screen.Save{Done: "run saved as", Failed: "run not saved", Write: func() (string, error) { return write(d) }}}
}

// scope says in a sentence what was run: the demand, the policy, what was changed
// and what the file does not say and was assumed.
func (l *lab) scope(run *labRun) string {
	text := "Run of the Lab on the demand of " + run.base.where() + " under " + run.config.Policy.Name()
	changed := l.changed(run)
	if len(changed) == 0 {
		text += " with nothing changed"
	}
	for i, ch := range changed {
		sep := ", "
		if i == 0 {
			sep = " with "
		}
		text += fmt.Sprintf("%s%s %s instead of %s", sep, ch.label, ch.now, ch.was)
	}
	if len(run.base.assumed) > 0 {
		text += "; not in the file, assumed: " + strings.Join(run.base.assumed, ", ")
	}
	return text
}

// copyText returns the what-if as Markdown: what was changed and what came of it.
func (l *lab) copyText(c screen.Ctx) string {
	run := l.run(c)
	if run.err != nil {
		return ""
	}
	var b strings.Builder
	if l.ablating {
		l.ablationMarkdown(&b, run)
		return b.String()
	}
	fmt.Fprintf(&b, "SIMULATED: %s.\n\n| | %s | simulated | difference |\n|---|---|---|---|\n", l.scope(run), run.base.word())
	for _, f := range run.figures() {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.label, f.recorded, f.simulated, f.difference)
	}
	return b.String()
}

// labTimelines returns the findings whose timelines can be run again, file by
// file in the file's order.
func labTimelines(c screen.Ctx) []analysis.Finding {
	var all []analysis.Finding
	if c.Snap == nil {
		return nil
	}
	for _, f := range c.Snap.List {
		if analysis.AutoscalingOf(f.Outcome) != nil {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(a, b analysis.Finding) int {
		if n := strings.Compare(a.File.Key, b.File.Key); n != 0 {
			return n
		}
		return view.OrderInFile(a) - view.OrderInFile(b)
	})
	return all
}

// text prints a figure of a parameter as the Lab shows it.
func (r labRow) text(v float64) string { return sim.Parameter(r).Text(v) }
