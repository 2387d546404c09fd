// Package known holds the figures of the known result files as values of the model,
// for the tests of what is made of them.
package known

import (
	"strconv"
	"strings"
	"testing"

	"scaledeck/model"
)

const Criteria = "Per-GPU offered load within 1%, no more than 15% served-RPS-per-GPU loss, no more than 20% premium burst p95 TTFT regression, zero non-200 responses, and no Endpoint Picker restarts in every topology."

// Rows are the nine runs of the known analysis, figures in RunMetric order.
func Rows() []model.Run {
	type run struct {
		replicas, repeat float64
		figures          []float64
	}
	var rows []model.Run
	for i, r := range []run{
		{1, 1, []float64{1166, 1164, 2, 4.319, 4.293, 415.733, 713.929, 17.185, 716.118, 5, 1, 4.695, 0}},
		{1, 2, []float64{1166, 1164, 2, 4.319, 4.293, 374.167, 520.643, 17.134, 666.022, 2, 2, 4.514, 0}},
		{1, 3, []float64{1166, 1165, 1, 4.319, 4.296, 366.486, 501.625, 16.156, 679.059, 2, 1, 4.507, 0}},
		{2, 1, []float64{2338, 2337, 1, 4.33, 4.317, 332.381, 508.074, 14.055, 737.231, 5, 2, 6.026, 0}},
		{2, 2, []float64{2338, 2338, 0, 4.33, 4.319, 340.03, 456.038, 14.667, 761.285, 1, 2, 5.029, 0}},
		{2, 3, []float64{2338, 2338, 0, 4.33, 4.317, 348.581, 451.98, 14.026, 646.192, 2, 2, 4.936, 0}},
		{4, 1, []float64{4650, 4650, 0, 4.306, 4.303, 348.565, 711.494, 14.296, 885.665, 1, 3, 6.473, 0}},
		{4, 2, []float64{4650, 4650, 0, 4.306, 4.302, 321.926, 538, 14.008, 736.757, 0, 4, 4.966, 0}},
		{4, 3, []float64{4650, 4650, 0, 4.306, 4.301, 306.126, 426.212, 14.78, 714.948, 1, 2, 8.006, 0}},
	} {
		row := model.Run{Pointer: "/rows/" + strconv.Itoa(i), Replicas: model.Of(r.replicas), Repeat: model.Of(r.repeat), EPPRestarted: model.FlagOf(false), Figures: make(model.Values)}
		for m, v := range r.figures {
			row.Figures[model.RunMetrics()[m]] = model.Of(v)
		}
		rows = append(rows, row)
	}
	return rows
}

// Topologies are the claims of the known analysis; −1 means none.
func Topologies() []model.Topology {
	type claim struct {
		replicas int
		figures  []float64
	}
	var list []model.Topology
	for _, c := range []claim{
		{1, []float64{3498, -1, 5, 4.319, 4.293, 374.167, 520.643, 17.134, 679.059, 2, 1, 4.514, 0}},
		{2, []float64{7014, -1, 1, 4.33, 4.317, 340.03, 456.038, 14.055, 737.231, 2, 2, 5.029, 0}},
		{4, []float64{13950, -1, 0, 4.306, 4.302, 321.926, 538, 14.296, 736.757, 1, 3, 6.473, 0}},
	} {
		key := strconv.Itoa(c.replicas)
		t := model.Topology{Pointer: "/topologies/" + key, Key: key, Replicas: model.Of(float64(c.replicas)), Runs: model.Of(3), EPPRestartedRuns: model.Of(0), Figures: make(model.Values)}
		for m, v := range c.figures {
			if v >= 0 {
				t.Figures[model.RunMetrics()[m]] = model.Of(v)
			}
		}
		list = append(list, t)
	}
	return list
}

// ScaleOut returns a fresh copy of the known analysis.
func ScaleOut() *model.Comparison {
	comparison := func(replicas int, offered, served, ttft float64) model.ClaimedChange {
		key := strconv.Itoa(replicas)
		return model.ClaimedChange{
			Pointer: "/decision/comparisons_to_one_replica/" + key, Key: key, Replicas: model.Of(float64(replicas)),
			OfferedChange: model.Of(offered), LoadMatched: model.FlagOf(true), ServedChange: model.Of(served), TTFTChange: model.Of(ttft), Pass: model.FlagOf(false),
		}
	}
	return &model.Comparison{
		Schema: model.ScaleOutSchema, Rows: Rows(), Topologies: Topologies(),
		Decision: model.Decision{
			Pointer: "/decision", DataPublishable: model.FlagOf(true), ScaleOutPass: model.FlagOf(false), Criteria: Criteria,
			Comparisons: []model.ClaimedChange{comparison(2, 0.25, 0.56, -9.12), comparison(4, -0.3, 0.21, -13.96)},
		},
	}
}

// FileOf wraps an analysis as a watched file.
func FileOf(s *model.Comparison) *model.File {
	return &model.File{Key: "k", Name: "scale.json", Doc: &model.Document{File: "scale.json", Parts: []model.Part{s}}}
}

// FreeOfErrors returns the known analysis with every non-200 response served,
// and with the claims to match.
func FreeOfErrors() *model.Comparison {
	s := ScaleOut()
	for i := range s.Rows {
		s.Rows[i].Figures[model.HTTP200] = s.Rows[i].Figures[model.Requests]
		s.Rows[i].Figures[model.HTTPNon200] = model.Of(0)
	}
	for i := range s.Topologies {
		s.Topologies[i].Figures[model.HTTPNon200] = model.Of(0)
	}
	for i := range s.Decision.Comparisons {
		s.Decision.Comparisons[i].Pass = model.FlagOf(true)
	}
	s.Decision.ScaleOutPass = model.FlagOf(true)
	return s
}

func AssertContains(t *testing.T, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%q\n not in %q", part, text)
	}
}
