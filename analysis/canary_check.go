package analysis

import (
	"fmt"
	"slices"
	"strings"

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
func rolloutChecks(f *model.File, c Canary) []Check {
	r := c.Data
	out := claims{file: f.Name, pointer: r.Pointer, of: r.Name}
	for _, s := range c.Stages {
		if s.Reached {
			in := claims{file: f.Name, pointer: s.Data.Pointer, of: "stage " + s.label() + " of " + r.Name}
			in.stage(s)
			out.list = append(out.list, in.list...)
		}
	}
	out.afterRollback(c)
	const ends = "a stage that breaks a gate rolls back to 0 % and ends the rollout"
	out.flag("completed_100_percent", "completed", r.Completed, c, Promoted, "every stage up to 100 % meets its gates")
	out.flag("rolled_back", "rolled back", r.RolledBack, c, RolledBack, ends)
	if r.FinalPercent.State != model.Absent {
		final := c.finalPercent()
		out.add("final_canary_traffic_percent", "final canary traffic", exact(r.FinalPercent, model.Percent),
			final.Exact(model.Percent), "0 % after a rollback, else the share of the last stage", compare(r.FinalPercent, final))
	}
	out.rollbackReasons(c)
	return out.list
}

// stage checks what the file says was decided at one stage.
func (c *claims) stage(s Stage) {
	const rule = "every gate that has a figure meets its limit"
	verdict := map[gate.Verdict]string{gate.Pass: "passed", gate.Fail: "not passed", gate.Undecided: "undecided"}[s.Verdict]
	d := s.Data
	if d.Passed.State != model.Absent {
		claimed := d.Passed.State.String()
		if d.Passed.OK() {
			claimed = map[bool]string{true: "passed", false: "not passed"}[d.Passed.Value]
		}
		c.add("passed", "verdict", claimed, verdict, rule, s.outcome(d.Passed.OK(), d.Passed.Value))
	}
	if d.Decision != "" {
		promote, rollback := strings.HasPrefix(d.Decision, "promote"), strings.HasPrefix(d.Decision, "rollback")
		recomputed := map[gate.Verdict]string{gate.Pass: "promote", gate.Fail: "rollback_to_0_percent"}[s.Verdict]
		if recomputed == "" {
			recomputed = verdict
		}
		c.add("decision", "decision", d.Decision, recomputed, "promote where every gate holds, else roll back", s.outcome(promote || rollback, promote))
	}
	if len(d.Reasons) == 0 && !d.Passed.OK() && d.Decision == "" {
		return // nothing is claimed
	}
	broken := s.reasons()
	result := Reproduced
	switch {
	case s.Verdict == gate.Undecided && !subset(broken, d.Reasons):
		result = Differs
	case s.Verdict == gate.Undecided:
		result = NotCheckable
	case subset(broken, d.Reasons) && subset(d.Reasons, broken):
	case subset(broken, d.Reasons) && subset(d.Reasons, append(broken, reasonTPOT)) && s.unseenCeiling():
		result = Ambiguous
	default:
		result = Differs
	}
	c.add("reasons", "reasons", orNone(d.Reasons), orNone(broken), "one reason for each broken gate", result)
}

// outcome compares a claimed pass or fail of a stage with its verdict. A claimed
// fail that the figures do not give may come from the gate without a figure.
func (s Stage) outcome(known, passed bool) CheckResult {
	switch {
	case !known || s.Verdict == gate.Undecided || s.Verdict == gate.Info:
		return NotCheckable
	case passed == (s.Verdict == gate.Pass):
		return Reproduced
	case !passed && s.unseenCeiling() && slices.Contains(s.Data.Reasons, reasonTPOT):
		return Ambiguous
	default:
		return Differs
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
func (c *claims) flag(key, claim string, claimed model.Flag, r Canary, outcome Outcome, rule string) {
	if claimed.State == model.Absent {
		return
	}
	result := NotCheckable
	recomputed := fmt.Sprintf("%s (%s)", yesNo(model.FlagOf(r.Outcome == outcome)), r.Outcome)
	switch {
	case !claimed.OK():
	case r.Outcome == Blocked && !r.contradicted():
		recomputed = r.Outcome.String() + ": " + r.Reason
	case claimed.Value == (r.Outcome == outcome):
		result = Reproduced
	default:
		result = Differs
	}
	c.add(key, claim, yesNo(claimed), recomputed, rule, result)
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
func (c *claims) afterRollback(r Canary) {
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
		c.add("stages", "stages after the rollback", text.Listed(later, 8), "none",
			"the stage at "+r.Stages[r.Stopped].label()+" breaks a gate and ends the rollout", Differs)
	}
}

// rollbackReasons checks the reasons given for the whole rollout against those
// of the stage that ended it.
func (c *claims) rollbackReasons(r Canary) {
	claimed := r.Data.Reasons
	if claimed == nil && !r.Data.RolledBack.OK() {
		return
	}
	var broken []string
	result := Reproduced
	switch {
	case r.Outcome == Blocked && !r.contradicted():
		result = NotCheckable
	case r.Outcome == RolledBack:
		stopped := r.Stages[r.Stopped]
		broken = stopped.reasons()
		if subset(broken, claimed) && !subset(claimed, broken) && subset(claimed, append(broken, reasonTPOT)) && stopped.unseenCeiling() {
			result = Ambiguous
		}
	}
	if result == Reproduced && !(subset(broken, claimed) && subset(claimed, broken)) {
		result = Differs
	}
	c.add("rollback_reasons", "rollback reasons", orNone(claimed), orNone(broken), "the reasons of the stage that ended the rollout", result)
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
