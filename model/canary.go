package model

// Canary is a set of rollouts judged by one gate policy.
type Canary struct {
	Pointer  string // such as /canary_rollouts
	Rollouts []Rollout
	Policy   GatePolicy
}

// GatePolicy is the limits a file states for its canary stages.
type GatePolicy struct {
	Pointer           string
	MaxTPOTRegression Figure // ms above the baseline
	MaxTPOT           Figure // ms
	MaxQualityDrop    Figure // score, 0–1
	MaxErrorRate      Figure // share of requests, 0–1
}

// Rollout is one build taken through stages of growing traffic.
type Rollout struct {
	Pointer      string
	Name         string
	Completed    Flag
	RolledBack   Flag
	FinalPercent Figure
	Reasons      []string
	Stages       []Stage // in the file's order
}

// Stage is one step of a rollout: what was observed and what the file says was
// decided. Deltas are against the baseline build.
type Stage struct {
	Pointer     string
	Percent     Figure
	Requests    Figure
	Decision    string
	Passed      Flag
	TPOTDelta   Figure // ms
	TPOT        Figure // ms, absolute; absent in the known file (canary_tpot_ms)
	QualityDrop Figure
	ErrorRate   Figure
	Reasons     []string
}
