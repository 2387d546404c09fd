package canary

import (
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// shareUsed is the share of its limit that a gate uses. A broken limit of zero
// has none, and is over it by any measure.
func shareUsed(g analysis.Gate) model.Figure {
	used := g.Used()
	if !used.OK() && g.Verdict == analysis.Fail {
		return model.Missing(model.NotFinite)
	}
	return used
}

// gateTable draws the gates of one stage.
//
//	gate             limit    observed    margin    of the limit           verdict
//	TPOT regression  ≤ 6 ms   +19.6 ms  −13.6 ms    ██████│███▶   327 %   ✗ FAIL
//	TPOT             ≤ 45 ms         –         –                     –     – not in file
type gateTable struct {
	gates    []analysis.Gate
	was      []analysis.Gate // by the recorded limits, in a what-if; else nil
	observed bool            // the stage was reached, and its result may be shown
	unseen   string          // shown of a gate while it was not
	selected int
	typed    string // the number being typed for the selected gate
}

// notInFile replaces the verdict of a gate that the file has no figure for.
const notInFile = "– not in file"

// typeHint is shown in place of a changed limit.
const typeHint = "0–9 + −"

// turnArrow is between a recorded verdict and that of a what-if.
const turnArrow = " → "

// The least width of a gate's bar that draws more than the percentage.
const leastBar = 15

func (t gateTable) lines(th *theme.Theme, w, h int) []string {
	least, used := 7, "used"
	switch scale := strconv.Itoa(widget.LimitBarEnd*100) + " %"; { // the scale changes at the limit
	case w >= 100:
		least, used = leastBar, "of the limit; past │ to "+scale
	case w >= 76:
		least, used = leastBar, "used, to "+scale
	}
	cols := []widget.Column{
		{Title: "gate", Width: t.widest(th, "gate", func(g analysis.Gate) string { return g.Rule.Name }), Min: 12, Priority: 9},
		{Title: "limit", Width: t.widest(th, "limit", analysis.Gate.LimitText), Priority: 7},
	}
	if t.was != nil {
		cols[1].Priority = 4 // the line below says what was changed, and from what
		cols = append(cols, widget.Column{Title: "what-if", Width: max(t.widest(th, "what-if", analysis.Gate.LimitText), widget.Width(th.Spell(typeHint))), Priority: 8})
	}
	cols = append(cols, widget.Column{Title: "observed", Width: t.widest(th, "observed", analysis.Gate.ObservedText), Right: true, Priority: 8})
	if t.was == nil {
		cols = append(cols, widget.Column{Title: "margin", Width: t.widest(th, "margin", marginText), Right: true, Priority: 3})
	}
	verdict := "verdict"
	if t.was != nil {
		verdict = "was → what-if"
	}
	cols = append(cols, widget.Column{Title: used, Width: least, Min: 7, Flex: 1, Priority: 5})
	if w >= 100 {
		cols = append(cols, widget.Column{Title: "n", Width: t.widest(th, "n", samplesText), Right: true, Priority: 1})
	}
	cols = append(cols, widget.Column{Title: verdict, Width: t.verdictWidth(th, verdict), Priority: 9})
	return widget.Table{
		Columns: cols, Len: len(t.gates), Selected: t.selected, Headless: h <= len(t.gates) && h < 5,
		Row: func(i int) []widget.Cell { return t.row(th, i, w >= 100) },
	}.Lines(th, w, h)
}

// verdictWidth is the cells of the widest verdict, and of those that changed.
func (t gateTable) verdictWidth(th *theme.Theme, title string) int {
	w := max(widget.Width(th.Spell(title)), widget.Width(th.Spell(notInFile)), widget.BadgeWidth(th))
	for i := range t.was {
		if was, is := t.was[i], t.gates[i]; view.GateMark(th, was) != view.GateMark(th, is) {
			w = max(w, widget.Width(view.GateMark(th, was)+th.Spell(turnArrow)+view.GateBadge(th, is)))
		}
	}
	return w
}

// widest returns the cells that a column's title and its texts take.
func (t gateTable) widest(th *theme.Theme, title string, text func(analysis.Gate) string) int {
	w := widget.Width(th.Spell(title))
	for _, list := range [][]analysis.Gate{t.gates, t.was} {
		for _, g := range list {
			w = max(w, widget.Width(th.Spell(text(g))))
		}
	}
	return w
}

func marginText(g analysis.Gate) string { return g.Margin.Signed(g.Rule.Unit) }

// samplesText is the number of samples behind a figure.
func samplesText(g analysis.Gate) string {
	if g.NotInFile {
		return model.Dash
	}
	return strconv.Itoa(g.N)
}

func (t gateTable) row(th *theme.Theme, i int, samples bool) []widget.Cell {
	g := t.gates[i]
	cells := []widget.Cell{{Token: theme.Text, Text: g.Rule.Name}}
	if t.was == nil {
		cells = append(cells, widget.Cell{Token: theme.Muted, Text: g.LimitText()})
	} else {
		cells = append(cells, widget.Cell{Token: theme.Muted, Text: t.was[i].LimitText()}, t.newLimit(i))
	}
	if !t.observed {
		cells = append(cells, widget.Cell{})
		if t.was == nil {
			cells = append(cells, widget.Cell{})
		}
		cells = append(cells, widget.Cell{})
		if samples {
			cells = append(cells, widget.Cell{})
		}
		return append(cells, widget.Cell{Token: theme.Muted, Text: t.unseen})
	}
	cells = append(cells, widget.Cell{Token: theme.Strong, Text: g.ObservedText()})
	if t.was == nil {
		cells = append(cells, widget.Cell{Token: marginToken(g), Text: marginText(g)})
	}
	cells = append(cells, t.bar(g))
	if samples {
		cells = append(cells, widget.Cell{Token: theme.Muted, Text: samplesText(g)})
	}
	return append(cells, t.verdict(th, i))
}

func marginToken(g analysis.Gate) theme.Token {
	if g.Verdict == analysis.Fail || g.Warned() {
		return view.GateToken(g)
	}
	return theme.Muted
}

// bar is how much of the limit is used, or why that is unknown.
func (t gateTable) bar(g analysis.Gate) widget.Cell {
	if g.Verdict == analysis.Undecided {
		return widget.Cell{Token: theme.Undecided, Text: g.Reason.String()}
	}
	if g.NotInFile {
		return widget.Cell{}
	}
	unused := "nothing used"
	if g.Rule.Relation != analysis.Absolute || strings.Contains(g.Rule.Metric, "delta") || strings.Contains(g.Rule.Metric, "drop") {
		unused = "better than baseline"
	}
	return widget.Cell{Draw: widget.LimitBar{Used: shareUsed(g), Verdict: g.Verdict, Unused: unused}}
}

// newLimit is the changed limit of a gate, or what is typed for it.
func (t gateTable) newLimit(i int) widget.Cell {
	switch {
	case i == t.selected && t.typed != "":
		return widget.Cell{Token: theme.Accent, Text: t.gates[i].Rule.Op.String() + " " + t.typed + "▏"}
	case t.gates[i].Limit != t.was[i].Limit:
		return widget.Cell{Token: theme.Accent, Text: t.gates[i].LimitText()}
	case i == t.selected:
		return widget.Cell{Token: theme.Muted, Text: typeHint}
	}
	return widget.Cell{}
}

func (t gateTable) verdict(th *theme.Theme, i int) widget.Cell {
	g := t.gates[i]
	switch {
	case g.NotInFile && g.Verdict == analysis.Info:
		return widget.Cell{Token: theme.Muted, Text: notInFile}
	case t.was != nil && view.GateMark(th, t.was[i]) != view.GateMark(th, g):
		return widget.Cell{Draw: turned{th, t.was[i], g}}
	case g.Warned():
		return widget.Cell{Token: theme.Undecided, Text: view.GateBadge(th, g)}
	}
	return widget.Cell{Draw: widget.Badge(g.Verdict)}
}

// turned is a verdict that changed limits turn into another: ✗ → ✓ PASS.
type turned struct {
	th      *theme.Theme
	was, is analysis.Gate
}

// Put draws both into at most width cells; where there is no room for both the
// new one is drawn alone.
func (t turned) Put(l *widget.Line, width int) {
	before, badge := view.GateMark(t.th, t.was), view.GateBadge(t.th, t.is)
	if widget.Width(before)+widget.Width(t.th.Spell(turnArrow))+widget.Width(badge) <= width {
		end := l.Used() + width
		l.Put(view.GateToken(t.was), before).Put(theme.Muted, turnArrow)
		width = end - l.Used()
	}
	if t.is.Warned() {
		l.Put(view.GateToken(t.is), widget.Whole(t.th, width, badge, "!"))
		return
	}
	widget.Badge(t.is.Verdict).Put(l, width)
}
