package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
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

func newBoard() *board {
	b := &board{move: defaultMoveKeys()}
	b.own.Open = key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "open"))
	b.own.Explain = key.NewBinding(key.WithKeys("e"), key.WithHelp("e", "explain"))
	return b
}

func (b *board) title() string { return "Board" }

func (b *board) keys(Ctx) []key.Binding {
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

func (b *board) update(msg tea.Msg, c Ctx) tea.Cmd {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	_, keys := b.rows(c)
	at := b.sel.in(keys)
	if i, moved := b.move.moved(press, at, len(keys), c.Height()/3); moved {
		b.sel = b.sel.to(keys, i)
		return nil
	}
	f, ok := b.selected(c)
	switch {
	case !ok:
		return nil
	case key.Matches(press, b.own.Open) && f.Kind != analysis.KindFile:
		return send(openMsg{key: f.Key})
	case key.Matches(press, b.own.Open, b.own.Explain):
		return send(explainFinding(f))
	}
	return nil
}

// explainFinding returns the dialog for a finding: its sentence, then every
// gate that decides it.
func explainFinding(f analysis.Finding) explainMsg {
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
	return explainMsg{title: f.Title, details: details}
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

// badgeCells returns the column at which titles begin: after the widest badge listed.
func badgeCells(th *theme.Theme, rows []analysis.Finding) int {
	w := 0
	for _, f := range rows {
		w = max(w, widget.Width(th.Badge(f.Verdict)))
	}
	return w + 3
}

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

func (b *board) view(c Ctx) string {
	rows, keys := b.rows(c)
	if len(rows) == 0 {
		return block(b.empty(c), c.Height())
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
	return block(lines, h)
}

// list draws the rows that fit into h lines, the selected one among them, and
// where they do not all fit, which of them are seen.
func (b *board) list(c Ctx, rows []analysis.Finding, at, w, h int) []string {
	badge := badgeCells(c.Theme, rows)
	roomy := w < oneLineWidth && w < c.Width() // beside a preview there is room for a line of provenance
	drawn := make([][]string, len(rows))
	for i := range rows {
		drawn[i] = row(c, rows[i], i == at, badge, w, roomy)
	}
	if total(drawn)+len(drawn) <= h && roomy {
		for i := range drawn {
			drawn[i] = append(drawn[i], "") // room to breathe
		}
	}
	all := total(drawn) <= h
	if !all && h > 4 {
		h-- // for the line that says which are seen
	}
	// From the selected row upwards as far as half the room goes, so that what
	// comes after it is seen too.
	top, used := at, len(drawn[at])
	for ; top > 0 && used+len(drawn[top-1]) <= max(h/2, h-total(drawn[at+1:])); top-- {
		used += len(drawn[top-1])
	}
	lines := make([]string, 0, h+1)
	last := top
	for ; last < len(rows) && len(lines)+len(drawn[last]) <= max(h, len(drawn[at])); last++ {
		lines = append(lines, drawn[last]...)
	}
	lines = lines[:min(len(lines), h)]
	if all || h < 4 {
		return lines
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	seen := fmt.Sprintf("%d–%d of %d rows ", top+1, last, len(rows))
	return append(lines, widget.NewLine(c.Theme, w).Right(theme.Muted, seen).String())
}

func total(rows [][]string) int {
	n := 0
	for _, r := range rows {
		n += len(r)
	}
	return n
}

// row draws one finding: verdict, what it is, why, and always which file it
// comes from and how old that is.
func row(c Ctx, f analysis.Finding, selected bool, badge, w int, roomy bool) []string {
	mark := " "
	if selected {
		mark = "▶"
	}
	first := widget.NewLine(c.Theme, w).Select(selected).Put(theme.Accent, mark)
	first.Column(theme.Verdict(f.Verdict), c.Theme.Badge(f.Verdict), badge)
	tags := tagsOf(c, f)
	if w >= oneLineWidth {
		return []string{oneLine(c, f, first, tags, badge, w)}
	}
	where := provenance(c, f)
	room := first.Left() - tags.width(c.Theme)
	if !roomy {
		room -= min(widget.Width(c.Theme.Spell(where)), leastProvenance) + 3
	}
	first.Put(theme.Strong, widget.Ellipsis(c.Theme, f.Title, room))
	tags.put(first)
	if !roomy {
		first.Right(theme.Muted, middle(c.Theme, where, first.Left()-3)+" ")
	}
	out := []string{first.String()}
	why := wrap(c.Theme, f.Why, w-badge)
	if len(why) > 2 {
		why = []string{why[0], widget.Ellipsis(c.Theme, strings.Join(why[1:], " "), w-badge)}
	}
	line := func(tok theme.Token, text string) {
		out = append(out, widget.NewLine(c.Theme, w).Select(selected).To(badge).Put(tok, text).String())
	}
	for _, text := range why {
		line(theme.Text, text)
	}
	if roomy {
		line(theme.Muted, middle(c.Theme, where, w-badge))
	}
	return out
}

// oneLine draws a finding on a line of its own: title, why, tags, file.
func oneLine(c Ctx, f analysis.Finding, l *widget.Line, tags tags, badge, w int) string {
	titleEnd := badge + 44
	l.Put(theme.Strong, widget.Ellipsis(c.Theme, f.Title, titleEnd-l.Used()-tags.width(c.Theme)-1))
	tags.put(l)
	l.To(titleEnd)
	const whereCells = 34
	l.Column(theme.Text, f.Why, w-whereCells-2)
	return l.Right(theme.Muted, middle(c.Theme, provenance(c, f), whereCells)).String()
}

// leastProvenance is what a title leaves of a line for the file and its age.
const leastProvenance = 20

// tags are the words behind a title.
type tags []tag

type tag struct {
	tok  theme.Token
	text string
}

func tagsOf(c Ctx, f analysis.Finding) tags {
	var t tags
	if old := staleness(c, f); old != "" {
		t = append(t, tag{theme.Undecided, old})
	}
	if f.Simulated {
		t = append(t, tag{theme.Simulated, "SIMULATED"})
	}
	return t
}

func (t tags) width(th *theme.Theme) int {
	w := 0
	for _, one := range t {
		w += 2 + widget.Width(th.Spell(one.text))
	}
	return w
}

func (t tags) put(l *widget.Line) {
	for _, one := range t {
		l.Put(theme.Text, "  ").Put(one.tok, one.text)
	}
}

// provenance says which file a finding comes from and how old that is.
func provenance(c Ctx, f analysis.Finding) string {
	where := fileName(f)
	if f.File == nil || f.File.Modified.IsZero() {
		return where
	}
	return where + " · " + age(c.Now.Sub(f.File.Modified))
}

// middle shortens text to n cells by leaving out its middle: of a path both the
// directory it begins with and the name and age it ends with tell it apart.
func middle(th *theme.Theme, s string, n int) string {
	s = th.Spell(s)
	w := widget.Width(s)
	if w <= n {
		return s
	}
	gap := th.Spell("…")
	keep := n - widget.Width(gap)
	if keep < 4 {
		return widget.Ellipsis(th, s, n)
	}
	head := keep / 3
	return widget.Fit(s, head) + gap + widget.Section(s, w-(keep-head), w)
}

// staleness says that a finding does not rest on what its file holds now, and
// since when; "" where it does.
func staleness(c Ctx, f analysis.Finding) string {
	if f.File == nil || f.File.State == model.Fresh || f.Kind == analysis.KindFile {
		return ""
	}
	return strings.ToUpper(f.File.State.String()) + " " + age(c.Now.Sub(f.File.Since))
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
func beside(th *theme.Theme, left, right []string, w, h int) string {
	rule := th.Paint(theme.Faint, th.Spell("│"))
	lines := make([]string, 0, h)
	for i := range h {
		l := widget.NewLine(th, w+1)
		if i < len(left) {
			l.Raw(left[i], widget.Width(left[i]))
		}
		line := l.To(w-1).String() + rule
		if i < len(right) {
			line += right[i]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
