package startup

import (
	"fmt"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
)

// pageOf says what starting up takes: the saving, the phases of each
// profile, longest first, and what ties them to a timeline unless the sentence
// has it.
func pageOf(s *page.Section, f finding.Finding) {
	cs := ColdStartOf(f.Outcome)
	if cs.Saved.OK() {
		saved := cs.Saved.Text(model.Seconds)
		if cs.Factor.OK() {
			saved += fmt.Sprintf(", %.1f× shorter", cs.Factor.Value)
		}
		s.Say("saved", saved)
	}
	bars := page.Bars{Unit: model.Seconds}
	for _, p := range cs.Profiles {
		if p.Data == nil {
			continue
		}
		bar := page.Bar{Name: p.Data.Name, Total: p.Total, Known: p.Known}
		for _, ph := range p.Data.Phases {
			bar.Pieces = append(bar.Pieces, page.Piece{Name: ph.Name, Length: ph.Seconds})
		}
		bars.Bars = append(bars.Bars, bar)
	}
	if len(bars.Bars) > 0 {
		s.Blocks = append(s.Blocks, bars)
	}
	for _, tie := range cs.Tie {
		if !strings.Contains(f.Sentence, tie) {
			s.Say("", tie)
		}
	}
	gate.Page(s, f.Gates, f.Simulated)
}
