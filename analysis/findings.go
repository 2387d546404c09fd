package analysis

import (
	"scaledeck/analysis/finding"
	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// Findings is everything there is to say on one snapshot.
type Findings struct {
	Snap    *model.Snapshot
	List    []finding.Finding // worst first; equal verdicts by kind, file and title
	Issues  []model.Issue     // of source, files and documents, and every claim that does not hold
	Checks  []finding.Check   // every claim of every file, compared
	Verdict gate.Verdict      // the worst of the list; Undecided where a file cannot be read or nothing was found
	Counts  [gate.NumVerdicts]int
}
