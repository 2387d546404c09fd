package comparison

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// scaleOutAudit collects the checks of one scale-out analysis.
type scaleOutAudit struct {
	file   string
	s      *ScaleOut
	checks []finding.Check
	doubts []string   // what the file says that its own rows do not bear out
	lost   []string   // the same of the number of rows, from which the rest follows
	free   model.Flag // every topology is free of what counts everywhere
}

// checkScaleOut compares every claim of a scale-out analysis with its own rows.
// s is the judgement by the file's own limits. doubts are the contradictions, those
// on the number of rows and on the decision first: they keep the finding from PASS, whether or not a gate rests
// on the figure, since one side of them is wrong and nobody knows which.
func checkScaleOut(doc *model.Document, s *ScaleOut) (checks []finding.Check, doubts []string) {
	a := &scaleOutAudit{file: doc.File, s: s, free: free(s)}
	a.rows()
	for i := range s.Data.Topologies {
		a.topology(&s.Data.Topologies[i])
	}
	figures, decided := len(a.doubts), states(s.Data.Decision)
	a.silent(decided)
	for i := range s.Data.Decision.Comparisons {
		a.comparison(&s.Data.Decision.Comparisons[i])
	}
	if decided {
		a.decision()
	}
	return a.checks, slices.Concat(a.lost, a.doubts[figures:], a.doubts[:figures])
}

// states reports whether a file decides anything.
func states(d model.Decision) bool {
	return d.Pointer != "" || d.ScaleOutPass.State != model.Absent || d.DataPublishable.State != model.Absent || len(d.Comparisons) > 0
}

// silent says in one line what the file does not claim at all.
func (a *scaleOutAudit) silent(decided bool) {
	var parts, labels []string
	for t := range a.s.Topologies {
		if a.s.Topologies[t].Claimed == nil {
			labels = append(labels, a.s.Topologies[t].Label)
		}
	}
	pointer := "/topologies"
	if len(labels) > 0 {
		parts = append(parts, "sums and medians at "+text.Listed(labels, finding.MaxNamed))
	}
	if !decided {
		parts = append(parts, "a decision")
		if len(labels) == 0 {
			pointer = "/decision"
		}
	}
	if len(parts) > 0 {
		a.add(finding.Check{Pointer: pointer, Claim: strings.Join(parts, ", and "), Claimed: "not stated", Recomputed: model.Dash, Rule: "the file states none"}, finding.NotCheckable)
	}
}

func (a *scaleOutAudit) add(c finding.Check, r finding.CheckResult) {
	c.File, c.Result = a.file, r
	a.checks = append(a.checks, c)
}

// doubt remembers a contradiction.
func (a *scaleOutAudit) doubt(format string, args ...any) {
	a.doubts = append(a.doubts, fmt.Sprintf(format, args...))
}

// figure compares a claimed figure with the recomputed one and reports whether
// they contradict each other. Two missing figures cannot be compared.
func (a *scaleOutAudit) figure(c finding.Check, claimed, got model.Figure, u model.Unit) bool {
	c.Claimed, c.Recomputed = finding.Exact(claimed, u), finding.Exact(got, u)
	switch {
	case claimed.State == model.Absent && !got.OK(): // neither side says anything
	case !claimed.OK() || !got.OK():
		a.add(c, finding.NotCheckable)
	case model.Settle(claimed.Value, got.Value) == got.Value:
		a.add(c, finding.Reproduced)
	default:
		a.add(c, finding.Differs)
		return true
	}
	return false
}

// flag is figure for truth values. said is what the doubt calls the claim.
func (a *scaleOutAudit) flag(c finding.Check, said string, claimed, got model.Flag) {
	c.Claimed, c.Recomputed = finding.YesNo(claimed), finding.YesNo(got)
	switch {
	case claimed.State == model.Absent && !got.OK():
	case !claimed.OK() || !got.OK():
		a.add(c, finding.NotCheckable)
	case claimed == got:
		a.add(c, finding.Reproduced)
	default:
		a.add(c, finding.Differs)
		a.doubt("≠ the file says %s %s, its rows give %s", said, finding.YesNo(claimed), finding.YesNo(got))
	}
}

// topology checks what the file claims of all runs at one number of replicas.
func (a *scaleOutAudit) topology(claimed *model.Topology) {
	at := a.find(claimed.Replicas)
	if at < 0 || a.s.Topologies[at].Claimed != claimed {
		a.add(finding.Check{Pointer: claimed.Pointer, Claim: "topology " + strconv.Quote(claimed.Key),
			Rule: "the key is no number of replicas, or stands twice"}, finding.NotCheckable)
		return
	}
	t := &a.s.Topologies[at]
	check := func(key, claim, rule string, claimed, got model.Figure, u model.Unit) {
		c := finding.Check{Pointer: t.Claimed.Pointer + "/" + key, Claim: claim + " at " + t.Label, Rule: rule}
		if a.figure(c, claimed, got, u) {
			a.doubt("≠ the file claims %s %s at %s, its rows give %s", finding.Exact(claimed, u), claim, t.Label, finding.Exact(got, u))
		}
	}
	before := len(a.doubts)
	check("runs", "runs", "number of rows", claimed.Runs, model.Of(float64(t.Runs)), model.Count)
	a.doubts, a.lost = a.doubts[:before], append(a.lost, a.doubts[before:]...)
	check("epp_restarted_runs", "runs with a restarted endpoint picker", "rows that say so",
		claimed.EPPRestartedRuns, t.Metrics[model.EPPRestarts].Sum, model.Count)
	for _, m := range model.RunMetrics() {
		metric, s := m, t.Metrics[m]
		switch {
		case m == model.HTTP200 && claimed.Figures[m].State == model.Absent: // the known files leave it out
		case m.Summed():
			check(metric.ID, metric.Label, fmt.Sprintf("sum over %s", text.Counted(s.Of, "row")), claimed.Figures[m], s.Sum, metric.Unit)
		default:
			check("median_"+metric.ID, "median "+metric.Label, medianRule(s), claimed.Figures[m], s.Whole().Median, metric.Unit)
		}
	}
}

func medianRule(s stats.Spread) string {
	if s.N == s.Of {
		return fmt.Sprintf("median of %s", text.Counted(s.Of, "row"))
	}
	return fmt.Sprintf("median of %s: a repeat has no figure, %d of them have one", text.Counted(s.Of, "row"), s.N)
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
