package tui

import (
	"errors"
	"fmt"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/model"
	"scaledeck/tui/internal/screen"
)

func (a *App) waitForSnapshot() tea.Cmd {
	if a.opts.Source == nil {
		return nil
	}
	return nextFindings(a.ctx, a.opts.Source, &a.memo, a.opts.Judge)
}

func (a *App) loadedFindings(msg findingsMsg) tea.Cmd {
	if a.loaded {
		if text := changes(a.findings.Snap, msg.findings.Snap); text != "" {
			a.notice = text
		}
	}
	a.findings, a.loaded = msg.findings, true
	return tea.Batch(a.toScreen(screen.Reloaded{}), a.waitForSnapshot())
}

// sourceEnded leaves the console where the following of files broke: what is on
// screen would be taken for what is there. A source that has no more to say ends
// with io.EOF, and the console stays.
func (a *App) sourceEnded(msg sourceEndedMsg) tea.Cmd {
	if a.ctx.Err() != nil || msg.err == nil || errors.Is(msg.err, io.EOF) {
		return nil
	}
	a.err = msg.err
	return tea.Quit
}

// suspends notes when the process is about to be stopped; Bubble Tea calls it
// with every message before it acts on one.
func (a *App) suspends(_ tea.Model, msg tea.Msg) tea.Msg {
	if _, ok := msg.(tea.SuspendMsg); !ok {
		return msg
	}
	if a.opts.BeforeSuspend != nil && !a.opts.BeforeSuspend() {
		return noticeMsg{text: "there is no shell to suspend to"}
	}
	a.suspended = a.opts.Now()
	return msg
}

// resumed takes the time for which the process was stopped out of the replay:
// nothing was shown.
func (a *App) resumed() tea.Cmd {
	if a.suspended.IsZero() {
		return a.toScreen(screen.Shown{})
	}
	gap := a.now.Sub(a.suspended)
	a.suspended = time.Time{}
	var cmds []tea.Cmd
	for _, s := range a.screens {
		cmds = append(cmds, a.do(s.Update(screen.Resumed{Gap: gap}, a.ctxFor())))
	}
	return tea.Batch(append(cmds, a.toScreen(screen.Shown{}))...)
}

// changes says in one line what a new snapshot brought.
func changes(old, now *model.Snapshot) string {
	before := make(map[string]model.File, len(old.Files))
	for _, f := range old.Files {
		before[f.Key] = f
	}
	var texts []string
	for _, f := range now.Files {
		was, known := before[f.Key]
		delete(before, f.Key)
		switch {
		case !known:
			texts = append(texts, f.Name+" appeared")
		case f.State != was.State && f.State != model.Fresh:
			texts = append(texts, f.Name+" "+f.State.String())
		case was.Grows && f.State == was.State:
		case f.Doc != was.Doc || f.State != was.State:
			texts = append(texts, f.Name+" reloaded")
		}
	}
	for _, f := range before {
		texts = append(texts, f.Name+" left")
	}
	switch len(texts) {
	case 0:
		return ""
	case 1:
		return texts[0] + " " + now.At.UTC().Format("15:04:05Z")
	default:
		return fmt.Sprintf("%s and %d more %s", texts[0], len(texts)-1, now.At.UTC().Format("15:04:05Z"))
	}
}
