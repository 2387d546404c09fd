package comparison

import (
	"fmt"
	"math"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
	"scaledeck/model/text"
)

// needed returns how many values the percentile q, 0 < q < 1, needs: 1/(1−q).
func needed(q float64) int { return int(math.Ceil(1/(1-q) - stats.RankDust)) }

// tooFew says why a gate on the metric with the given ID cannot be decided: the
// fewest 200s of a run are too few for the percentile, whichever figure they give.
// It is no reason where they would do, or where nobody counted them. at names the
// topology where that is not the scope of the gate.
func (t *Topology) tooFew(id, at string) gate.Reason {
	m := model.MetricOf(model.RunMetrics(), id)
	if m == nil {
		return gate.Reason{}
	}
	if q, ok := m.Quantile(); ok {
		if n, few := t.fewest(q); few > 0 {
			return gate.Reason{Code: gate.ThinPercentile, At: at,
				Detail: fmt.Sprintf("p%.0f of at most %s requests: at least %d are needed", q*100, model.Of(n).Text(model.Count), needed(q))}
		}
	}
	return gate.Reason{}
}

// fewest returns in how many runs the 200s are too few for the percentile q, and
// the fewest of them.
func (t *Topology) fewest(q float64) (fewest float64, runs int) {
	fewest = math.Inf(1)
	for _, f := range t.Metrics[model.HTTP200].Values {
		if v, ok := f.Get(); ok && v < float64(needed(q)) {
			runs++
			fewest = min(fewest, v)
		}
	}
	return fewest, runs
}

// Unsupported says why metric m cannot be the percentile it is called, or
// returns "". A percentile is of the 200s of one tenant within the burst, and
// their number is in no row; those of the whole run are a bound above it. Where
// even they are too few in a run, the figure is only its largest value under
// another name. "" does not prove the opposite.
func (t *Topology) Unsupported(m *model.Metric) string {
	q, ok := m.Quantile()
	if !ok {
		return ""
	}
	fewest, few := t.fewest(q)
	if few == 0 {
		return ""
	}
	return fmt.Sprintf("p%.0f NOT SUPPORTED: %d of %s served fewer than %d requests in all (the fewest %s), so it is the largest value under another name",
		q*100, few, text.Counted(t.Runs, "run"), needed(q), model.Of(fewest).Text(model.Count))
}

// support checks that the percentiles of the rows can be percentiles. Nothing is
// said where the 200s of the whole run would do, since those of the burst are
// not in the file.
func (a *scaleOutAudit) support() {
	for i := range a.s.Topologies {
		t := &a.s.Topologies[i]
		for _, m := range model.RunMetrics() {
			if why := t.Unsupported(m); why != "" {
				q, _ := m.Quantile()
				a.add(finding.Check{Pointer: t.pointer(), Claim: m.Label + " at " + t.Label, Claimed: fmt.Sprintf("p%.0f", q*100), Recomputed: why,
					Rule: fmt.Sprintf("a percentile q needs 1/(1−q) values, %d for p%.0f", needed(q), q*100)}, finding.Ambiguous)
			}
		}
	}
}

// pointer returns where a topology stands: its own claims, or the rows.
func (t *Topology) pointer() string {
	if t.Claimed != nil {
		return t.Claimed.Pointer
	}
	return "/rows"
}
