package canary

import (
	"slices"
	"strconv"

	"scaledeck/analysis"
	"scaledeck/model/text"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// rolloutsWidth is the width of the list of rollouts: as wide as the longest
// name wants, but never more than a third.
func rolloutsWidth(list []analysis.Finding, w int) int {
	longest := 18
	for _, f := range list {
		longest = max(longest, len(analysis.CanaryOf(f.Outcome).Data.Name))
	}
	return min(longest+6, w*3/10)
}

// markOf returns the verdict to show for a rollout in a list. The story does not
// give its own end away.
func (v canaryView) markOf(f analysis.Finding) analysis.Verdict {
	switch {
	case f.Key != v.f.Key:
		return f.Verdict
	case v.edit != nil:
		return v.can.Verdict()
	case !v.scene.ended:
		return analysis.Running
	default:
		return v.f.Verdict
	}
}

// switcher draws the rollouts on one line, the selected one always in full.
func (v canaryView) switcher(list []analysis.Finding, at, w int) string {
	tail := v.tail()
	if len(list) > 1 {
		tail = append(tail, view.Span{Token: theme.Muted, Text: strconv.Itoa(at+1) + " of " + strconv.Itoa(len(list))})
	}
	room := w - view.SpansWidth(v.th, tail) - 3
	item := func(i int) int {
		return widget.Width(v.th.Spell(analysis.CanaryOf(list[i].Outcome).Data.Name)) + widget.Width(v.th.Mark(v.markOf(list[i]))) + 6
	}
	from, used := at, item(at)
	for from > 0 && used+item(from-1) <= room {
		from--
		used += item(from)
	}
	l := widget.NewLine(v.th, w).Put(theme.Text, " ")
	for i := from; i < len(list) && (i <= at || l.Used()+item(i) <= room); i++ {
		verdict, name, mark := v.markOf(list[i]), theme.Muted, "  "
		if i == at {
			name, mark = theme.Accent, "◆ "
		}
		l.Put(theme.Accent, mark).Put(theme.Verdict(verdict), v.th.Mark(verdict)).Put(theme.Text, " ")
		l.Put(name, widget.Ellipsis(v.th, analysis.CanaryOf(list[i].Outcome).Data.Name, max(room-l.Used(), 8))).Put(theme.Text, "  ")
	}
	view.PutSpans(v.th, l, tail)
	return l.String()
}

// heading names the rollout next to the list.
func (v canaryView) heading(w int) string {
	tail := v.tail()
	l := widget.NewLine(v.th, w).Put(theme.Text, " ")
	l.Put(theme.Title, widget.Ellipsis(v.th, v.can.Data.Name, max(w-2-view.SpansWidth(v.th, tail), w/3)))
	view.PutSpans(v.th, l, tail)
	return l.String()
}

// tail has the badges of the rollout, what matters most first.
func (v canaryView) tail() []view.Span {
	tail := []view.Span{v.old}
	if v.edit != nil {
		tail = append(tail, view.Span{Token: theme.Undecided, Text: "WHAT-IF"})
	}
	return append(tail, v.simulated)
}

// rolloutList draws the rollouts at the left, each with how it ended below.
func (v canaryView) rolloutList(list []analysis.Finding, at, w, h int) []string {
	several := slices.ContainsFunc(list, func(f analysis.Finding) bool { return f.File.Key != v.f.File.Key })
	each := 2
	if several {
		each = 3 // the file too, since names alone need not differ
	}
	seen := max((h-2)/each, 1)
	top := min(max(at-seen/2, 0), max(len(list)-seen, 0))
	head := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Title, text.Counted(len(list), "rollout"))
	if seen < len(list) {
		head = widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Title, "rollout "+strconv.Itoa(at+1)+" of "+strconv.Itoa(len(list)))
	}
	if l := widget.Width(v.th.Spell("↑↓ ")); head.Left() > l {
		head.Right(theme.Muted, "↑↓ ")
	}
	lines := []string{head.String(), ""}
	for i := top; i < min(top+seen, len(list)); i++ {
		f := list[i]
		verdict, name := v.markOf(f), theme.Text
		mark := " "
		if i == at {
			name, mark = theme.Strong, "▶"
		}
		first := widget.NewLine(v.th, w).Select(i == at).Put(theme.Accent, mark).Put(theme.Verdict(verdict), v.th.Mark(verdict)).Put(theme.Text, " ")
		indent := first.Used()
		lines = append(lines, first.Put(name, widget.Ellipsis(v.th, analysis.CanaryOf(f.Outcome).Data.Name, first.Left())).String())
		ended := analysis.CanaryOf(f.Outcome).Ended()
		if saidOtherwise(analysis.CanaryOf(f.Outcome)) {
			ended = "≠ " + ended
		}
		if f.Key == v.f.Key && !v.scene.ended {
			ended = "being told"
		}
		second := widget.NewLine(v.th, w).Select(i == at).To(indent)
		lines = append(lines, second.Put(theme.Muted, widget.Ellipsis(v.th, ended, w-indent)).String())
		if several {
			lines = append(lines, widget.NewLine(v.th, w).To(indent).Put(theme.Muted, widget.Ellipsis(v.th, view.FileName(f), w-indent)).String())
		}
	}
	return lines
}
