package sim

import (
	"fmt"
	"slices"

	"scaledeck/model"
)

// The decisions and reasons of a canary stage, as documents spell them.
const (
	DecisionPromote  = "promote"
	DecisionRollback = "rollback_to_0_percent"

	ReasonTPOT    = "tpot_slo_regression"
	ReasonQuality = "quality_score_regression"
	ReasonErrors  = "error_rate_exceeded"
)

// Gates are the limits of a canary stage. A figure at its limit meets it.
type Gates struct {
	MaxTPOTRegression float64 // ms over the baseline
	MaxTPOT           float64 // ms
	MaxQualityDrop    float64 // score under the baseline, 0–1
	MaxErrorRate      float64 // share of requests, 0–1
}

// ReferenceGates returns the gate policy of the known autoscaling file.
func ReferenceGates() Gates {
	return Gates{MaxTPOTRegression: 6, MaxTPOT: 45, MaxQualityDrop: 0.015, MaxErrorRate: 0.005}
}

// CanaryPlan is a rollout before it begins.
type CanaryPlan struct {
	Build    string
	Stages   []PlannedStage // in ascending order of traffic
	Baseline Baseline
	Gates    Gates
}

// PlannedStage is one step of a rollout.
type PlannedStage struct {
	Percent  float64 // of the traffic, over 0 and at most 100
	Requests int     // to evaluate before deciding, ≥ 1
}

// ReferenceStages returns the stages of the known file: 5, 25 and 100 %.
func ReferenceStages() []PlannedStage {
	return []PlannedStage{{5, 250}, {25, 1_200}, {100, 5_000}}
}

// Baseline is what the build in service does.
type Baseline struct {
	TPOT    float64 // ms, > 0
	Quality float64 // score, 0–1
}

// Candidate is what was observed of the candidate build over one stage.
type Candidate struct {
	TPOT      model.Figure // ms
	Quality   model.Figure // score, 0–1
	ErrorRate model.Figure // share of requests, 0–1
}

// StageResult is one stage after its decision.
type StageResult struct {
	PlannedStage
	TPOT        float64 // ms
	TPOTDelta   float64 // ms, candidate less baseline
	QualityDrop float64 // baseline less candidate
	ErrorRate   float64
	Passed      bool
	Decision    string
	Reasons     []string // empty where it passed
}

// Canary is a rollout under way: a value that Step carries on. The zero value
// is not usable; begin with StartCanary.
type Canary struct {
	Plan    CanaryPlan
	Results []StageResult // of the stages decided so far
}

// StartCanary checks the plan and returns the rollout before its first stage.
func StartCanary(p CanaryPlan) (Canary, error) {
	if err := p.Validate(); err != nil {
		return Canary{}, fmt.Errorf("canary %q: %w", p.Build, err)
	}
	return Canary{Plan: p}, nil
}

// Validate returns an error that names the first field out of range.
func (p CanaryPlan) Validate() error {
	if len(p.Stages) == 0 {
		return invalid("Stages", "there is none")
	}
	for i, s := range p.Stages {
		switch {
		case !(s.Percent > 0 && s.Percent <= 100):
			return invalid(fmt.Sprintf("Stages[%d].Percent", i), "%v is not over 0 and at most 100", s.Percent)
		case i > 0 && s.Percent <= p.Stages[i-1].Percent:
			return invalid(fmt.Sprintf("Stages[%d].Percent", i), "%v is not over the stage before it, %v", s.Percent, p.Stages[i-1].Percent)
		case s.Requests < 1:
			return invalid(fmt.Sprintf("Stages[%d].Requests", i), "%d is less than 1", s.Requests)
		}
	}
	for _, f := range []struct {
		name          string
		value, lo, hi float64
	}{
		{"Baseline.TPOT", p.Baseline.TPOT, 1e-6, 1e9}, {"Baseline.Quality", p.Baseline.Quality, 0, 1},
		{"Gates.MaxTPOTRegression", p.Gates.MaxTPOTRegression, 0, 1e9}, {"Gates.MaxTPOT", p.Gates.MaxTPOT, 1e-6, 1e9},
		{"Gates.MaxQualityDrop", p.Gates.MaxQualityDrop, 0, 1}, {"Gates.MaxErrorRate", p.Gates.MaxErrorRate, 0, 1},
	} {
		if !(f.value >= f.lo && f.value <= f.hi) {
			return fmt.Errorf("%s: %v is not between %v and %v", f.name, f.value, f.lo, f.hi)
		}
	}
	return nil
}

// RolledBack reports whether a stage broke a gate.
func (c Canary) RolledBack() bool {
	n := len(c.Results)
	return n > 0 && !c.Results[n-1].Passed
}

// Completed reports whether every planned stage was promoted.
func (c Canary) Completed() bool { return len(c.Results) == len(c.Plan.Stages) && !c.RolledBack() }

// Ended reports whether there is no stage left to decide.
func (c Canary) Ended() bool { return c.RolledBack() || c.Completed() }

// Percent returns the traffic that the candidate has now.
func (c Canary) Percent() float64 {
	if n := len(c.Results); n > 0 && !c.RolledBack() {
		return c.Results[n-1].Percent
	}
	return 0
}

// Step decides the next stage by what was observed and returns the rollout after
// it; the receiver stays as it was. It fails where the rollout has ended, and
// where a figure is missing or out of range: such a stage is neither promoted
// nor rolled back.
//
// Source: the canary rules of the known file. A stage that breaks any gate rolls
// back to 0 % and ends the rollout, any other promotes. Regression and ceiling
// of TPOT share one reason.
func (c Canary) Step(o Candidate) (Canary, StageResult, error) {
	if c.Ended() {
		return c, StageResult{}, fmt.Errorf("canary %q: the rollout has ended", c.Plan.Build)
	}
	s := StageResult{PlannedStage: c.Plan.Stages[len(c.Results)], Reasons: []string{}}
	for _, f := range []struct {
		name   string
		figure model.Figure
		hi     float64
	}{{"TPOT", o.TPOT, 1e9}, {"quality", o.Quality, 1}, {"error rate", o.ErrorRate, 1}} {
		if v, ok := f.figure.Get(); !ok {
			return c, StageResult{}, fmt.Errorf("canary %q, stage %v %%: %s is %s", c.Plan.Build, s.Percent, f.name, f.figure.State)
		} else if !(v >= 0 && v <= f.hi) {
			return c, StageResult{}, fmt.Errorf("canary %q, stage %v %%: %s: %v is not between 0 and %v", c.Plan.Build, s.Percent, f.name, v, f.hi)
		}
	}
	s.TPOT, s.ErrorRate = o.TPOT.Value, o.ErrorRate.Value
	s.TPOTDelta, s.QualityDrop = s.TPOT-c.Plan.Baseline.TPOT, c.Plan.Baseline.Quality-o.Quality.Value
	c.decide(&s)
	// The full slice expression keeps rollouts that began alike from sharing room.
	c.Results = append(c.Results[:len(c.Results):len(c.Results)], s)
	return c, s, nil
}

// decide holds a stage to the limits of the plan.
func (c Canary) decide(s *StageResult) {
	g := c.Plan.Gates
	for _, gate := range [...]struct {
		figure, limit float64
		reason        string
	}{
		{s.TPOTDelta, g.MaxTPOTRegression, ReasonTPOT}, {s.TPOT, g.MaxTPOT, ReasonTPOT},
		{s.QualityDrop, g.MaxQualityDrop, ReasonQuality}, {s.ErrorRate, g.MaxErrorRate, ReasonErrors},
	} {
		if !model.AtMost.Meets(gate.figure, gate.limit) && !slices.Contains(s.Reasons, gate.reason) {
			s.Reasons = append(s.Reasons, gate.reason)
		}
	}
	s.Passed = len(s.Reasons) == 0
	if s.Decision = DecisionPromote; !s.Passed {
		s.Decision = DecisionRollback
	}
}

// RunCanary takes a rollout through its stages with one observation each, until
// it ends or there are no more observations.
func RunCanary(p CanaryPlan, observed []Candidate) (Canary, error) {
	c, err := StartCanary(p)
	for i := 0; err == nil && i < len(observed) && !c.Ended(); i++ {
		c, _, err = c.Step(observed[i])
	}
	return c, err
}

// Rollout returns the rollout as one of the model.
func (c Canary) Rollout() model.Rollout {
	r := model.Rollout{
		Name: c.Plan.Build, Completed: model.FlagOf(c.Completed()), RolledBack: model.FlagOf(c.RolledBack()),
		FinalPercent: model.Of(c.Percent()), Reasons: c.Reasons(),
	}
	for _, s := range c.Results {
		r.Stages = append(r.Stages, model.Stage{
			Percent: model.Of(s.Percent), Requests: model.Of(float64(s.Requests)), Decision: s.Decision,
			Passed: model.FlagOf(s.Passed), Reasons: s.Reasons,
			Figures: model.Values{
				model.TPOTDelta: model.Of(s.TPOTDelta), model.CanaryTPOT: model.Of(s.TPOT),
				model.QualityDrop: model.Of(s.QualityDrop), model.ErrorRate: model.Of(s.ErrorRate),
			},
		})
	}
	return r
}

// Reasons returns why the rollout was rolled back; none where it was not.
func (c Canary) Reasons() []string {
	if !c.RolledBack() {
		return []string{}
	}
	return c.Results[len(c.Results)-1].Reasons
}
