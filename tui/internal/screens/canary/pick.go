package canary

import (
	"slices"
	"strings"

	"scaledeck/analysis"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// stagePick is the stage that was chosen, held by its share of traffic so that a
// reload which adds a stage keeps it. The zero value chooses the stage that
// decided the rollout.
type stagePick struct {
	rollout string
	percent float64
	nth     int // among the stages of that share
}

// in returns the index of the chosen stage, or −1 where there are none.
func (p stagePick) in(f analysis.Finding) int {
	if p.rollout == f.Key {
		nth := 0
		for i, st := range analysis.CanaryOf(f.Outcome).Stages {
			if st.Percent != p.percent {
				continue
			}
			if nth == p.nth {
				return i
			}
			nth++
		}
	}
	return decisive(analysis.CanaryOf(f.Outcome))
}

// pick returns the choice of stage i.
func pick(f analysis.Finding, i int) stagePick {
	p := stagePick{rollout: f.Key, percent: analysis.CanaryOf(f.Outcome).Stages[i].Percent}
	for _, st := range analysis.CanaryOf(f.Outcome).Stages[:i] {
		if st.Percent == p.percent {
			p.nth++
		}
	}
	return p
}

// decisive returns the index of the stage to look at first: the one that stopped
// the rollout, else one that cannot be decided, else one whose record is
// contradicted, else the last one reached; −1 where there are none.
func decisive(c *analysis.Canary) int {
	if c.Stopped >= 0 {
		return c.Stopped
	}
	if i := slices.IndexFunc(c.Stages, func(s analysis.Stage) bool { return s.Verdict == analysis.Undecided }); i >= 0 {
		return i
	}
	last := min(0, len(c.Stages)-1)
	for i, st := range c.Stages {
		if contradicted(st) {
			return i
		}
		if st.Reached {
			last = i
		}
	}
	return last
}

// recordedPass returns what the file says was decided at a stage; ok is false
// where it says nothing that can be compared.
func recordedPass(st analysis.Stage) (passed, ok bool) {
	switch {
	case !st.Reached:
		return false, false
	case st.Data.Passed.OK():
		return st.Data.Passed.Value, true
	case strings.HasPrefix(st.Data.Decision, "promote"):
		return true, true
	case strings.HasPrefix(st.Data.Decision, "rollback"):
		return false, true
	}
	return false, false
}

// contradicted reports whether the file says of a stage what its own figures do
// not give. A stage without any gate has nothing to compare with.
func contradicted(st analysis.Stage) bool {
	passed, ok := recordedPass(st)
	return ok && st.Verdict != analysis.Info && (passed != (st.Verdict == analysis.Pass) || !passed && st.Verdict != analysis.Fail)
}

// saidOtherwise reports whether the file says of any stage what the gates do not
// give, or goes on after the stage that stopped the rollout.
func saidOtherwise(c *analysis.Canary) bool {
	for i, st := range c.Stages {
		if contradicted(st) || st.Reached && c.Stopped >= 0 && i > c.Stopped {
			return true
		}
	}
	return false
}

// disagrees reports whether the file says of a rollout, or of any of its stages,
// what its figures do not give.
func disagrees(snap *analysis.Findings, f analysis.Finding) bool {
	if saidOtherwise(analysis.CanaryOf(f.Outcome)) {
		return true
	}
	for i := range snap.Checks {
		ch := &snap.Checks[i]
		if ch.Result == analysis.Differs && ch.File == f.File.Name && strings.HasPrefix(ch.Pointer, analysis.CanaryOf(f.Outcome).Data.Pointer+"/") {
			return true
		}
	}
	return false
}

// gates returns the gates of a stage. One without any of its own, because it was
// not reached, has those of the rollout with nothing observed.
func gates(c *analysis.Canary, stage int) (list []analysis.Gate, observed bool) {
	if stage >= 0 && stage < len(c.Stages) && c.Stages[stage].Reached {
		return c.Stages[stage].Gates, true
	}
	for _, st := range c.Stages {
		for _, g := range st.Gates {
			g.Observed, g.Margin, g.N, g.Verdict, g.Reason = model.Figure{}, model.Figure{}, 0, analysis.Info, gate.Reason{}
			list = append(list, g)
		}
		if len(list) > 0 {
			break
		}
	}
	return list, false
}

// worstGate returns the index of the gate to look at first: the worst verdict,
// and of equal ones that which uses most of its limit.
func worstGate(list []analysis.Gate) int {
	worst := min(0, len(list)-1)
	for i, g := range list {
		w := list[worst]
		if used, ok := g.Used().Get(); g.Verdict > w.Verdict || g.Verdict == w.Verdict && ok && used > w.Used().Value {
			worst = i
		}
	}
	return worst
}

// gateIn returns the index of the selected gate, or −1 where there are none.
func (s *canary) gateIn(list []analysis.Gate) int {
	for i, g := range list {
		if g.Rule.ID == s.gate {
			return i
		}
	}
	return worstGate(list)
}

// stageTitle names a stage by its share of traffic.
func stageTitle(st analysis.Stage) string {
	if st.Data != nil && !st.Data.Percent.OK() {
		return model.Dash + " %"
	}
	return model.Of(st.Percent).Text(model.Percent)
}
