package rollout

import (
	"fmt"
	"slices"

	"scaledeck/analysis/finding"
	"scaledeck/model"
)

// compareRollouts compares two rollouts of a build of one name, stage by stage.
func compareRollouts(g *finding.Group, fa, fb *finding.Finding) {
	a, b := CanaryOf(fa.Outcome), CanaryOf(fb.Outcome)
	modelled := fa.Simulated && fb.Simulated
	g.Text("outcome", "outcome", a.ended(), b.ended())
	for _, sa := range a.Stages {
		at := slices.IndexFunc(b.Stages, func(s Stage) bool { return s.Percent == sa.Percent })
		switch {
		case !sa.Reached && (at < 0 || !b.Stages[at].Reached):
			continue
		case !sa.Reached:
			g.Notes = append(g.Notes, "stage "+sa.label()+" reached only in B")
			continue
		case at < 0 || !b.Stages[at].Reached:
			g.Notes = append(g.Notes, "stage "+sa.label()+" reached only in A")
			continue
		}
		pairStage(g, sa, b.Stages[at], modelled)
	}
	for _, sb := range b.Stages {
		if sb.Reached && !slices.ContainsFunc(a.Stages, func(s Stage) bool { return s.Percent == sb.Percent }) {
			g.Notes = append(g.Notes, "stage "+sb.label()+" reached only in B")
		}
	}
}

// stage compares what was observed at one stage.
func pairStage(g *finding.Group, a, b Stage, modelled bool) {
	at := "stage " + a.label()
	add := func(key, label string, u model.Unit, better model.Better, x, y model.Figure) {
		g.Value(key, at+": "+label, u, better, x, y, modelled)
	}
	x, y := a.Data, b.Data
	add("requests", "requests", model.Count, model.Neither, x.Requests, y.Requests)
	for _, m := range model.StageMetrics() {
		label := m.Label
		if m == model.TPOTDelta {
			label = "TPOT against the baseline build"
		}
		add(m.ID, label, m.Unit, m.Better, x.Figures[m], y.Figures[m])
	}
	pairResolution(g, at, "A", x)
	pairResolution(g, at, "B", y)
}

// resolution notes where a stage has too few requests for its error rate: one
// error more or less among n requests moves it by 1/n.
func pairResolution(g *finding.Group, at, side string, s *model.Stage) {
	rate, okR := s.Figures[model.ErrorRate].Get()
	n, okN := s.Requests.Get()
	if okR && okN && n > 0 && rate > 0 && rate < 1/n {
		g.Notes = append(g.Notes, fmt.Sprintf("%s of %s: an error rate of %s is less than one error in %s requests",
			at, side, s.Figures[model.ErrorRate].Text(model.Ratio), s.Requests.Text(model.Count)))
	}
}

// ended returns how a rollout ended, and where.
func (c *Canary) ended() string {
	text := c.Outcome.String()
	if c.Outcome == RolledBack && c.Stopped >= 0 && c.Stopped < len(c.Stages) {
		text += " at " + c.Stages[c.Stopped].label()
	}
	return text
}
