package comparison

import (
	"fmt"
	"math"
	"slices"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// compareTopologies matches the topologies of two scale-out analyses.
func compareTopologies(c *finding.Compared, a, b []finding.Finding) {
	fa, fb := finding.OfKind(a, gate.KindScaleOut), finding.OfKind(b, gate.KindScaleOut)
	switch {
	case len(fa) == 0 && len(fb) == 0:
		return
	case len(fa) == 0:
		c.OnlyB = append(c.OnlyB, fb[0].Title)
		return
	case len(fb) == 0:
		c.OnlyA = append(c.OnlyA, fa[0].Title)
		return
	}
	sa, sb := ScaleOutOf(fa[0].Outcome), ScaleOutOf(fb[0].Outcome)
	for i := range sa.Topologies {
		at := slices.IndexFunc(sb.Topologies, func(t Topology) bool { return t.Replicas == sa.Topologies[i].Replicas })
		if at < 0 {
			c.OnlyA = append(c.OnlyA, "scale-out at "+sa.Topologies[i].Label)
			continue
		}
		g := finding.Group{Kind: gate.KindScaleOut, Name: sa.Topologies[i].Label}
		g.Simulated(fa[0].Simulated, fb[0].Simulated)
		pairTopologies(&g, &sa.Topologies[i], &sb.Topologies[at])
		c.Groups = append(c.Groups, g)
	}
	for i := range sb.Topologies {
		if !slices.ContainsFunc(sa.Topologies, func(t Topology) bool { return t.Replicas == sb.Topologies[i].Replicas }) {
			c.OnlyB = append(c.OnlyB, "scale-out at "+sb.Topologies[i].Label)
		}
	}
}

// topologies compares two topologies metric by metric. Where the offered load
// was not the same, what comes of it is not called better or worse: figures at
// another load answer another question.
func pairTopologies(g *finding.Group, a, b *Topology) {
	load, why := stats.ChangePercent(b.Metrics[model.OfferedRPSPerGPU].Median, a.Metrics[model.OfferedRPSPerGPU].Median)
	unmatched := ""
	switch v, ok := load.Round2().Get(); {
	case !ok:
		unmatched = "whether the offered load is the same cannot be told: " + why
	case math.Abs(v) > stats.NoiseTolerance:
		unmatched = fmt.Sprintf("the offered load differs by %s, more than ±%s", load.Round2().Signed(model.Percent), model.Of(stats.NoiseTolerance).Text(model.Percent))
	}
	counts, more := "", false
	if x, y := a.Metrics[model.Requests].Sum, b.Metrics[model.Requests].Sum; x.OK() && y.OK() && x != y {
		counts = fmt.Sprintf("counts are of %s and %s requests", x.Text(model.Count), y.Text(model.Count))
		g.Notes = append(g.Notes, counts)
		perRun, _ := stats.ChangePercent(b.Metrics[model.Requests].Median, a.Metrics[model.Requests].Median)
		if more = perRun.Value > 0; perRun.OK() && math.Abs(perRun.Value) <= stats.NoiseTolerance {
			counts = ""
		}
	}
	if unmatched != "" {
		g.Notes = append(g.Notes, unmatched)
	}
	for _, m := range model.RunMetrics() {
		xs, ys := a.Metrics[m], b.Metrics[m]
		x, y := &xs, &ys
		if x.Unmeasured() && y.Unmeasured() {
			continue
		}
		p := pairOf(m, x, y)
		p.NoteA, p.NoteB = a.Unsupported(m), b.Unsupported(m)
		switch c := &p.Change; {
		case c.Word == "" || c.Word == "no change" || m == model.OfferedRPSPerGPU || m == model.Requests:
		case unmatched != "":
			*c = stats.Change{Percent: c.Percent, Reason: "not judged: " + unmatched}
		case counts != "" && m.Summed() && !(c.Word == "worse" && !more || c.Word == "better" && more):
			// More errors among fewer requests are worse for sure; more among more may not be.
			*c = stats.Change{Percent: c.Percent, Reason: "not judged: " + counts}
		}
		g.Pairs = append(g.Pairs, p)
	}
	r := restartPair(a.Metrics[model.EPPRestarts], b.Metrics[model.EPPRestarts])
	g.Pairs = append(g.Pairs, r)
	for _, note := range []string{stats.DifferenceNote(a.Runs, b.Runs), stats.IntervalNote(min(a.Runs, b.Runs))} {
		if note != "" {
			g.Notes = append(g.Notes, note)
		}
	}
}

// pairOf compares one metric of two topologies.
func pairOf(m *model.Metric, a, b *stats.Spread) finding.Pair {
	met := *m
	if m == model.HTTP200 {
		met.Better = model.Neither // more of them may only mean more requests; the non-200s tell
	}
	p := finding.Pair{Key: met.ID, Label: met.Label, Statistic: "median", Unit: met.Unit, Metric: m, SpreadA: a, SpreadB: b}
	if m.Summed() && a.Of == b.Of {
		summedPair(&p, &met)
		return p
	}
	// Sums over unequal numbers of runs are no comparison; a median a run is.
	p.A, p.B = a.Median, b.Median
	p.Delta = stats.Difference(p.A, p.B)
	p.Change = stats.ChangeOf(*b, *a, &met)
	return p
}

// summed fills in a pair of sums over equally many runs. The word is that of the
// runs, but for sums that are equal or differ where the medians do not.
func summedPair(p *finding.Pair, met *model.Metric) {
	p.Statistic, p.A, p.B = "sum", p.SpreadA.Sum, p.SpreadB.Sum
	p.Delta = stats.Difference(p.A, p.B)
	if p.SpreadA.Of != p.SpreadB.Of && p.Delta.OK() && (p.A.Value != 0 || p.B.Value != 0) {
		p.Delta, p.Change = model.Figure{}, stats.Change{Reason: fmt.Sprintf("sums over %d and %d runs", p.SpreadA.Of, p.SpreadB.Of)}
		return
	}
	p.Change = stats.ChangeBy(p.Delta, *p.SpreadB, *p.SpreadA, met)
	p.Change.Percent, p.Change.Reason = stats.ChangePercent(p.B, p.A)
	p.Change.Percent = p.Change.Percent.Round2()
	switch {
	case !p.Delta.OK():
		p.Change.Word, p.Change.Basis, p.Change.Ground = "", "", stats.NoGround
	case p.Delta.Value == 0:
		p.Change.Word, p.Change.Basis, p.Change.Ground = "no change", "the sums are equal", stats.EqualFigures
	case p.Change.Word == "no change":
		p.Change.Word, p.Change.Basis = "within noise", "the sums differ, the medians of the runs do not"
	case p.Change.Word == "" && p.Change.Reason == "":
		p.Change.Reason = "one run has no spread to compare with"
	}
}

// restartPair compares the runs with a restarted endpoint picker.
func restartPair(a, b stats.Spread) finding.Pair {
	p := finding.Pair{Key: model.EPPRestarts.ID, Label: "runs with an EPP restart", Unit: model.Count, SpreadA: &a, SpreadB: &b}
	summedPair(&p, &model.Metric{Unit: model.Count, Better: model.Lower})
	return p
}
