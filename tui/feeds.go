package tui

import (
	"cmp"
	"slices"
	"time"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
)

// watchState returns how changes are noticed and how current what is shown is.
func watchState(snap *model.Snapshot, now time.Time) (string, theme.Token) {
	for _, f := range snap.Files {
		if f.State == model.Stale || f.State == model.Gone || f.State == model.Unreadable && f.Doc != nil {
			return "stale " + view.Age(now.Sub(f.Since)), theme.Undecided
		}
	}
	if len(snap.Feeds) == 0 {
		return feedState(model.Feed{})
	}
	return feedState(slices.MaxFunc(snap.Feeds, func(a, b model.Feed) int { return cmp.Compare(concern(a), concern(b)) }))
}

// concern orders sources by what the status line says first: what is lost, then what
// does not come, then what is not watched by events.
func concern(f model.Feed) int {
	switch {
	case f.State == model.Ended && f.Err != "":
		return 4
	case f.State == model.Failing:
		return 3
	case f.State == model.Waiting:
		return 2
	case f.Mode != model.Events:
		return 1
	}
	return 0
}

// feedState returns how one source is followed.
func feedState(f model.Feed) (string, theme.Token) {
	switch {
	case f.State == model.Ended && f.Err != "":
		return f.Name + " lost", theme.Fail
	case f.State == model.Failing:
		return f.Name + " not answering", theme.Undecided
	case f.State == model.Waiting:
		return "opening " + f.Name, theme.Muted
	}
	switch f.Mode {
	case model.Events:
		return "live ●", theme.Pass
	case model.Polling:
		return "polling " + model.Of(f.Every.Seconds()).Text(model.Seconds), theme.Undecided
	case model.Recorded:
		if f.State == model.Ended {
			return "recording ended", theme.Muted
		}
		return "recording ▶", theme.Simulated
	default:
		return "demo", theme.Simulated
	}
}
