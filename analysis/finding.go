package analysis

import (
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// Findings is everything there is to say on one snapshot.
type Findings struct {
	Snap    *model.Snapshot
	List    []Finding     // worst first; equal verdicts by kind, file and title
	Issues  []model.Issue // of source, files and documents, and every claim that does not hold
	Checks  []Check       // every claim of every file, compared
	Verdict gate.Verdict  // the worst of the list; Undecided where a file cannot be read or nothing was found
	Counts  [gate.NumVerdicts]int
}

// Finding is one thing that can be judged.
type Finding struct {
	Key       string // identity across reloads, unique in Findings
	Kind      gate.Kind
	Title     string // "canary defective_int4_build"
	Why       string // the deciding figures against their limits, in one line
	Sentence  string // the verdict in a whole sentence, for reports
	Verdict   gate.Verdict
	Simulated bool // the figures come from a model and not from a measurement
	Gates     []gate.Gate
	File      *model.File

	Outcome any // what the kind made of it; see ScaleOutOf and its like. nil for KindFile
}

// Check is one claim of a file compared with what its own figures give.
type Check struct {
	File       string
	Pointer    string
	Claim      string // what is claimed, in words: "median premium burst p95 TTFT at 4 replicas"
	Claimed    string // as the file says it, exact
	Recomputed string // as computed here, exact
	Rule       string // how it was recomputed
	Source     string // the files beside it that Recomputed comes from, cleaned; "" for its own figures
	Result     CheckResult
}

// CheckResult is the outcome of a Check.
type CheckResult uint8

// The results, those to look at first being the larger.
const (
	Reproduced CheckResult = iota
	Copied                 // equals a table beside the file, which is a copy of it and no proof
	NotCheckable
	Ambiguous // holds only under one of several readings
	Differs

	NumCheckResults
)

// String returns the result as the screens name it.
func (r CheckResult) String() string {
	return [NumCheckResults]string{"reproduced", "equals a copy", "cannot be checked", "ambiguous", "differs"}[min(r, NumCheckResults-1)]
}

// Agrees reports whether nothing speaks against the claim: what agrees is not
// worth a line of its own where there is little room.
func (r CheckResult) Agrees() bool { return r <= Copied }

// ScaleOut is the judgement of a scale-out analysis.
type ScaleOut struct {
	Data       *model.Comparison
	Topologies []Topology // ascending by replicas
	Baseline   int        // index into Topologies
	Criteria   []Criterion
	Holding    int      // criteria that hold in every topology
	Reference  string   // cleaned name of the file whose baseline the gates compare with; "" for this file's own
	Doubts     []string // contradictions and gaps in the evidence that keep the finding from PASS
}

// Topology is all runs at one number of replicas, recomputed.
type Topology struct {
	Replicas int
	Label    string // "4 replicas"
	Runs     int
	Metrics  map[*model.Metric]stats.Spread
	Verdict  gate.Verdict // of this topology as the criteria have it, the baseline's own figures included
	Own      gate.Verdict // of its own figures alone
	Reason   string       // "fails on the baseline's non-200 responses", or ""
	Claimed  *model.Topology
}

// Criterion is one rule over all topologies.
type Criterion struct {
	Rule    gate.Rule
	Cells   []gate.Gate // one a topology, in the order of ScaleOut.Topologies
	Verdict gate.Verdict
}

// Canary is the judgement of one rollout.
type Canary struct {
	Data    *model.Rollout
	Policy  model.GatePolicy
	Stages  []Stage // the planned ones, in ascending order of traffic
	Outcome Outcome
	Stopped int    // index of the stage that ended the rollout, or −1
	Reason  string // why it is blocked, or ""
}

// Outcome is how a rollout ended, by the gates.
type Outcome uint8

// The outcomes.
const (
	InProgress Outcome = iota // no stage broke a gate, the last planned stage is not there yet
	Promoted
	RolledBack
	Blocked // a stage cannot be decided
)

// String returns the outcome in words.
func (o Outcome) String() string {
	return [...]string{"in progress", "promoted", "rolled back", "blocked"}[o&3]
}

// Stage is one planned stage of a rollout.
type Stage struct {
	Percent  float64
	Requests model.Figure
	Gates    []gate.Gate
	Verdict  gate.Verdict // Info where not reached
	Reached  bool         // the file has this stage
	Data     *model.Stage // nil where not reached
}

// Autoscaling is the judgement of one timeline.
type Autoscaling struct {
	Data    *model.Timeline
	SLO     SLO
	Over    []bool   // one a sample: p99 TTFT over the SLO, by SLO or by the file's own flags
	Judged  []bool   // one a sample: whether it could be judged; where not, Over is false and means nothing
	Windows []Window // runs of samples over the SLO
	Breach  int      // samples over the SLO
	Samples int      // samples that could be judged
	Worst   Peak     // worst p99 TTFT, ms; none where no sample over the SLO has a figure
	Demand  Peak     // highest demand / KV capacity
	Events  []Event  // ascending by time
}

// SLO is the objective a timeline is judged by. Where the file does not state
// it, its own flags bound it: Low was not breached, High was.
type SLO struct {
	Limit     model.Figure // ms
	Low, High model.Figure // ms
	Source    string       // in words
}

// Window is a run of samples over the SLO: indices First to Last inclusive,
// seconds Start to End where End is the time of the first sample after it, or
// of the last sample of the timeline.
type Window struct {
	First, Last int
	Start, End  float64
}

// Peak is a largest figure and where it stands.
type Peak struct {
	Figure  model.Figure
	Index   int // −1 where there is none
	Second  float64
	Partial bool // samples have no figure: a larger one may be among them
}

// EventKind is what happened.
type EventKind uint8

// The kinds of event on a timeline.
const (
	BreachBegan EventKind = iota
	BreachEnded
	ScaledUp    // replicas were started
	BecameReady // started replicas began to serve
	ScaledDown
	Peaked // p99 TTFT at its worst
)

// Event is one thing that happened on a timeline.
type Event struct {
	Kind   EventKind
	Index  int     // of the sample
	Second float64 // of the sample
	Count  int     // replicas, for the scale events
	Text   string  // "+2 started", "p99 TTFT over SLO"
	Warm   int     // of Count, those that came from standby, for ScaledUp
}

// ColdStart is the comparison of start-up profiles.
type ColdStart struct {
	Data     *model.Startup
	Profiles []Profile    // longest first
	Saved    model.Figure // s, longest less shortest
	Factor   model.Figure // longest / shortest
	Tie      []string     // sentences that tie a profile to a timeline of the same file
}

// Profile is one start-up profile with its phases summed.
type Profile struct {
	Data  *model.Profile
	Total model.Figure // s, the sum of the phases
	Known bool         // every phase has a figure
}

// ScaleOutOf returns the outcome of a scale-out finding, nil for any other.
func ScaleOutOf(outcome any) *ScaleOut { return as[ScaleOut](outcome) }

// CanaryOf returns the outcome of a canary finding, nil for any other.
func CanaryOf(outcome any) *Canary { return as[Canary](outcome) }

// AutoscalingOf returns the outcome of a timeline, nil for any other finding.
func AutoscalingOf(outcome any) *Autoscaling { return as[Autoscaling](outcome) }

// ColdStartOf returns the outcome of start-up profiles, nil for any other finding.
func ColdStartOf(outcome any) *ColdStart { return as[ColdStart](outcome) }

func as[T any](outcome any) *T {
	t, _ := outcome.(*T)
	return t
}
