package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"scaledeck/model"
)

// scaleOutAudit collects the checks of one scale-out analysis.
type scaleOutAudit struct {
	file   string
	s      *ScaleOut
	checks []Check
	doubts []string        // contradictions on figures that a gate uses
	gated  map[string]bool // keys of the metrics that the built-in criteria rest on
	free   model.Flag      // every topology is free of what counts everywhere
}

// checkScaleOut compares every claim of a scale-out analysis with its own rows.
// s is the judgement by the file's own limits. doubts are those contradictions
// that keep the finding from PASS, since a gate rests on the figures concerned.
func checkScaleOut(doc *model.Document, s *ScaleOut) (checks []Check, doubts []string) {
	a := &scaleOutAudit{file: doc.File, s: s, gated: make(map[string]bool), free: free(s)}
	for _, r := range BuiltIn().For(KindScaleOut) {
		a.gated[r.Metric] = true
	}
	a.rows()
	for i := range s.Data.Topologies {
		a.topology(&s.Data.Topologies[i])
	}
	for t := range s.Topologies {
		if s.Topologies[t].Claimed == nil {
			a.add(Check{Pointer: "/topologies", Claim: "sums and medians at " + s.Topologies[t].Label, Rule: "the file states none"}, NotCheckable)
		}
	}
	for i := range s.Data.Decision.Comparisons {
		a.comparison(&s.Data.Decision.Comparisons[i])
	}
	a.decision()
	return a.checks, a.doubts
}

func (a *scaleOutAudit) add(c Check, r CheckResult) {
	c.File, c.Result = a.file, r
	a.checks = append(a.checks, c)
}

// doubt remembers a contradiction on figures that a gate uses.
func (a *scaleOutAudit) doubt(format string, args ...any) {
	a.doubts = append(a.doubts, fmt.Sprintf(format, args...))
}

// figure compares a claimed figure with the recomputed one and reports whether
// they contradict each other. Two missing figures cannot be compared.
func (a *scaleOutAudit) figure(c Check, claimed, got model.Figure, u model.Unit) bool {
	c.Claimed, c.Recomputed = exact(claimed, u), exact(got, u)
	switch {
	case !claimed.OK() || !got.OK():
		a.add(c, NotCheckable)
	case settle(claimed.Value, got.Value) == got.Value:
		a.add(c, Reproduced)
	default:
		a.add(c, Differs)
		return true
	}
	return false
}

// flag is figure for truth values.
func (a *scaleOutAudit) flag(c Check, claimed, got model.Flag) {
	c.Claimed, c.Recomputed = yesNo(claimed), yesNo(got)
	switch {
	case !claimed.OK() || !got.OK():
		a.add(c, NotCheckable)
	case claimed == got:
		a.add(c, Reproduced)
	default:
		a.add(c, Differs)
	}
}

// exact returns a figure with all its digits, or why it is missing.
func exact(f model.Figure, u model.Unit) string {
	if !f.OK() {
		return f.State.String()
	}
	return f.Exact(u)
}

// yesNo returns a truth value as the file spells it, or why it is missing.
func yesNo(f model.Flag) string {
	if !f.OK() {
		return f.State.String()
	}
	return strconv.FormatBool(f.Value)
}

// topology checks what the file claims of all runs at one number of replicas.
func (a *scaleOutAudit) topology(claimed *model.Topology) {
	at := a.find(claimed.Replicas)
	if at < 0 || a.s.Topologies[at].Claimed != claimed {
		a.add(Check{Pointer: claimed.Pointer, Claim: "topology " + strconv.Quote(claimed.Key),
			Rule: "the key is no number of replicas, or stands twice"}, NotCheckable)
		return
	}
	t := &a.s.Topologies[at]
	check := func(key, claim, rule string, claimed, got model.Figure, u model.Unit, gated bool) {
		c := Check{Pointer: t.Claimed.Pointer + "/" + key, Claim: claim + " at " + t.Label, Rule: rule}
		if a.figure(c, claimed, got, u) && gated {
			a.doubt("the file claims %s %s at %s, its rows give %s", exact(claimed, u), claim, t.Label, exact(got, u))
		}
	}
	check("runs", "runs", "number of rows", claimed.Runs, model.Of(float64(t.Runs)), model.Count, true)
	check("epp_restarted_runs", "runs with a restarted endpoint picker", "rows that say so",
		claimed.EPPRestartedRuns, t.Restarts.Sum, model.Count, true)
	for m := range model.NumRunMetrics {
		metric, s := m.Metric(), t.Metrics[m]
		switch {
		case m == model.HTTP200 && claimed.Figures[m].State == model.Absent: // the known files leave it out
		case m.Summed():
			check(metric.Key, metric.Label, fmt.Sprintf("sum over %s", counted(s.Of, "row")), claimed.Figures[m], s.Sum, metric.Unit, a.gated[metric.Key])
		default:
			check("median_"+metric.Key, "median "+metric.Label, medianRule(s), claimed.Figures[m], s.Median, metric.Unit, a.gated[metric.Key])
		}
	}
}

func medianRule(s Spread) string {
	if s.N == s.Of {
		return fmt.Sprintf("median of %s", counted(s.Of, "row"))
	}
	return fmt.Sprintf("median of the %d of %s that have the figure", s.N, counted(s.Of, "row"))
}

// find returns the index of the topology with the given number of replicas, or −1.
func (a *scaleOutAudit) find(f model.Figure) int {
	n, ok := replicas(f)
	at, found := slices.BinarySearchFunc(a.s.Topologies, n, func(t Topology, n int) int { return t.Replicas - n })
	if !ok || !found {
		return -1
	}
	return at
}
