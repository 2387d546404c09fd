package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
)

// audit lists what the files claim against what their own figures give. Its
// drawing stands in audit_view.go.
type audit struct {
	sel  checkSelection
	open bool // only what was not reproduced is listed
	move moveKeys
	own  struct{ Explain, Open key.Binding }
}

// checkSelection is the selected check, held by its identity: a reload keeps it
// though the list is sorted anew.
type checkSelection struct {
	file, pointer, claim string
	index                int // where it was last; used when it is gone
}

// AuditSpec is the screen in the list of screens.
func AuditSpec() Spec {
	return Spec{
		ID: "audit", Title: "Audit", Short: "Audit",
		New: func(d Deps) Screen { return newAudit() },
	}
}

func newAudit() *audit {
	a := &audit{move: defaultMoveKeys()}
	a.own.Explain = key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "explain"))
	a.own.Open = key.NewBinding(key.WithKeys("a", "x"), key.WithHelp("a", "hide reproduced"))
	return a
}

func (a *audit) Keys(Ctx) []key.Binding {
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
func (a *audit) listed(c Ctx) listing {
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
	return holds(k.Claim, filter) || holds(k.Pointer, filter) || holds(k.File, filter) || holds(k.Result.String(), filter) ||
		holds(k.Claimed, filter) || holds(k.Recomputed, filter) || holds(k.Rule, filter)
}

// holds reports whether s holds the lower-case part, whatever the case of s. It
// does not allocate: it is asked for every claim of every file at every frame.
func holds(s, part string) bool {
	if part == "" {
		return true
	}
	for ; len(s) > 0; _, s = firstRune(s) {
		if begins(s, part) {
			return true
		}
	}
	return false
}

func begins(s, part string) bool {
	for _, want := range part {
		var r rune
		if r, s = firstRune(s); unicode.ToLower(r) != want {
			return false
		}
	}
	return true
}

// firstRune returns the first rune of s and what follows it; −1 for no rune.
func firstRune(s string) (rune, string) {
	if s == "" {
		return -1, ""
	}
	r, n := utf8.DecodeRuneInString(s)
	return r, s[n:]
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

func (a *audit) Update(msg tea.Msg, c Ctx) Action {
	switch msg := msg.(type) {
	case Copy:
		return Action{Copy: a.copyText(c)}
	case tea.KeyPressMsg:
		return a.pressed(msg, c)
	}
	return Action{}
}

func (a *audit) pressed(press tea.KeyPressMsg, c Ctx) Action {
	l := a.listed(c)
	at := a.selected(l)
	if i, moved := a.move.moved(press, at, l.n, a.rows(c)); moved {
		if l.n > 0 {
			k := l.check(i)
			a.sel = checkSelection{file: k.File, pointer: k.Pointer, claim: k.Claim, index: i}
		}
		return Action{}
	}
	switch {
	case key.Matches(press, a.own.Open):
		a.open = !a.open
	case key.Matches(press, a.own.Explain) && at >= 0:
		return Action{Dialog: explainCheck(l.check(at))}
	}
	return Action{}
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
func explainCheck(k analysis.Check) *Dialog {
	return &Dialog{Title: k.Claim, Details: []analysis.Detail{
		{Label: "result", Text: report.ResultMark(k.Result) + " " + k.Result.String()},
		{Label: "means", Text: meanings[min(k.Result, analysis.NumCheckResults-1)]},
		{Label: "the file says", Text: orDash(k.Claimed)},
		{Label: "recomputed", Text: orDash(k.Recomputed)},
		{Label: "rule", Text: orDash(k.Rule)},
		{Label: "file", Text: k.File},
		{Label: "pointer", Text: orDash(k.Pointer)},
	}}
}

// copyText returns what is listed: with everything listed, what was not
// reproduced, which is what one has to tell somebody.
func (a *audit) copyText(c Ctx) string {
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
