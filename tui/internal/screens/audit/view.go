package audit

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// From auditSide columns the detail of the selected check is at the right
// of the list, else below it.
const (
	auditSide   = 160
	auditDetail = 58 // cells of the right side
)

// resultTokens paint a result as its mark and word already say.
var resultTokens = [...]theme.Token{
	analysis.Reproduced: theme.Pass, analysis.Copied: theme.Muted, analysis.NotCheckable: theme.Muted, analysis.Ambiguous: theme.Undecided, analysis.Differs: theme.Fail,
}

// shortResults are the results in at most ten cells.
var shortResults = [...]string{
	analysis.Reproduced: "reproduced", analysis.Copied: "a copy", analysis.NotCheckable: "unchecked", analysis.Ambiguous: "ambiguous", analysis.Differs: "differs",
}

// View draws the totals, the list and what is behind the selected claim.
//
//	104 claims: 99 reproduced · 1 ambiguous · 4 cannot be checked       GONE 5 m run.json
//	 result        claim                            file          file says    recomputed
//	 ? ambiguous   peak KV use of reactive_gpu_util autoscaling   2.4444       is the peak of …
//	 – unchecked   SLO of the p99 TTFT              autoscaling   not stated   409.01 to 502.27 ms
//	 = reproduced  median premium burst p95 TTFT …  multi-repli…  321.926 ms   321.926 ms
//	──────────────────────────────────────────────────────────────────────────────
//	 peak KV use of reactive_gpu_util
//	 the file says 2.4444 · recomputed …
//	 rule  largest kv_utilization over the samples
//	 autoscaling-canary.json /autoscaling_comparison/reactive_gpu_util/…
func (a *audit) View(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	l := a.listed(c)
	head := a.headLine(c, l)
	if l.n == 0 {
		return append([]string{head}, view.Paragraph(c.Theme, theme.Muted, a.nothing(c), w)...)
	}
	at := a.selected(l)
	list := w
	if w >= auditSide {
		list = w - auditDetail
	}
	table := func(n int) []string {
		return a.table(c.Theme, filesOf(c, l, list), l, at, list, n-1).Lines(c.Theme, list, n)
	}
	details := func(w, n int) []string { return indented(auditDetails(c.Theme, l.check(at), w, n)) }
	if list < w {
		return append([]string{head}, view.SideBySide(c.Theme, table(h-1), details(auditDetail-2, h-1), list, h-1)...)
	}
	b := below(c)
	b[0].Draw = func(int) []string { return []string{head} }
	b[1].Draw = table
	b[2].Draw = func(n int) []string {
		return append(view.Rule(c.Theme, w), details(w-2, n-1)...)
	}
	return view.Stack(h, b...)
}

// below are the blocks of the screen where what is behind a claim is below the
// list: the totals, the list with its titles, the selected claim.
func below(c screen.Ctx) []view.Block {
	return []view.Block{
		{Least: 1, Ideal: 1},
		{Least: 3, Ideal: 8, More: 1, Grow: 1, Part: true},
		{Least: 4, Ideal: 7, More: 2},
	}
}

func indented(lines []string) []string {
	for i := range lines {
		lines[i] = " " + lines[i]
	}
	return lines
}

// rows returns how many lines the list has below its titles.
func (a *audit) rows(c screen.Ctx) int {
	n := c.Height() - 1
	if c.Width() < auditSide {
		lines, _ := view.Heights(c.Height(), below(c))
		n = lines[1]
	}
	return max(n-1, 1)
}

// headLine says how the claims came out, and what of them is listed.
func (a *audit) headLine(c screen.Ctx, l listing) string {
	line := widget.NewLine(c.Theme, c.Width()).Put(theme.Text, " ")
	tok := theme.Strong
	if len(l.checks) > 0 && l.checks[0].Result == analysis.Differs {
		tok = theme.Fail
	}
	counts := report.AuditCounts(l.checks)
	if widget.Width(c.Theme.Spell(counts)) > line.Left() {
		counts = strings.Replace(counts, "cannot be checked", shortResults[analysis.NotCheckable], 1)
	}
	tail := []view.Span{l.notFresh(c)}
	switch {
	case c.Filter != "":
		tail = append(tail, view.Span{Token: theme.Muted, Text: strconv.Itoa(l.n) + " listed"})
	case a.open:
		tail = append(tail, view.Span{Token: theme.Muted, Text: "only what is not reproduced"})
	}
	line.Cut(tok, counts, line.Left()-view.SpansWidth(c.Theme, tail[:1]))
	view.PutSpans(c.Theme, line, tail)
	return line.String()
}

// notFresh says of the files with claims which are not what they hold now: one by
// name where there is room for it, several by their number.
func (l listing) notFresh(c screen.Ctx) view.Span {
	old, name, n := "", "", 0
	for i := range c.Snap.Snap.Files {
		f := &c.Snap.Snap.Files[i]
		text := view.Staleness(c, analysis.Finding{File: f})
		if text == "" || !l.has(f.Name) {
			continue
		}
		if n++; n == 1 || f.State == model.Gone { // what is gone is not coming back by itself
			old, name = text, f.Name
		}
	}
	switch {
	case n > 1:
		old += ", " + text.Counted(n, "file")
	case n == 1 && c.Width() >= view.FullWidth:
		old += " " + view.Middle(c.Theme, name, c.Width()/5)
	}
	return view.Span{Token: theme.Undecided, Text: old}
}

// has reports whether any claim is of the file.
func (l listing) has(file string) bool {
	for i := range l.checks {
		if l.checks[i].File == file {
			return true
		}
	}
	return false
}

// severalFiles reports whether the claims are of more than one file.
func (l listing) severalFiles() bool {
	for i := range l.checks {
		if l.checks[i].File != l.checks[0].File {
			return true
		}
	}
	return false
}

// nothing says why the list is empty.
func (a *audit) nothing(c screen.Ctx) string {
	switch {
	case len(c.Snap.Checks) == 0:
		return "Nothing to audit: no file here claims anything that its own figures could bear out."
	case c.Filter != "":
		return "No claim matches the filter."
	default:
		return "Every claim is reproduced. a lists them all."
	}
}

// table returns the list; only the rows that are seen are ever asked for.
func (a *audit) table(th *theme.Theme, files shortFiles, l listing, at, w, rows int) widget.Table {
	words, title, result := shortResults[:], "result", 12
	switch {
	case w < 70:
		words, title, result = nil, "", 2 // the mark alone; the detail says the word
	case w >= 140 || w >= 100 && files.cells == 0:
		words, result = nil, 19
	}
	columns := []widget.Column{
		{Title: title, Width: result, Priority: 6},
		{Title: "claim", Width: 46, Min: 20, Flex: 3, Priority: 7},
	}
	if files.cells > 0 {
		columns = append(columns, widget.Column{Title: "file", Width: files.cells, Priority: 4})
	}
	columns = append(columns,
		widget.Column{Title: "file says", Width: 16, Min: 10, Flex: 1, Priority: 5},
		widget.Column{Title: "recomputed", Width: 18, Min: 10, Flex: 2, Priority: 3})
	if w >= ruleWidth {
		columns = append(columns, widget.Column{Title: "rule", Width: 22, Min: 14, Flex: 2, Priority: 2})
	}
	cells := make([]widget.Cell, 0, len(columns))
	return widget.Table{
		Columns: columns,
		Len:     l.n, Selected: at, Top: at - rows/2,
		Row: func(i int) []widget.Cell {
			k := l.check(i)
			text := report.ResultMark(k.Result)
			switch {
			case words != nil:
				text += " " + words[min(k.Result, analysis.NumCheckResults-1)]
			case result > 2:
				text += " " + k.Result.String()
			}
			tok, recomputed := resultTokens[min(k.Result, analysis.NumCheckResults-1)], theme.Text
			if k.Result == analysis.Differs {
				recomputed = theme.Fail
			}
			cells = append(cells[:0], widget.Cell{Token: tok, Text: text}, widget.Cell{Token: theme.Text, Text: k.Claim})
			if files.cells > 0 {
				cells = append(cells, widget.Cell{Token: theme.Muted, Text: files.short(th, k.File)})
			}
			cells = append(cells, claimCell(theme.Text, view.OrDash(k.Claimed)), claimCell(recomputed, view.OrDash(k.Recomputed)))
			if w >= ruleWidth {
				cells = append(cells, widget.Cell{Token: theme.Muted, Text: k.Rule})
			}
			return cells
		},
	}
}

// ruleWidth is the width of the list from which a line has its rule too; below it
// the detail says it.
const ruleWidth = 100

// claimed is what a file says or what was recomputed: cut where it is longer than
// its cell, but never within a figure.
type claimed struct {
	token theme.Token
	text  string
}

func claimCell(tok theme.Token, text string) widget.Cell {
	return widget.Cell{Draw: claimed{tok, text}}
}

// Put draws the text into width cells.
func (c claimed) Put(l *widget.Line, width int) { l.Cut(c.token, c.text, width) }

// labelledFrom is the height from which the detail has a line of its own for
// every label.
const labelledFrom = 20

// auditDetails draws everything there is on one check on at most h lines of at
// most w cells, what says most first.
func auditDetails(th *theme.Theme, k analysis.Check, w, h int) []string {
	p := view.Page{Theme: th, Width: w, Height: h}
	head := report.ResultMark(k.Result) + " " + k.Result.String()
	if h >= labelledFrom {
		p.Wrapped(resultTokens[min(k.Result, analysis.NumCheckResults-1)], head, 1)
		p.Wrapped(theme.Strong, k.Claim, 3)
		p.Wrapped(theme.Muted, meanings[min(k.Result, analysis.NumCheckResults-1)], 3)
		for _, d := range explainCheck(k).Details[2:] {
			p.Lines = append(p.Lines, "")
			p.Wrapped(theme.Muted, d.Label, 1)
			p.Wrapped(theme.Text, d.Text, 8)
		}
		return p.Lines[:min(len(p.Lines), h)]
	}
	long := 1
	if h >= 6 {
		long = 2
	}
	head += ": "
	p.Add(widget.NewLine(th, w).Put(resultTokens[min(k.Result, analysis.NumCheckResults-1)], head).Put(theme.Strong, widget.Ellipsis(th, k.Claim, max(w-widget.Width(th.Spell(head)), 0))))
	p.Wrapped(theme.Text, "the file says "+view.OrDash(k.Claimed)+" · recomputed "+view.OrDash(k.Recomputed), long)
	where := model.Issue{File: k.File, Pointer: k.Pointer}.Where()
	if h < 4 && w < 56 { // without a column of files nothing else says which; enter says the rule
		p.Wrapped(theme.Muted, where, long)
	}
	if k.Rule != "" {
		p.Wrapped(theme.Text, "by "+k.Rule, long)
	}
	if h >= 4 || w >= 56 {
		p.Wrapped(theme.Muted, where, long)
	}
	return p.Lines[:min(len(p.Lines), max(h, 0))]
}
