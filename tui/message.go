package tui

import (
	"time"

	"scaledeck/analysis"
)

// Every message of the console. Those marked "to screens" are handed to the
// active screen as they are.
type (
	// findingsMsg carries the judgement of a new snapshot; also to screens.
	findingsMsg struct{ findings *analysis.Findings }

	// sourceEndedMsg says that no further snapshot will come, and why.
	sourceEndedMsg struct{ err error }

	// openMsg asks for a finding to be shown on its own screen.
	openMsg struct{ key string }

	// explainMsg asks for a dialog that explains a figure.
	explainMsg struct {
		title   string
		details []analysis.Detail
	}

	// textMsg asks for a dialog with lines of text.
	textMsg struct {
		title string
		lines []string
	}

	// noticeMsg puts a line into the footer.
	noticeMsg struct{ text string }

	// copiedMsg says how a copy went and what was copied, for the dialog that
	// always offers the text for manual selection too.
	copiedMsg struct {
		text   string
		notice string
	}

	// ageMsg comes once a minute, so that displayed ages stay true.
	ageMsg struct{ now time.Time }

	// frameMsg advances a replay, to screens. Gen is the generation of the tick
	// chain it belongs to: one that was stopped ignores it.
	frameMsg struct {
		gen int
		now time.Time
	}

	// shownMsg and hiddenMsg say that a screen became or ceased to be the
	// active one; to screens.
	shownMsg  struct{}
	hiddenMsg struct{}
)
