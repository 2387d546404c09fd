package topologies

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// comparison is the shown analysis, A, next to another file's, B. Its topologies
// take the place of the analysis's own in the columns.
type comparison struct {
	other string // key of B's finding; "" while nothing is compared

	// made is the comparison of a and b, kept because it is asked for at every
	// frame and costs a test a figure.
	made *analysis.Compared
	a, b *analysis.ScaleOut
}

// next makes the next other analysis the one compared with, after the last none.
// It reports false where there is no other at all.
func (p *comparison) next(list []analysis.Finding, shown int) bool {
	at := shown
	for i := range list {
		if list[i].Key == p.other && i != shown {
			at = i
		}
	}
	if len(list) < 2 {
		p.other = ""
		return false
	}
	at = (at + 1) % len(list)
	if p.other = list[at].Key; at == shown {
		p.other = ""
	}
	return true
}

// with returns the comparison of the shown finding, or nil where none is asked
// for or the other analysis is gone.
func (p *comparison) with(list []analysis.Finding, shown int) *analysis.Compared {
	if p.other == "" || shown < 0 {
		return nil
	}
	for i := range list {
		if list[i].Key != p.other || i == shown {
			continue
		}
		if p.a != analysis.ScaleOutOf(list[shown].Outcome) || p.b != analysis.ScaleOutOf(list[i].Outcome) {
			p.a, p.b = analysis.ScaleOutOf(list[shown].Outcome), analysis.ScaleOutOf(list[i].Outcome)
			p.made = analysis.Compare(view.FileName(list[shown]), view.FileName(list[i]), list[shown:shown+1], list[i:i+1])
		}
		return p.made
	}
	return nil
}

// pairOf returns the pair of a metric in a group, or nil.
func pairOf(g *analysis.Group, metric string) *analysis.Pair {
	for i := range g.Pairs {
		if g.Pairs[i].Key == metric {
			return &g.Pairs[i]
		}
	}
	return nil
}

// comparedLines returns the metrics that any topology has and the filter lets through.
func comparedLines(c *analysis.Compared, filter string) []*analysis.Pair {
	var out []*analysis.Pair
	seen := make(map[string]bool)
	for i := range c.Groups {
		for j := range c.Groups[i].Pairs {
			p := &c.Groups[i].Pairs[j]
			if !seen[p.Key] && view.Holds(p.Label, filter) {
				seen[p.Key] = true
				out = append(out, p)
			}
		}
	}
	return out
}

func comparedKeys(lines []*analysis.Pair) []string {
	keys := make([]string, len(lines))
	for i, l := range lines {
		keys[i] = l.Key
	}
	return keys
}

// comparedColumn returns the index of the selected topology among those that
// both have: the largest where none is chosen.
func (t *topologies) comparedColumn(c *analysis.Compared) int {
	for i := range c.Groups {
		if replicasOf(c.Groups[i].Name) == t.column {
			return i
		}
	}
	return len(c.Groups) - 1
}

// updateCompared handles a key while two files are compared.
func (t *topologies) updateCompared(press tea.KeyPressMsg, c screen.Ctx, cmp *analysis.Compared) screen.Action {
	lines := comparedLines(cmp, c.Filter)
	keys := comparedKeys(lines)
	if i, moved := t.move.Moved(press, t.row.In(keys), len(keys), c.Height()/2); moved {
		t.row = t.row.To(keys, i)
		return screen.Action{}
	}
	column := t.comparedColumn(cmp)
	switch row := t.row.In(keys); {
	case key.Matches(press, t.move.Left) && column > 0:
		t.column = replicasOf(cmp.Groups[column-1].Name)
	case key.Matches(press, t.move.Right) && column >= 0 && column < len(cmp.Groups)-1:
		t.column = replicasOf(cmp.Groups[column+1].Name)
	case key.Matches(press, t.own.Explain) && row >= 0 && column >= 0:
		if p := pairOf(&cmp.Groups[column], keys[row]); p != nil {
			return screen.Action{Dialog: explainPair(cmp, &cmp.Groups[column], p)}
		}
	}
	return screen.Action{}
}

// replicasOf returns the number at the head of a topology's name.
func replicasOf(name string) int {
	n := 0
	if _, err := fmt.Sscanf(name, "%d ", &n); err != nil {
		return 0
	}
	return n
}

// explainPair says everything there is on one figure of both files.
func explainPair(c *analysis.Compared, g *analysis.Group, p *analysis.Pair) *screen.Dialog {
	details := []analysis.Detail{
		{Label: "A, " + c.A, Text: sideText(p, p.A, p.SpreadA, p.NoteA)},
		{Label: "B, " + c.B, Text: sideText(p, p.B, p.SpreadB, p.NoteB)},
		{Label: "B − A", Text: p.Delta.Signed(p.Unit)},
		{Label: "change", Text: changeText(p.Change)},
	}
	for _, n := range []string{p.NoteA, p.NoteB} {
		if n != "" {
			details = append(details, analysis.Detail{Label: "percentile", Text: n})
		}
	}
	for _, n := range g.Notes {
		if strings.Contains(p.Change.Basis, n) {
			continue
		}
		details = append(details, analysis.Detail{Label: "note", Text: n})
	}
	for i, s := range []*analysis.Spread{p.SpreadA, p.SpreadB} {
		if s == nil {
			continue
		}
		for n, v := range s.Values {
			text := v.Exact(p.Unit)
			if n < len(s.Pointers) {
				text += "   " + s.Pointers[n]
			}
			details = append(details, analysis.Detail{Label: fmt.Sprintf("%c, repeat %d", 'A'+i, n+1), Text: text})
		}
	}
	return &screen.Dialog{Title: p.Statistic + " " + p.Label + ", " + g.Name, Details: details}
}

func sideText(p *analysis.Pair, f model.Figure, s *analysis.Spread, note string) string {
	return f.Exact(p.Unit) + " (" + report.Repeats(s, p.Unit, note) + ")"
}
