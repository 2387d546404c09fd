package report

import (
	"fmt"
	"io"
	"strings"

	"scaledeck/analysis"
	"scaledeck/model"
)

// Brief writes what a pipeline's log needs and no more: the verdict and the
// counts on the first line, one line of reason a finding, worst first, and what
// could not be read. Errors are those of w.
func Brief(w io.Writer, f *analysis.Findings, o Options) error {
	p := newPrinter(o)
	p.line(p.badge(f.Verdict.Mark()) + indent + p.spell(Summary(f)))
	p.board(compose(f, o).board)
	if len(f.List) == 0 {
		p.line(p.spell(unfound(f)))
	}
	if f.Snap != nil {
		for _, i := range f.Snap.Issues {
			if i.Severity == model.Error && len(f.List) > 0 {
				p.line(p.spell(i.Severity.String() + ": " + i.String()))
			}
		}
	}
	if _, err := io.WriteString(w, p.b.String()); err != nil {
		return fmt.Errorf("write brief report: %w", err)
	}
	return nil
}

// maxUnfound bounds the files that are named where nothing was found.
const maxUnfound = 3

// unfound says why there is nothing to judge: what could not be read, what is no
// result document and why not, or that there is no file.
func unfound(f *analysis.Findings) string {
	var why []string
	for _, i := range f.Issues {
		if i.Severity == model.Error {
			why = append(why, i.String())
		}
	}
	if len(why) == 0 && f.Snap != nil {
		for _, file := range f.Snap.Files {
			text := "no result document that scaledeck knows"
			if issues := file.Issues; len(issues) > 0 {
				text = issues[0].Message
			} else if file.Doc != nil && len(file.Doc.Issues) > 0 {
				text = file.Doc.Issues[0].Message
			}
			why = append(why, file.Name+": "+text)
		}
	}
	switch {
	case len(why) > maxUnfound:
		return strings.Join(why[:maxUnfound], "; ") + fmt.Sprintf("; and %d more", len(why)-maxUnfound)
	case len(why) > 0:
		return strings.Join(why, "; ")
	case f.Snap != nil && f.Snap.Label != "":
		return "no file in " + f.Snap.Label
	default:
		return "no file"
	}
}

// Unfound says in words why nothing was found to judge, such as "no file in
// results/" or "x.json: expected an object, got null". It is what JUnit and Brief
// print in place of a finding.
func Unfound(f *analysis.Findings) string { return line(unfound(f)) }
