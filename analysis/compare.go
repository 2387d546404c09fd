package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// Compared is two documents side by side: what both have, matched by what it is,
// and what only one of them has. B is compared with A.
type Compared struct {
	A, B   string   // how the two are called
	Groups []Group  // matched things, by kind, then in A's order
	OnlyA  []string // what has no partner, such as "scale-out at 8 replicas"
	OnlyB  []string
}

// Group is one thing that both documents have: a topology, a timeline, a
// rollout or a start-up profile.
type Group struct {
	Kind  gate.Kind
	Name  string // "4 replicas", or the name of the policy, build or profile
	Pairs []Pair
	Notes []string // what limits the comparison, in words
}

// Pair is one figure of both.
type Pair struct {
	Key       string // stable, such as premium_burst_p95_ttft_ms
	Label     string
	Statistic string // "median", "sum", or "value" for one that has no repeats
	Unit      model.Unit
	Metric    *model.Metric // of a topology, where SpreadA is set
	A, B      model.Figure
	TextA     string        // instead of figures: "rolled back at 25 %"
	TextB     string        // the same of B
	Delta     model.Figure  // B − A, in Unit
	Change    stats.Change  // of B against A
	SpreadA   *stats.Spread // the repeats, for a topology; else nil
	SpreadB   *stats.Spread
	NoteA     string // why A is not what it is called: a percentile that is not supported
	NoteB     string
}

// Empty reports whether the two have nothing in common.
func (c *Compared) Empty() bool { return len(c.Groups) == 0 }

// Compare puts the findings of two documents side by side. Topologies are
// matched by their number of replicas, timelines, rollouts and profiles by name;
// where a name stands twice, the first belongs to the first. a and b must hold
// at most one document of a kind each: see OneOfEach.
func Compare(nameA, nameB string, a, b []Finding) *Compared {
	c := &Compared{A: nameA, B: nameB}
	c.scaleOut(a, b)
	c.named(a, b, gate.KindAutoscaling, func(f *Finding) string { return AutoscalingOf(f.Outcome).Data.Name }, compareTimelines)
	c.named(a, b, gate.KindCanary, func(f *Finding) string { return CanaryOf(f.Outcome).Data.Name }, compareRollouts)
	c.coldStarts(a, b)
	return c
}

// OneOfEach returns an error where more than one file holds a kind of analysis:
// then it cannot be known which of them to compare.
func OneOfEach(list []Finding) error {
	of := make(map[gate.Kind]*model.File)
	for i := range list {
		f := &list[i]
		if f.Kind == gate.KindFile || f.File == nil {
			continue
		}
		if first := of[f.Kind]; first != nil && first != f.File {
			return fmt.Errorf("%s and %s both hold %s results: name one of them", first.Name, f.File.Name, f.Kind)
		}
		of[f.Kind] = f.File
	}
	return nil
}

// named matches findings of one kind by name.
func (c *Compared) named(a, b []Finding, k gate.Kind, name func(*Finding) string, compare func(g *Group, a, b *Finding)) {
	left := ofKind(b, k)
	for _, fa := range ofKind(a, k) {
		at := slices.IndexFunc(left, func(f *Finding) bool { return name(f) == name(fa) })
		if at < 0 {
			c.OnlyA = append(c.OnlyA, k.String()+" "+name(fa))
			continue
		}
		fb := left[at]
		left = slices.Delete(left, at, at+1)
		g := Group{Kind: k, Name: name(fa)}
		g.simulated(fa.Simulated, fb.Simulated)
		compare(&g, fa, fb)
		c.Groups = append(c.Groups, g)
	}
	for _, f := range left {
		c.OnlyB = append(c.OnlyB, k.String()+" "+name(f))
	}
}

// ofKind returns the findings of a kind in the order of their file: the list
// itself is sorted by verdict.
func ofKind(list []Finding, k gate.Kind) []*Finding {
	var found []*Finding
	for i := range list {
		if list[i].Kind == k {
			found = append(found, &list[i])
		}
	}
	slices.SortStableFunc(found, func(x, y *Finding) int { return order(x) - order(y) })
	return found
}

// order returns the place of a finding within its file.
func order(f *Finding) int {
	if f.File == nil || f.File.Doc == nil {
		return 0
	}
	d := f.File.Doc
	switch {
	case AutoscalingOf(f.Outcome) != nil && d.Timelines() != nil:
		return slices.IndexFunc(d.Timelines().Timelines, func(t model.Timeline) bool { return t.Pointer == AutoscalingOf(f.Outcome).Data.Pointer })
	case CanaryOf(f.Outcome) != nil && d.Rollouts() != nil:
		return slices.IndexFunc(d.Rollouts().Rollouts, func(r model.Rollout) bool { return r.Pointer == CanaryOf(f.Outcome).Data.Pointer })
	default:
		return 0
	}
}

// simulated notes where the figures come from a model.
func (g *Group) simulated(a, b bool) {
	switch {
	case a && b:
		g.Notes = append(g.Notes, "both are SIMULATED: a model, not a measurement")
	case a || b:
		g.Notes = append(g.Notes, "a simulated and a measured run are compared")
	}
}

// value adds a pair of figures without repeats. Two simulated figures differ for
// no other reason than what was simulated, so a word can be said; of two
// measured ones nobody knows how far they would lie apart by themselves.
func (g *Group) value(key, label string, u model.Unit, better model.Better, a, b model.Figure, modelled bool) {
	if a.State == model.Absent && b.State == model.Absent {
		return
	}
	p := Pair{Key: key, Label: label, Statistic: "value", Unit: u, A: a, B: b, Delta: stats.Difference(a, b)}
	p.Change.Percent, p.Change.Reason = stats.ChangePercent(b, a)
	p.Change.Percent = p.Change.Percent.Round2()
	switch {
	case !p.Delta.OK():
	case agree(a, b):
		p.Change.Word, p.Change.Basis, p.Change.Ground = "no change", "the figures are equal", stats.EqualFigures
	case modelled:
		p.Change.Word, p.Change.Basis, p.Change.Ground = stats.Direction(b.Value > a.Value, better), "a model gives the same figure every time", stats.ModelledRuns
	case p.Change.Reason == "":
		p.Change.Reason = "one run each has no spread to compare with"
	}
	g.Pairs = append(g.Pairs, p)
}

// text adds a pair of words.
func (g *Group) text(key, label, a, b string) {
	p := Pair{Key: key, Label: label, Statistic: "value", TextA: a, TextB: b}
	if p.Change.Word = "differs"; a == b {
		p.Change.Word = "no change"
	}
	g.Pairs = append(g.Pairs, p)
}

// coldStarts matches start-up profiles by name.
func (c *Compared) coldStarts(a, b []Finding) {
	fa, fb := ofKind(a, gate.KindColdStart), ofKind(b, gate.KindColdStart)
	profiles := func(list []*Finding) (out []*model.Profile, simulated bool) {
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
		g := Group{Kind: gate.KindColdStart, Name: p.Name}
		g.simulated(simA, simB)
		compareStarts(&g, p, left[at], simA && simB)
		left = slices.Delete(left, at, at+1)
		c.Groups = append(c.Groups, g)
	}
	for _, p := range left {
		c.OnlyB = append(c.OnlyB, gate.KindColdStart.String()+" "+p.Name)
	}
}

// compareStarts compares two profiles: the total, then each phase that both have.
func compareStarts(g *Group, a, b *model.Profile, modelled bool) {
	g.value("total_seconds", "total", model.Seconds, model.Lower, sumPhases(a).Total, sumPhases(b).Total, modelled)
	for i, ph := range a.Phases {
		at := slices.IndexFunc(b.Phases, func(q model.Phase) bool { return q.Name == ph.Name })
		if at < 0 {
			g.Notes = append(g.Notes, "phase "+ph.Name+" only in A")
			continue
		}
		g.value("phase_"+strconv.Itoa(i+1), ph.Name, model.Seconds, model.Lower, ph.Seconds, b.Phases[at].Seconds, modelled)
	}
	for _, ph := range b.Phases {
		if !slices.ContainsFunc(a.Phases, func(q model.Phase) bool { return q.Name == ph.Name }) {
			g.Notes = append(g.Notes, "phase "+ph.Name+" only in B")
		}
	}
}
