package topologies

import (
	"strconv"

	"scaledeck/analysis"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// anotherBaseline is a finding judged against a baseline that was chosen here,
// kept because it is asked for at every frame.
type anotherBaseline struct {
	of       *analysis.ScaleOut
	baseline int
	f        analysis.Finding
}

// judged returns a finding as it is on screen: as recorded, or against the chosen
// baseline, a what-if that nothing else knows of. It reports which.
func (t *topologies) judged(f analysis.Finding) (analysis.Finding, bool) {
	base := t.base(analysis.ScaleOutOf(f.Outcome))
	if base == analysis.ScaleOutOf(f.Outcome).Baseline || base < 0 || base >= len(analysis.ScaleOutOf(f.Outcome).Topologies) {
		return f, false
	}
	if t.against.of != analysis.ScaleOutOf(f.Outcome) || t.against.baseline != base {
		t.against = anotherBaseline{of: analysis.ScaleOutOf(f.Outcome), baseline: base, f: analysis.Against(f, base, t.judge)}
	}
	return t.against.f, true
}

// headLine has the verdict of the analysis, which file it is of, what it is judged
// against and which topologies lie outside. Against a baseline chosen here it is
// a what-if, and says what was recorded.
func (t *topologies) headLine(c screen.Ctx, recorded, f analysis.Finding, whatIf bool, g topologyGrid) string {
	th, s := c.Theme, analysis.ScaleOutOf(f.Outcome)
	must := []view.Span{view.NotFresh(c, recorded)}
	base, ok := "", s.Baseline >= 0 && s.Baseline < len(s.Topologies)
	switch {
	case whatIf && ok:
		text := "WHAT-IF against " + s.Topologies[s.Baseline].Label
		if c.Width() < view.FullWidth {
			text = "WHAT-IF, " + strconv.Itoa(s.Topologies[s.Baseline].Replicas) + "× base"
		}
		must = append(must, view.Span{Token: theme.Undecided, Text: text})
		base = "recorded " + th.Badge(recorded.Verdict)
	case ok && s.Reference != "":
		base = "criteria against " + s.Reference
	case ok:
		base = "changes against " + s.Topologies[s.Baseline].Label
	}
	if g.first > 0 {
		must = append(must, view.Span{Token: theme.Key, Text: "◀ " + strconv.Itoa(g.first) + " more"})
	}
	if more := len(s.Topologies) - g.first - g.count; more > 0 {
		must = append(must, view.Span{Token: theme.Key, Text: strconv.Itoa(more) + " more ▶"})
	}
	l := widget.NewLine(th, c.Width()).Put(theme.Text, " ").Put(theme.Verdict(f.Verdict), th.Badge(f.Verdict)).Put(theme.Text, " ")
	l.Put(theme.Title, widget.Ellipsis(th, f.Title, max(l.Left()-view.SpansWidth(th, must), c.Width()/4)))
	spans := append(must, view.Span{Token: theme.Muted, Text: base})
	if l.Left()-view.SpansWidth(th, spans)-2 < widget.Width(th.Spell(view.FileName(f))) && !whatIf {
		spans = must
	}
	if room := l.Left() - view.SpansWidth(th, spans) - 2; room >= 8 {
		l.Put(theme.Muted, "  "+view.Middle(th, view.FileName(f), room))
	}
	view.PutSpans(th, l, spans)
	return l.String()
}
