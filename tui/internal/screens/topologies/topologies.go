// Package topologies is the screen that compares the topologies of a scale-out
// analysis side by side, and two files with each other.
package topologies

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// topologies compares the medians of a scale-out analysis side by side.
type topologies struct {
	judge    analysis.Options // what the console judges by
	file     string           // key of the finding that is shown
	row      view.Selection
	column   int // replicas of the selected topology; 0 is the largest
	baseline int // replicas of the chosen baseline; 0 is the analysis's own
	compare  comparison
	against  anotherBaseline
	move     view.MoveKeys
	own      struct{ Explain, Baseline, Words, NextFile, Compare key.Binding }
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "topologies", Title: "Topologies", Short: "Topo",
		Shows: func(f *analysis.Finding) bool { return analysis.ScaleOutOf(f.Outcome) != nil },
		New:   func(d screen.Deps) screen.Screen { return newTopologies(d.Judge) },
	}
}

func newTopologies(o analysis.Options) *topologies {
	t := &topologies{judge: o, move: view.DefaultMoveKeys(), row: view.Selection{Key: model.PremiumBurstP95TTFT.ID}}
	t.own.Explain = view.Bind("enter", "repeats behind a cell", "enter")
	t.own.Baseline = view.Bind("b", "baseline", "b")
	t.own.Words = view.Bind("v", "the file's own words", "v")
	t.own.NextFile = view.Bind("f", "next file", "f")
	t.own.Compare = view.Bind("c", "compare files", "c")
	return t
}

func (t *topologies) Keys(screen.Ctx) []key.Binding {
	return []key.Binding{t.own.Explain, t.own.Baseline, t.own.Compare, t.own.NextFile, t.own.Words, t.move.Up, t.move.Down, t.move.Left, t.move.Right, t.move.PageUp, t.move.PageDown, t.move.Top, t.move.Bottom}
}

// findings returns the scale-out findings and the index of the one shown, or −1.
func (t *topologies) findings(c screen.Ctx) ([]analysis.Finding, int) {
	return view.OfKind(c, t.file, func(f *analysis.Finding) bool { return analysis.ScaleOutOf(f.Outcome) != nil })
}

// shown returns the finding on screen.
func (t *topologies) shown(c screen.Ctx) (analysis.Finding, bool) {
	list, at := t.findings(c)
	if at < 0 {
		return analysis.Finding{}, false
	}
	return list[at], true
}

// line is one row of the screen: a metric, or a criterion where criterion ≥ 0.
type line struct {
	key       string
	metric    *model.Metric
	criterion int
}

// lines returns the rows that the filter lets through: the metrics that have
// any figure, then the criteria.
func (t *topologies) lines(s *analysis.ScaleOut, filter string) []line {
	var out []line
	for _, m := range model.RunMetrics() {
		if m == model.HTTP200 || !strings.Contains(strings.ToLower(m.Label), filter) {
			continue // requests and non-200s already give the 200s
		}
		out = append(out, line{key: m.ID, metric: m, criterion: -1})
	}
	for i, c := range s.Criteria {
		if strings.Contains(strings.ToLower(c.Rule.Name), filter) {
			out = append(out, line{key: c.Rule.ID, criterion: i})
		}
	}
	return out
}

func lineKeys(lines []line) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = l.key
	}
	return keys
}

// selectedColumn returns the index of the selected topology, or −1 where there is none.
func (t *topologies) selectedColumn(s *analysis.ScaleOut) int {
	for i, top := range s.Topologies {
		if top.Replicas == t.column {
			return i
		}
	}
	return len(s.Topologies) - 1
}

// base returns the index of the topology that changes are counted from.
func (t *topologies) base(s *analysis.ScaleOut) int {
	for i, top := range s.Topologies {
		if t.baseline != 0 && top.Replicas == t.baseline {
			return i
		}
	}
	return s.Baseline
}

func (t *topologies) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Open:
		t.file = msg.Finding.Key
	case screen.Copy:
		return screen.Action{Copy: t.copyText(c)}
	case tea.KeyPressMsg:
		return t.pressed(msg, c)
	}
	return screen.Action{}
}

func (t *topologies) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	list, shown := t.findings(c)
	if shown < 0 {
		return screen.Action{}
	}
	switch {
	case key.Matches(press, t.own.Compare):
		if !t.compare.next(list, shown) {
			return screen.Action{Notice: "no other scale-out analysis is open: name both files"}
		}
		return screen.Action{}
	case !key.Matches(press, t.own.NextFile, t.own.Words):
		if cmp := t.compare.with(list, shown); cmp != nil {
			return t.updateCompared(press, c, cmp)
		}
	}
	f := list[shown]
	lines := t.lines(analysis.ScaleOutOf(f.Outcome), c.Filter)
	keys := lineKeys(lines)
	if i, moved := t.move.Moved(press, t.row.In(keys), len(keys), c.Height()/2); moved {
		t.row = t.row.To(keys, i)
		return screen.Action{}
	}
	column := t.selectedColumn(analysis.ScaleOutOf(f.Outcome))
	switch {
	case key.Matches(press, t.move.Left) && column > 0:
		t.column = analysis.ScaleOutOf(f.Outcome).Topologies[column-1].Replicas
	case key.Matches(press, t.move.Right) && column >= 0 && column < len(analysis.ScaleOutOf(f.Outcome).Topologies)-1:
		t.column = analysis.ScaleOutOf(f.Outcome).Topologies[column+1].Replicas
	case key.Matches(press, t.own.Baseline) && len(analysis.ScaleOutOf(f.Outcome).Topologies) > 0:
		t.baseline = analysis.ScaleOutOf(f.Outcome).Topologies[(t.base(analysis.ScaleOutOf(f.Outcome))+1)%len(analysis.ScaleOutOf(f.Outcome).Topologies)].Replicas
	case key.Matches(press, t.own.NextFile):
		t.file = list[(shown+1)%len(list)].Key
	case key.Matches(press, t.own.Words):
		return screen.Action{Dialog: ownWords(f)}
	case key.Matches(press, t.own.Explain):
		if i := t.row.In(keys); i >= 0 && column >= 0 {
			shown, _ := t.judged(f)
			return screen.Action{Dialog: t.explain(shown, lines[i], column)}
		}
	}
	return screen.Action{}
}

// ownWords shows the file's question, answer and claim boundary, as it says them.
func ownWords(f analysis.Finding) *screen.Dialog {
	d := analysis.ScaleOutOf(f.Outcome).Data
	return &screen.Dialog{Title: "in the words of " + view.FileName(f), Details: []analysis.Detail{
		{Label: "question", Text: view.OrDash(d.BusinessQuestion)},
		{Label: "answer", Text: view.OrDash(d.Answer)},
		{Label: "claim boundary", Text: view.OrDash(d.ClaimBoundary)},
		{Label: "criteria", Text: view.OrDash(d.Decision.Criteria)},
	}}
}

// explain says what is behind a cell: the repeats of a median, or the gate.
func (t *topologies) explain(f analysis.Finding, l line, column int) *screen.Dialog {
	s := analysis.ScaleOutOf(f.Outcome)
	top := s.Topologies[column]
	if l.criterion >= 0 {
		c := s.Criteria[l.criterion]
		d := &screen.Dialog{Title: c.Rule.Name + ", " + top.Label}
		if column < len(c.Cells) {
			d.Details = c.Cells[column].Explain()
		}
		return d
	}
	m := l.metric
	spread := top.Metrics[l.metric]
	details := []analysis.Detail{{Label: "metric", Text: m.Label + " (" + m.ID + "), " + string(m.Unit)}}
	for i, v := range spread.Values {
		text := v.Exact(m.Unit)
		if !v.OK() {
			text += " (" + v.State.String() + ")"
		}
		if i < len(spread.Pointers) {
			text += "   " + spread.Pointers[i]
		}
		details = append(details, analysis.Detail{Label: fmt.Sprintf("repeat %d", i+1), Text: text})
	}
	details = append(details, spreadDetails(l.metric, spread)...)
	if why := top.Unsupported(l.metric); why != "" {
		details = append(details, analysis.Detail{Label: "percentile", Text: why})
	}
	if base := t.base(s); base != column {
		ch := s.Change(l.metric, column, base)
		details = append(details, analysis.Detail{Label: "against " + s.Topologies[base].Label, Text: changeText(ch)})
	}
	return &screen.Dialog{Title: m.Label + ", " + top.Label, Details: details}
}

// spreadDetails are the statistics of a cell, and what they cannot say.
func spreadDetails(metric *model.Metric, s analysis.Spread) []analysis.Detail {
	u := metric.Unit
	details := []analysis.Detail{{Label: "median", Text: fmt.Sprintf("%s of %d repeats", s.Median.Exact(u), s.N)}}
	if s.N < s.Of {
		details[0].Text += fmt.Sprintf(" (%d have no figure)", s.Of-s.N)
	}
	if metric.Summed() {
		details = append(details, analysis.Detail{Label: "sum", Text: s.Sum.Exact(u)})
	}
	spread := s.Min.Exact(u) + " to " + s.Max.Exact(u)
	if s.Ratio.OK() {
		spread += fmt.Sprintf(", %s× apart", s.Ratio.Text(model.Ratio))
	}
	switch {
	case s.Unstable && s.Ratio.OK():
		spread += ": UNSTABLE, over 1.5×"
	case s.Unstable:
		spread += ": " + s.Instability()
	}
	details = append(details, analysis.Detail{Label: "range", Text: spread})
	if note := analysis.IntervalNote(s.N); note != "" {
		details = append(details, analysis.Detail{Label: "interval", Text: note})
		return details
	}
	var values []float64
	for _, v := range s.Values {
		if x, ok := v.Get(); ok {
			values = append(values, x)
		}
	}
	slices.Sort(values)
	if lo, hi, coverage, ok := analysis.MedianInterval(values, analysis.Confidence); ok {
		details = append(details, analysis.Detail{Label: "interval", Text: fmt.Sprintf("%s to %s holds the median with %.1f %%", model.Of(lo).Exact(u), model.Of(hi).Exact(u), coverage*100)})
	}
	return details
}

// changeText says a change in words, and what the word rests on.
func changeText(ch analysis.Change) string {
	text := view.SignedPercent(ch.Percent)
	if ch.Word != "" {
		text += " " + ch.Word
	}
	if ch.Basis != "" {
		text += " (" + ch.Basis + ")"
	}
	if ch.Reason != "" {
		text += " (" + ch.Reason + ")"
	}
	return text
}

func (t *topologies) copyText(c screen.Ctx) string {
	if cmp := t.compare.with(t.findings(c)); cmp != nil {
		return report.ComparedMarkdown(cmp)
	}
	if f, ok := t.shown(c); ok {
		return report.FindingMarkdown(f)
	}
	return ""
}
