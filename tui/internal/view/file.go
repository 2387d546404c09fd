package view

import (
	"strconv"
	"strings"
	"time"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/widget"
)

// FileName is the name of the file that a finding is of, "" for none.
func FileName(f analysis.Finding) string {
	if f.File == nil {
		return ""
	}
	return f.File.Name
}

// Middle shortens text to n cells by leaving out its middle: of a path both the
// directory it begins with and the name and age it ends with tell it apart.
func Middle(th *theme.Theme, s string, n int) string {
	s = th.Spell(s)
	w := widget.Width(s)
	if w <= n {
		return s
	}
	gap := th.Spell("…")
	keep := n - widget.Width(gap)
	if keep < 4 {
		return widget.Ellipsis(th, s, n)
	}
	head := keep / 3
	return widget.Fit(s, head) + gap + widget.Section(s, w-(keep-head), w)
}

// Staleness says that a finding does not rest on what its file holds now, and
// since when; "" where it does.
func Staleness(c screen.Ctx, f analysis.Finding) string {
	if f.File == nil || f.File.State == model.Fresh || f.Kind == analysis.KindFile {
		return ""
	}
	return strings.ToUpper(f.File.State.String()) + " " + Age(c.Now.Sub(f.File.Since))
}

// Age prints how long ago something was, coarse enough to change once a minute at most.
func Age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "<1 m"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + " m"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + " h"
	default:
		return strconv.Itoa(int(d/(24*time.Hour))) + " d"
	}
}
