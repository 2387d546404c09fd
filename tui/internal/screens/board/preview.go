package board

import (
	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// detail is the section of the finding that is shown, kept since it does not change
// from frame to frame.
type detail struct {
	of      *analysis.Findings
	key     string
	section page.Section
}

// shown returns the section of a finding.
func (d *detail) shown(of *analysis.Findings, f analysis.Finding) page.Section {
	if d.of != of || d.key != f.Key {
		*d = detail{of, f.Key, analysis.Page(f)}
	}
	return d.section
}

// preview draws what decides a finding on at most h lines of at most w cells: its
// sentence, then the section that reports print of it. Where there is no room for
// the sentence above what the section shows first it is left out, since the list
// already gives the reason.
func preview(th *theme.Theme, f analysis.Finding, s page.Section, w, h int) []string {
	p := view.Page{Theme: th, Width: w, Height: h}
	p.Text(theme.Title, f.Title)
	p.Paragraph("", f.Sentence)
	p.Lines = append(p.Lines, "")
	above := len(p.Lines)
	lead := p.Section(s)
	if f.Kind == analysis.KindFile {
		for _, is := range f.File.Issues {
			p.Paragraph("", is.String())
		}
	}
	if len(p.Lines) > h && above+lead > h && lead > 0 {
		p.Lines = p.Lines[above:]
	}
	if len(p.Lines) > h && h > 1 {
		p.Lines = append(p.Lines[:h-1], p.Line().Put(theme.Muted, "… more: enter opens").String())
	}
	return p.Lines[:min(len(p.Lines), max(h, 0))]
}
