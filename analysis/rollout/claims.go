package rollout

import (
	"fmt"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// Reasons that a file gives for a rollback, by the gate that is broken. Both
// TPOT gates share one: a file that never carries the TPOT itself can still have
// been rolled back for it.
const (
	reasonTPOT    = "tpot_slo_regression"
	reasonQuality = "quality_score_regression"
	reasonErrors  = "error_rate_exceeded"
)

func rollbackReason(rule string) string {
	switch rule {
	case gate.RuleTPOTRegression, gate.RuleTPOTCeiling:
		return reasonTPOT
	case gate.RuleQualityDrop:
		return reasonQuality
	case gate.RuleErrorRate:
		return reasonErrors
	default:
		return ""
	}
}

// rolloutChecks compares what a file claims of a rollout and of its stages with
// what the gates give; c is the rollout judged by the file's own limits.
func rolloutChecks(f *model.File, c Canary) []finding.Check {
	r := c.Data
	out := finding.Claims{File: f.Name, Pointer: r.Pointer, Of: r.Name}
	for _, s := range c.Stages {
		if s.Reached {
			in := finding.Claims{File: f.Name, Pointer: s.Data.Pointer, Of: "stage " + s.label() + " of " + r.Name}
			claimedStage(&in, s)
			out.List = append(out.List, in.List...)
		}
	}
	claimedAfterRollback(&out, c)
	const ends = "a stage that breaks a gate rolls back to 0 % and ends the rollout"
	claimedFlag(&out, "completed_100_percent", "completed", r.Completed, c, Promoted, "every stage up to 100 % meets its gates")
	claimedFlag(&out, "rolled_back", "rolled back", r.RolledBack, c, RolledBack, ends)
	if r.FinalPercent.State != model.Absent {
		final := c.finalPercent()
		out.Add("final_canary_traffic_percent", "final canary traffic", finding.Exact(r.FinalPercent, model.Percent),
			final.Exact(model.Percent), "0 % after a rollback, else the share of the last stage", finding.Compare(r.FinalPercent, final))
	}
	claimedRollbackReasons(&out, c)
	return out.List
}

// stage checks what the file says was decided at one stage.
func claimedStage(c *finding.Claims, s Stage) {
	const rule = "every gate that has a figure meets its limit"
	verdict := map[gate.Verdict]string{gate.Pass: "passed", gate.Fail: "not passed", gate.Undecided: "undecided"}[s.Verdict]
	d := s.Data
	if d.Passed.State != model.Absent {
		claimed := d.Passed.State.String()
		if d.Passed.OK() {
			claimed = map[bool]string{true: "passed", false: "not passed"}[d.Passed.Value]
		}
		c.Add("passed", "verdict", claimed, verdict, rule, s.outcome(d.Passed.OK(), d.Passed.Value))
	}
	if d.Decision != "" {
		promote, rollback := strings.HasPrefix(d.Decision, "promote"), strings.HasPrefix(d.Decision, "rollback")
		recomputed := map[gate.Verdict]string{gate.Pass: "promote", gate.Fail: "rollback_to_0_percent"}[s.Verdict]
		if recomputed == "" {
			recomputed = verdict
		}
		c.Add("decision", "decision", d.Decision, recomputed, "promote where every gate holds, else roll back", s.outcome(promote || rollback, promote))
	}
	if len(d.Reasons) == 0 && !d.Passed.OK() && d.Decision == "" {
		return // nothing is claimed
	}
	broken := s.reasons()
	result := finding.Reproduced
	switch {
	case s.Verdict == gate.Undecided && !subset(broken, d.Reasons):
		result = finding.Differs
	case s.Verdict == gate.Undecided:
		result = finding.NotCheckable
	case subset(broken, d.Reasons) && subset(d.Reasons, broken):
	case subset(broken, d.Reasons) && subset(d.Reasons, append(broken, reasonTPOT)) && s.unseenCeiling():
		result = finding.Ambiguous
	default:
		result = finding.Differs
	}
	c.Add("reasons", "reasons", orNone(d.Reasons), orNone(broken), "one reason for each broken gate", result)
}

// outcome compares a claimed pass or fail of a stage with its verdict. A claimed
// fail that the figures do not give may come from the gate without a figure.
func (s Stage) outcome(known, passed bool) finding.CheckResult {
	switch {
	case !known || s.Verdict == gate.Undecided || s.Verdict == gate.Info:
		return finding.NotCheckable
	case passed == (s.Verdict == gate.Pass):
		return finding.Reproduced
	case !passed && s.unseenCeiling() && slices.Contains(s.Data.Reasons, reasonTPOT):
		return finding.Ambiguous
	default:
		return finding.Differs
	}
}

// unseenCeiling reports whether the stage has a gate on the TPOT itself and the
// file no figure for it.
func (s Stage) unseenCeiling() bool {
	return slices.ContainsFunc(s.Gates, func(g gate.Gate) bool { return g.NotInFile && g.Rule.ID == gate.RuleTPOTCeiling })
}

// reasons returns the reasons for a rollback that the broken gates of a stage give.
func (s Stage) reasons() []string {
	var list []string
	for _, g := range s.Gates {
		if why := rollbackReason(g.Rule.ID); g.Verdict == gate.Fail && why != "" && !slices.Contains(list, why) {
			list = append(list, why)
		}
	}
	return list
}

// flag checks a claim on how the rollout ended.
func claimedFlag(c *finding.Claims, key, claim string, claimed model.Flag, r Canary, outcome Outcome, rule string) {
	if claimed.State == model.Absent {
		return
	}
	result := finding.NotCheckable
	recomputed := fmt.Sprintf("%s (%s)", finding.YesNo(model.FlagOf(r.Outcome == outcome)), r.Outcome)
	switch {
	case !claimed.OK():
	case r.Outcome == Blocked && !r.contradicted():
		recomputed = r.Outcome.String() + ": " + r.Reason
	case claimed.Value == (r.Outcome == outcome):
		result = finding.Reproduced
	default:
		result = finding.Differs
	}
	c.Add(key, claim, finding.YesNo(claimed), recomputed, rule, result)
}

// contradicted reports whether the rollout is blocked only because the file says
// that it ended in a way that its own stages do not give.
func (c Canary) contradicted() bool {
	return c.Outcome == Blocked && c.blockedBy() == "" && c.hasStages() && !c.ungated()
}

func (c Canary) hasStages() bool {
	return slices.ContainsFunc(c.Stages, func(s Stage) bool { return s.Reached })
}

// finalPercent returns the share of traffic that the rollout was left with.
func (c Canary) finalPercent() model.Figure {
	switch c.Outcome {
	case RolledBack:
		return model.Of(0)
	case Blocked:
		return model.Figure{}
	}
	for i := len(c.Stages) - 1; i >= 0; i-- {
		if c.Stages[i].Reached {
			return model.Of(c.Stages[i].Percent)
		}
	}
	return model.Figure{}
}

// afterRollback reports records of stages that cannot have been: a stage that
// breaks a gate ends the rollout.
func claimedAfterRollback(c *finding.Claims, r Canary) {
	if r.Outcome != RolledBack {
		return
	}
	var later []string
	for _, s := range r.Stages[r.Stopped+1:] {
		if s.Reached {
			later = append(later, s.label())
		}
	}
	if len(later) > 0 {
		c.Add("stages", "stages after the rollback", text.Listed(later, 8), "none",
			"the stage at "+r.Stages[r.Stopped].label()+" breaks a gate and ends the rollout", finding.Differs)
	}
}

// rollbackReasons checks the reasons given for the whole rollout against those
// of the stage that ended it.
func claimedRollbackReasons(c *finding.Claims, r Canary) {
	claimed := r.Data.Reasons
	if claimed == nil && !r.Data.RolledBack.OK() {
		return
	}
	var broken []string
	result := finding.Reproduced
	switch {
	case r.Outcome == Blocked && !r.contradicted():
		result = finding.NotCheckable
	case r.Outcome == RolledBack:
		stopped := r.Stages[r.Stopped]
		broken = stopped.reasons()
		if subset(broken, claimed) && !subset(claimed, broken) && subset(claimed, append(broken, reasonTPOT)) && stopped.unseenCeiling() {
			result = finding.Ambiguous
		}
	}
	if result == finding.Reproduced && !(subset(broken, claimed) && subset(claimed, broken)) {
		result = finding.Differs
	}
	c.Add("rollback_reasons", "rollback reasons", orNone(claimed), orNone(broken), "the reasons of the stage that ended the rollout", result)
}

// subset reports whether every item of a is in b.
func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

func orNone(items []string) string {
	if len(items) == 0 {
		return "none"
	}
	return strings.Join(items, ", ")
}
