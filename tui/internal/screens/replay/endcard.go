package replay

import (
	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// endCard sums the run up where the clock is at its end: how long each policy was over
// its SLO and its worst sample, and of two what the second cost more.
func (r *replay) endCard(s stage, w int) []string {
	if !r.clock.Done(s.c.Now) || r.clock.Duration() <= 0 || r.grew {
		return nil
	}
	text := ""
	for i, t := range s.tracks {
		a := analysis.AutoscalingOf(t.finding.Outcome)
		if i > 0 {
			text += " · "
		}
		if text += t.name + " "; a.Samples == 0 {
			text += "not judged"
			continue
		}
		text += model.Of(overSoFar(a, s.pos)).Text(model.Seconds) + " over SLO"
		if a.Worst.Index >= 0 {
			text += ", worst " + a.Worst.Figure.Text(model.Milliseconds)
		}
	}
	if len(s.tracks) == 2 {
		first, second := analysis.AutoscalingOf(s.tracks[0].finding.Outcome).Data, analysis.AutoscalingOf(s.tracks[1].finding.Outcome).Data
		if more := view.Difference(view.Held(first), view.Held(second)); more.OK() {
			text += " · " + more.Signed(model.ReplicaSeconds)
		}
	}
	return view.Shortened(s.c.Theme, theme.Strong, text, w, 2)
}
