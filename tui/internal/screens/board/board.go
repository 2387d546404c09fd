// Package board is the screen that lists everything that can be judged, worst
// first, with a preview of the selected row.
package board

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// board lists everything that can be judged, worst first.
//
//	✗ FAIL       scale-out 1 → 2 → 4 replicas                        multi.json · 3 m │ preview of
//	             non-200 responses 5 at 1×, 1 at 2× (limit 0) · 4 of 5 criteria hold  │ the selected
//	✗ FAIL       canary defective_int4_build                         auto.json · 3 m  │ row, at the
//	             rolled back at 25 %: TPOT +19.6 ms (limit +6.0)                      │ right or below
type board struct {
	sel    view.Selection
	move   view.MoveKeys
	own    struct{ Open, Explain key.Binding }
	detail detail
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "board", Title: "Board", Short: "Board",
		New: func(d screen.Deps) screen.Screen { return newBoard() },
	}
}

func newBoard() *board {
	b := &board{move: view.DefaultMoveKeys()}
	b.own.Open = view.Bind("enter", "open", "enter")
	b.own.Explain = view.Bind("e", "explain", "e")
	return b
}

func (b *board) Keys(screen.Ctx) []key.Binding {
	return []key.Binding{b.own.Open, b.own.Explain, b.move.Up, b.move.Down, b.move.PageUp, b.move.PageDown, b.move.Top, b.move.Bottom}
}

// rows returns the findings that the filter lets through, and their keys.
func (b *board) rows(c screen.Ctx) ([]analysis.Finding, []string) {
	var rows []analysis.Finding
	var keys []string
	for _, f := range c.Snap.List {
		if c.Filter == "" || strings.Contains(strings.ToLower(f.Title+" "+f.Why+" "+view.FileName(f)+" "+f.Verdict.String()), c.Filter) {
			rows = append(rows, f)
			keys = append(keys, f.Key)
		}
	}
	return rows, keys
}

// selected returns the selected finding.
func (b *board) selected(c screen.Ctx) (analysis.Finding, bool) {
	rows, keys := b.rows(c)
	if i := b.sel.In(keys); i >= 0 {
		return rows[i], true
	}
	return analysis.Finding{}, false
}

func (b *board) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Copy:
		return screen.Action{Copy: b.copyText(c)}
	case tea.KeyPressMsg:
		return b.pressed(msg, c)
	}
	return screen.Action{}
}

func (b *board) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	_, keys := b.rows(c)
	at := b.sel.In(keys)
	if i, moved := b.move.Moved(press, at, len(keys), c.Height()/3); moved {
		b.sel = b.sel.To(keys, i)
		return screen.Action{}
	}
	f, ok := b.selected(c)
	switch {
	case !ok:
		return screen.Action{}
	case key.Matches(press, b.own.Open) && f.Kind != analysis.KindFile:
		return screen.Action{Open: f.Key}
	case key.Matches(press, b.own.Open, b.own.Explain):
		return screen.Action{Dialog: explainFinding(f)}
	}
	return screen.Action{}
}

// explainFinding returns the dialog for a finding: its sentence, then every
// gate that decides it.
func explainFinding(f analysis.Finding) *screen.Dialog {
	details := []analysis.Detail{{Label: "verdict", Text: f.Verdict.String()}, {Label: "because", Text: f.Sentence}}
	if f.File != nil {
		details = append(details, analysis.Detail{Label: "file", Text: f.File.Name + " (" + f.File.State.String() + ")"})
		for _, is := range f.File.Issues {
			details = append(details, analysis.Detail{Label: is.Severity.String(), Text: is.String()})
		}
	}
	for _, g := range f.Gates {
		if g.Verdict == f.Verdict {
			details = append(details, analysis.Detail{})
			details = append(details, g.Explain()...)
		}
	}
	return &screen.Dialog{Title: f.Title, Details: details}
}

func (b *board) copyText(c screen.Ctx) string {
	if f, ok := b.selected(c); ok {
		return report.FindingMarkdown(f)
	}
	return ""
}

// The list is drawn on one line a row from oneLineWidth on, else on two, or on
// three where the reason needs a second line. From sideWidth the preview is
// at the right of the list, else below it.
const (
	oneLineWidth = 140
	sideWidth    = 120
)

func (b *board) listWidth(c screen.Ctx) int {
	switch w := c.Width(); {
	case w >= 190:
		return w * 2 / 3
	case w >= sideWidth:
		return w * 3 / 5
	default:
		return w
	}
}

func (b *board) View(c screen.Ctx) []string {
	rows, keys := b.rows(c)
	if len(rows) == 0 {
		return b.empty(c)
	}
	at := b.sel.In(keys)
	w, h := b.listWidth(c), c.Height()
	if w < c.Width() {
		left := b.list(c, rows, at, w-2, h)
		right := preview(c.Theme, rows[at], b.detail.shown(c.Snap, rows[at]), c.Width()-w-1, h)
		return view.SideBySide(c.Theme, left, right, w, h)
	}
	return view.Stack(h,
		view.Lines(0, 1, b.list(c, rows, at, w, h)),
		view.Block{Rank: 1, Least: 5, Ideal: h, Draw: func(n int) []string {
			return append(view.Rule(c.Theme, w), preview(c.Theme, rows[at], b.detail.shown(c.Snap, rows[at]), w, n-1)...)
		}},
	)
}

// empty says why nothing is listed.
func (b *board) empty(c screen.Ctx) []string {
	say := "Nothing to judge here yet. Results appear as soon as they are written; scaledeck demo shows an example."
	if c.Filter != "" && len(c.Snap.List) > 0 {
		say = "No row matches the filter."
	}
	lines := view.Empty(c, say)
	for _, is := range c.Snap.Issues {
		lines = append(lines, view.Sentence(c.Theme, theme.Undecided, widget.Ellipsis(c.Theme, is.String(), c.Width()-2), c.Width()))
	}
	return lines
}
