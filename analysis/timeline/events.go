package timeline

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"strconv"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// windowsOf returns the runs of samples that are over the objective. Every such
// sample is in exactly one window, and nothing else is in any.
func windowsOf(t *model.Timeline, over []bool) []Window {
	n := 0
	for i := range over {
		if over[i] && (i == 0 || !over[i-1]) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	ws, at := make([]Window, 0, n), secondsOf(t)
	for i := 0; i < len(over); i++ {
		if !over[i] {
			continue
		}
		w := Window{First: i, Last: i}
		for w.Last+1 < len(over) && over[w.Last+1] {
			w.Last++
		}
		w.Start, w.End = at[i], at[min(w.Last+1, len(over)-1)]
		ws = append(ws, w)
		i = w.Last
	}
	return ws
}

// SecondAt returns the time of sample i. A sample without one stands at the time
// of the sample before it, so that time never runs backwards.
func SecondAt(t *model.Timeline, i int) float64 {
	for ; i >= 0; i-- {
		if v, ok := t.Seconds.At(i).Get(); ok {
			return v
		}
	}
	return 0
}

// secondsOf returns secondAt of every sample. The slice must not be changed.
func secondsOf(t *model.Timeline) []float64 {
	if t.Seconds.Present() == t.Len() {
		return t.Seconds.Values()
	}
	filled, last := make([]float64, t.Len()), 0.0
	for i, v := range t.Seconds.Values() {
		if v == v { // not the NaN that is there for a missing one
			last = v
		}
		filled[i] = last
	}
	return filled
}

// eventsOf returns what happened on a judged timeline, ascending by time.
func eventsOf(t *model.Timeline, a *Autoscaling) []Event {
	n := 2*len(a.Windows) + 1
	for range ScaleEvents(t) {
		n++
	}
	// Both lists ascend already: merged, little is left to sort.
	es, windows, texts := make([]Event, 0, n), a.Windows, make(eventTexts)
	for e := range ScaleEvents(t) {
		for len(windows) > 0 && windows[0].First <= e.Index {
			es = a.breach(es, windows[0])
			windows = windows[1:]
		}
		e.Text = texts.of(e)
		es = append(es, e)
	}
	for _, w := range windows {
		es = a.breach(es, w)
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

// breach adds the events of one window.
func (a *Autoscaling) breach(es []Event, w Window) []Event {
	es = append(es, Event{Kind: BreachBegan, Index: w.First, Second: w.Start, Text: "p99 TTFT over SLO"})
	// After the last sample, and at one that cannot be judged, nobody knows whether it ended.
	if n := w.Last + 1; n < len(a.Over) && a.Judged[n] {
		es = append(es, Event{Kind: BreachEnded, Index: n, Second: w.End, Text: "p99 TTFT back within SLO"})
	}
	return es
}

// ScaleEvents derives the scale events from the conservation of replicas: what
// was started at a sample is what ready and booting gained together since the
// sample before it, what was taken away is what they lost. A sample that lacks
// a figure is passed over, so that its change counts at the next one that has it.
// The events have no text yet.
func ScaleEvents(t *model.Timeline) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var lastTotal, lastReady, lastStandby model.Figure
		readies, bootings, standbys, seconds := t.Column(model.Ready), t.Column(model.Booting), t.Column(model.Standby), secondsOf(t)
		_, _, hasBooting := bootings.Range()
		for i, second := range seconds {
			ready, booting, standby := readies.At(i), bootings.At(i), standbys.At(i)
			if !hasBooting {
				booting = model.Of(0) // a file that counts ready replicas only: nothing is known to boot
			}
			if ready.OK() && booting.OK() {
				total := model.Of(ready.Value + booting.Value)
				e := scaled(gained(lastTotal, total), gained(standby, lastStandby), hasBooting)
				e.Index, e.Second = i, second
				if e.Count > 0 && !yield(e) {
					return
				}
				lastTotal = total
			}
			if ready.OK() {
				if n := gained(lastReady, ready); n > 0 && !yield(Event{Kind: BecameReady, Index: i, Second: second, Count: n}) {
					return
				}
				lastReady = ready
			}
			if standby.OK() {
				lastStandby = standby
			}
		}
	}
}

// scaled returns the event of a total that grew by so many replicas, of which so
// many can have come from standby; one of no replicas where nothing is known.
func scaled(grown, warm int, hasBooting bool) Event {
	switch {
	case grown > 0 && hasBooting:
		return Event{Kind: ScaledUp, Count: grown, Warm: min(max(warm, 0), grown)}
	case grown < 0:
		return Event{Kind: ScaledDown, Count: -grown}
	default:
		return Event{}
	}
}

// eventTexts holds the texts of scale events: a long run has few that differ.
type eventTexts map[eventText]string

type eventText struct {
	kind        EventKind
	count, warm int
}

// of returns the text of a scale event.
func (x eventTexts) of(e Event) string {
	key := eventText{e.Kind, e.Count, e.Warm}
	text, ok := x[key]
	if !ok {
		switch n := strconv.Itoa(e.Count); e.Kind {
		case ScaledUp:
			text = "+" + n + " started"
		case ScaledDown:
			text = "−" + n + " stopped"
		case BecameReady:
			text = "+" + n + " ready"
		}
		if e.Warm > 0 {
			text += ", " + strconv.Itoa(e.Warm) + " from standby"
		}
		x[key] = text
	}
	return text
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
	return int(math.Round(max(min(v, gate.MaxSamples), -gate.MaxSamples)))
}
