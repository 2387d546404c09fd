package tui

import (
	"slices"
	"strconv"
	"strings"

	"scaledeck/analysis"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// rolloutsWidth is the width of the list of rollouts: as wide as the longest
// name wants, but never more than a third.
func rolloutsWidth(list []analysis.Finding, w int) int {
	longest := 18
	for _, f := range list {
		longest = max(longest, len(f.Canary.Data.Name))
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
	tail := v.badge()
	if len(list) > 1 {
		tail = strconv.Itoa(at+1) + " of " + strconv.Itoa(len(list)) + strings.Repeat(" ", min(len(tail), 2)) + tail
	}
	room := w - widget.Width(v.th.Spell(tail)) - 3
	item := func(i int) int {
		return widget.Width(v.th.Spell(list[i].Canary.Data.Name)) + widget.Width(v.th.Mark(v.markOf(list[i]))) + 6
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
		l.Put(name, widget.Ellipsis(v.th, list[i].Canary.Data.Name, max(room-l.Used(), 8))).Put(theme.Text, "  ")
	}
	if v.f.Simulated || len(list) > 1 {
		l.Right(v.badgeToken(), tail+" ")
	}
	return l.String()
}

// heading names the rollout where it stands beside the list.
func (v canaryView) heading(w int) string {
	l := widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Title, widget.Ellipsis(v.th, v.can.Data.Name, w-2))
	if tail := v.badge() + " "; l.Left() > len(tail)+1 {
		l.Right(v.badgeToken(), tail)
	}
	return l.String()
}

// badge is what is said of the figures as a whole.
func (v canaryView) badge() string {
	switch {
	case v.edit != nil && v.f.Simulated:
		return "WHAT-IF  SIMULATED"
	case v.edit != nil:
		return "WHAT-IF"
	case v.f.Simulated:
		return "SIMULATED"
	}
	return ""
}

func (v canaryView) badgeToken() theme.Token {
	if v.edit != nil {
		return theme.Undecided
	}
	return theme.Simulated
}

// rolloutList draws the rollouts at the left, each with how it ended below.
func (v canaryView) rolloutList(list []analysis.Finding, at, w, h int) []string {
	lines := []string{widget.NewLine(v.th, w).Put(theme.Text, " ").Put(theme.Title, plural(len(list), "rollout")).Right(theme.Muted, "↑↓ ").String(), ""}
	several := slices.ContainsFunc(list, func(f analysis.Finding) bool { return f.File.Key != v.f.File.Key })
	each := 2
	if several {
		each = 3 // the file too, since names alone need not differ
	}
	seen := max((h-len(lines))/each, 1)
	top := min(max(at-seen/2, 0), max(len(list)-seen, 0))
	for i := top; i < min(top+seen, len(list)); i++ {
		f := list[i]
		verdict, name := v.markOf(f), theme.Text
		mark := " "
		if i == at {
			name, mark = theme.Strong, "▶"
		}
		first := widget.NewLine(v.th, w).Select(i == at).Put(theme.Accent, mark).Put(theme.Verdict(verdict), v.th.Mark(verdict)).Put(theme.Text, " ")
		indent := first.Used()
		lines = append(lines, first.Put(name, widget.Ellipsis(v.th, f.Canary.Data.Name, first.Left())).String())
		ended := outcomeText(f.Canary)
		if f.Key == v.f.Key && !v.scene.ended {
			ended = "being told"
		}
		second := widget.NewLine(v.th, w).Select(i == at).To(indent)
		lines = append(lines, second.Put(theme.Muted, widget.Ellipsis(v.th, ended, w-indent)).String())
		if several {
			lines = append(lines, widget.NewLine(v.th, w).To(indent).Put(theme.Muted, widget.Ellipsis(v.th, fileName(f), w-indent)).String())
		}
	}
	return lines
}

// outcomeText says in a few words how a rollout ended.
func outcomeText(c *analysis.Canary) string {
	switch {
	case c.Outcome == analysis.RolledBack:
		return "rolled back at " + stageTitle(c.Stages[c.Stopped])
	case c.Outcome == analysis.Promoted:
		return "promoted to " + stageTitle(c.Stages[len(c.Stages)-1])
	default:
		return c.Outcome.String()
	}
}
