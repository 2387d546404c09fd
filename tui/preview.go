package tui

import (
	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// preview draws what decides a finding on at most h lines of at most w cells:
// its sentence, then its gates, broken ones first.
func preview(th *theme.Theme, f analysis.Finding, w, h int) []string {
	var lines []string
	add := func(tok theme.Token, s string) {
		lines = append(lines, widget.NewLine(th, w).Put(theme.Text, " ").Put(tok, s).String())
	}
	add(theme.Title, f.Title)
	for _, s := range wrap(th, f.Sentence, w-2) {
		add(theme.Text, s)
	}
	lines = append(lines, "")
	for _, want := range []analysis.Verdict{analysis.Fail, analysis.Undecided, analysis.Running, analysis.Pass, analysis.Info} {
		for _, g := range f.Gates {
			if g.Verdict == want {
				lines = append(lines, gateLine(th, g, w))
			}
		}
	}
	if f.Kind == analysis.KindFile && f.File != nil {
		for _, is := range f.File.Issues {
			for _, s := range wrap(th, is.String(), w-2) {
				add(theme.Text, s)
			}
		}
	}
	return lines[:min(len(lines), max(h, 0))]
}

// gateLine draws a gate as "✗ quality drop  0.028  ≤ 0.015  stage 25 %".
func gateLine(th *theme.Theme, g analysis.Gate, w int) string {
	l := widget.NewLine(th, w).Put(theme.Text, " ").Put(theme.Verdict(g.Verdict), th.Mark(g.Verdict)).Put(theme.Text, " ")
	name := min(max(w/3, 12), 26)
	l.Column(theme.Text, g.Rule.Name, l.Used()+name)
	l.Put(theme.Text, " ")
	if g.NotInFile {
		return l.Put(theme.Muted, "not in file").String()
	}
	l.Put(theme.Strong, g.Observed.TextAgainst(g.Limit, g.Rule.Unit))
	l.Put(theme.Muted, " "+g.Rule.Op.String()+" "+g.Limit.Text(g.Rule.Unit)+"  "+g.Scope)
	return l.String()
}
