package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/screen"
)

// Source yields snapshots of what is watched, the newest one where several came.
type Source interface {
	// Next blocks until there is a snapshot that was not returned before, or
	// ctx ends.
	Next(ctx context.Context) (*model.Snapshot, error)
}

// nextFindings waits for the next snapshot and judges it, away from Update so
// that keys are answered while a large file is judged. The memo is its own until
// its message is there.
func nextFindings(ctx context.Context, src Source, memo *analysis.Memo, o analysis.Options) tea.Cmd {
	return guarded("judging a snapshot", func() tea.Msg {
		snap, err := src.Next(ctx)
		if err != nil {
			return sourceEndedMsg{err: err}
		}
		return findingsMsg{findings: memo.Judge(snap, o)}
	})
}

// send returns a command that delivers msg.
func send(msg tea.Msg) tea.Cmd { return func() tea.Msg { return msg } }

// after is how a command that waits is made: tea.Tick, or what a test puts in its place.
type after func(d time.Duration, then func(time.Time) tea.Msg) tea.Cmd

// nextAge wakes when displayed ages have to be redrawn, the only timer of an
// idle console.
func (t after) nextAge() tea.Cmd {
	return t(time.Minute, func(now time.Time) tea.Msg { return ageMsg{now: now} })
}

// maxClipboard is the most that is sent to a terminal's clipboard: many
// terminals refuse or cut longer OSC 52 sequences.
const maxClipboard = 74_000

// copyText sends text to the terminal's clipboard by OSC 52, which also works
// over SSH, and says what was done and no more: whether the terminal took it
// cannot be known.
func copyText(text string) tea.Cmd {
	if len(text) > maxClipboard {
		return send(copiedMsg{text: text, notice: fmt.Sprintf("%d bytes are too many for a terminal's clipboard; w writes a file", len(text))})
	}
	return tea.Sequence(
		tea.SetClipboard(text),
		send(copiedMsg{text: text, notice: fmt.Sprintf("sent %d bytes to this terminal's clipboard (OSC 52), if it allows that", len(text))}),
	)
}

// save writes a file and says what came of it.
func save(s *screen.Save) tea.Cmd {
	return guarded("writing a file", func() tea.Msg {
		name, err := s.Write()
		if err != nil {
			return noticeMsg{text: s.Failed + ": " + err.Error()}
		}
		return noticeMsg{text: s.Done + " " + name}
	})
}
