package analysis

import (
	"math"
	"testing"

	"scaledeck/analysis/known"
	"scaledeck/analysis/rollout"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// longTimeline has n samples of one long breach with as many starts as samples
// allow to keep: none.
func longTimeline(n int) model.Timeline {
	c := known.Columns{Seconds: known.EveryTwenty(n)}
	for i := range n {
		r := 0.5 + float64(i%7)/10
		c.Demand = append(c.Demand, r*4*18000)
		c.Ready = append(c.Ready, 4)
		c.Booting = append(c.Booting, 0)
		c.Ratio = append(c.Ratio, math.Round(r*1e4)/1e4)
		c.Kv = append(c.Kv, min(1, math.Round(r*1e4)/1e4))
		c.P99 = append(c.P99, 600)
		c.Breached = append(c.Breached, i)
	}
	return c.Timeline("long")
}

// TestJudgingDoesNotAllocateBySample holds the memory of a judgement to the
// samples' own columns: what is allocated does not grow in number with them.
func TestJudgingDoesNotAllocateBySample(t *testing.T) {
	allocs := func(n int) float64 {
		f := known.FileOfTimelines(longTimeline(n))
		return testing.AllocsPerRun(3, func() { autoscalingOf(f, gate.Options{}) })
	}
	small, large := allocs(100), allocs(10_000)
	if large > small+30 { // the growth of one slice of estimates
		t.Errorf("%v allocations for 100 samples, %v for 10 000", small, large)
	}
}

// TestWhatIfBudget holds a what-if, which runs on every key while a limit is
// edited, to a few allocations.
func TestWhatIfBudget(t *testing.T) {
	d := known.AutoscalingFile().Doc
	r := &d.Rollouts().Rollouts[1]
	got := testing.AllocsPerRun(20, func() { rollout.JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{}) })
	if got > 60 {
		t.Errorf("%v allocations for one rollout of three stages, at most 60", got)
	}
}

func BenchmarkJudgeKnownAutoscaling(b *testing.B) {
	f := known.AutoscalingFile()
	b.ReportAllocs()
	for b.Loop() {
		autoscalingOf(f, gate.Options{})
		canaryOf(f, gate.Options{})
		coldStartOf(f, gate.Options{})
	}
}

func BenchmarkJudgeLongTimeline(b *testing.B) {
	f := known.FileOfTimelines(longTimeline(10_000))
	b.ReportAllocs()
	for b.Loop() {
		autoscalingOf(f, gate.Options{})
	}
}

func BenchmarkJudgeRollout(b *testing.B) {
	d := known.AutoscalingFile().Doc
	b.ReportAllocs()
	for b.Loop() {
		rollout.JudgeRollout(d, &d.Rollouts().Rollouts[0], d.Rollouts().Policy, gate.Options{})
	}
}
