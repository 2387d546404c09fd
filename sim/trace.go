package sim

// Trace is a demand over time: one figure an interval, from second 0.
type Trace struct {
	Interval float64   // s
	Demand   []float64 // tokens in flight
}
