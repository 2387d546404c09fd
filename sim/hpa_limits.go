package sim

// For returns the decider of one run.
func (p HPA) For(f Fleet) Decider {
	h := &hpa{HPA: p, fleet: f, lowest: window{span: p.ScaleUp.Stabilisation}, highest: window{span: p.ScaleDown.Stabilisation, most: true}}
	h.lowest.entries, h.highest.entries, h.changes = h.room[0][:0], h.room[1][:0], h.room[2][:0]
	return h
}

// hpa is the state of an HPA during one run.
type hpa struct {
	HPA
	fleet   Fleet
	begun   bool
	at      float64 // second of the interval before
	pods    int     // pods at the interval before, ahead of its decision
	lowest  window  // of recommendations, for scaling up
	highest window  // of recommendations, for scaling down
	changes []change
	room    [3][4]change // of the three above, so that a short run needs no more memory
}

// change is by how many pods the fleet was scaled, and when.
type change struct {
	second float64
	pods   int
}

// Decide follows the algorithm described at HPA.
func (h *hpa) Decide(o Observation) Decision {
	pods := o.Ready + o.Booting
	if !h.begun {
		// A new autoscaler takes the present number as its first recommendation.
		h.lowest.add(o.Second, pods)
		h.highest.add(o.Second, pods)
		h.begun, h.pods = true, pods
	}
	h.remember(pods)
	h.at, h.pods = o.Second, pods

	metric, signal := o.KV, SignalKV
	if h.Metric == OnGPU {
		metric, signal = o.GPU, SignalGPU
	}
	want := h.recommend(metric, o.Ready, o.Booting)
	want = min(max(want, h.fleet.Min), h.fleet.Max)
	want = h.stabilise(o.Second, want, pods)
	switch {
	case want > pods:
		want = min(want, h.highestAllowed(o.Second, pods), h.fleet.Max)
	case want < pods:
		want = max(want, h.lowestAllowed(o.Second, pods), h.fleet.Min)
	}
	return Decision{
		Delta:  want - pods,
		Active: metric/h.Target > 1+h.Tolerance+dust,
		Cause:  Cause{signal, metric, h.Target},
	}
}

// remember notes what the last decision really changed: what the run could not
// carry out does not count against a limit.
func (h *hpa) remember(pods int) {
	if pods != h.pods {
		h.changes = append(h.changes, change{h.at, pods - h.pods})
	}
	longest := 0.0
	for _, l := range h.ScaleUp.Limits {
		longest = max(longest, l.Period)
	}
	for _, l := range h.ScaleDown.Limits {
		longest = max(longest, l.Period)
	}
	old := 0
	for old < len(h.changes) && h.changes[old].second <= h.at-longest {
		old++
	}
	h.changes = h.changes[:copy(h.changes, h.changes[old:])]
}

// stabilise holds a recommendation to the safest of its window.
func (h *hpa) stabilise(second float64, want, pods int) int {
	h.lowest.add(second, want)
	h.highest.add(second, want)
	return min(max(pods, h.lowest.best()), h.highest.best())
}

// atPeriodStart returns the pods there were before the changes of a period.
func (h *hpa) atPeriodStart(second, period float64, pods int) int {
	for _, c := range h.changes {
		if c.second > second-period {
			pods -= c.pods
		}
	}
	return pods
}

func (h *hpa) highestAllowed(second float64, pods int) int {
	allowed := make([]int, 0, 4)
	for _, l := range h.ScaleUp.Limits {
		start := h.atPeriodStart(second, l.Period, pods)
		if l.Percent {
			allowed = append(allowed, replicas(float64(start)*(1+float64(l.Value)/100)))
		} else {
			allowed = append(allowed, start+l.Value)
		}
	}
	return max(pods, pick(h.ScaleUp.Select, pods, allowed, true))
}

func (h *hpa) lowestAllowed(second float64, pods int) int {
	allowed := make([]int, 0, 4)
	for _, l := range h.ScaleDown.Limits {
		start := h.atPeriodStart(second, l.Period, pods)
		if l.Percent {
			allowed = append(allowed, int(float64(start)*(1-float64(l.Value)/100)+dust))
		} else {
			allowed = append(allowed, start-l.Value)
		}
	}
	return min(pods, pick(h.ScaleDown.Select, pods, allowed, false))
}

// pick returns the limit that counts: the one that allows most or least change.
func pick(s Select, pods int, allowed []int, up bool) int {
	if s == SelectNone || len(allowed) == 0 {
		return pods
	}
	best := allowed[0]
	for _, a := range allowed[1:] {
		if (s == SelectMost) == up {
			best = max(best, a)
		} else {
			best = min(best, a)
		}
	}
	return best
}

// window keeps the recommendations of the last span seconds, so that the lowest
// or highest of them is at hand: those that can never be it again are let go.
type window struct {
	span    float64
	most    bool
	entries []change
}

func (w *window) add(second float64, pods int) {
	old := 0
	for old < len(w.entries) && w.entries[old].second <= second-w.span {
		old++
	}
	if old > 0 {
		w.entries = w.entries[:copy(w.entries, w.entries[old:])]
	}
	for n := len(w.entries); n > 0 && w.beaten(w.entries[n-1].pods, pods); n-- {
		w.entries = w.entries[:n-1]
	}
	w.entries = append(w.entries, change{second, pods})
}

func (w *window) beaten(pods, by int) bool {
	if w.most {
		return pods <= by
	}
	return pods >= by
}

// best returns the lowest or highest recommendation of the window.
func (w *window) best() int { return w.entries[0].pods }
