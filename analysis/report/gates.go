package report

import (
	"slices"
	"strings"

	"scaledeck/analysis"
)

// allGates returns every gate of a finding, taken from its parts where the
// finding itself lists none.
func allGates(f analysis.Finding) []analysis.Gate {
	if len(f.Gates) > 0 {
		return f.Gates
	}
	var gs []analysis.Gate
	if f.Canary != nil {
		for _, st := range f.Canary.Stages {
			gs = append(gs, st.Gates...)
		}
	}
	if f.ScaleOut != nil {
		for _, cr := range f.ScaleOut.Criteria {
			gs = append(gs, cr.Cells...)
		}
	}
	return gs
}

// gates appends one table of gates for everything they were judged on, and
// where their limits come from.
func (c composer) gates(s *section, gs []analysis.Gate, simulated bool) {
	var scopes []string
	byScope := make(map[string][]analysis.Gate)
	for _, g := range gs {
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
		s.tab(label, c.gateTable(byScope[scope], simulated))
	}
	s.para("limits", limitSources(gs))
}

// gateTable is one row a gate. On a narrow page the share of the limit is left
// out, which limit and margin imply, and notes stand below their gate.
func (c composer) gateTable(gs []analysis.Gate, simulated bool) *table {
	t := newTable("verdict", "gate", "limit", "observed", "of limit", "margin", "n", "note", "where").numbers(2, 3, 4, 5, 6).below(8)
	if c.narrow() {
		t.below(7, 8)
	}
	for _, g := range gs {
		used, at := usedText(g), ""
		if c.narrow() {
			used = ""
		}
		if g.Verdict > analysis.Pass || g.Warned() || c.o.Verbose {
			at = where(g, c.o.Verbose)
		}
		t.add(c.gateBadge(g), g.Rule.Name, g.LimitText(), g.ObservedText(), used,
			g.MarginText(), samplesText(g), note(g, simulated), at)
	}
	return t
}

// limitSources says in one line where the limits come from: "stated by the
// file: TPOT regression, quality drop; policy built-in: error rate".
func limitSources(gs []analysis.Gate) string {
	var sources []string
	names := make(map[string][]string)
	for _, g := range gs {
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
