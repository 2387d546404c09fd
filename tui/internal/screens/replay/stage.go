package replay

import (
	"math"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/chart"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// track is one timeline on screen.
type track struct {
	finding analysis.Finding
	name    string // short: what tells it from the others
	token   theme.Token
	glyph   rune
	focused bool
}

// stage is everything a drawing of the replay needs to know.
type stage struct {
	c      screen.Ctx
	tracks []track
	pos    float64
	x      chart.Axis
	mode   chart.Mode
	hide   bool // what lies after pos
}

// sideCells returns the width of the readout next to the bands, 0 where there is no room.
func sideCells(w, tracks int) int {
	switch {
	case w >= 160:
		return 26 + 10*min(tracks+1, 4)
	case w >= 110:
		return 15 + 10*min(tracks+1, 4)
	case w >= 76 && tracks <= 2:
		return 11 + 8*3
	default:
		return 0
	}
}

// stage collects what is drawn: at most mostPolicies timelines, the selected one
// among them, and the axis after zoom.
func (r *replay) stage(c screen.Ctx, shown, others []analysis.Finding) stage {
	at := r.focused(shown)
	s := stage{c: c, pos: r.position(c.Now), hide: r.hide}
	names := shortNames(shown)
	first := min(max(at-view.MostPolicies+1, 0), max(len(shown)-view.MostPolicies, 0))
	for i := first; i < min(first+view.MostPolicies, len(shown)); i++ {
		if !r.single || i == at {
			s.tracks = append(s.tracks, track{finding: shown[i], name: names[i], token: view.SeriesTokens[i%view.MostPolicies], glyph: view.SeriesGlyphs[i%view.MostPolicies], focused: i == at})
		}
	}
	if r.other > 0 && r.other <= len(others) {
		o := others[r.other-1]
		over := track{finding: o, name: "other", token: view.SeriesTokens[view.MostPolicies-1], glyph: view.SeriesGlyphs[view.MostPolicies-1]}
		if len(s.tracks) == view.MostPolicies {
			s.tracks = s.tracks[:view.MostPolicies-1]
		}
		s.tracks = append(s.tracks, over)
	}
	s.x = r.axis(s)
	return s
}

// axis returns the time axis. A zoomed one moves by half its length when the
// playhead nears its end, and not with every frame: a chart that scrolls costs
// thirty times the bytes of one that does not move.
func (r *replay) axis(s stage) chart.Axis {
	var all []analysis.Finding
	for _, t := range s.tracks {
		all = append(all, t.finding)
	}
	lo, hi := extent(all)
	if r.zoom > 0 && hi > lo {
		span := (hi - lo) / math.Pow(2, float64(r.zoom))
		half := span / 2
		start := lo + math.Floor((s.pos-lo)/half-0.5)*half
		lo = min(max(start, lo), hi-span)
		hi = lo + span
	}
	return chart.Axis{Min: lo, Max: hi, Unit: model.Seconds}
}

// shortNames returns the first word of each name that tells it from the others.
func shortNames(shown []analysis.Finding) []string {
	names := make([]string, len(shown))
	for i := range shown {
		names[i] = analysis.AutoscalingOf(shown[i].Outcome).Data.Name
	}
	return view.DistinctWords(names)
}
