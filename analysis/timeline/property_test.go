package timeline

import (
	"math"
	"testing"

	"scaledeck/analysis/known"

	"pgregory.net/rapid"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// timelines draws a timeline whose figures and flags may be missing.
func timelines() *rapid.Generator[model.Timeline] {
	return rapid.Custom(func(t *rapid.T) model.Timeline {
		n := rapid.IntRange(0, 30).Draw(t, "n")
		c := known.Columns{Seconds: known.EveryTwenty(n)}
		for range n {
			p99 := rapid.Float64Range(1, 1000).Draw(t, "p99")
			if rapid.IntRange(0, 5).Draw(t, "gap") == 0 {
				p99 = math.NaN()
			}
			c.P99 = append(c.P99, p99)
			c.Ready = append(c.Ready, float64(rapid.IntRange(0, 9).Draw(t, "ready")))
			c.Booting = append(c.Booting, float64(rapid.IntRange(0, 9).Draw(t, "booting")))
		}
		tl := c.Timeline("t")
		for i := range tl.Breached {
			switch rapid.IntRange(0, 2).Draw(t, "flag") {
			case 0:
				tl.Breached[i] = model.Flag{}
			case 1:
				tl.Breached[i] = model.FlagOf(true)
			}
		}
		return tl
	})
}

func TestWindowsPartitionTheBreachedSamples(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl := timelines().Draw(t, "timeline")
		fs, _ := autoscalingOf(known.FileOfTimelines(tl), gate.Options{})
		a := AutoscalingOf(fs[0].Outcome)
		in, last := make([]int, tl.Len()), -2
		for _, w := range a.Windows {
			if w.First <= last+1 || w.Last < w.First || w.End < w.Start {
				t.Fatalf("window %+v after sample %d: not apart, or backwards", w, last)
			}
			for i := w.First; i <= w.Last; i++ {
				in[i]++
			}
			last = w.Last
		}
		for i := range in {
			if (in[i] == 1) != a.Over[i] || in[i] > 1 || a.Over[i] && !a.Judged[i] {
				t.Fatalf("sample %d: over %v judged %v, in %d windows", i, a.Over[i], a.Judged[i], in[i])
			}
		}
		if fs[0].Verdict == gate.Pass && a.Samples < tl.Len() {
			t.Fatal("PASS with samples that could not be judged")
		}
	})
}

func TestAnotherBreachNeverImproves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl := timelines().Filter(func(tl model.Timeline) bool { return tl.Len() > 0 }).Draw(t, "timeline")
		o := gate.Options{SLO: model.Of(rapid.Float64Range(1, 1000).Draw(t, "slo"))}
		before, _ := autoscalingOf(known.FileOfTimelines(tl), o)
		at := rapid.IntRange(0, tl.Len()-1).Draw(t, "at")
		values := append([]float64(nil), tl.Column(model.P99TTFT).Values()...)
		values[at] = o.SLO.Value * 2
		tl.Set(model.P99TTFT, model.SeriesOf(values...))
		after, _ := autoscalingOf(known.FileOfTimelines(tl), o)
		if after[0].Verdict != gate.Fail || after[0].Verdict < before[0].Verdict {
			t.Fatalf("%v became %v", before[0].Verdict, after[0].Verdict)
		}
		if AutoscalingOf(after[0].Outcome).Breach < AutoscalingOf(before[0].Outcome).Breach {
			t.Fatal("fewer breaches")
		}
	})
}
