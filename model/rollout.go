package model

// RolloutSet is a set of rollouts judged by one gate policy.
type RolloutSet struct {
	Pointer  string // such as /canary_rollouts
	Rollouts []Rollout
	Policy   GatePolicy
	Lost     []Measured // what should be here and could not be read
}

// GatePolicy is the limits a file states for its canary stages.
type GatePolicy struct {
	Pointer string
	Limits  Values // by the metric that each is for, in its unit
}

// Rollout is one build taken through stages of growing traffic.
type Rollout struct {
	Pointer      string
	Name         string
	Completed    Flag
	RolledBack   Flag
	FinalPercent Figure
	Reasons      []string
	Stages       []Stage    // in the file's order
	Lost         []Measured // what should be here and could not be read
}

// Stage is one step of a rollout: what was observed and what the file says was
// decided. Deltas are against the baseline build.
type Stage struct {
	Pointer  string
	Percent  Figure
	Requests Figure
	Decision string
	Passed   Flag
	Figures  Values // see StageMetrics
	Reasons  []string
}
