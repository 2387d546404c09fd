package requests

import (
	"context"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/format/csvscan"
)

// maxRunRows is the most rows that a table of runs is believed to have.
const maxRunRows = 10_000

// runTable is a table with one row a run: summary.csv or run-evidence.csv.
type runTable struct {
	name    string
	figures map[*model.Metric]map[runID]float64
	restart map[runID]bool
	gates   map[runID]bool // whether all evidence gates of the run passed
	runs    []runID
	index   runIndex
}

// summaryHeadings are what a summary calls the figures of a run.
var summaryHeadings = map[*model.Metric][]heading{
	model.Requests:             named("offered_requests"),
	model.HTTP200:              named("http_200_requests"),
	model.HTTPNon200:           named("non_200_requests"),
	model.OfferedRPSPerGPU:     named("offered_requests_per_second_per_gpu"),
	model.ServedRPSPerGPU:      named("served_requests_per_second_per_gpu"),
	model.PremiumBurstP95TTFT:  named("premium_burst_p95_ttft_ms"),
	model.PremiumBurstP99TTFT:  named("premium_burst_p99_ttft_ms"),
	model.PremiumBurstP95TPOT:  named("premium_burst_p95_tpot_ms_per_token"),
	model.StandardBurstP95TTFT: named("standard_long_context_burst_p95_ttft_ms", "standard_burst_p95_ttft_ms"),
	model.MaxEPPQueue:          named("peak_endpoint_picker_queue_requests"),
	model.MaxVLLMWaiting:       named("peak_vllm_waiting_requests"),
	model.MaxKVCachePct:        {{"peak_kv_cache_usage_percent", 1}, {"peak_kv_cache_usage_ratio", 100}},
	model.Preemptions:          named("vllm_preemptions"),
}

var restartHeadings = named("endpoint_picker_restarted")

func isSummary(t *table) bool {
	return t.has(summaryHeadings[model.Requests]) && t.has(summaryHeadings[model.HTTP200])
}

func isEvidence(t *table) bool { return len(gateColumns(t)) > 0 && t.has(replicasHeadings) }

// gateColumns returns the columns that say whether an evidence gate passed.
func gateColumns(t *table) []int {
	var list []int
	for i, c := range t.columns {
		if strings.HasSuffix(c, "_passed") || strings.HasSuffix(c, "_engaged") {
			list = append(list, i)
		}
	}
	return list
}

// runField is where a table of runs has a metric, and the factor to its unit.
type runField struct {
	metric *model.Metric
	at     int
	scale  float64
}

// runTableSink takes the rows of a table of runs.
type runTableSink struct {
	sampled
	to      *runTable
	fields  []runField
	restart int
	gates   []int
}

func (s *runTableSink) reset() int { return 0 }

const wantFlag = "true or false"

func (s *runTableSink) take(sc *csvscan.Scanner, r *csvscan.Record) (int, string) {
	run, column, want := s.run(sc, r)
	if column != absent {
		return column, want
	}
	if len(s.to.runs) >= maxRunRows {
		return s.columns.run[runReplicas], "no more runs than 10 000"
	}
	s.to.runs = append(s.to.runs, run)
	for _, f := range s.fields {
		v, how := s.figure(sc, r, f.at)
		if how == csvscan.Bad || v < 0 {
			return f.at, wantPositive
		}
		if how == csvscan.Good {
			s.to.figures[f.metric][run] = round(v*f.scale, 3)
		}
	}
	if s.restart != absent {
		switch v, how := truth(sc.Cell(r, s.restart)); how {
		case csvscan.Good:
			s.to.restart[run] = v
		case csvscan.Bad:
			return s.restart, wantFlag
		}
	}
	for i, g := range s.gates {
		v, how := truth(sc.Cell(r, g))
		if how == csvscan.Bad {
			return g, wantFlag
		}
		before := i == 0 || s.to.gates[run]
		s.to.gates[run] = before && how == csvscan.Good && v
	}
	return absent, ""
}

// truth reads a cell as a truth value.
func truth(cell []byte) (bool, csvscan.Reading) {
	switch strings.ToLower(strings.TrimSpace(string(csvscan.Unquote(cell)))) {
	case "":
		return false, csvscan.Blank
	case "true", "1", "yes":
		return true, csvscan.Good
	case "false", "0", "no":
		return false, csvscan.Good
	default:
		return false, csvscan.Bad
	}
}

// readRunTable reads a table of runs.
func readRunTable(ctx context.Context, t *table, c cutting, most int) (*runTable, tally, error) {
	common, err := newSampledAt(t, nil)
	if err != nil {
		return nil, tally{}, err
	}
	to := &runTable{name: t.name, figures: make(map[*model.Metric]map[runID]float64), restart: make(map[runID]bool), gates: make(map[runID]bool)}
	s := &runTableSink{sampled: common, to: to, gates: gateColumns(t)}
	for _, m := range model.RunMetrics() {
		to.figures[m] = make(map[runID]float64)
		f := runField{metric: m}
		if f.at, f.scale, err = t.find(summaryHeadings[m]); err != nil {
			return nil, tally{}, err
		}
		s.fields = append(s.fields, f)
	}
	if s.restart, _, err = t.find(restartHeadings); err != nil {
		return nil, tally{}, err
	}
	c.workers = 1
	sum, err := t.scan(ctx, c, most, func() sink { return s }, func(sink) error { return nil })
	to.index = newRunIndex(slices.Values(to.runs))
	return to, sum, err
}
