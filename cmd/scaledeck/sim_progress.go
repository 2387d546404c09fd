package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
)

// progress draws how far a sweep has come on one line of a terminal; on anything
// else it draws nothing.
type progress struct {
	w     io.Writer // nil draws nothing
	total int
	now   func() time.Time
	last  time.Time
	drawn bool
}

// progressEvery is the least time between two drawings: a sweep is not to wait
// for the terminal.
const progressEvery = 100 * time.Millisecond

// newProgress returns the progress of so many runs, drawn on w where that is a
// terminal which can return to the beginning of a line.
func newProgress(t *terminal, w io.Writer, total int) *progress {
	p := &progress{total: total, now: time.Now}
	if f, ok := w.(*os.File); ok && term.IsTerminal(f.Fd()) && t.env("TERM") != "dumb" {
		p.w = w
	}
	return p
}

const progressCells = 30

// show draws that so many runs are done. Calls must not overlap.
func (p *progress) show(done int) {
	if p.w == nil || p.now().Sub(p.last) < progressEvery {
		return
	}
	p.last, p.drawn = p.now(), true
	full := progressCells * done / max(p.total, 1)
	fmt.Fprintf(p.w, "\r[%s%s] %3d%%  %d of %d runs", strings.Repeat("#", full), strings.Repeat(".", progressCells-full), 100*done/max(p.total, 1), done, p.total)
}

// clear takes the line away.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
