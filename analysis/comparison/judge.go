package comparison

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// maxReplicas is the largest number of replicas that is believed.
const maxReplicas = 1_000_000

// JudgeScaleOut judges the scale-out analysis of a file: everything is
// recomputed from the rows, and what the file claims is only compared with it.
func JudgeScaleOut(f *model.File, data *model.Comparison, o gate.Options) (finding.Finding, []finding.Check) {
	s := assess(f.Doc, data, o, -1)
	// What a file claims was decided by the limits it states, not by ours.
	checks, contradictions := checkScaleOut(f.Doc, assess(f.Doc, data, gate.Options{}, -1))
	checks, differing := besideChecks(f, data, checks)
	s.Doubts = append(doubts(f.Doc, s, contradictions, o), differing...)
	if o.Reference != nil {
		if ref, err := newReference(o.Reference); err == nil {
			s.Doubts = append(s.Doubts, ref.doubtsFor(f.Doc)...)
		} else {
			s.Doubts = append(s.Doubts, "the baseline "+o.Reference.File+": "+err.Error())
		}
	}
	return scaleOutFinding(f, s), checks
}

// doubts returns what keeps a scale-out analysis from PASS: figures and runs that
// it lacks first, since much of what it contradicts itself in may follow from them.
func doubts(doc *model.Document, s *ScaleOut, contradictions []string, o gate.Options) []string {
	var list []string
	if why := finding.Shortfall(doc, s.Data.Figures(), o); why != "" {
		list = append(list, why)
	}
	return slices.Concat(list, gaps(s), contradictions)
}

// Against returns a scale-out finding judged against another baseline, given as
// an index into Topologies: a what-if beside the recorded decision. Any other
// finding, and an index outside, is returned as it is.
func Against(f finding.Finding, baseline int, o gate.Options) finding.Finding {
	if ScaleOutOf(f.Outcome) == nil || f.File == nil || f.File.Doc == nil || baseline < 0 || baseline >= len(ScaleOutOf(f.Outcome).Topologies) {
		return f
	}
	s := assess(f.File.Doc, ScaleOutOf(f.Outcome).Data, o, baseline)
	s.Doubts = ScaleOutOf(f.Outcome).Doubts
	return scaleOutFinding(f.File, s)
}

// assess recomputes the topologies and applies the rules. A negative baseline
// means the smallest number of replicas in the file: where there are runs at one
// replica that is what the file compares with, and where there are none the
// smallest is the nearest to it.
func assess(doc *model.Document, data *model.Comparison, o gate.Options, baseline int) *ScaleOut {
	o.Policy = o.InForce() // once, and not for every cell
	s := &ScaleOut{Data: data, Topologies: topologies(data), Baseline: max(baseline, 0)}
	j := scaleOutJudge{doc: doc, s: s, o: o}
	if baseline < 0 && o.Reference != nil {
		if ref, err := newReference(o.Reference); err == nil {
			j.ref, s.Reference = ref, o.Reference.File
		}
	}
	j.stated, _ = statedLimits(data.Decision.Criteria)
	j.criteria()
	j.topologyVerdicts()
	return s
}

// scaleOutFinding puts the judgement into words.
func scaleOutFinding(f *model.File, s *ScaleOut) finding.Finding {
	out := finding.Finding{
		Key: finding.FindingKey(f, gate.KindScaleOut, ""), Kind: gate.KindScaleOut, Title: scaleOutTitle(s), File: f,
		Simulated: f.Doc.Simulated, Outcome: s,
	}
	for _, c := range s.Criteria {
		out.Gates = append(out.Gates, c.Cells...)
		out.Verdict = gate.Worst(out.Verdict, c.Verdict)
	}
	if len(s.Doubts) > 0 || out.Verdict == gate.Info && !slices.ContainsFunc(out.Gates, gate.Gate.Warned) {
		out.Verdict = gate.Worst(out.Verdict, gate.Undecided)
	}
	out.Why, out.Sentence = scaleOutWhy(s, out.Verdict), scaleOutSentence(s, out.Verdict)
	out.Warn()
	return out
}

// topologies groups the rows by their number of replicas, ascending as numbers.
// A topology that the file claims without a row is there too, with no figures:
// it must not go missing from the verdict.
func topologies(data *model.Comparison) []Topology {
	rows := make(map[int][]int)
	for i := range data.Rows {
		if n, ok := replicas(data.Rows[i].Replicas); ok {
			rows[n] = append(rows[n], i)
		}
	}
	claimed := make(map[int]*model.Topology)
	for i := range data.Topologies {
		if n, ok := replicas(data.Topologies[i].Replicas); ok && claimed[n] == nil {
			claimed[n] = &data.Topologies[i]
			rows[n] = rows[n][:len(rows[n]):len(rows[n])] // makes the key
		}
	}
	list := make([]Topology, 0, len(rows))
	for _, n := range slices.Sorted(maps.Keys(rows)) {
		list = append(list, topology(data, n, rows[n], claimed[n]))
	}
	return list
}

// replicas returns a number of replicas where the figure can be one.
func replicas(f model.Figure) (int, bool) {
	v, ok := f.Get()
	if !ok || v < 1 || v > maxReplicas || v != math.Trunc(v) {
		return 0, false
	}
	return int(v), true
}

func topology(data *model.Comparison, n int, rows []int, claimed *model.Topology) Topology {
	t := Topology{Replicas: n, Label: text.Counted(n, "replica"), Runs: len(rows), Claimed: claimed, Metrics: make(map[*model.Metric]stats.Spread)}
	for _, m := range model.RunMetrics() {
		t.Metrics[m] = column(data, rows, m.ID, func(r *model.Run) model.Figure { return r.Figures[m] })
	}
	t.Metrics[model.EPPRestarts] = column(data, rows, model.EPPRestarts.ID, func(r *model.Run) model.Figure { return restarts(r.EPPRestarted) })
	return t
}

func column(data *model.Comparison, rows []int, key string, figure func(*model.Run) model.Figure) stats.Spread {
	values := make([]model.Figure, len(rows))
	pointers := make([]string, len(rows))
	for i, r := range rows {
		values[i] = figure(&data.Rows[r])
		pointers[i] = rowPointer(data, r) + "/" + key
	}
	return stats.SpreadOf(values, pointers)
}

// rowPointer returns the JSON pointer of a row.
func rowPointer(data *model.Comparison, i int) string {
	if p := data.Rows[i].Pointer; p != "" {
		return p
	}
	return "/rows/" + strconv.Itoa(i)
}

// restarts counts a run with a restarted endpoint picker as one.
func restarts(f model.Flag) model.Figure {
	switch {
	case !f.OK():
		return model.Missing(f.State)
	case f.Value:
		return model.Of(1)
	default:
		return model.Of(0)
	}
}

// spread returns the figures of the metric with the given ID over the repeats,
// and the metric; ok is false where runs have no such metric.
func (t *Topology) spread(id string) (stats.Spread, *model.Metric, bool) {
	m := model.MetricOf(append(model.RunMetrics(), model.EPPRestarts), id)
	if m == nil {
		return stats.Spread{}, &model.Metric{}, false
	}
	return t.Metrics[m], m, true
}

// short returns the topology's name for one line, "4×".
func (t *Topology) short() string { return fmt.Sprintf("%d×", t.Replicas) }

// Change returns how metric m of one topology compares with another's, both
// given as indices into Topologies. An index outside gives a Change that says so.
//
// The word is a description of the repeats at hand. Where a side has fewer than
// the repeats a test needs, the ranges min–max decide: ranges that meet are
// "within noise", ranges apart are better or worse. By chance alone three and
// three repeats of the same thing lie apart in one case of ten, so the basis is
// always stated. From four a side a two-sided Mann–Whitney test at 0.05 decides.
// Metrics of which neither way is the good one say "higher" or "lower".
//
// Two things are "within noise" whatever the repeats say: a change of at most
// NoiseTolerance percent; and, where a spread reaches down to zero and so has no
// ratio, a difference no larger than the wider of the two ranges, for counts also
// one of at most 2: no queue in three runs and two requests in three others is not
// yet a queue.
func (s *ScaleOut) Change(m *model.Metric, topology, baseline int) stats.Change {
	n := len(s.Topologies)
	if topology < 0 || topology >= n || baseline < 0 || baseline >= n || m == nil {
		return stats.Change{Reason: "no such topology"}
	}
	return stats.ChangeOf(s.Topologies[topology].Metrics[m], s.Topologies[baseline].Metrics[m], m)
}
