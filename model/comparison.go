package model

// ScaleOutSchema is the schema a scale-out analysis names itself by.
const ScaleOutSchema = "stable-upstream-multi-replica-analysis-v1"

// Comparison is an analysis of one endpoint picker in front of several numbers of
// model replicas, each run some times at equal offered load per GPU.
//
// Comparisons by anything else than a number of replicas have Arms, and then
// neither topologies nor a decision of their own.
type Comparison struct {
	Schema           string
	Pointer          string // of the document's root: ""
	Rows             []Run
	Topologies       []Topology // in ascending order of their number of replicas
	Decision         Decision
	Measures         []*Metric  // what the runs have, in display order; nil: RunMetrics
	Lost             []Measured // what should be here and could not be read
	BusinessQuestion string
	Answer           string
	ClaimBoundary    string
	Arms             []Arm // in the file's order; none where the runs differ by their replicas
}

// Arm is one side of a comparison: what its runs have in common.
type Arm struct {
	Name     string    // such as "max_concurrency=2"; no two arms of a comparison share it
	Settings []Setting // in the file's order
}

// Setting is one thing that runs were made with, as text.
type Setting struct{ Key, Value string }

// Run is one repeat at one number of replicas.
type Run struct {
	Pointer      string // JSON pointer, such as /rows/0
	Name         string
	Replicas     Figure
	Repeat       Figure
	Figures      Values
	EPPRestarted Flag
	Arm          int                // index into Comparison.Arms, where it has any
	Keys         map[*Metric]string // where the file has a figure, where that is not the metric's ID
}

// Topology is what the file claims of all runs at one number of replicas.
type Topology struct {
	Pointer          string // such as /topologies/4
	Key              string // the file's key, a number in text
	Replicas         Figure // the key as a number
	Runs             Figure
	EPPRestartedRuns Figure
	Figures          Values // sums or medians, see Metric.Summed
}

// Decision is the verdict that the file itself states: a claim to check.
type Decision struct {
	Pointer         string
	DataPublishable Flag
	ScaleOutPass    Flag
	Comparisons     []ClaimedChange // in ascending order of replicas
	Criteria        string
}

// ClaimedChange is the claimed change of one topology against the baseline, in percent.
type ClaimedChange struct {
	Pointer       string
	Key           string
	Replicas      Figure
	OfferedChange Figure
	LoadMatched   Flag
	ServedChange  Figure
	TTFTChange    Figure
	Pass          Flag
}
