package gate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis/page"
	"scaledeck/model"
)

var verdictMarks = [NumVerdicts]page.Mark{page.Info, page.Pass, page.Running, page.Undecided, page.Fail}

// Mark returns the mark of a verdict on a page.
func (v Verdict) Mark() page.Mark { return verdictMarks[min(v, Fail)] }

// Mark returns the mark of a gate, which says "not in file" or "WARN" where INFO
// alone would leave the reader to guess.
func (g Gate) Mark() page.Mark {
	switch {
	case g.NotInFile && g.Verdict == Info:
		return page.Absent
	case g.Warned():
		return page.Warn
	default:
		return g.Verdict.Mark()
	}
}

// Page appends a table of gates for everything they were judged on, and where
// their limits come from. Simulated is whether all of it comes from a model.
func Page(s *page.Section, gates []Gate, simulated bool) {
	var scopes []string
	byScope := make(map[string][]Gate)
	for _, g := range gates {
		if _, ok := byScope[g.Scope]; !ok {
			scopes = append(scopes, g.Scope)
		}
		byScope[g.Scope] = append(byScope[g.Scope], g)
	}
	for _, scope := range scopes {
		label := "gates"
		if scope != "" {
			label += ", " + scope
		}
		s.Table(label, gateTable(byScope[scope], simulated))
	}
	s.Say("limits", limitSources(gates))
}

// gateTable is one row a gate. The share of the limit is what limit and margin
// imply; where the figures come from matters most for a gate that does not hold.
func gateTable(gates []Gate, simulated bool) *page.Table {
	t := page.NewTable("verdict", "gate", "limit", "observed", "of limit", "margin", "n", "note", "where")
	t.Numbers(2, 3, 4, 5, 6).Below(page.BelowNarrow, 7).Below(page.BelowAlways, 8)
	t.Columns[4].Wide, t.Gates = true, true
	for _, g := range gates {
		at := page.Cell{Full: where(g, true)}
		if g.Verdict > Pass || g.Warned() {
			at.Text = where(g, false)
		}
		t.Add(page.Badge(g.Mark()), page.Text(g.Rule.Name), page.Spelt(g.LimitText(), g.Limit, g.Rule.Unit),
			page.Spelt(g.ObservedText(), g.Observed, g.Rule.Unit), page.Spelt(usedText(g), g.Used(), model.Ratio),
			page.Spelt(g.MarginText(), g.Margin, g.Rule.Unit), page.Text(samplesText(g)), page.Text(note(g, simulated)), at)
	}
	return t
}

// Line is a gate in one line: "FAIL: TPOT regression +19.6 ms, limit ≤ 6 ms, …".
func (g Gate) Line(simulated bool) string {
	s := fmt.Sprintf("%s: %s %s, limit %s, margin %s, n %s", g.Mark().Word(), g.Rule.Name, g.ObservedText(),
		g.LimitText(), g.MarginText(), samplesText(g))
	for _, more := range []string{note(g, simulated), where(g, false), g.File} {
		if more != "" {
			s += " · " + more
		}
	}
	return s
}

// limitSources says in one line where the limits come from: "stated by the
// file: TPOT regression, quality drop; policy built-in: error rate".
func limitSources(gates []Gate) string {
	var sources []string
	names := make(map[string][]string)
	for _, g := range gates {
		if g.LimitSource == "" {
			continue
		}
		if _, ok := names[g.LimitSource]; !ok {
			sources = append(sources, g.LimitSource)
		}
		if !slices.Contains(names[g.LimitSource], g.Rule.Name) {
			names[g.LimitSource] = append(names[g.LimitSource], g.Rule.Name)
		}
	}
	for i, src := range sources {
		sources[i] = src + ": " + strings.Join(names[src], ", ")
	}
	return strings.Join(sources, "; ")
}

// usedText returns the share of the limit that is used up in whole percent, with
// more digits where those alone would hide on which side of it the figure is. A
// figure on the good side of zero uses nothing.
func usedText(g Gate) string {
	u, ok := g.Used().Get()
	if !ok {
		return model.Dash
	}
	if u = max(u, 0); math.Round(u*100) == 100 && u != 1 {
		return model.Of(u).TextAgainst(model.Of(1), model.Share)
	}
	return model.Of(math.Round(u * 100)).Text(model.Percent)
}

// samplesText returns the number of samples behind a gate's figure.
func samplesText(g Gate) string {
	if g.NotInFile {
		return model.Dash
	}
	return strconv.Itoa(g.N)
}

// note returns why a gate has the verdict it has, where its figures do not say it.
func note(g Gate, simulated bool) string {
	var parts []string
	if !g.Reason.IsZero() && g.Mark() != page.Absent {
		parts = append(parts, g.Reason.String())
	}
	if g.Whose != "" && g.Whose != g.Scope && !strings.Contains(g.Reason.String(), g.Whose) {
		parts = append(parts, "figure of "+g.Whose)
	}
	if g.Provenance == Claimed || (g.Provenance == Simulated && !simulated) {
		parts = append(parts, g.Provenance.String())
	}
	return strings.Join(parts, " · ")
}

// where returns the origins of a gate's figures, and what they were related to. Of
// several origins all are named where every one is asked for, else the first.
func where(g Gate, all bool) string {
	var parts []string
	switch at := g.Pointer; {
	case all && len(g.Pointers) > 0:
		parts = append(parts, "at "+strings.Join(g.Pointers, " "))
	case len(g.Pointers) > 1 && at == "":
		parts = append(parts, fmt.Sprintf("at %s and %d more", g.Pointers[0], len(g.Pointers)-1))
	case at != "":
		parts = append(parts, "at "+at)
	}
	if g.Rule.Relation != Absolute && g.Value.OK() && g.Baseline.OK() {
		related := g.Value.Text(g.ValueUnit) + " against " + g.Baseline.Text(g.ValueUnit)
		if g.BaselineOf != "" {
			related += " of " + g.BaselineOf
		}
		parts = append(parts, related)
	}
	return strings.Join(parts, " · ")
}
