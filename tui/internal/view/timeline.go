package view

import (
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// OrderInFile returns the place of a finding's timeline in its file.
func OrderInFile(f analysis.Finding) int {
	for i := range f.File.Doc.Timelines().Timelines {
		if f.File.Doc.Timelines().Timelines[i].Pointer == analysis.AutoscalingOf(f.Outcome).Data.Pointer {
			return i
		}
	}
	return len(f.File.Doc.Timelines().Timelines)
}

// Scaling counts the scale events of a timeline.
func Scaling(a *analysis.Autoscaling) string {
	ups, upBy, downs, downBy := 0, 0, 0, 0
	for _, e := range a.Events {
		switch e.Kind {
		case analysis.ScaledUp:
			ups, upBy = ups+1, upBy+e.Count
		case analysis.ScaledDown:
			downs, downBy = downs+1, downBy+e.Count
		}
	}
	text := strconv.Itoa(ups) + " ups, +" + strconv.Itoa(upBy)
	if downs > 0 {
		text += " · " + strconv.Itoa(downs) + " downs, −" + strconv.Itoa(downBy)
	}
	return text
}

// DistinctWords returns the first word of each name that tells it from the others,
// or the name where none does.
func DistinctWords(all []string) []string {
	words := make([][]string, len(all))
	for i, name := range all {
		words[i] = strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' || r == ' ' })
	}
	out := slices.Clone(all)
	for i := range all {
		for n, word := range words[i] {
			alike := 0
			for _, other := range words {
				if n < len(other) && other[n] == word {
					alike++
				}
			}
			if alike == 1 { // its own
				out[i] = word
				break
			}
		}
	}
	return out
}

// Held returns the replicas that a timeline held over time, those that boot or stand by
// included: each sample until the next, the last for as long as the others on average.
// It is missing where a count is.
func Held(t *model.Timeline) model.Figure {
	at := t.Seconds.Values()
	if len(at) < 2 || len(at) != t.Len() {
		return model.Figure{}
	}
	total, every := 0.0, (at[len(at)-1]-at[0])/float64(len(at)-1)
	for i := range at {
		last := every
		if i+1 < len(at) {
			last = at[i+1] - at[i]
		}
		for _, m := range [...]*model.Metric{model.Ready, model.Booting, model.Standby} {
			n, ok := t.Column(m).At(i).Get()
			if !ok {
				return model.Figure{}
			}
			total += n * last
		}
	}
	return model.Of(total)
}
