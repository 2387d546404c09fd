package comparison

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
	"scaledeck/model/text"
)

// Evidence is a table with one row a run that the rows of a result file are
// checked against.
type Evidence = model.Evidence

// EvidenceRow is one row of such a table.
type EvidenceRow = model.EvidenceRow

// evidenceColumn is one column of an evidence table, by its name: such tables keep
// neither names nor order from one harness to the next.
type evidenceColumn struct {
	name  string
	scale float64 // to the unit of the result file; 1 where it is the same
}

// The names that the columns of runs go by.
var (
	replicaColumns = []string{"model_replicas", "replicas"}
	repeatColumns  = []string{"repeat"}
)

// evidenceColumns returns the names under which the figures of a run are known
// in the tables beside a result file.
func evidenceColumns(m *model.Metric) []evidenceColumn {
	names := []evidenceColumn{{m.ID, 1}}
	more := map[*model.Metric][]evidenceColumn{
		model.Requests:             {{"offered_requests", 1}},
		model.HTTP200:              {{"http_200_requests", 1}},
		model.HTTPNon200:           {{"non_200_requests", 1}, {"http_non_200_requests", 1}},
		model.OfferedRPSPerGPU:     {{"offered_requests_per_second_per_gpu", 1}},
		model.ServedRPSPerGPU:      {{"served_requests_per_second_per_gpu", 1}},
		model.PremiumBurstP95TPOT:  {{"premium_burst_p95_tpot_ms_per_token", 1}},
		model.StandardBurstP95TTFT: {{"standard_long_context_burst_p95_ttft_ms", 1}},
		model.MaxEPPQueue:          {{"peak_endpoint_picker_queue_requests", 1}},
		model.MaxVLLMWaiting:       {{"peak_vllm_waiting_requests", 1}},
		model.MaxKVCachePct:        {{"peak_kv_cache_usage_percent", 1}, {"peak_kv_cache_usage_ratio", 100}},
		model.Preemptions:          {{"vllm_preemptions", 1}},
	}
	return append(names, more[m]...)
}

// restartColumns are the names of the one truth value of a run.
var restartColumns = []string{model.EPPRestarts.ID, "endpoint_picker_restarted"}

// fromMetrics reports whether a figure of a run comes from system metrics; the
// others come from the requests.
func fromMetrics(m *model.Metric) bool {
	return m.Stat == model.Peak || m == model.Preemptions
}

// besideChecks checks the rows of a file against what lies in its directory. The
// doubts are those contradictions that keep the finding from PASS: of two files
// of one package that differ on a figure of a gate neither can be relied on.
func besideChecks(f *model.File, data *model.Comparison, checks []finding.Check) (all []finding.Check, doubts []string) {
	if f.Beside == nil {
		return checks, nil
	}
	e := EvidenceAudit{File: f.Doc.File, Data: data, Tables: f.Beside.Tables, raw: f.Beside.Raw, gated: make(map[string]bool)}
	for _, r := range gate.BuiltIn().For(gate.KindScaleOut) {
		e.gated[r.Metric] = true
	}
	return e.Merged(checks), e.doubts
}

// EvidenceAudit collects the checks of one analysis against tables beside it.
type EvidenceAudit struct {
	File   string
	Data   *model.Comparison
	Tables []Evidence
	raw    []string        // files of raw records that are there and that no table is computed from
	gated  map[string]bool // keys of the figures that a gate rests on
	checks []finding.Check
	doubts []string
	need   [2]need // from requests, from system metrics
}

// need is how many figures of the rows were computed from raw records, of how many.
type need struct {
	rule, raw    string
	computed, of int
}

// Merged returns the checks of the file with those against the tables.
func (e *EvidenceAudit) Merged(checks []finding.Check) []finding.Check {
	e.need = [2]need{{rule: NeedsRequests, raw: "request-results.csv"}, {rule: NeedsMetrics, raw: "system-metrics.csv"}}
	e.rows()
	checks = slices.DeleteFunc(checks, e.answered)
	for i := range checks {
		e.explain(&checks[i])
	}
	return e.publishable(append(checks, e.checks...))
}

// answered reports whether a check is answered better: one that only says that
// evidence is needed which was found for every row, or that a figure equals a copy
// where it was computed now.
func (e *EvidenceAudit) answered(c finding.Check) bool {
	if c.File != e.File {
		return false
	}
	for _, n := range e.need {
		if strings.HasPrefix(c.Rule, n.rule) {
			return n.of > 0 && n.computed == n.of
		}
	}
	return c.Result == finding.Copied && slices.ContainsFunc(e.checks, func(o finding.Check) bool { return o.Pointer == c.Pointer && o.Result != finding.Copied })
}

// explain says of a check that needs raw records what there is instead.
func (e *EvidenceAudit) explain(c *finding.Check) {
	for _, n := range e.need {
		switch {
		case c.File != e.File || !strings.HasPrefix(c.Rule, n.rule):
		case n.computed > 0:
			c.Rule = fmt.Sprintf("%s of every run; what lies beside it gives %d of %d figures", n.rule, n.computed, n.of)
		case slices.Contains(e.raw, n.raw):
			c.Rule = n.rule + ", which lies beside it: scaledeck audit recomputes the rows from it"
		}
	}
}

// rows checks every figure of every row that a table has too.
func (e *EvidenceAudit) rows() {
	for i := range e.Data.Rows {
		row := &e.Data.Rows[i]
		for _, m := range model.RunMetrics() {
			found := e.find(row, evidenceColumns(m))
			e.count(fromMetrics(m), found)
			e.check(i, m.ID, m.Label, finding.Exact(row.Figures[m], m.Unit), found, func(v sighting) (string, finding.CheckResult) {
				return finding.Exact(v.figure, m.Unit), compareRounded(row.Figures[m], v.figure)
			})
		}
		var names []evidenceColumn
		for _, n := range restartColumns {
			names = append(names, evidenceColumn{n, 1})
		}
		found := e.find(row, names)
		e.count(true, found)
		e.check(i, model.EPPRestarts.ID, "endpoint picker restarted", finding.YesNo(row.EPPRestarted), found, func(v sighting) (string, finding.CheckResult) {
			switch {
			case !row.EPPRestarted.OK() || !v.flag.OK():
				return finding.YesNo(v.flag), finding.NotCheckable
			case row.EPPRestarted == v.flag:
				return finding.YesNo(v.flag), finding.Reproduced
			}
			return finding.YesNo(v.flag), finding.Differs
		})
	}
}

// count counts a figure of a row among those that raw records are needed for.
func (e *EvidenceAudit) count(metrics bool, found []sighting) {
	n := &e.need[0]
	if metrics {
		n = &e.need[1]
	}
	n.of++
	if slices.ContainsFunc(found, func(s sighting) bool { return s.computed }) {
		n.computed++
	}
}

// check adds one line for a claim of a row, whatever the number of tables that
// have it: the worst of them counts. That a figure equals what was computed from
// raw records bears it out, whatever else equals it; that it equals a table which
// was written from the same figures does not.
func (e *EvidenceAudit) check(row int, key, label, claimed string, found []sighting, compare func(sighting) (string, finding.CheckResult)) {
	if len(found) == 0 {
		return
	}
	c := finding.Check{File: e.File, Pointer: rowPointer(e.Data, row) + "/" + key, Claim: label + ", " + runName(&e.Data.Rows[row]), Claimed: claimed}
	var rules, texts, files []string
	computed := false
	for _, s := range found {
		text, result := compare(s)
		c.Result = max(c.Result, result)
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		rules, files = append(rules, s.rule), append(files, s.file)
		computed = computed || s.computed
	}
	c.Recomputed, c.Source = strings.Join(texts, ", "), strings.Join(files, " and ")
	where := strings.Join(rules, " and ")
	switch {
	case computed:
		c.Rule = "recomputed from " + where
	case c.Result == finding.Reproduced:
		c.Result, c.Rule = finding.Copied, "equals "+where+", a copy of the row: nothing is recomputed"
	default:
		c.Rule = "as in " + where
	}
	if c.Result == finding.Differs && e.gated[key] {
		e.doubts = append(e.doubts, fmt.Sprintf("the file has %s %s, %s has %s", c.Claim, c.Claimed, c.Source, c.Recomputed))
	}
	e.checks = append(e.checks, c)
}

func runName(r *model.Run) string {
	n, _ := replicas(r.Replicas)
	return text.Counted(n, "replica") + ", repeat " + r.Repeat.Text(model.Count)
}

// compareRounded compares a printed figure with one that may carry more digits:
// result files print three decimals.
func compareRounded(claimed, got model.Figure) finding.CheckResult {
	r := finding.Compare(claimed, got)
	if r == finding.Differs && math.Abs(claimed.Value-got.Value) <= halfPrinted*(1+model.FloatDust) && claimed == finding.Round(claimed, 3) && got != finding.Round(got, 3) {
		return finding.Reproduced
	}
	return r
}
