package finding

import (
	"scaledeck/analysis/gate"
	"scaledeck/analysis/page"
	"scaledeck/model"
)

// Kind is one sort of result and all that is done with it. Each has a package of
// its own and a line in the list of package analysis.
type Kind struct {
	ID model.Kind
	// Judge judges one part of the kind. f is the file that holds it.
	Judge func(f *model.File, p model.Part, o gate.Options) Judged
	// Page adds to a section what there is to see of a finding.
	Page func(s *page.Section, f Finding)
	// Compare adds to c what the findings of the kind in two documents have in common.
	Compare func(c *Compared, a, b []Finding)
}

// Judged is what one part of a document comes to.
type Judged struct {
	List   []Finding
	Checks []Check
	Issues []model.Issue // about limits that the policy had to bring
}
