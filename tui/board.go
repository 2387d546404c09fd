package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// board lists everything that can be judged, worst first.
//
//	✗ FAIL       scale-out 1 → 2 → 4 replicas                        multi.json · 3 m │ preview of
//	             non-200 responses 5 at 1×, 1 at 2× (limit 0) · 4 of 5 criteria hold  │ the selected
//	✗ FAIL       canary defective_int4_build                         auto.json · 3 m  │ row, at the
//	             rolled back at 25 %: TPOT +19.6 ms (limit +6.0)                      │ right or below
type board struct {
	sel  selection
	move moveKeys
	own  struct{ Open, Explain key.Binding }
}

// BoardSpec is the screen in the list of screens.
func BoardSpec() Spec {
	return Spec{
		ID: "board", Title: "Board", Short: "Board",
		New: func(d Deps) Screen { return newBoard() },
	}
}

func newBoard() *board {
	b := &board{move: defaultMoveKeys()}
	b.own.Open = key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "open"))
	b.own.Explain = key.NewBinding(key.WithKeys("e"), key.WithHelp("e", "explain"))
	return b
}

func (b *board) Keys(Ctx) []key.Binding {
	return []key.Binding{b.own.Open, b.own.Explain, b.move.Up, b.move.Down, b.move.PageUp, b.move.PageDown, b.move.Top, b.move.Bottom}
}

// rows returns the findings that the filter lets through, and their keys.
func (b *board) rows(c Ctx) ([]analysis.Finding, []string) {
	var rows []analysis.Finding
	var keys []string
	for _, f := range c.Snap.List {
		if c.Filter == "" || strings.Contains(strings.ToLower(f.Title+" "+f.Why+" "+fileName(f)+" "+f.Verdict.String()), c.Filter) {
			rows = append(rows, f)
			keys = append(keys, f.Key)
		}
	}
	return rows, keys
}

func fileName(f analysis.Finding) string {
	if f.File == nil {
		return ""
	}
	return f.File.Name
}

// selected returns the selected finding.
func (b *board) selected(c Ctx) (analysis.Finding, bool) {
	rows, keys := b.rows(c)
	if i := b.sel.in(keys); i >= 0 {
		return rows[i], true
	}
	return analysis.Finding{}, false
}

func (b *board) Update(msg tea.Msg, c Ctx) Action {
	switch msg := msg.(type) {
	case Copy:
		return Action{Copy: b.copyText(c)}
	case tea.KeyPressMsg:
		return b.pressed(msg, c)
	}
	return Action{}
}

func (b *board) pressed(press tea.KeyPressMsg, c Ctx) Action {
	_, keys := b.rows(c)
	at := b.sel.in(keys)
	if i, moved := b.move.moved(press, at, len(keys), c.Height()/3); moved {
		b.sel = b.sel.to(keys, i)
		return Action{}
	}
	f, ok := b.selected(c)
	switch {
	case !ok:
		return Action{}
	case key.Matches(press, b.own.Open) && f.Kind != analysis.KindFile:
		return Action{Open: f.Key}
	case key.Matches(press, b.own.Open, b.own.Explain):
		return Action{Dialog: explainFinding(f)}
	}
	return Action{}
}

// explainFinding returns the dialog for a finding: its sentence, then every
// gate that decides it.
func explainFinding(f analysis.Finding) *Dialog {
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
	return &Dialog{Title: f.Title, Details: details}
}

func (b *board) copyText(c Ctx) string {
	if f, ok := b.selected(c); ok {
		return report.FindingMarkdown(f)
	}
	return ""
}

// The list is drawn on one line a row from oneLineWidth on, else on two, or on
// three where the reason needs a second line. From sideWidth the preview stands
// at the right of the list, else below it.
const (
	oneLineWidth = 140
	sideWidth    = 120
)

func (b *board) listWidth(c Ctx) int {
	switch w := c.Width(); {
	case w >= 190:
		return w * 2 / 3
	case w >= sideWidth:
		return w * 3 / 5
	default:
		return w
	}
}

func (b *board) View(c Ctx) []string {
	rows, keys := b.rows(c)
	if len(rows) == 0 {
		return b.empty(c)
	}
	at := b.sel.in(keys)
	w, h := b.listWidth(c), c.Height()
	if w < c.Width() {
		left := b.list(c, rows, at, w-2, h)
		right := preview(c.Theme, rows[at], c.Width()-w-1, h)
		return beside(c.Theme, left, right, w, h)
	}
	lines := b.list(c, rows, at, w, h)
	if room := h - len(lines); room >= 5 {
		lines = append(lines, c.Theme.Paint(theme.Faint, strings.Repeat(c.Theme.Spell("─"), w)))
		lines = append(lines, preview(c.Theme, rows[at], w, room-1)...)
	}
	return lines
}

// empty says why nothing is listed.
func (b *board) empty(c Ctx) []string {
	say := "Nothing to judge here yet. Results appear as soon as they are written; scaledeck demo shows an example."
	if c.Filter != "" && len(c.Snap.List) > 0 {
		say = "No row matches the filter."
	}
	lines := []string{""}
	for _, t := range wrap(c.Theme, say, c.Width()-2) {
		lines = append(lines, widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Put(theme.Muted, t).String())
	}
	for _, is := range c.Snap.Issues {
		lines = append(lines, widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ").Put(theme.Undecided, widget.Ellipsis(c.Theme, is.String(), c.Width()-2)).String())
	}
	return lines
}

// beside joins two columns of lines, the left one w cells wide, with a rule between.
// It is written into one buffer: an object for every line would be a
// fifth of what a frame allocates.
func beside(th *theme.Theme, left, right []string, w, h int) []string {
	rule := th.Paint(theme.Faint, th.Spell("│"))
	size := h * (w + len(rule) + 1)
	for _, lines := range [][]string{left[:min(len(left), h)], right[:min(len(right), h)]} {
		for _, l := range lines {
			size += len(l)
		}
	}
	var b strings.Builder
	b.Grow(size)
	ends := make([]int, h)
	for i := range h {
		used := 0
		if i < len(left) {
			if cells := widget.Width(left[i]); cells <= w+1 {
				b.WriteString(left[i])
				used = cells
			}
		}
		for ; used < w-1; used++ {
			b.WriteByte(' ')
		}
		b.WriteString(rule)
		if i < len(right) {
			b.WriteString(right[i])
		}
		ends[i] = b.Len()
	}
	lines, from, all := make([]string, h), 0, b.String()
	for i, end := range ends {
		lines[i], from = all[from:end], end
	}
	return lines
}
