package model

// Unit is what a figure is counted in, as printed after it.
type Unit string

// The units of this field. Share is a part of one (0–1) and printed as percent;
// Ratio and Score are printed as they are; Percent is already 0–100.
const (
	None           Unit = ""
	Milliseconds   Unit = "ms"
	Seconds        Unit = "s"
	Tokens         Unit = "tokens"
	RequestsPerGPU Unit = "req/s/GPU"
	Percent        Unit = "%"
	Share          Unit = "share"
	Ratio          Unit = "ratio"
	Score          Unit = "score"
	Count          Unit = "count"
	ReplicaSeconds Unit = "replica·s"
)

// Better says which direction of a quantity is the good one.
type Better int8

// The directions. Neither is for inputs such as offered load, where only a
// match matters.
const (
	Neither Better = iota
	Lower
	Higher
)

// Metric describes one quantity of a result file.
type Metric struct {
	Key    string // the file's own key
	Label  string // what the screens call it
	Short  string // at most 14 cells, for narrow screens
	Unit   Unit
	Better Better
}
