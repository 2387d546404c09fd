package recording

import (
	"slices"

	"scaledeck/model"
)

// timesOf returns the times of all samples of a document, in order.
func timesOf(doc *model.Document) []float64 {
	var times []float64
	for _, part := range doc.Parts {
		if set, ok := part.(*model.TimelineSet); ok {
			for i := range set.Timelines {
				seconds := &set.Timelines[i].Seconds
				for k := range seconds.Len() {
					if at, ok := seconds.At(k).Get(); ok {
						times = append(times, at)
					}
				}
			}
		}
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// clip returns the timelines of a document with the samples up to a moment. The
// samples are shared with it.
func clip(doc *model.Document, until float64) *model.Document {
	clipped := *doc
	clipped.Parts = nil
	for _, part := range doc.Parts {
		set, ok := part.(*model.TimelineSet)
		if !ok {
			continue
		}
		played := *set
		played.Timelines = slices.Clone(set.Timelines)
		for i := range played.Timelines {
			t := &played.Timelines[i]
			n := 0
			for n < t.Len() && !(t.Seconds.At(n).Value > until) {
				n++
			}
			*t = t.First(n)
		}
		clipped.Parts = append(clipped.Parts, &played)
	}
	return &clipped
}
