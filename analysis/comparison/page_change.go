package comparison

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/page"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// changeBasis says what the words of the medians' table rest on, each that occurs
// in it, so that every word is true of its figures.
func changeBasis(so *ScaleOut) string {
	if so.Baseline < 0 || so.Baseline >= len(so.Topologies) || len(so.Topologies) < 2 {
		return ""
	}
	base := so.Topologies[so.Baseline]
	var notes []string
	metrics := make(map[stats.Ground][]string)
	for _, m := range model.RunMetrics() {
		for i, t := range so.Topologies {
			if i == so.Baseline || m.Summed() {
				continue
			}
			ground := so.Change(m, i, so.Baseline).Ground
			if !slices.Contains(metrics[ground], m.Label) {
				metrics[ground] = append(metrics[ground], m.Label)
			}
			note := stats.DifferenceNote(t.Metrics[m].N, base.Metrics[m].N)
			if ground == stats.RangesOfFew && note != "" && !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	parts := []string{"of the median against " + base.Label}
	if len(metrics[stats.RangesOfFew]) > 0 {
		text := "within noise where the ranges of the repeats overlap"
		if len(notes) > 0 {
			text += ", since " + strings.Join(notes, " and ")
		}
		parts = append(parts, text)
	}
	if of := metrics[stats.ExactTest]; len(of) > 0 {
		parts = append(parts, "within noise where a Mann–Whitney test at 0.05 finds no difference")
	}
	if of := metrics[stats.SmallChange]; len(of) > 0 {
		parts = append(parts, fmt.Sprintf("within noise too where the change is within the ±%s to which loads are matched (%s)",
			model.Of(stats.NoiseTolerance).Text(model.Percent), strings.Join(of, ", ")))
	}
	if of := metrics[stats.NearZero]; len(of) > 0 {
		parts = append(parts, "within noise too where a spread reaches zero and is as wide as the difference, or counts from zero on differ by 2 at most ("+strings.Join(of, ", ")+")")
	}
	return strings.Join(parts, "; ")
}

// pageIntervals appends the 95 % intervals of the medians, or the one line that says
// why there is none.
func pageIntervals(s *page.Section, so *ScaleOut) {
	var items []string
	fewest := -1
	for _, m := range model.RunMetrics() {
		if m.Summed() {
			continue
		}
		var parts []string
		for _, t := range so.Topologies {
			sp := t.Metrics[m]
			if low, high, coverage, ok := sp.Interval(); ok {
				parts = append(parts, fmt.Sprintf("%s %s (%.1f %%)", t.Label, page.Span(model.Of(low), model.Of(high), m.Unit), coverage*100))
			} else if sp.N > 0 && (fewest < 0 || sp.N < fewest) {
				fewest = sp.N
			}
		}
		if len(parts) > 0 {
			items = append(items, m.Label+": "+strings.Join(parts, ", "))
		}
	}
	s.List("95 % intervals of the medians, with their coverage", items)
	if fewest >= 0 {
		s.Explain("interval", stats.IntervalNote(fewest))
	}
}
