package report

import (
	"fmt"
	"io"

	"scaledeck/analysis"
	"scaledeck/model"
)

// Brief writes what a pipeline's log needs and no more: the verdict and the
// counts on the first line, one line of reason a finding, worst first, and what
// could not be read. Errors are those of w.
func Brief(w io.Writer, f *analysis.Findings, o Options) error {
	p := newPrinter(o)
	c := composer{o: o}
	p.line(p.spell(c.badge(f.Verdict)) + indent + p.spell(Summary(f)))
	p.board(compose(f, o).board)
	if f.Snap != nil {
		for _, i := range f.Snap.Issues {
			if i.Severity == model.Error {
				p.line(p.spell(i.Severity.String() + ": " + i.String()))
			}
		}
	}
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("write brief report: %w", err)
	}
	return nil
}
