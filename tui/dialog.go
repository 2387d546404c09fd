package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// dialog covers the screen's area until it is closed. It gets every key.
type dialog interface {
	update(msg tea.KeyPressMsg, c screen.Ctx) (closed bool)
	view(c screen.Ctx) []string
}

// pager is a dialog of lines that scroll. Its body is laid out for every
// width, so that a resized terminal wraps it again.
type pager struct {
	title string
	body  func(th *theme.Theme, width int) []string
	top   int
}

func (p *pager) update(msg tea.KeyPressMsg, c screen.Ctx) bool {
	page := max(c.Height()-2, 1)
	last := max(len(p.body(c.Theme, c.Width()-2))-page, 0)
	switch msg.String() {
	case "esc", "q", "enter", "?", "i":
		return true
	case "up", "k":
		p.top--
	case "down", "j":
		p.top++
	case "pgup", "b", "ctrl+b":
		p.top -= page
	case "pgdown", "space", "ctrl+f":
		p.top += page
	case "home", "g":
		p.top = 0
	case "end", "G":
		p.top = last
	}
	p.top = min(max(p.top, 0), last)
	return false
}

func (p *pager) view(c screen.Ctx) []string {
	w, h := c.Width(), c.Height()
	body := p.body(c.Theme, w-2)
	page := max(h-2, 0)
	top := min(p.top, max(len(body)-page, 0))
	lines := make([]string, 0, h)
	head := widget.NewLine(c.Theme, w).Put(theme.Text, " ").Put(theme.Title, p.title)
	if len(body) > page {
		head.Right(theme.Muted, fmt.Sprintf("%d–%d of %d · ↑↓ scroll · esc close ", top+1, min(top+page, len(body)), len(body)))
	} else {
		head.Right(theme.Muted, "esc close ")
	}
	lines = append(lines, head.String(), "")
	for i := top; i < len(body) && len(lines) < h; i++ {
		lines = append(lines, " "+body[i])
	}
	return lines
}

// newExplain returns the dialog that says everything there is on one figure.
func newExplain(title string, details []analysis.Detail) dialog {
	return &pager{title: title, body: func(th *theme.Theme, w int) []string {
		label := 0
		for _, d := range details {
			label = max(label, widget.Width(th.Spell(d.Label)))
		}
		return view.Labelled(th, details, min(label+2, w/3), w)
	}}
}

// newTextDialog returns a dialog of plain lines, wrapped to the width.
func newTextDialog(title string, text []string) dialog {
	return &pager{title: title, body: func(th *theme.Theme, w int) []string {
		var out []string
		for _, t := range text {
			for _, part := range view.Wrap(th, t, w) {
				out = append(out, widget.NewLine(th, w).Put(theme.Text, part).String())
			}
		}
		return out
	}}
}

// newIssues returns the dialog of everything that is wrong, worst first as found.
func newIssues(f *analysis.Findings) dialog {
	tokens := map[model.Severity]theme.Token{model.Note: theme.Muted, model.Warning: theme.Undecided, model.Error: theme.Fail}
	title := fmt.Sprintf("%d issues", len(f.Issues))
	switch len(f.Issues) {
	case 0:
		title = "no issues"
	case 1:
		title = "1 issue"
	}
	return &pager{title: title, body: func(th *theme.Theme, w int) []string {
		var out []string
		for _, sev := range []model.Severity{model.Error, model.Warning, model.Note} {
			for _, is := range f.Issues {
				if is.Severity != sev {
					continue
				}
				for i, part := range view.Wrap(th, is.String(), w-9) {
					l := widget.NewLine(th, w)
					if i == 0 {
						l.Put(tokens[sev], sev.String())
					}
					out = append(out, l.To(9).Put(theme.Text, part).String())
				}
			}
		}
		return out
	}}
}
