package analysis

import "scaledeck/analysis/comparison"

var Against = comparison.Against

var CheckReference = comparison.CheckReference

type Criterion = comparison.Criterion

type Evidence = comparison.Evidence

type EvidenceRow = comparison.EvidenceRow

type ScaleOut = comparison.ScaleOut

var ScaleOutOf = comparison.ScaleOutOf

type Topology = comparison.Topology
