package comparison

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"scaledeck/analysis/finding"
	"scaledeck/model"
	"scaledeck/model/text"
)

// What it takes to check the figures of rows that cannot be checked against
// each other; see WithEvidence.
const (
	NeedsRequests = "needs request-results.csv"
	NeedsMetrics  = "needs system-metrics.csv"
	NeedsEvidence = "speaks of the evidence, not of the result; needs run-evidence.csv"
)

// maxRowChecks bounds how many deviating rows of one kind are listed each.
const maxRowChecks = 20

// Printed figures are rounded to three decimals: each may be off by half of the
// last one.
const halfPrinted = 0.0005

// rowRule is a relation that the figures of every row must meet.
type rowRule struct {
	claim string
	rule  string
	needs []*model.Metric
	holds func(figures []float64) bool
	key   string // of the figure that a deviating row is pointed at
	doubt string // what a deviating row means, in words
}

func rowRules() []rowRule {
	return []rowRule{
		{
			claim: "HTTP 200 and non-200 responses add up to the requests", rule: "http_200 + http_non_200 = requests",
			needs: []*model.Metric{model.HTTP200, model.HTTPNon200, model.Requests},
			holds: func(f []float64) bool { return f[0]+f[1] == f[2] }, key: "requests",
			doubt: "HTTP 200 and non-200 responses do not add up to the requests",
		},
		{
			claim: "premium burst p99 TTFT is not below p95", rule: "p99 ≥ p95 of the same requests",
			needs: []*model.Metric{model.PremiumBurstP95TTFT, model.PremiumBurstP99TTFT},
			holds: func(f []float64) bool { return f[1] >= f[0] }, key: "premium_burst_p99_ttft_ms",
			doubt: "premium burst p99 TTFT is below p95",
		},
		{
			claim: "requests and responses are whole numbers", rule: "counts have no fraction",
			needs: []*model.Metric{model.Requests, model.HTTP200, model.HTTPNon200},
			holds: func(f []float64) bool {
				return !slices.ContainsFunc(f, func(v float64) bool { return v != math.Trunc(v) })
			}, key: "requests",
			doubt: "requests or responses are no whole number",
		},
		{
			claim: "peak KV cache use is within its capacity", rule: "max_kv_cache_pct ≤ 100 %",
			needs: []*model.Metric{model.MaxKVCachePct},
			holds: func(f []float64) bool { return f[0] <= 100 }, key: "max_kv_cache_pct",
			doubt: "more than the whole KV cache is in use",
		},
		{
			claim: "served throughput is no more than the 200s allow", rule: "served ≤ offered × http_200 / requests, to 3 decimals",
			needs: []*model.Metric{model.ServedRPSPerGPU, model.OfferedRPSPerGPU, model.HTTP200, model.Requests},
			holds: func(f []float64) bool {
				return f[3] <= 0 || f[0] <= (f[1]+halfPrinted)*f[2]/f[3]+halfPrinted+model.FloatDust
			}, key: "served_rps_per_gpu",
			doubt: "more is served than the 200s allow",
		},
	}
}

// rows checks the rows against themselves.
func (a *scaleOutAudit) rows() {
	if len(a.s.Data.Rows) == 0 {
		return
	}
	for _, r := range rowRules() {
		a.relation(r)
	}
	a.duration()
	a.support()
	a.add(finding.Check{Pointer: "/rows", Claim: "counts and burst percentiles of " + text.Counted(len(a.s.Data.Rows), "row"),
		Claimed: "as printed", Recomputed: model.Dash, Rule: NeedsRequests}, finding.NotCheckable)
	a.add(finding.Check{Pointer: "/rows", Claim: "queue, waiting, KV cache peaks, preemptions and restarts of " + text.Counted(len(a.s.Data.Rows), "row"),
		Claimed: "as printed", Recomputed: model.Dash, Rule: NeedsMetrics}, finding.NotCheckable)
}

// relation adds one check for all rows that meet the rule and one for each that does not.
func (a *scaleOutAudit) relation(r rowRule) {
	met, unknown, broken := 0, 0, 0
	for i := range a.s.Data.Rows {
		figures := make([]float64, 0, len(r.needs))
		text := ""
		for _, m := range r.needs {
			if f := a.s.Data.Rows[i].Figures[m]; f.OK() {
				figures = append(figures, f.Value)
				text += ", " + m.ID + " " + f.Exact(model.None)
			}
		}
		switch {
		case len(figures) < len(r.needs):
			unknown++
		case r.holds(figures):
			met++
		default:
			if broken++; broken <= maxRowChecks {
				a.add(finding.Check{Pointer: rowPointer(a.s.Data, i) + "/" + r.key, Claim: r.claim, Claimed: r.rule, Recomputed: text[2:], Rule: r.rule}, finding.Differs)
			}
		}
	}
	rows := text.Counted(len(a.s.Data.Rows), "row")
	if broken > 0 {
		a.doubt("%s in %d of %s", r.doubt, broken, rows)
		return
	}
	c := finding.Check{Pointer: "/rows", Claim: r.claim, Claimed: "in all " + rows, Recomputed: fmt.Sprintf("in %d of %s", met, rows), Rule: r.rule}
	if unknown > 0 {
		a.add(c, finding.NotCheckable)
		return
	}
	a.add(c, finding.Reproduced)
}

// duration checks the offered load of the rows. It is requests / duration /
// replicas to three decimals, and the file does not state the duration. What can
// be checked is that one and the same duration gives every row's figure; a
// single whole number of seconds that does is strong evidence for it.
func (a *scaleOutAudit) duration() {
	low, high, known := 0.0, math.Inf(1), 0
	for i := range a.s.Data.Rows {
		row := &a.s.Data.Rows[i]
		requests, okR := row.Figures[model.Requests].Get()
		offered, okO := row.Figures[model.OfferedRPSPerGPU].Get()
		n, okN := replicas(row.Replicas)
		if !okR || !okO || !okN || offered <= halfPrinted {
			continue
		}
		known++
		perGPU := requests / float64(n)
		low, high = max(low, perGPU/(offered+halfPrinted)), min(high, perGPU/(offered-halfPrinted))
	}
	c := finding.Check{Pointer: "/rows", Claim: "offered load per GPU is requests / duration / replicas, one duration for all rows",
		Claimed: "duration not in the file", Rule: "the range of durations that gives every row's printed figure to 3 decimals"}
	switch {
	case known < 2 || known < len(a.s.Data.Rows):
		c.Recomputed = fmt.Sprintf("%d of %s have the figures", known, text.Counted(len(a.s.Data.Rows), "row"))
		a.add(c, finding.NotCheckable)
	case low > high:
		c.Recomputed = "no single duration fits: the runs differ in length, or a figure is wrong"
		a.add(c, finding.NotCheckable)
	default:
		c.Recomputed = fmt.Sprintf("%s to %s s fits every row%s", seconds(low), seconds(high), wholeSecond(low, high))
		a.add(c, finding.Reproduced)
	}
}

func seconds(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }

// wholeSecond names the whole second in the range where there is exactly one.
func wholeSecond(low, high float64) string {
	if first := math.Ceil(low); first <= high && first+1 > high {
		return fmt.Sprintf("; %.0f s is the only whole second", first)
	}
	return ""
}
