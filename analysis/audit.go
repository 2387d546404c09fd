package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
)

// Evidence is a small table that lies beside a result file and holds its runs
// again, one row a run, such as summary.csv.
type Evidence struct {
	File    string   // cleaned name
	Columns []string // the header, cleaned
	Rows    []EvidenceRow
}

// EvidenceRow is one row of such a table: one figure and one truth value a
// column, at most one of which is present. A row may be shorter than the header.
type EvidenceRow struct {
	Line    int // 1-based
	Figures []model.Figure
	Flags   []model.Flag
}

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
func evidenceColumns(m model.RunMetric) []evidenceColumn {
	names := []evidenceColumn{{m.Metric().Key, 1}}
	more := map[model.RunMetric][]evidenceColumn{
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
var restartColumns = []string{restartsKey, "endpoint_picker_restarted"}

// fromMetrics reports whether a figure of a run comes from system metrics; the
// others come from the requests.
func fromMetrics(m model.RunMetric) bool { return m >= model.MaxEPPQueue }

// WithEvidence checks the rows of the scale-out analysis of the document named
// file against the tables that lie beside it, and returns new findings. What no
// row of a table says stays unchecked; f itself is not changed, and neither is
// any verdict: what a table says of a row is no reason to distrust a gate more
// than the gate distrusts a row.
func (f *Findings) WithEvidence(file string, tables []Evidence) *Findings {
	out := *f
	out.Checks = slices.Clone(f.Checks)
	for i := range f.List {
		fd := &f.List[i]
		if fd.ScaleOut == nil || fd.File == nil || fd.File.Doc == nil || fd.File.Doc.File != file {
			continue
		}
		e := evidenceAudit{file: file, data: fd.ScaleOut.Data, tables: tables}
		e.rows()
		out.Checks = append(slices.DeleteFunc(out.Checks, e.answered), e.checks...)
		out.Checks = e.publishable(out.Checks)
	}
	slices.SortStableFunc(out.Checks, func(a, b Check) int { return cmp.Compare(b.Result, a.Result) })
	return &out
}

// evidenceAudit collects the checks of one analysis against tables beside it.
type evidenceAudit struct {
	file     string
	data     *model.ScaleOut
	tables   []Evidence
	checks   []Check
	requests bool // every figure from requests was found for every row
	metrics  bool // and every one from system metrics
}

// answered reports whether a check only says that evidence is needed which was
// found for every row.
func (e *evidenceAudit) answered(c Check) bool {
	return c.File == e.file && (e.requests && c.Rule == needsRequests || e.metrics && c.Rule == needsMetrics)
}

// rows checks every figure of every row that a table has too.
func (e *evidenceAudit) rows() {
	e.requests, e.metrics = len(e.data.Rows) > 0, len(e.data.Rows) > 0
	for i := range e.data.Rows {
		row := &e.data.Rows[i]
		for m := range model.NumRunMetrics {
			names := evidenceColumns(m)
			found := e.find(row, names)
			e.check(i, m.Metric().Key, m.Metric().Label, exact(row.Figures[m], m.Metric().Unit), found, func(v sighting) (string, CheckResult) {
				return exact(v.figure, m.Metric().Unit), compareRounded(row.Figures[m], v.figure)
			})
			if len(found) == 0 {
				e.requests, e.metrics = e.requests && fromMetrics(m), e.metrics && !fromMetrics(m)
			}
		}
		var names []evidenceColumn
		for _, n := range restartColumns {
			names = append(names, evidenceColumn{n, 1})
		}
		found := e.find(row, names)
		e.metrics = e.metrics && len(found) > 0
		e.check(i, restartsKey, "endpoint picker restarted", yesNo(row.EPPRestarted), found, func(v sighting) (string, CheckResult) {
			switch {
			case !row.EPPRestarted.OK() || !v.flag.OK():
				return yesNo(v.flag), NotCheckable
			case row.EPPRestarted == v.flag:
				return yesNo(v.flag), Reproduced
			}
			return yesNo(v.flag), Differs
		})
	}
}

// sighting is one figure of a run where a table has it.
type sighting struct {
	figure model.Figure
	flag   model.Flag
	rule   string // file, line and column
}

// find returns where the tables have a figure of a run, by column name.
func (e *evidenceAudit) find(run *model.Run, names []evidenceColumn) []sighting {
	var list []sighting
	for t := range e.tables {
		table := &e.tables[t]
		line, ok := table.row(run)
		if !ok {
			continue
		}
		for _, n := range names {
			col := slices.Index(table.Columns, n.name)
			if col < 0 || col >= len(line.Figures) || col >= len(line.Flags) {
				continue
			}
			s := sighting{figure: line.Figures[col], flag: line.Flags[col], rule: fmt.Sprintf("%s line %d, column %s", table.File, line.Line, n.name)}
			if n.scale != 1 && s.figure.OK() {
				s.figure = model.Of(s.figure.Value * n.scale)
				s.rule += fmt.Sprintf(" × %v", n.scale)
			}
			if s.figure.OK() || s.flag.OK() {
				list = append(list, s)
			}
		}
	}
	return list
}

// row returns the one row of the table for a run. A run that stands twice has
// none: which of the two is meant cannot be known.
func (t *Evidence) row(run *model.Run) (EvidenceRow, bool) {
	at, repeat := t.column(replicaColumns), t.column(repeatColumns)
	if at < 0 || repeat < 0 || !run.Replicas.OK() || !run.Repeat.OK() {
		return EvidenceRow{}, false
	}
	var found EvidenceRow
	n := 0
	for _, r := range t.Rows {
		if at < len(r.Figures) && repeat < len(r.Figures) && r.Figures[at] == run.Replicas && r.Figures[repeat] == run.Repeat {
			found = r
			n++
		}
	}
	return found, n == 1
}

// column returns the index of the first of the names that the table has, or −1.
func (t *Evidence) column(names []string) int {
	for _, n := range names {
		if i := slices.Index(t.Columns, n); i >= 0 {
			return i
		}
	}
	return -1
}

// check adds one line for a claim of a row, whatever the number of tables that
// have it: the worst of them counts.
func (e *evidenceAudit) check(row int, key, label, claimed string, found []sighting, compare func(sighting) (string, CheckResult)) {
	if len(found) == 0 {
		return
	}
	c := Check{File: e.file, Pointer: rowPointer(e.data, row) + "/" + key, Claim: label + ", " + runName(&e.data.Rows[row]), Claimed: claimed}
	var rules, texts []string
	for _, s := range found {
		text, result := compare(s)
		c.Result = max(c.Result, result)
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		rules = append(rules, s.rule)
	}
	c.Recomputed, c.Rule = strings.Join(texts, ", "), "as in "+strings.Join(rules, " and ")
	e.checks = append(e.checks, c)
}

func runName(r *model.Run) string {
	n, _ := replicas(r.Replicas)
	return counted(n, "replica") + ", repeat " + r.Repeat.Text(model.Count)
}

// compareRounded compares a printed figure with one that may carry more digits:
// result files print three decimals.
func compareRounded(claimed, got model.Figure) CheckResult {
	r := compare(claimed, got)
	if r == Differs && abs(claimed.Value-got.Value) <= halfPrinted*(1+floatDust) && claimed == round(claimed, 3) && got != round(got, 3) {
		return Reproduced
	}
	return r
}
