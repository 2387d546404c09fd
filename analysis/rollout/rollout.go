package rollout

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

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

// CanaryOf returns the outcome of a canary finding, nil for any other.
func CanaryOf(outcome any) *Canary { return finding.As[Canary](outcome) }
