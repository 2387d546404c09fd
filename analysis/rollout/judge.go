package rollout

import (
	"slices"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// JudgeCanary judges every rollout of a file, one finding each in the file's
// order, and compares what the file claims of them. It returns nothing for a
// file without rollouts.
func JudgeCanary(f *model.File, set *model.RolloutSet, o gate.Options) ([]finding.Finding, []finding.Check) {
	if set == nil {
		return nil, nil
	}
	rs := set.Rollouts
	plan := planOf(set)
	var checks []finding.Check
	findings := make([]finding.Finding, 0, len(rs))
	for i := range rs {
		r := &rs[i]
		// A claim is measured by the limits it was made under, not by the caller's.
		recorded := plan.judge(f.Doc, r, set.Policy, set.Policy, gate.Options{})
		checks = append(checks, rolloutChecks(f, recorded)...)
		c := plan.judge(f.Doc, r, set.Policy, set.Policy, o)
		if doubt := recorded.doubt(); doubt != "" && (c.Outcome == Promoted || c.Outcome == InProgress) {
			c.block(doubt)
		}
		fd := rolloutFinding(f, c)
		fd.Place = i
		findings = append(findings, fd)
	}
	return findings, checks
}

func rolloutFinding(f *model.File, c Canary) finding.Finding {
	fd := finding.Finding{
		Key: finding.FindingKey(f, gate.KindCanary, c.Data.Name), Kind: gate.KindCanary, Title: "canary " + c.Data.Name,
		Verdict: c.Verdict(), Simulated: f.Doc.Simulated, File: f, Outcome: &c,
	}
	for i := range c.Stages {
		for j := range c.Stages[i].Gates {
			c.Stages[i].Gates[j].File = f.Name
		}
		fd.Gates = append(fd.Gates, c.Stages[i].Gates...)
	}
	fd.Why = c.why()
	fd.Sentence = c.sentence(fd.Verdict)
	fd.Warn()
	return fd
}

// JudgeRollout judges one rollout of a document by the given limits, which need
// not be the document's own: that is how a screen asks "what if". A limit of
// o.Limits goes before them, so a what-if passes an o without any. It is pure;
// d may be nil, then the plan is the rollout's own stages.
//
// The plan is every share of traffic that any rollout of the document has, in
// ascending order. The first stage that breaks a gate rolls the rollout back.
func JudgeRollout(d *model.Document, r *model.Rollout, limits model.GatePolicy, o gate.Options) Canary {
	set := setOf(d, r)
	if set == nil {
		set = &model.RolloutSet{Rollouts: []model.Rollout{*r}, Policy: limits}
	}
	if d == nil {
		d = &model.Document{}
	}
	return planOf(set).judge(d, r, set.Policy, limits, o)
}

// setOf returns the set of a document that a rollout is of, or else the first
// one, since a what-if changes a copy; nil where the document has none.
func setOf(d *model.Document, r *model.Rollout) *model.RolloutSet {
	if d == nil {
		return nil
	}
	for _, p := range d.Parts {
		if set, ok := p.(*model.RolloutSet); ok && slices.ContainsFunc(set.Rollouts, func(own model.Rollout) bool { return own.Pointer == r.Pointer && own.Name == r.Name }) {
			return set
		}
	}
	return d.Rollouts()
}

// judge judges one rollout of a document by the plan of its set. recorded are the
// limits of the document itself.
func (p plan) judge(d *model.Document, r *model.Rollout, recorded, limits model.GatePolicy, o gate.Options) Canary {
	c := Canary{Data: r, Policy: limits, Stopped: -1}
	j := stageJudge{rules: o.InForce().For(gate.KindCanary), limits: limits, recorded: recorded, carried: p.carried, o: o}
	if d.Simulated {
		j.from = gate.Simulated
	}
	own, unplaced := byShare(r)
	for _, percent := range p.with(own) {
		if len(own) == 0 || own[0].Percent.Value != percent {
			c.Stages = append(c.Stages, Stage{Percent: percent})
		}
		for len(own) > 0 && own[0].Percent.Value == percent {
			c.Stages = append(c.Stages, j.stage(own[0]))
			own = own[1:]
		}
	}
	for _, s := range unplaced {
		c.Stages = append(c.Stages, j.stage(s))
	}
	c.settleOutcome()
	return c
}

// Verdict returns what the outcome comes to: PASS for a promoted rollout, FAIL
// for one rolled back, RUNNING while stages are still to come, UNDECIDED where it
// is blocked, INFO where the policy has no gate for it.
func (c Canary) Verdict() gate.Verdict {
	switch {
	case c.ungated():
		return gate.Info
	case c.Outcome == RolledBack:
		return gate.Fail
	case c.Outcome == Blocked:
		return gate.Undecided
	case c.Outcome == InProgress:
		return gate.Running
	}
	worst := gate.Info
	for _, s := range c.Stages {
		worst = max(worst, s.Verdict)
	}
	return worst
}

// ungated reports whether there are stages and no gate for any of them.
func (c Canary) ungated() bool {
	reached := false
	for _, s := range c.Stages {
		if len(s.Gates) > 0 {
			return false
		}
		reached = reached || s.Reached
	}
	return reached
}

// settleOutcome decides how the rollout ended from its judged stages.
func (c *Canary) settleOutcome() {
	if i := slices.IndexFunc(c.Stages, func(s Stage) bool { return s.Verdict == gate.Fail }); i >= 0 {
		c.Outcome, c.Stopped = RolledBack, i
		return
	}
	reached := 0 // stages up to the last one that the file has
	for i, s := range c.Stages {
		if s.Reached {
			reached = i + 1
		}
	}
	all := reached == len(c.Stages)
	switch {
	case reached == 0:
		c.block("no stages")
	case c.ungated():
		c.block("the policy has no canary gate")
	case c.blockedBy() != "":
		c.block(c.blockedBy())
	case all && c.Stages[reached-1].Percent >= 100:
		c.Outcome = Promoted
	case c.Data.RolledBack.Value:
		c.block("the file says it was rolled back, and no gate is broken in the stages it has")
	case c.Data.Completed.Value:
		c.block("the file says it was completed, and has no stage for " + c.missingFrom(reached))
	default:
		c.Outcome = InProgress
	}
}

func (c *Canary) block(why string) { c.Outcome, c.Reason = Blocked, why }
