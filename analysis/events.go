package analysis

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"scaledeck/model"
)

// windowsOf returns the runs of samples that are over the objective. Every such
// sample is in exactly one window, and nothing else is in any.
func windowsOf(t *model.Timeline, over []bool) []Window {
	var ws []Window
	for i := 0; i < len(over); i++ {
		if !over[i] {
			continue
		}
		w := Window{First: i, Last: i}
		for w.Last+1 < len(over) && over[w.Last+1] {
			w.Last++
		}
		w.Start, w.End = secondAt(t, i), secondAt(t, min(w.Last+1, len(over)-1))
		ws = append(ws, w)
		i = w.Last
	}
	return ws
}

// secondAt returns the time of sample i. A sample without one stands at the time
// of the sample before it, so that time never runs backwards.
func secondAt(t *model.Timeline, i int) float64 {
	for ; i >= 0; i-- {
		if v, ok := t.Seconds.At(i).Get(); ok {
			return v
		}
	}
	return 0
}

// eventsOf returns what happened on a judged timeline, ascending by time.
func eventsOf(t *model.Timeline, a *Autoscaling) []Event {
	es := scaleEvents(t)
	for _, w := range a.Windows {
		es = append(es, Event{Kind: BreachBegan, Index: w.First, Second: w.Start, Text: "p99 TTFT over SLO"})
		// After the last sample, and at one that cannot be judged, nobody knows whether it ended.
		if n := w.Last + 1; n < len(a.Over) && a.Judged[n] {
			es = append(es, Event{Kind: BreachEnded, Index: n, Second: w.End, Text: "p99 TTFT back within SLO"})
		}
	}
	if a.Worst.Index >= 0 {
		text := "p99 TTFT peaked at "
		if a.Worst.Partial {
			text = "p99 TTFT known to have peaked at "
		}
		es = append(es, Event{Kind: Peaked, Index: a.Worst.Index, Second: a.Worst.Second, Text: text + a.Worst.Figure.Text(model.Milliseconds)})
	}
	slices.SortStableFunc(es, func(x, y Event) int {
		return cmp.Or(cmp.Compare(x.Second, y.Second), cmp.Compare(x.Index, y.Index), cmp.Compare(x.Kind, y.Kind))
	})
	return es
}

// scaleEvents derives the scale events from the conservation of replicas: what
// was started at a sample is what ready and booting gained together since the
// sample before it, what was taken away is what they lost. A sample that lacks
// a figure is passed over, so that its change counts at the next one that has it.
func scaleEvents(t *model.Timeline) []Event {
	var es []Event
	var lastTotal, lastReady, lastStandby model.Figure
	_, _, hasBooting := t.Column(model.Booting).Range()
	for i := range t.Len() {
		ready, booting := t.Column(model.Ready).At(i), t.Column(model.Booting).At(i)
		if !hasBooting {
			booting = model.Of(0) // a file that counts ready replicas only: nothing is known to boot
		}
		standby := t.Column(model.Standby).At(i)
		at := secondAt(t, i)
		if ready.OK() && booting.OK() {
			total := model.Of(ready.Value + booting.Value)
			grown := gained(lastTotal, total)
			if grown > 0 && hasBooting {
				es = append(es, started(i, at, grown, gained(standby, lastStandby)))
			} else if grown < 0 {
				es = append(es, Event{Kind: ScaledDown, Index: i, Second: at, Count: -grown, Text: "−" + strconv.Itoa(-grown) + " stopped"})
			}
			lastTotal = total
		}
		if ready.OK() {
			if n := gained(lastReady, ready); n > 0 {
				es = append(es, Event{Kind: BecameReady, Index: i, Second: at, Count: n, Text: "+" + strconv.Itoa(n) + " ready"})
			}
			lastReady = ready
		}
		if standby.OK() {
			lastStandby = standby
		}
	}
	return es
}

// started returns the event of n started replicas, warm of which came from standby.
func started(i int, at float64, n, warm int) Event {
	warm = min(max(warm, 0), n)
	e := Event{Kind: ScaledUp, Index: i, Second: at, Count: n, Text: "+" + strconv.Itoa(n) + " started", Warm: warm}
	if warm > 0 {
		e.Text += ", " + strconv.Itoa(warm) + " from standby"
	}
	return e
}

// gained returns how many replicas were gained between two counts, 0 where one is missing.
func gained(before, after model.Figure) int {
	if !before.OK() || !after.OK() {
		return 0
	}
	return whole(after.Value - before.Value)
}

// whole returns v as a whole number, within what an int holds everywhere.
func whole(v float64) int {
	return int(math.Round(max(min(v, math.MaxInt32), math.MinInt32)))
}
