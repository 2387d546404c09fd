package rollout

import (
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Why says in one line how the rollout ended and which figures decided it, in
// the words of Finding.Why. It also serves a rollout that was judged anew and
// has no finding.
func (c Canary) Why() string { return c.why() }

// Ending returns the words with which Why begins: the outcome where the file says
// so too, "rolled back", "promoted", and else what the gates alone give, "gates
// break", "gates hold". That a gate breaks is a finding; that the traffic was taken
// back is for the file to say.
func (c Canary) Ending() string {
	switch {
	case c.Data == nil: // nobody who could say something else
		return c.Outcome.String()
	case c.Outcome == RolledBack && !c.saidRolledBack():
		return "gates break"
	case c.Outcome == Promoted && !c.saidPromoted(), c.contradicted():
		return "gates hold"
	default:
		return c.Outcome.String()
	}
}

// Ended is Ending with the stage: "rolled back at 25 %", "gates hold up to 100 %".
func (c Canary) Ended() string {
	switch c.Outcome {
	case RolledBack:
		return c.Ending() + " at " + c.Stages[c.Stopped].label()
	case Promoted:
		how := " to "
		if !c.saidPromoted() {
			how = " up to "
		}
		return c.Ending() + how + c.Stages[len(c.Stages)-1].label()
	default:
		return c.Ending()
	}
}

// Disputed returns what the file says of a rollout that broke a gate where that is
// another ending, "promoted to 100 %", and "" where it is the same or nothing is
// said. Of one that broke none it makes the rollout blocked, see Canary.Reason.
func (c Canary) Disputed() string {
	if c.Data == nil || c.Outcome != RolledBack || c.saidRolledBack() {
		return ""
	}
	r, at := c.Data, c.fileStopped()
	stopped := c.Stages[c.Stopped]
	passed, said := stopped.saidPassed()
	switch {
	case yes(r.Completed) && yes(r.RolledBack):
		return "both completed and rolled back"
	case yes(r.Completed):
		return "promoted to " + c.fileFinal()
	case yes(r.RolledBack) && at >= 0:
		return "rolled back at " + c.Stages[at].label()
	case said && passed:
		return "passed at " + stopped.label()
	case yes(r.RolledBack) || !r.RolledBack.OK():
		return ""
	default:
		return "not rolled back"
	}
}

// dispute marks what the file says of the ending where that is something else.
func (c Canary) dispute() string {
	if said := c.Disputed(); said != "" {
		return " ≠ the file says " + said
	}
	return ""
}

// saidRolledBack reports whether the file says that the rollout was rolled back,
// at the stage that broke a gate where it names one.
func (c Canary) saidRolledBack() bool {
	r := c.Data
	if c.Outcome != RolledBack || yes(r.Completed) || r.RolledBack.OK() && !r.RolledBack.Value {
		return false
	}
	if at := c.fileStopped(); at >= 0 {
		return at == c.Stopped
	}
	passed, said := c.Stages[c.Stopped].saidPassed()
	return yes(r.RolledBack) && !(said && passed)
}

// saidPromoted reports whether the file says that the rollout was completed.
func (c Canary) saidPromoted() bool { return yes(c.Data.Completed) && !yes(c.Data.RolledBack) }

// fileStopped returns the index of the first stage that the file says did not
// pass, −1 where it says so of none.
func (c Canary) fileStopped() int {
	for i, s := range c.Stages {
		if passed, said := s.saidPassed(); said && !passed {
			return i
		}
	}
	return -1
}

// fileFinal returns the share of traffic that the file says was reached.
func (c Canary) fileFinal() string {
	if c.Data.FinalPercent.OK() {
		return c.Data.FinalPercent.Text(model.Percent)
	}
	return "100 %"
}

// saidPassed returns whether the file says that the stage passed, by its flag or
// else by its decision, and whether it says anything of it.
func (s Stage) saidPassed() (passed, said bool) {
	switch {
	case s.Data == nil:
		return false, false
	case s.Data.Passed.OK():
		return s.Data.Passed.Value, true
	case strings.HasPrefix(s.Data.Decision, "promote"):
		return true, true
	default:
		return false, strings.HasPrefix(s.Data.Decision, "rollback")
	}
}

func yes(f model.Flag) bool { return f.OK() && f.Value }

// doubt says what the file claims that keeps a rollout without a broken gate from
// passing, "" where there is nothing: whoever wrote the file may know of a gate
// that it has no figure for.
func (c Canary) doubt() string {
	r := c.Data
	if c.Outcome != Promoted && c.Outcome != InProgress {
		return ""
	}
	if r.RolledBack.Value {
		return "the file says it was rolled back, and no gate is broken"
	}
	for _, s := range c.Stages {
		if passed, said := s.saidPassed(); said && !passed && s.Verdict == gate.Pass {
			return "at " + s.label() + ": the file says it did not pass, and no gate is broken"
		}
	}
	switch {
	case c.Outcome != Promoted:
		return ""
	case r.Completed.OK() && !r.Completed.Value:
		return "the file says it was not completed, and no gate is broken"
	case r.FinalPercent.OK() && !finding.Agree(r.FinalPercent, c.finalPercent()):
		return "the file says that " + r.FinalPercent.Text(model.Percent) + " of traffic was left, and no gate is broken"
	default:
		return ""
	}
}
