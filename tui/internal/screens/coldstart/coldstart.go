// Package coldstart is the screen that compares the start-up profiles of a file.
package coldstart

import (
	"fmt"
	"math"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/analysis/report"
	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/view"
)

// coldStart compares the start-up profiles of one file.
type coldStart struct {
	file string // key of the finding that is shown
	row  view.Selection
	move view.MoveKeys
	own  struct{ Explain, NextFile key.Binding }
}

// Spec is the screen in the list of screens.
func Spec() screen.Spec {
	return screen.Spec{
		ID: "coldstart", Title: "Cold start", Short: "Cold",
		Shows: func(f *analysis.Finding) bool { return analysis.ColdStartOf(f.Outcome) != nil },
		New:   func(d screen.Deps) screen.Screen { return newColdStart() },
	}
}

func newColdStart() *coldStart {
	s := &coldStart{move: view.DefaultMoveKeys()}
	s.own.Explain = view.Bind("enter", "explain", "enter")
	s.own.NextFile = view.Bind("f", "next file", "f")
	return s
}

func (s *coldStart) Keys(screen.Ctx) []key.Binding {
	return []key.Binding{s.own.Explain, s.own.NextFile, s.move.Up, s.move.Down, s.move.PageUp, s.move.PageDown, s.move.Top, s.move.Bottom}
}

// findings returns the cold-start findings and the index of the one shown, or −1.
func (s *coldStart) findings(c screen.Ctx) ([]analysis.Finding, int) {
	return view.OfKind(c, s.file, func(f *analysis.Finding) bool { return analysis.ColdStartOf(f.Outcome) != nil })
}

// startRow is one thing that can be selected: a profile, or a phase of it.
type startRow struct {
	profile int // index into ColdStart.Profiles
	phase   int // index into its phases; −1 is the profile itself
}

// rows returns the rows of the profiles that the filter lets through, and their
// keys. A profile is let through by its name or that of one of its phases.
func (s *coldStart) rows(c screen.Ctx, cs *analysis.ColdStart) ([]startRow, []string) {
	var rows []startRow
	var keys []string
	for i, p := range cs.Profiles {
		names := p.Data.Name
		for _, ph := range p.Data.Phases {
			names += "\n" + ph.Name
		}
		if !strings.Contains(strings.ToLower(names), c.Filter) {
			continue
		}
		rows, keys = append(rows, startRow{i, -1}), append(keys, p.Data.Pointer)
		for j, ph := range p.Data.Phases {
			rows, keys = append(rows, startRow{i, j}), append(keys, ph.Pointer)
		}
	}
	return rows, keys
}

func (s *coldStart) Update(msg tea.Msg, c screen.Ctx) screen.Action {
	switch msg := msg.(type) {
	case screen.Open:
		s.file, s.row = msg.Finding.Key, view.Selection{}
	case screen.Copy:
		return screen.Action{Copy: s.copyText(c)}
	case tea.KeyPressMsg:
		return s.pressed(msg, c)
	}
	return screen.Action{}
}

func (s *coldStart) pressed(press tea.KeyPressMsg, c screen.Ctx) screen.Action {
	list, shown := s.findings(c)
	if shown < 0 {
		return screen.Action{}
	}
	f := list[shown]
	s.file = f.Key // a key press means what is shown now
	rows, keys := s.rows(c, analysis.ColdStartOf(f.Outcome))
	at := s.row.In(keys)
	if i, moved := s.move.Moved(press, at, len(keys), max(c.Height()/3, 1)); moved {
		s.row = s.row.To(keys, i)
		return screen.Action{}
	}
	switch {
	case key.Matches(press, s.own.NextFile):
		s.file, s.row = list[(shown+1)%len(list)].Key, view.Selection{}
		if len(list) == 1 {
			return screen.Action{Notice: "no other file has a cold start"}
		}
	case key.Matches(press, s.own.Explain) && at >= 0:
		return screen.Action{Dialog: explainStart(f, rows[at])}
	}
	return screen.Action{}
}

// against returns the profile that profile i is compared with: the longest, and
// for that one the shortest; nil where there is nothing to compare with.
func against(cs *analysis.ColdStart, i int) *analysis.Profile {
	if i > 0 {
		return &cs.Profiles[0]
	}
	for j := len(cs.Profiles) - 1; j > 0; j-- {
		if cs.Profiles[j].Known {
			return &cs.Profiles[j]
		}
	}
	return nil
}

// saved returns what a profile saves against the longest one, and how many times
// shorter it is; both are missing for the longest itself.
func saved(cs *analysis.ColdStart, i int) (seconds, factor model.Figure) {
	p, long := cs.Profiles[i], cs.Profiles[0]
	if i == 0 || !p.Known || !long.Known {
		return model.Figure{}, model.Figure{}
	}
	seconds = model.Of(long.Total.Value - p.Total.Value)
	if p.Total.Value > 0 {
		factor = model.Of(long.Total.Value / p.Total.Value)
	}
	return seconds, factor
}

// factorText prints how many times shorter a start is, to one decimal, as
// finely as one compares.
func factorText(factor model.Figure) string {
	if !factor.OK() {
		return ""
	}
	return model.Of(math.Round(factor.Value*10)/10).Text(model.Ratio) + "× shorter"
}

// shareOf returns the share of a phase in its profile, to a tenth of a percent.
// While a phase has no figure the whole is not known, and no share is.
func shareOf(p analysis.Profile, seconds model.Figure) model.Figure {
	if !p.Known || !seconds.OK() || !(p.Total.Value > 0) {
		return model.Figure{}
	}
	return model.Of(math.Round(seconds.Value/p.Total.Value*1000) / 1000)
}

// missingPhases counts the phases of a profile that have no figure.
func missingPhases(p analysis.Profile) int {
	n := 0
	for _, ph := range p.Data.Phases {
		if !ph.Seconds.OK() {
			n++
		}
	}
	return n
}

// totalDiffers reports whether the file claims another total than its phases give.
func totalDiffers(snap *analysis.Findings, f analysis.Finding, p analysis.Profile) bool {
	for _, ch := range snap.Checks {
		if ch.Result == analysis.Differs && ch.File == f.File.Name && ch.Pointer == p.Data.Pointer+"/total_seconds" {
			return true
		}
	}
	return false
}

// explainStart says everything on a profile or on one phase of it.
func explainStart(f analysis.Finding, r startRow) *screen.Dialog {
	cs := analysis.ColdStartOf(f.Outcome)
	p := cs.Profiles[r.profile]
	provenance := analysis.Measured.String()
	if f.Simulated {
		provenance = analysis.Simulated.String() + ": " + f.File.Doc.ExecutionMode
	}
	if r.phase < 0 {
		return &screen.Dialog{Title: p.Data.Name, Details: append(profileDetails(f, r.profile),
			analysis.Detail{Label: "provenance", Text: provenance}, analysis.Detail{Label: "file", Text: f.File.Name + " " + p.Data.Pointer})}
	}
	ph := &p.Data.Phases[r.phase]
	details := []analysis.Detail{
		{Label: "phase", Text: fmt.Sprintf("%d of %d of %s", r.phase+1, len(p.Data.Phases), p.Data.Name)},
		{Label: "figure", Text: exactFigure(ph.Seconds)},
		{Label: "share", Text: shareOf(p, ph.Seconds).Text(model.Share) + " of " + p.Total.Exact(model.Seconds)},
	}
	if other := against(cs, r.profile); other != nil {
		s := analysis.Savings(p.Data, other.Data)[r.phase]
		text := "nothing in " + other.Data.Name + " stands for it"
		if s.Other != nil {
			text = s.Other.Name + " " + exactFigure(s.Other.Seconds) + " in " + other.Data.Name
		}
		details = append(details, analysis.Detail{Label: "against", Text: text})
		if s.Other != nil {
			basis := "phases of one name"
			if !s.ByName {
				basis = "no phase has the same name in both, so those in the same place are compared"
			}
			details = append(details, analysis.Detail{Label: "difference", Text: negative(s.Saved).Signed(model.Seconds) + " there"}, analysis.Detail{Label: "paired by", Text: basis})
		}
	}
	details = append(details, tieDetails(cs)...)
	details = append(details, analysis.Detail{Label: "provenance", Text: provenance}, analysis.Detail{Label: "file", Text: f.File.Name + " " + ph.Pointer})
	return &screen.Dialog{Title: ph.Name, Details: details}
}

// profileDetails are the phases of a profile, its total as summed and as claimed,
// and how it compares with the longest.
func profileDetails(f analysis.Finding, i int) []analysis.Detail {
	cs := analysis.ColdStartOf(f.Outcome)
	p := cs.Profiles[i]
	var details []analysis.Detail
	for _, ph := range p.Data.Phases {
		text := exactFigure(ph.Seconds)
		if share := shareOf(p, ph.Seconds); share.OK() {
			text += ", " + share.Text(model.Share)
		}
		details = append(details, analysis.Detail{Label: "phase", Text: ph.Name + ": " + text})
	}
	total := "= " + p.Total.Exact(model.Seconds) + ", the sum of " + text.Counted(len(p.Data.Phases), "phase")
	if n := missingPhases(p); n > 0 {
		total = model.Dash + ", since " + text.Counted(n, "phase") + " of " + fmt.Sprint(len(p.Data.Phases)) + " without a figure would pass for a shorter start"
	}
	claimed := "the file claims no total"
	if p.Data.Total.State != model.Absent {
		claimed = exactFigure(p.Data.Total)
	}
	details = append(details, analysis.Detail{Label: "total", Text: total}, analysis.Detail{Label: "file says", Text: claimed})
	if seconds, factor := saved(cs, i); seconds.OK() {
		details = append(details, analysis.Detail{Label: "saves", Text: strings.TrimSuffix(seconds.Exact(model.Seconds)+" against "+cs.Profiles[0].Data.Name+", "+factorText(factor), ", ")})
	}
	return append(details, tieDetails(cs)...)
}

// tieDetails are the sentences that tie the profiles to the replay.
func tieDetails(cs *analysis.ColdStart) []analysis.Detail {
	var details []analysis.Detail
	for _, tie := range cs.Tie {
		details = append(details, analysis.Detail{Label: "replay", Text: tie})
	}
	return details
}

// exactFigure prints seconds in full, or why there are none.
func exactFigure(f model.Figure) string {
	if !f.OK() {
		return model.Dash + " (" + f.State.String() + ")"
	}
	return f.Exact(model.Seconds)
}

func negative(f model.Figure) model.Figure {
	if f.OK() {
		f.Value = -f.Value
	}
	return f
}

func (s *coldStart) copyText(c screen.Ctx) string {
	if list, at := s.findings(c); at >= 0 {
		return report.FindingMarkdown(list[at])
	}
	return ""
}
