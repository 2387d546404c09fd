package comparison

import (
	"math"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// comparison checks what the file claims of one topology against one replica.
func (a *scaleOutAudit) comparison(c *model.ClaimedChange) {
	at := a.find(c.Replicas)
	if why := a.incomparable(at); why != "" {
		a.add(finding.Check{Pointer: c.Pointer, Claim: "comparison of " + c.Key + " with one replica", Rule: why}, finding.NotCheckable)
		return
	}
	label := a.s.Topologies[at].Label
	changes := []struct {
		metric  *model.Metric
		claimed model.Figure
	}{
		{model.OfferedRPSPerGPU, c.OfferedChange},
		{model.ServedRPSPerGPU, c.ServedChange},
		{model.PremiumBurstP95TTFT, c.TTFTChange},
	}
	for _, ch := range changes {
		key := strings.TrimSuffix(ch.metric.ID, "_ms") + "_change_pct"
		claim := "change of median " + ch.metric.Label + " at " + label
		got, _ := stats.ChangePercent(a.s.Topologies[at].Metrics[ch.metric].Whole().Median, a.s.Topologies[a.s.Baseline].Metrics[ch.metric].Whole().Median)
		got = got.Round2()
		if a.figure(finding.Check{Pointer: c.Pointer + "/" + key, Claim: claim,
			Rule: "(median / baseline's median − 1) × 100, from the printed medians, to 2 decimals"}, ch.claimed, got, model.Percent) {
			a.doubt("≠ the file claims a %s of %s, its rows give %s", claim, ch.claimed.Exact(model.Percent), got.Exact(model.Percent))
		}
	}
	a.flag(finding.Check{Pointer: c.Pointer + "/offered_load_matched", Claim: "offered load matched at " + label,
		Rule: "size of the change within its limit"}, "offered_load_matched at "+label, c.LoadMatched, a.matched(at))
	a.pass(c, at)
}

// incomparable says why topology at cannot be compared with one replica, or "".
func (a *scaleOutAudit) incomparable(at int) string {
	switch {
	case at < 0:
		return "the file has no rows at this number of replicas"
	case a.s.Topologies[a.s.Baseline].Replicas != 1 || a.s.Topologies[a.s.Baseline].Runs == 0:
		return "the file has no rows at 1 replica"
	case a.s.Topologies[at].Runs == 0:
		return "no rows at " + a.s.Topologies[at].Label
	default:
		return ""
	}
}

// matched reports whether the offered load of a topology is the baseline's: by
// its margin, since the verdict of a broken precondition is UNDECIDED.
func (a *scaleOutAudit) matched(t int) model.Flag {
	for _, c := range a.s.Criteria {
		if g := c.Cells[t]; c.Rule.ID == gate.RuleOfferedLoad && g.Margin.OK() && (g.Verdict != gate.Undecided || g.Reason.Code == gate.NotMet) {
			observed := model.Settle(math.Abs(g.Observed.Value), g.Limit.Value)
			return model.FlagOf(c.Rule.Op.Meets(observed, g.Limit.Value))
		}
	}
	return model.Flag{}
}

// pass checks a claimed pass. "In every topology" can be read in two ways: the
// baseline and the topology compared, or all of them. A claim that holds under
// one reading only is ambiguous.
func (a *scaleOutAudit) pass(c *model.ClaimedChange, at int) {
	near := passes(a.s.Topologies[at].Verdict, a.matched(at))
	all := worseFlag(near, a.free)
	check := finding.Check{Pointer: c.Pointer + "/pass", Claim: "pass at " + a.s.Topologies[at].Label,
		Rule: "all criteria hold, non-200 responses and restarts at the baseline included"}
	if near == all || !c.Pass.OK() {
		a.flag(check, "pass at "+a.s.Topologies[at].Label, c.Pass, near)
		return
	}
	check.Claimed, check.Recomputed = finding.YesNo(c.Pass), finding.YesNo(near)+", or "+finding.YesNo(all)+" where every topology must be free of them"
	if c.Pass == near || c.Pass == all {
		check.Rule = "all criteria hold; \"in every topology\" read as the baseline and this one, or as all of them"
		a.add(check, finding.Ambiguous)
		return
	}
	a.add(check, finding.NotCheckable) // one reading is not decided and the other contradicts
}

// free reports whether every topology holds the criteria that count everywhere.
func free(s *ScaleOut) model.Flag {
	all := model.FlagOf(true)
	for _, c := range s.Criteria {
		for _, g := range c.Cells {
			if c.Rule.Everywhere {
				all = worseFlag(all, passes(g.Verdict, model.FlagOf(true)))
			}
		}
	}
	return all
}

// passes turns a verdict into a truth value as the file has it. At another load
// the verdict is UNDECIDED here and plainly no pass there.
func passes(v gate.Verdict, matched model.Flag) model.Flag {
	switch {
	case v == gate.Fail || matched == model.FlagOf(false):
		return model.FlagOf(false)
	case v == gate.Pass:
		return model.FlagOf(true)
	default:
		return model.Flag{}
	}
}

// worseFlag returns false where one is false, missing where one is missing.
func worseFlag(a, b model.Flag) model.Flag {
	if b == model.FlagOf(false) || a.OK() && a.Value {
		return b
	}
	return a
}

// decision checks the file's verdict on the whole.
func (a *scaleOutAudit) decision() {
	d := a.s.Data.Decision
	pass := model.FlagOf(true)
	compared := 0
	for t := range a.s.Topologies {
		if t != a.s.Baseline {
			pass = worseFlag(pass, passes(a.s.Topologies[t].Verdict, a.matched(t)))
			compared++
		}
	}
	if compared == 0 {
		pass = model.Flag{}
	}
	a.flag(finding.Check{Pointer: d.Pointer + "/scale_out_pass", Claim: "scale-out passes", Rule: "every comparison passes"}, "scale_out_pass", d.ScaleOutPass, pass)
	if d.DataPublishable.OK() {
		a.add(finding.Check{Pointer: d.Pointer + "/data_publishable", Claim: "data publishable", Claimed: finding.YesNo(d.DataPublishable), Recomputed: model.Dash,
			Rule: NeedsEvidence}, finding.NotCheckable)
	}
}
