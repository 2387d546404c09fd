package comparison

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/analysis/stats"
	"scaledeck/model"
)

// ScaleOut is the judgement of a scale-out analysis.
type ScaleOut struct {
	Data       *model.Comparison
	Topologies []Topology // ascending by replicas
	Baseline   int        // index into Topologies
	Criteria   []Criterion
	Holding    int      // criteria that hold in every topology
	Reference  string   // cleaned name of the file whose baseline the gates compare with; "" for this file's own
	Doubts     []string // contradictions and gaps in the evidence that keep the finding from PASS
}

// Topology is all runs at one number of replicas, recomputed.
type Topology struct {
	Replicas int
	Label    string // "4 replicas"
	Runs     int
	Metrics  map[*model.Metric]stats.Spread
	Verdict  gate.Verdict // of this topology as the criteria have it, the baseline's own figures included
	Own      gate.Verdict // of its own figures alone
	Reason   string       // "fails on the baseline's non-200 responses", or ""
	Claimed  *model.Topology
}

// Criterion is one rule over all topologies.
type Criterion struct {
	Rule    gate.Rule
	Cells   []gate.Gate // one a topology, in the order of ScaleOut.Topologies
	Verdict gate.Verdict
}

// ScaleOutOf returns the outcome of a scale-out finding, nil for any other.
func ScaleOutOf(outcome any) *ScaleOut { return finding.As[ScaleOut](outcome) }
