package model

// Unit is what a figure is counted in, as printed after it.
type Unit string

// The units of this field. Share is a part of one (0–1) and printed as percent;
// Ratio and Score are printed as they are; Percent is already 0–100.
const (
	None              Unit = ""
	Milliseconds      Unit = "ms"
	Seconds           Unit = "s"
	Tokens            Unit = "tokens"
	RequestsPerGPU    Unit = "req/s/GPU"
	RequestsPerSecond Unit = "req/s"
	TokensPerSecond   Unit = "tok/s"
	Percent           Unit = "%"
	Share             Unit = "share"
	Ratio             Unit = "ratio"
	Score             Unit = "score"
	Count             Unit = "count"
	ReplicaSeconds    Unit = "replica·s"
)
