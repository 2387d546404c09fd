package finding

import (
	"slices"

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

// Named matches findings of one kind by name.
func (c *Compared) Named(a, b []Finding, k gate.Kind, name func(*Finding) string, compare func(g *Group, a, b *Finding)) {
	left := OfKind(b, k)
	for _, fa := range OfKind(a, k) {
		at := slices.IndexFunc(left, func(f *Finding) bool { return name(f) == name(fa) })
		if at < 0 {
			c.OnlyA = append(c.OnlyA, k.String()+" "+name(fa))
			continue
		}
		fb := left[at]
		left = slices.Delete(left, at, at+1)
		g := Group{Kind: k, Name: name(fa)}
		g.Simulated(fa.Simulated, fb.Simulated)
		compare(&g, fa, fb)
		c.Groups = append(c.Groups, g)
	}
	for _, f := range left {
		c.OnlyB = append(c.OnlyB, k.String()+" "+name(f))
	}
}

// OfKind returns the findings of a kind in the order of their file: the list
// itself is sorted by verdict.
func OfKind(list []Finding, k gate.Kind) []*Finding {
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
	return f.Place
}

// Simulated notes where the figures come from a model.
func (g *Group) Simulated(a, b bool) {
	switch {
	case a && b:
		g.Notes = append(g.Notes, "both are SIMULATED: a model, not a measurement")
	case a || b:
		g.Notes = append(g.Notes, "a simulated and a measured run are compared")
	}
}

// Value adds a pair of figures without repeats. Two simulated figures differ for
// no other reason than what was simulated, so there is a word for it; of two
// measured ones it is not known how far they would lie apart by themselves.
func (g *Group) Value(key, label string, u model.Unit, better model.Better, a, b model.Figure, modelled bool) {
	if a.State == model.Absent && b.State == model.Absent {
		return
	}
	p := Pair{Key: key, Label: label, Statistic: "value", Unit: u, A: a, B: b, Delta: stats.Difference(a, b)}
	p.Change.Percent, p.Change.Reason = stats.ChangePercent(b, a)
	p.Change.Percent = p.Change.Percent.Round2()
	switch {
	case !p.Delta.OK():
	case Agree(a, b):
		p.Change.Word, p.Change.Basis, p.Change.Ground = "no change", "the figures are equal", stats.EqualFigures
	case modelled:
		p.Change.Word, p.Change.Basis, p.Change.Ground = stats.Direction(b.Value > a.Value, better), "a model gives the same figure every time", stats.ModelledRuns
	case p.Change.Reason == "":
		p.Change.Reason = "one run each has no spread to compare with"
	}
	g.Pairs = append(g.Pairs, p)
}

// Text adds a pair of words.
func (g *Group) Text(key, label, a, b string) {
	p := Pair{Key: key, Label: label, Statistic: "value", TextA: a, TextB: b}
	if p.Change.Word = "differs"; a == b {
		p.Change.Word = "no change"
	}
	g.Pairs = append(g.Pairs, p)
}
