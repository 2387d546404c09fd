package view

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/analysis/page"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// TestSection: the table comes before the text above it, its worst row first, without
// what has no room; a value is never cut.
func TestSection(t *testing.T) {
	var s page.Section
	s.Say("outcome", "rolled back")
	tab := page.NewTable("verdict", "gate", "limit", "observed", "of limit", "where").Numbers(2, 3, 4).Below(page.BelowAlways, 5)
	tab.Columns[4].Wide = true
	tab.Add(page.Badge(page.Pass), page.Text("error rate"), page.Text("≤ 0.005"), page.Spelt("0.001", model.Of(0.001), model.Ratio), page.Text("20 %"), page.Text("at /a"))
	tab.Add(page.Badge(page.Fail), page.Text("quality drop"), page.Text("≤ 0.015"), page.Spelt("0.028", model.Of(0.028), model.Ratio), page.Text("187 %"), page.Text("at /b"))
	s.Table("gates", tab)
	events := page.NewTable("at", "event")
	events.Details = true
	events.Add(page.Texts("1 s", "+2 started")...)
	s.Table("events", events)
	s.Explain("question", "why?")
	tests := []struct {
		width int
		want  string
	}{
		{40, " gates\n    gate            limit  observed\n ✗  quality drop  ≤ 0.015     0.028\n ✓  error rate    ≤ 0.005     0.001\n outcome: rolled back"},
		{22, " gates\n   gate          limit\n ✗ quality dr… ≤ 0.015\n ✓ error rate  ≤ 0.005\n outcome: rolled back"},
	}
	for _, tt := range tests {
		p := Page{Theme: theme.None(false), Width: tt.width, Height: 20}
		if lead := p.Section(s); lead != 4 {
			t.Errorf("%d lines of the table", lead)
		}
		var got []string
		for _, l := range p.Lines {
			got = append(got, strings.TrimRight(ansi.Strip(l), " "))
		}
		if text := strings.Join(got, "\n"); text != tt.want {
			t.Errorf("%d cells:\n%s\nwant\n%s", tt.width, text, tt.want)
		}
	}
}
