package analysis

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"scaledeck/analysis/known"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// busyTimeline has n samples of one run whose demand swings: every few samples
// the SLO is broken or kept again and replicas start, become ready or stop.
func busyTimeline(n int) model.Timeline {
	c := known.Columns{Seconds: known.EveryTwenty(n)}
	for i := range n {
		ready := float64(4 + i/3%3)
		r := 0.6 + 0.6*math.Abs(math.Sin(float64(i)/5))
		c.Demand = append(c.Demand, math.Round(r*ready*18000))
		c.Ready = append(c.Ready, ready)
		c.Booting = append(c.Booting, float64(i/2%2))
		c.Standby = append(c.Standby, float64(i/7%2))
		r = c.Demand[i] / (ready * 18000)
		c.Ratio = append(c.Ratio, math.Round(r*1e4)/1e4)
		c.Kv = append(c.Kv, min(1, math.Round(r*1e4)/1e4))
		c.Gpu = append(c.Gpu, math.Round(min(0.99, 0.52+0.38*r)*1e4)/1e4)
		c.P99 = append(c.P99, math.Round(500*r*100)/100)
		if r > 1 {
			c.Breached = append(c.Breached, i)
		}
	}
	t := c.Timeline("busy")
	t.BreachWindows, t.PeakP99TTFT = model.Of(float64(len(c.Breached))), model.Of(600)
	return t
}

// manyFiles is a snapshot of n files with one timeline of the given samples each.
func manyFiles(n, samples int) *model.Snapshot {
	snap := &model.Snapshot{}
	for i := range n {
		t := busyTimeline(samples)
		f := known.FileOfTimelines(t)
		f.Key = fmt.Sprintf("%04d", i)
		f.Name = f.Key + ".json"
		f.Doc.File = f.Name
		f.Doc.Simulated = true
		snap.Files = append(snap.Files, *f)
	}
	return snap
}

func BenchmarkJudgeTimeline500000(b *testing.B) {
	f := known.FileOfTimelines(busyTimeline(500_000))
	f.Doc.Simulated = true
	snap := &model.Snapshot{Files: []model.File{*f}}
	b.ReportAllocs()
	for b.Loop() {
		Judge(snap, gate.Options{})
	}
}

func BenchmarkJudge1000Files(b *testing.B) {
	snap := manyFiles(1000, 200)
	b.ReportAllocs()
	for b.Loop() {
		Judge(snap, gate.Options{})
	}
}

func BenchmarkMemo1000Files(b *testing.B) {
	snap, fresh := manyFiles(1000, 200), manyFiles(1, 200).Files[0].Doc
	var m Memo
	m.Judge(snap, gate.Options{})
	b.ReportAllocs()
	for b.Loop() {
		next := *snap
		next.Files = slices.Clone(snap.Files)
		doc := *fresh
		next.Files[500].Doc = &doc
		m.Judge(&next, gate.Options{})
		snap = &next
	}
}

// TestLongTimelineBudget holds one timeline of 500 000 samples, most of which
// bring an event, to half of its budget of 100 MB, where room that is made twice
// shows, and to allocations that do not grow with them.
func TestLongTimelineBudget(t *testing.T) {
	snap := func(n int) *model.Snapshot {
		f := known.FileOfTimelines(busyTimeline(n))
		f.Doc.Simulated = true
		return &model.Snapshot{Files: []model.File{*f}}
	}
	long, short := snap(500_000), snap(1000)
	if n := allocated(func() { Judge(long, gate.Options{}) }); n > 50e6 {
		t.Errorf("%d bytes for 500 000 samples, at most 50 MB", n)
	}
	few := testing.AllocsPerRun(3, func() { Judge(short, gate.Options{}) })
	if many := testing.AllocsPerRun(1, func() { Judge(long, gate.Options{}) }); many > few+50 {
		t.Errorf("%v allocations for 500 000 samples, %v for 1000", many, few)
	}
}
