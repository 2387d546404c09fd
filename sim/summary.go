package sim

import "scaledeck/model"

// Summary is a run in figures. A sample counts for its whole interval, so a run
// of 16 samples of 20 s counts 320 s.
type Summary struct {
	Samples       int
	BreachWindows int     // samples with p99 TTFT over the SLO
	Breaches      int     // unbroken stretches of such samples
	BreachSeconds float64 // BreachWindows × interval
	AreaOverSLO   float64 // ms·s: how far over the SLO, for how long; of p99 TTFT as it is printed
	WorstTTFT     float64 // highest p99 TTFT, ms
	WorstAt       float64 // second of WorstTTFT, the first of equal ones
	PeakRatio     float64 // highest demand / capacity of the ready replicas; passes 1
	PeakRatioAt   float64 // second of PeakRatio
	MaxReady      int     // most replicas serving at once
	FinalReady    int     // replicas serving in the last sample

	// ReplicaSeconds is all that holds an accelerator: replicas that are ready,
	// booting, draining, and warm standbys. The four fields after it add up to it.
	ReplicaSeconds  float64
	ReadySeconds    float64
	BootingSeconds  float64
	StandbySeconds  float64
	DrainingSeconds float64

	// OverProvisioned is the replica·s of ready replicas beyond what the demand
	// of the same sample needs at the target ratio, and beyond Min.
	OverProvisioned float64

	FirstAsked       model.Figure // s: when a replica was first asked for; missing where none was
	FirstReady       model.Figure // s: when the first one asked for served; missing where none did
	TimeToFirstReady model.Figure // s: from the one to the other

	ScaleUps   int // intervals in which replicas were asked for
	ScaleDowns int // intervals in which replicas were drained or boots cancelled
	Started    int // cold boots
	Warmed     int // standbys used
	Cancelled  int // boots given up
	Drained    int // ready replicas drained
}
