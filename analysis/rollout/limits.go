package rollout

import (
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// unstated says which of the limits that a rollout was judged by are the policy's
// because the file states none, "" where it states all. Those that go before the
// file's, and those of a flag, somebody has chosen.
func (c Canary) unstated() string {
	var names []string
	source, judged := "", 0
	for _, s := range c.Stages {
		if !s.Reached {
			continue
		}
		for _, g := range s.Gates {
			if g.NotInFile {
				continue
			}
			judged++
			if _, key := statedLimit(model.GatePolicy{}, g.Rule.ID); key != "" && !g.Rule.OwnLimit && strings.HasPrefix(g.LimitSource, gate.FromPolicy) {
				names, source = append(names, gate.GateName(g)), g.LimitSource
			}
		}
		break // the same in every stage
	}
	switch {
	case len(names) == 0:
		return ""
	case len(names) == judged:
		return "limits of " + source + ": the file states none"
	default:
		return "limits of " + source + " for " + text.Listed(names, 4) + ": the file states none"
	}
}

// limitNotes says which limits of canary gates the file does not state, so that
// the policy's own are used.
func limitNotes(file string, c *model.RolloutSet, o gate.Options) []model.Issue {
	carried := planOf(c).carried
	var missing []string
	for _, r := range o.InForce().For(gate.KindCanary) {
		stated, key := statedLimit(c.Policy, r.ID)
		_, flagged := o.Limits[r.ID]
		if key == "" || flagged || r.OwnLimit || stated.State != model.Absent || r.Optional && !carried[r.Metric] {
			continue
		}
		missing = append(missing, gate.GateName(gate.Gate{Rule: r}))
	}
	if len(missing) == 0 || len(c.Rollouts) == 0 {
		return nil
	}
	pointer := c.Policy.Pointer
	if pointer == "" {
		pointer = c.Pointer
	}
	return []model.Issue{{Severity: model.Note, Code: model.CodeMissing, File: file, Pointer: pointer,
		Message: "canary_gate_policy states no limit for " + text.Listed(missing, 5) + ": the limits of policy " + o.InForce().Name + " are used"}}
}
