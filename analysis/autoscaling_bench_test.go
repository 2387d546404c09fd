package analysis

import (
	"math"
	"testing"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// longTimeline has n samples of one long breach with as many starts as samples
// allow to keep: none.
func longTimeline(n int) model.Timeline {
	c := columns{seconds: everyTwenty(n)}
	for i := range n {
		r := 0.5 + float64(i%7)/10
		c.demand = append(c.demand, r*4*18000)
		c.ready = append(c.ready, 4)
		c.booting = append(c.booting, 0)
		c.ratio = append(c.ratio, math.Round(r*1e4)/1e4)
		c.kv = append(c.kv, min(1, math.Round(r*1e4)/1e4))
		c.p99 = append(c.p99, 600)
		c.breached = append(c.breached, i)
	}
	return c.timeline("long")
}

// TestJudgingDoesNotAllocateBySample holds the memory of a judgement to the
// samples' own columns: what is allocated does not grow in number with them.
func TestJudgingDoesNotAllocateBySample(t *testing.T) {
	allocs := func(n int) float64 {
		f := fileOfTimelines(longTimeline(n))
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
	d := knownAutoscalingFile().Doc
	r := &d.Rollouts().Rollouts[1]
	got := testing.AllocsPerRun(20, func() { JudgeRollout(d, r, d.Rollouts().Policy, gate.Options{}) })
	if got > 60 {
		t.Errorf("%v allocations for one rollout of three stages, at most 60", got)
	}
}

func BenchmarkJudgeKnownAutoscaling(b *testing.B) {
	f := knownAutoscalingFile()
	b.ReportAllocs()
	for b.Loop() {
		autoscalingOf(f, gate.Options{})
		canaryOf(f, gate.Options{})
		coldStartOf(f, gate.Options{})
	}
}

func BenchmarkJudgeLongTimeline(b *testing.B) {
	f := fileOfTimelines(longTimeline(10_000))
	b.ReportAllocs()
	for b.Loop() {
		autoscalingOf(f, gate.Options{})
	}
}

func BenchmarkJudgeRollout(b *testing.B) {
	d := knownAutoscalingFile().Doc
	b.ReportAllocs()
	for b.Loop() {
		JudgeRollout(d, &d.Rollouts().Rollouts[0], d.Rollouts().Policy, gate.Options{})
	}
}
