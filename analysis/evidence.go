package analysis

import (
	"cmp"
	"slices"

	"scaledeck/analysis/comparison"
	"scaledeck/analysis/finding"
)

// WithEvidence checks the rows of the scale-out analysis of the document named
// file against more tables than those next to it, such as one computed
// from its requests, and returns new findings. What no row of a table says stays
// unchecked; f itself is not changed, and neither is any verdict.
func (f *Findings) WithEvidence(file string, tables []comparison.Evidence) *Findings {
	out := *f
	out.Checks = slices.Clone(f.Checks)
	for i := range f.List {
		fd := &f.List[i]
		if comparison.ScaleOutOf(fd.Outcome) == nil || fd.File == nil || fd.File.Doc == nil || fd.File.Doc.File != file {
			continue
		}
		e := comparison.EvidenceAudit{File: file, Data: comparison.ScaleOutOf(fd.Outcome).Data, Tables: tables}
		out.Checks = e.Merged(out.Checks)
	}
	slices.SortStableFunc(out.Checks, func(a, b finding.Check) int { return cmp.Compare(b.Result, a.Result) })
	return &out
}
