package timeline

import (
	"math"
	"strings"
	"testing"

	"scaledeck/analysis/known"

	"pgregory.net/rapid"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// edited returns the leading timeline of the known file, which is over the SLO at
// 60 s, with its p99 TTFT and flags changed.
func edited(f func(t *model.Timeline, p99 []float64)) model.Timeline {
	t := known.Leading()
	p99 := append([]float64(nil), t.Column(model.P99TTFT).Values()...)
	f(&t, p99)
	t.Set(model.P99TTFT, model.SeriesOf(p99...))
	return t
}

// unflag takes every flag back.
func unflag(t *model.Timeline) {
	for i := range t.Breached {
		t.Breached[i] = model.FlagOf(false)
	}
}

// TestFlagsPassNothing edits the known file as somebody would who wants it green:
// beside the reactive timeline, whose flags still bound the SLO, and alone.
func TestFlagsPassNothing(t *testing.T) {
	nan := math.NaN()
	green := func(t *model.Timeline) {
		unflag(t)
		t.BreachWindows = model.Of(0)
	}
	thinned := edited(func(t *model.Timeline, p99 []float64) {
		green(t)
		t.PeakP99TTFT = model.Of(100)
		for i := range p99 {
			p99[i] = nan
			if i < 3 {
				p99[i] = 100
			}
		}
	})
	holed := edited(func(_ *model.Timeline, p99 []float64) { p99[3] = nan })
	unflagged := edited(func(t *model.Timeline, _ []float64) { green(t) })
	stale := edited(func(t *model.Timeline, p99 []float64) {
		unflag(t)
		for i := range p99 {
			p99[i] = 100
		}
	})
	peak := edited(func(t *model.Timeline, p99 []float64) {
		green(t)
		for i := range p99 {
			p99[i] = 100
		}
	})
	slo := gate.Options{SLO: model.Of(500)}
	const noSLO, bounded = "the file states no SLO and flags no sample: --slo sets one", "the file states no SLO, its flags only bound it: --slo sets one"
	tests := []struct {
		name  string
		t     model.Timeline
		alone bool
		o     gate.Options
		want  gate.Verdict
		why   string
	}{
		{"13 figures deleted", thinned, false, gate.Options{}, gate.Undecided, "p99 TTFT within SLO in 3 of 16 windows, worst known 100 ms at 0 s, 13 cannot be judged"},
		{"13 figures deleted, alone", thinned, true, gate.Options{}, gate.Undecided, noSLO + "; 13 of 16 samples have no figure; worst known 100 ms at 0 s"},
		{"13 figures deleted, by an SLO", thinned, false, slo, gate.Undecided, "p99 TTFT within SLO in 3 of 16 windows, worst known 100 ms at 0 s, 13 cannot be judged"},
		{"the figure of the breach is no number", holed, false, gate.Options{}, gate.Fail, "p99 TTFT over SLO in 1 of 16 windows, worst figure missing"},
		{"the breach not flagged", unflagged, false, gate.Options{}, gate.Undecided, bounded + "; p99 TTFT flagged over SLO in no window, worst 502 ms at 60 s"},
		{"the breach not flagged, alone", unflagged, true, gate.Options{}, gate.Undecided, noSLO + "; worst 502 ms at 60 s"},
		{"the breach not flagged, by an SLO", unflagged, true, slo, gate.Fail, "p99 TTFT over SLO in 1 of 16 windows, worst 502 ms at 60 s"},
		{"claims left as they were", stale, false, gate.Options{}, gate.Undecided, "the file claims 1 window over SLO, its samples give 0; p99 TTFT flagged over SLO in no window, worst 100 ms at 0 s"},
		{"the peak left as it was", peak, false, slo, gate.Undecided, "the file claims a peak p99 TTFT of 502.27 ms, its samples peak at 100 ms; p99 TTFT within SLO in all 16 windows, worst 100 ms at 0 s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ts := []model.Timeline{tt.t, known.Reactive()}
			if tt.alone {
				ts = ts[:1]
			}
			f := judged(t, tt.o, ts...)[0]
			if f.Verdict != tt.want || f.Why != tt.why {
				t.Errorf("%v %q\nwant %v %q", f.Verdict, f.Why, tt.want, tt.why)
			}
			if f.Verdict == gate.Undecided && !strings.Contains(f.Sentence, f.Gates[0].Reason.String()) {
				t.Errorf("the sentence does not say %q: %s", f.Gates[0].Reason.String(), f.Sentence)
			}
		})
	}
	f := judged(t, gate.Options{}, holed, known.Reactive())[0]
	const alone = "1 of the 1 window over SLO by the flag of the file alone: no figure"
	if g := f.Gates[0]; g.Reason.String() != alone || !strings.Contains(f.Sentence, text.Capital(alone)) {
		t.Errorf("%q in %s", g.Reason, f.Sentence)
	}
	if a := AutoscalingOf(f.Outcome); a.Worst.Figure.OK() || a.Worst.Index >= 0 || !a.Worst.Partial {
		t.Errorf("worst %+v: it is the missing one", a.Worst)
	}
	for _, e := range AutoscalingOf(f.Outcome).Events {
		if e.Kind == Peaked {
			t.Errorf("nobody knows the peak: %+v", e)
		}
	}
	for _, e := range AutoscalingOf(judged(t, slo, thinned)[0].Outcome).Events {
		if e.Kind == Peaked && e.Text != "p99 TTFT known to have peaked at 100 ms" {
			t.Errorf("%+v", e)
		}
	}
}

// TestCountsAreAuditedByTheFlags: a count of windows in a file without an SLO is
// one of its own flags, and holds where these give it.
func TestCountsAreAuditedByTheFlags(t *testing.T) {
	quiet := edited(func(t *model.Timeline, p99 []float64) {
		unflag(t)
		t.BreachWindows, p99[0] = model.Of(0), math.NaN()
	})
	_, checks := autoscalingOf(known.FileOfTimelines(quiet), gate.Options{})
	for _, c := range checks {
		if strings.HasPrefix(c.Claim, "windows over SLO") && (c.Result != finding.Reproduced || c.Recomputed != "0 of 16") {
			t.Errorf("%+v", c)
		}
	}
}

// TestNothingPassesWithoutAnObjective: whatever the flags say, a timeline passes
// only by an objective and with every figure within it.
func TestNothingPassesWithoutAnObjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tl, other := timelines().Draw(t, "timeline"), timelines().Draw(t, "other")
		if rapid.Bool().Draw(t, "stated") {
			tl.SLO = model.Of(rapid.Float64Range(1, 1000).Draw(t, "slo"))
		}
		fs, _ := autoscalingOf(known.FileOfTimelines(tl, other), gate.Options{})
		if fs[0].Verdict != gate.Pass {
			return
		}
		for i := range tl.Len() {
			if f := tl.Column(model.P99TTFT).At(i); !tl.SLO.OK() || !f.OK() || f.Value > tl.SLO.Value*(1+model.FloatDust) {
				t.Fatalf("PASS with an SLO of %v and %v at sample %d", tl.SLO, f, i)
			}
		}
	})
}

func TestDemandText(t *testing.T) {
	for ratio, want := range map[float64]string{
		2.4444: "peaked at 2.444× the KV capacity", 1: "reached the KV capacity", 0.99999: "peaked at 0.99999× the KV capacity", 0.6: "peaked at 0.6× the KV capacity",
	} {
		if got := demandText(model.Of(ratio)); got != want {
			t.Errorf("%v: %q, want %q", ratio, got, want)
		}
	}
}
