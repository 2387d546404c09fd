package tui

import (
	"time"

	"scaledeck/analysis"
)

// The messages that the console sends itself. Those that screens get are in
// package screen.
type (
	// findingsMsg has the judgement of a new snapshot.
	findingsMsg struct{ findings *analysis.Findings }

	// sourceEndedMsg says that no further snapshot will come, and why.
	sourceEndedMsg struct{ err error }

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
)
