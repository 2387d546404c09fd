package widget

import (
	"math"
	"strconv"
	"strings"

	"scaledeck/tui/internal/theme"
)

// Transport is the clock of a replay in words: its state, speed and position.
type Transport struct {
	Position, Duration float64 // s
	Speed              float64
	State              PlayState
	Loop               bool
}

// PlayState is what the clock does.
type PlayState uint8

// The states.
const (
	Paused PlayState = iota
	Playing
	Ended // holds at the end
)

// Mark returns the sign of the state, two cells, each unlike the others without colour.
func (s PlayState) Mark() string {
	switch s {
	case Playing:
		return "▶ "
	case Ended:
		return "■ "
	default:
		return "││"
	}
}

// SpeedText returns the speed, "4×", or a dash where it is no number.
func (t Transport) SpeedText() string {
	if math.IsNaN(t.Speed) || math.IsInf(t.Speed, 0) {
		return "–"
	}
	return strconv.FormatFloat(t.Speed, 'f', -1, 64) + "×"
}

// Clock returns "80 / 300 s", as wide for every position of the run.
func (t Transport) Clock() string {
	d := t.decimals()
	whole := clockText(t.Duration, d)
	at := clockText(t.Position, d)
	return strings.Repeat(" ", max(Width(whole)-Width(at), 0)) + at + " / " + whole + " s"
}

// decimals returns how many decimals of a second the run is worth: whole seconds
// from a minute up, more where the whole of it would otherwise read as 0.
func (t Transport) decimals() int {
	switch d := t.Duration; {
	case d >= 60 || d == 0:
		return 0
	case d >= 1:
		return 1
	default:
		return 4
	}
}

// clockText prints seconds; what is no time is a dash.
func clockText(s float64, decimals int) string {
	if math.IsNaN(s) || math.IsInf(s, 0) {
		return "–"
	}
	if math.Abs(s) >= 1e9 {
		return strconv.FormatFloat(s, 'g', 4, 64)
	}
	return strconv.FormatFloat(s, 'f', decimals, 64)
}

// PlayBar is the bar of a replay: what has been played, the playhead,
// what is ahead, and the events between.
type PlayBar struct {
	Position, Duration float64   // s
	Events             []float64 // s
}

// Put draws the bar into width cells. The first cell is the beginning of the
// run, the last its end; where playhead and event meet, the playhead is seen.
func (b PlayBar) Put(l *Line, width int) {
	width = min(width, l.Left())
	if width <= 0 {
		return
	}
	head := max(b.cell(min(b.Position, b.Duration), width), 0)
	marked := make([]bool, width)
	for _, e := range b.Events {
		if at := b.cell(e, width); at >= 0 {
			marked[at] = true
		}
	}
	for at := 0; at < width; {
		next := at + 1
		switch {
		case at == head:
			l.Put(theme.Playhead, "●")
		case marked[at]:
			l.Put(theme.Muted, "┼")
		default:
			for next < width && next != head && !marked[next] {
				next++
			}
			if at < head {
				l.Repeat(theme.Accent, "━", next-at)
			} else {
				l.Repeat(theme.Faint, "─", next-at)
			}
		}
		at = next
	}
}

// cell returns the cell of a moment, or −1 where it is not on the bar.
func (b PlayBar) cell(s float64, width int) int {
	share := s / b.Duration
	if !(share >= 0) || !(share <= 1) {
		return -1
	}
	return int(math.Round(share * float64(width-1)))
}
