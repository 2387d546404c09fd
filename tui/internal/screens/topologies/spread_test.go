package topologies

import (
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
)

// TestSpreadFromZero holds that a spread without a ratio is said to have none, in
// the detail below the grid and in the repeats behind a cell.
func TestSpreadFromZero(t *testing.T) {
	sp := analysis.Spread{N: 3, Of: 3, Unstable: true, Median: model.Of(1), Min: model.Of(0), Max: model.Of(1)}
	s := &analysis.ScaleOut{Topologies: make([]analysis.Topology, 1)}
	s.Topologies[0].Metrics = map[*model.Metric]analysis.Spread{model.MaxEPPQueue: sp}
	texts := []string{}
	for _, part := range detailParts(s, model.MaxEPPQueue, 0, 0) {
		texts = append(texts, part.Text)
	}
	for _, d := range spreadDetails(model.MaxEPPQueue, sp) {
		texts = append(texts, d.Text)
	}
	all := strings.Join(texts, "\n")
	if strings.Count(all, "UNSTABLE, ratio undefined (min 0)") != 2 || strings.Contains(all, "–×") {
		t.Errorf("%s", all)
	}
}
