package gate

import (
	"scaledeck/model"
)

// evaluate decides a gate whose Rule, Observed, Limit, N and NotInFile are set:
// it fills in Margin, Verdict and, where there is no verdict, Reason. See Apply.
func evaluate(g Gate, strict bool) Gate {
	observed, haveObserved := g.Observed.Get()
	limit, haveLimit := g.Limit.Get()
	switch {
	case g.NotInFile && !strict:
		g.Verdict = Info
		return withReason(g, Reason{Code: NotInFile})
	case g.NotInFile:
		g.Verdict = Undecided
		return withReason(g, Reason{Code: NotInFileStrict})
	case !haveLimit:
		g.Verdict = Undecided
		return withReason(g, Reason{Code: NoLimit, State: g.Limit.State})
	case !haveObserved:
		g.Verdict = Undecided
		return withReason(g, Reason{Code: NoFigure, State: g.Observed.State})
	case g.N < g.Rule.MinSamples:
		g.Verdict = Undecided
		return withReason(g, Reason{Code: TooFew, N: g.N, Of: g.Rule.MinSamples, Noun: samplesOf(g.Rule.Kind)})
	}
	if g.Rule.Magnitude && observed < 0 {
		observed = -observed
	}
	observed = model.Settle(observed, limit)
	if g.Rule.Upper() {
		g.Margin = model.Of(limit - observed)
	} else {
		g.Margin = model.Of(observed - limit)
	}
	if g.Verdict = Pass; !g.Rule.Op.Meets(observed, limit) {
		g.Verdict = Fail
		if g.Rule.Warn {
			g.Verdict = Info
			g = withReason(g, Reason{Code: OnlyWarns})
		}
	}
	return g
}

// withReason sets the reason where none has been given yet.
func withReason(g Gate, why Reason) Gate {
	g.Reason = g.Reason.Or(why)
	return g
}

// LimitOf returns the limit of a rule and where it comes from: one set on the
// command line, else the policy's own where the rule says that it goes first,
// else one the file states, else the policy's own. from says in words what
// states the file's.
func LimitOf(r Rule, o Options, stated model.Figure, from string) (model.Figure, string) {
	if v, ok := o.Limits[r.ID]; ok {
		return model.Of(v), "set by flag"
	}
	if stated.OK() && !r.OwnLimit {
		return stated, from
	}
	return model.Of(r.Limit), FromPolicy + o.InForce().Name
}

// FromPolicy begins the source of a limit that is the policy's own.
const FromPolicy = "policy "

// InForce returns the policy to judge by.
func (o Options) InForce() Policy {
	if len(o.Policy.Rules) == 0 {
		return BuiltIn()
	}
	return o.Policy
}
