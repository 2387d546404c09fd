// Package audit is the screen of what the files claim against what their own
// values give.
package audit

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// audit lists what the files claim against what their own figures give.
type audit struct {
	sel  checkSelection
	open bool // only what was not reproduced is listed
	move view.MoveKeys
	own  struct{ Explain, Open key.Binding }
}

// checkSelection is the selected check, held by its identity: a reload keeps it
// though the list is sorted again.
type checkSelection struct {
	file, pointer, claim string
	index                int // where it was last; used when it is gone
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "audit", Title: "Audit", Short: "Audit",
		New: func(d screen.Deps) screen.Screen { return newAudit() },
	}
}

func newAudit() *audit {
	a := &audit{move: view.DefaultMoveKeys()}
	a.own.Explain = view.Bind("enter", "explain", "enter")
	a.own.Open = view.Bind("a", "hide reproduced", "a", "x")
	return a
}

func (a *audit) Keys(screen.Ctx) []key.Binding {
	return []key.Binding{a.own.Explain, a.own.Open, a.move.Up, a.move.Down, a.move.PageUp, a.move.PageDown, a.move.Top, a.move.Bottom}
}

// listing is the checks that are listed: indices into the checks of the
// findings, or the first n of them where nothing is filtered out between.
type listing struct {
	checks []analysis.Check
	at     []int // nil: the first n
	n      int
}

// check returns row i.
func (l listing) check(i int) analysis.Check {
	if l.at != nil {
		i = l.at[i]
	}
	return l.checks[i]
}

// listed returns what is listed now. The checks come sorted, so that those not
// reproduced are the first ones.
func (a *audit) listed(c screen.Ctx) listing {
	l := listing{checks: c.Snap.Checks, n: len(c.Snap.Checks)}
	if a.open {
		for l.n > 0 && l.checks[l.n-1].Result.Agrees() {
			l.n--
		}
	}
	if c.Filter == "" {
		return l
	}
	l.at = make([]int, 0, l.n)
	for i := range l.n {
		if matches(&l.checks[i], c.Filter) {
			l.at = append(l.at, i)
		}
	}
	l.n = len(l.at)
	return l
}

// matches reports whether a text of the check holds the filter, in lower case.
func matches(k *analysis.Check, filter string) bool {
	return view.Holds(k.Claim, filter) || view.Holds(k.Pointer, filter) || view.Holds(k.File, filter) || view.Holds(k.Result.String(), filter) ||
		view.Holds(k.Claimed, filter) || view.Holds(k.Recomputed, filter) || view.Holds(k.Rule, filter)
}

// selected returns the row of the selected check, or −1 where nothing is listed.
func (a *audit) selected(l listing) int {
	for i := range l.n {
		if k := l.check(i); k.Pointer == a.sel.pointer && k.Claim == a.sel.claim && k.File == a.sel.file {
			return i
		}
	}
	return min(max(a.sel.index, 0), l.n-1)
}

func (a *audit) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Copy:
		return screen.Action{Copy: a.copyText(c)}
	case tea.KeyPressMsg:
		return a.pressed(msg, c)
	}
	return screen.Action{}
}

func (a *audit) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	l := a.listed(c)
	at := a.selected(l)
	if i, moved := a.move.Moved(press, at, l.n, a.rows(c)); moved {
		if l.n > 0 {
			k := l.check(i)
			a.sel = checkSelection{file: k.File, pointer: k.Pointer, claim: k.Claim, index: i}
		}
		return screen.Action{}
	}
	switch {
	case key.Matches(press, a.own.Open):
		a.open = !a.open
	case key.Matches(press, a.own.Explain) && at >= 0:
		return screen.Action{Dialog: explainCheck(l.check(at))}
	}
	return screen.Action{}
}

// meanings say what a result means and what to do about it.
var meanings = [...]string{
	analysis.Reproduced:   "what the file says follows from its own figures",
	analysis.Copied:       "a table beside the file has the same figure: it is written from it or with it, so that nothing is proved",
	analysis.NotCheckable: "the figures that it would take are not in the file: it is neither confirmed nor refuted",
	analysis.Ambiguous:    "it holds under one reading of its name or rule and not under another",
	analysis.Differs:      "the file's own figures give something else: do not rely on the claim",
}

// explainCheck returns the dialog for one check.
func explainCheck(k analysis.Check) *screen.Dialog {
	return &screen.Dialog{Title: k.Claim, Details: []analysis.Detail{
		{Label: "result", Text: report.ResultMark(k.Result) + " " + k.Result.String()},
		{Label: "means", Text: meanings[min(k.Result, analysis.NumCheckResults-1)]},
		{Label: "the file says", Text: view.OrDash(k.Claimed)},
		{Label: "recomputed", Text: view.OrDash(k.Recomputed)},
		{Label: "rule", Text: view.OrDash(k.Rule)},
		{Label: "file", Text: k.File},
		{Label: "pointer", Text: view.OrDash(k.Pointer)},
	}}
}

// copyText returns what is listed: with everything listed, what was not
// reproduced, which is what one has to tell somebody.
func (a *audit) copyText(c screen.Ctx) string {
	l := a.listed(c)
	if l.n == 0 {
		return ""
	}
	checks := make([]analysis.Check, 0, l.n)
	for i := range l.n {
		checks = append(checks, l.check(i))
	}
	return strings.TrimRight(report.ChecksMarkdown(checks, c.Filter != ""), "\n")
}
