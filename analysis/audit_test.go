package analysis

import (
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/known"

	"github.com/google/go-cmp/cmp"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// tableOf builds a table from cells: numbers, "true", "false" or "" for none.
func tableOf(name string, rows ...[]any) comparison.Evidence {
	e := comparison.Evidence{File: name}
	for _, c := range rows[0] {
		e.Columns = append(e.Columns, c.(string))
	}
	for i, cells := range rows[1:] {
		r := comparison.EvidenceRow{Line: i + 2}
		for _, c := range cells {
			f, b := model.Figure{}, model.Flag{}
			switch v := c.(type) {
			case float64:
				f = model.Of(v)
			case int:
				f = model.Of(float64(v))
			case bool:
				b = model.FlagOf(v)
			}
			r.Figures, r.Flags = append(r.Figures, f), append(r.Flags, b)
		}
		e.Rows = append(e.Rows, r)
	}
	return e
}

// twoRuns is an analysis of one run at one replica and one at two.
func twoRuns() *Findings {
	s := known.FreeOfErrors()
	s.Rows = []model.Run{s.Rows[1], s.Rows[4]}
	s.Rows[0].Pointer, s.Rows[1].Pointer = "/rows/0", "/rows/1"
	s.Topologies, s.Decision.Comparisons = nil, nil
	return Judge(&model.Snapshot{Files: []model.File{*known.FileOf(s)}}, gate.Options{})
}

func withRule(checks []finding.Check, part string) []finding.Check {
	var list []finding.Check
	for _, c := range checks {
		if strings.Contains(c.Rule, part) {
			list = append(list, c)
		}
	}
	return list
}

func TestEvidence(t *testing.T) {
	head := []any{"model_replicas", "repeat", "offered_requests", "vllm_preemptions", "endpoint_picker_restarted", "peak_kv_cache_usage_ratio"}
	f := twoRuns().WithEvidence("scale.json", []comparison.Evidence{tableOf("summary.csv", head,
		[]any{2, 2, 2338, 1, false, 0.05},    // preemptions 0 in the file, KV 5.029 %
		[]any{1, 2, 1166, 0, true, 0.045141}, // restarted in the table only; 4.5141 % is printed as 4.514
	)})
	var got []string
	for _, c := range withRule(f.Checks, "summary.csv") {
		got = append(got, c.Result.String()+": "+c.Pointer+" "+c.Claimed+" / "+c.Recomputed+" "+c.Rule)
	}
	slices.Sort(got)
	want := []string{
		"differs: /rows/0/epp_restarted false / true as in summary.csv line 3, column endpoint_picker_restarted",
		"differs: /rows/1/max_kv_cache_pct 5.029 % / 5 % as in summary.csv line 2, column peak_kv_cache_usage_ratio × 100",
		"differs: /rows/1/preemptions 0 / 1 as in summary.csv line 2, column vllm_preemptions",
		"equals a copy: /rows/0/max_kv_cache_pct 4.514 % / 4.5141 % equals summary.csv line 3, column peak_kv_cache_usage_ratio × 100, a copy of the row: nothing is recomputed",
		"equals a copy: /rows/0/preemptions 0 / 0 equals summary.csv line 3, column vllm_preemptions, a copy of the row: nothing is recomputed",
		"equals a copy: /rows/0/requests 1166 / 1166 equals summary.csv line 3, column offered_requests, a copy of the row: nothing is recomputed",
		"equals a copy: /rows/1/epp_restarted false / false equals summary.csv line 2, column endpoint_picker_restarted, a copy of the row: nothing is recomputed",
		"equals a copy: /rows/1/requests 2338 / 2338 equals summary.csv line 2, column offered_requests, a copy of the row: nothing is recomputed",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if f.Checks[0].Result != finding.Differs {
		t.Error("what differs does not stand first")
	}
	// Neither group is there as a whole, so both still need their evidence.
	if len(withRule(f.Checks, comparison.NeedsRequests)) != 1 || len(withRule(f.Checks, comparison.NeedsMetrics)) != 1 {
		t.Error("a part of the figures stands for all")
	}
}

// allOf returns a table with every figure of two runs, under the file's own keys
// or the longer ones.
func allOf(f *Findings) comparison.Evidence {
	head := []any{"repeat", "replicas"}
	var rows [2][]any
	data := comparison.ScaleOutOf(f.List[0].Outcome).Data
	for i := range data.Rows {
		rows[i] = []any{data.Rows[i].Repeat.Value, data.Rows[i].Replicas.Value}
	}
	for _, m := range model.RunMetrics() {
		head = append(head, m.ID)
		for i := range data.Rows {
			rows[i] = append(rows[i], data.Rows[i].Figures[m].Value)
		}
	}
	head = append(head, "epp_restarted")
	return tableOf("summary.csv", head, append(rows[0], false), append(rows[1], false))
}

func TestEvidenceAnswersWhatNeedsIt(t *testing.T) {
	f := twoRuns()
	before := len(f.Checks)
	table := allOf(f)
	// A table as it stands is a copy of the rows and answers nothing.
	got := f.WithEvidence("scale.json", []comparison.Evidence{table})
	if n := len(withRule(got.Checks, "needs")); n != 3 {
		t.Errorf("%d checks still need evidence, want all three", n)
	}
	for _, c := range withRule(got.Checks, "summary.csv") {
		if c.Result != finding.Copied || c.Source != "summary.csv" {
			t.Errorf("%+v", c)
		}
	}
	if n := len(withRule(got.Checks, "summary.csv")); n != 2*14 {
		t.Errorf("%d checks, want 14 a row", n)
	}
	// What was computed from raw records does, and takes the place of the copies.
	raw := allOf(f)
	raw.File, raw.Rules = "request-results.csv", make([]string, len(raw.Columns))
	for i := range raw.Rules {
		raw.Rules[i] = "rule " + raw.Columns[i]
	}
	all := got.WithEvidence("scale.json", []comparison.Evidence{raw})
	if n := len(withRule(all.Checks, "needs")); n != 1 || len(withRule(all.Checks, "summary.csv")) != 0 || len(all.Checks) != len(got.Checks)-2 {
		t.Errorf("%d checks still need evidence, want the publishable one only; %d of %d checks", n, len(all.Checks), len(got.Checks))
	}
	if c := checkAt(t, all.Checks, "/rows/1/premium_burst_p95_ttft_ms"); c.Result != finding.Reproduced || c.Rule != "recomputed from request-results.csv: rule premium_burst_p95_ttft_ms" {
		t.Errorf("%+v", c)
	}
	// Of a part of the figures it is said how many there are.
	raw.Rows = raw.Rows[:1]
	raw.Rows[0].Figures[2] = model.Of(7)
	part := got.WithEvidence("scale.json", []comparison.Evidence{raw})
	if c := checkAt(t, part.Checks, "/rows/0/requests"); c.Result != finding.Differs || c.Recomputed != "7" {
		t.Errorf("%+v", c)
	}
	if c := withRule(part.Checks, "needs request-results.csv"); len(c) != 1 || c[0].Rule != "needs request-results.csv of every run; what lies beside it gives 9 of 18 figures" {
		t.Errorf("%+v", c)
	}
	if n := len(withRule(part.Checks, "summary.csv")); n != 14 {
		t.Errorf("%d copies left, want those of the other row", n)
	}
	if len(f.Checks) != before {
		t.Error("the findings given were changed")
	}
	if other := f.WithEvidence("other.json", []comparison.Evidence{table}); len(other.Checks) != before {
		t.Error("another file's evidence was taken")
	}
	// Two tables that say different things: the worse counts, and both are named.
	second := allOf(f)
	second.File, second.Rows[0].Figures[2] = "run-evidence.csv", model.Of(7)
	both := f.WithEvidence("scale.json", []comparison.Evidence{table, second})
	c := checkAt(t, both.Checks, "/rows/0/requests")
	if c.Result != finding.Differs || c.Recomputed != "1166, 7" || !strings.Contains(c.Rule, "summary.csv line 2, column requests and run-evidence.csv line 2") {
		t.Errorf("%+v", c)
	}
}

// TestBeside: what lies beside a file is a part of judging it: tables that differ
// on a figure of a gate keep it from PASS, raw records are pointed at.
func TestBeside(t *testing.T) {
	s := known.FreeOfErrors()
	plain := Judge(&model.Snapshot{Files: []model.File{*known.FileOf(s)}}, gate.Options{})
	if plain.Verdict != gate.Pass {
		t.Fatalf("%v without evidence", plain.Verdict)
	}
	head := []any{"model_replicas", "repeat", "premium_burst_p95_ttft_ms", "max_epp_queue"}
	cells := func(ttft, queue float64) comparison.Evidence {
		run := s.Rows[1]
		return tableOf("summary.csv", head, []any{run.Replicas.Value, run.Repeat.Value, run.Figures[model.PremiumBurstP95TTFT].Value + ttft, run.Figures[model.MaxEPPQueue].Value + queue})
	}
	issue := model.Issue{Severity: model.Warning, Code: model.CodeUnreadable, File: "run-evidence.csv", Message: "not used as evidence: it is over 1 MiB"}
	for _, tt := range []struct {
		name    string
		table   comparison.Evidence
		verdict gate.Verdict
		issues  int // contradictions
	}{
		{"equal", cells(0, 0), gate.Pass, 0},
		{"another queue", cells(0, 1), gate.Pass, 1},
		{"another TTFT", cells(1, 0), gate.Undecided, 1},
	} {
		file := *known.FileOf(s)
		file.Beside = &model.Beside{Tables: []comparison.Evidence{tt.table}, Raw: []string{"request-results.csv"}, Issues: []model.Issue{issue}}
		f := Judge(&model.Snapshot{Files: []model.File{file, file}}, gate.Options{})
		if f.Verdict != tt.verdict {
			t.Errorf("%s: %v: %s", tt.name, f.Verdict, f.List[0].Sentence)
		}
		n, shared := 0, 0
		for _, i := range f.Issues {
			if strings.Contains(i.Message, "beside it summary.csv has") {
				n++
			}
			if i == issue {
				shared++
			}
		}
		if n != 2*tt.issues || shared != 1 {
			t.Errorf("%s: %d contradictions, %d times why a table is not used: %v", tt.name, n, shared, f.Issues)
		}
		if c := withRule(f.Checks, comparison.NeedsRequests); len(c) != 2 || c[0].Rule != "needs request-results.csv, which lies beside it: scaledeck audit recomputes the rows from it" {
			t.Errorf("%s: %+v", tt.name, c)
		}
		if c := withRule(f.Checks, comparison.NeedsMetrics); len(c) != 2 || c[0].Rule != comparison.NeedsMetrics {
			t.Errorf("%s: %+v", tt.name, c)
		}
	}
}

func TestEvidenceThatDoesNotFit(t *testing.T) {
	tests := []struct {
		name string
		edit func(e *comparison.Evidence)
	}{
		{"no rows", func(e *comparison.Evidence) { e.Rows = nil }},
		{"no repeat", func(e *comparison.Evidence) { e.Columns[0] = "run" }},
		{"a run twice", func(e *comparison.Evidence) { e.Rows = append(e.Rows, e.Rows...) }},
		{"short rows", func(e *comparison.Evidence) {
			for i := range e.Rows {
				e.Rows[i].Figures, e.Rows[i].Flags = e.Rows[i].Figures[:2], e.Rows[i].Flags[:1]
			}
		}},
		{"nothing at all", func(e *comparison.Evidence) { *e = comparison.Evidence{} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := twoRuns()
			e := allOf(f)
			tt.edit(&e)
			got := f.WithEvidence("scale.json", []comparison.Evidence{e})
			if d := cmp.Diff(f.Checks, got.Checks); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestPublishable(t *testing.T) {
	head := []any{"model_replicas", "repeat", "headers_passed", "flow_control_engaged", "passed_by"}
	tests := []struct {
		name string
		rows [][]any
		want finding.CheckResult
		say  string
	}{
		{"all passed", [][]any{{1, 2, true, true, false}, {2, 2, true, true, false}}, finding.Reproduced, "true"},
		{"one not", [][]any{{1, 2, true, true, true}, {2, 2, true, false, true}}, finding.Differs, "false: flow_control_engaged is false for 2 replicas, repeat 2"},
		{"one not known", [][]any{{1, 2, true, "", true}, {2, 2, true, true, true}}, finding.NotCheckable, "flow_control_engaged has no value at line 2"},
		{"a run is not there", [][]any{{1, 2, true, true, true}}, finding.NotCheckable, "no one row for 2 replicas, repeat 2"},
		{"not there and another fails", [][]any{{2, 2, false, true, true}}, finding.Differs, "false: headers_passed is false for 2 replicas, repeat 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := twoRuns().WithEvidence("scale.json", []comparison.Evidence{tableOf("run-evidence.csv", append([][]any{head}, tt.rows...)...)})
			c := checkAt(t, f.Checks, "/decision/data_publishable")
			if c.Result != tt.want || c.Recomputed != tt.say || c.Rule != "every gate of every run in run-evidence.csv, columns headers_passed, flow_control_engaged" {
				t.Errorf("%v: %q by %q", c.Result, c.Recomputed, c.Rule)
			}
		})
	}
	bare := twoRuns().WithEvidence("scale.json", []comparison.Evidence{tableOf("summary.csv", head[:2], []any{1, 2})})
	if c := checkAt(t, bare.Checks, "/decision/data_publishable"); c.Result != finding.NotCheckable || c.Rule != comparison.NeedsEvidence {
		t.Errorf("a table without gates: %+v", c)
	}
}
