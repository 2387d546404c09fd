package startup

import (
	"slices"
	"strconv"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// compareProfilesOf matches start-up profiles by name.
func compareProfilesOf(c *finding.Compared, a, b []finding.Finding) {
	fa, fb := finding.OfKind(a, gate.KindColdStart), finding.OfKind(b, gate.KindColdStart)
	profiles := func(list []*finding.Finding) (out []*model.Profile, simulated bool) {
		for _, f := range list {
			for i := range ColdStartOf(f.Outcome).Data.Profiles {
				out = append(out, &ColdStartOf(f.Outcome).Data.Profiles[i])
			}
			simulated = simulated || f.Simulated
		}
		return out, simulated
	}
	pa, simA := profiles(fa)
	left, simB := profiles(fb)
	for _, p := range pa {
		at := slices.IndexFunc(left, func(q *model.Profile) bool { return q.Name == p.Name })
		if at < 0 {
			c.OnlyA = append(c.OnlyA, gate.KindColdStart.String()+" "+p.Name)
			continue
		}
		g := finding.Group{Kind: gate.KindColdStart, Name: p.Name}
		g.Simulated(simA, simB)
		compareStarts(&g, p, left[at], simA && simB)
		left = slices.Delete(left, at, at+1)
		c.Groups = append(c.Groups, g)
	}
	for _, p := range left {
		c.OnlyB = append(c.OnlyB, gate.KindColdStart.String()+" "+p.Name)
	}
}

// compareStarts compares two profiles: the total, then each phase that both have.
func compareStarts(g *finding.Group, a, b *model.Profile, modelled bool) {
	g.Value("total_seconds", "total", model.Seconds, model.Lower, sumPhases(a).Total, sumPhases(b).Total, modelled)
	for i, ph := range a.Phases {
		at := slices.IndexFunc(b.Phases, func(q model.Phase) bool { return q.Name == ph.Name })
		if at < 0 {
			g.Notes = append(g.Notes, "phase "+ph.Name+" only in A")
			continue
		}
		g.Value("phase_"+strconv.Itoa(i+1), ph.Name, model.Seconds, model.Lower, ph.Seconds, b.Phases[at].Seconds, modelled)
	}
	for _, ph := range b.Phases {
		if !slices.ContainsFunc(a.Phases, func(q model.Phase) bool { return q.Name == ph.Name }) {
			g.Notes = append(g.Notes, "phase "+ph.Name+" only in B")
		}
	}
}
