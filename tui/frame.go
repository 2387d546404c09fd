package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model/text"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/theme"
	"scaledeck/tui/internal/view"
	"scaledeck/tui/internal/widget"
)

// View returns the frame. Bubble Tea asks for it after every message, so it is
// drawn only when something was marked as changed.
func (a *App) View() tea.View {
	if a.dirty {
		a.redraw()
	}
	v := tea.NewView(a.frame)
	v.AltScreen = true
	v.WindowTitle = "scaledeck"
	if a.mouse {
		v.MouseMode = tea.MouseModeCellMotion
	}
	return v
}

// redraw draws the frame again. One that breaks keeps the old frame and leaves.
func (a *App) redraw() {
	a.dirty = false
	defer func() {
		if a.broke("drawing", recover()) && a.leave != nil {
			go a.leave() // not from here: the program waits for this frame
		}
	}()
	a.frame = a.draw()
}

// draw assembles the frame for the present layout.
//
//	status   scaledeck  results/ · 2 files · live ●        1 FAIL  1 PASS     12:04:31Z
//	tabs     1 Board  2 Replay  …                                                ? help
//	─────────────────────────────────────────────────────────────────────────────────────
//	screen
//	─────────────────────────────────────────────────────────────────────────────────────
//	footer   ↑↓ move  enter open                                            a notice
func (a *App) draw() string {
	if a.w <= 0 || a.h <= 0 {
		return ""
	}
	if a.layout.TooSmall {
		return a.tooSmall()
	}
	c := a.ctxFor()
	lines := make([]string, 0, a.h)
	if !a.layout.Compact {
		lines = append(lines, a.statusLine())
	}
	lines = append(lines, a.tabLine())
	if !a.layout.Compact {
		lines = append(lines, a.rule())
	}
	switch {
	case a.dialog != nil:
		lines = appendBlock(lines, a.dialog.view(c), c.Height())
	case !a.loaded:
		lines = appendBlock(lines, []string{"", widget.NewLine(a.theme, a.w).Put(theme.Muted, " reading …").String()}, c.Height())
	default:
		lines = appendBlock(lines, a.screens[a.active].View(c), c.Height())
	}
	if !a.layout.Compact {
		lines = append(lines, a.rule())
	}
	lines = append(lines, a.footer(c))
	return strings.Join(lines, "\n")
}

// appendBlock appends exactly h lines: those of a screen, cut or filled.
func appendBlock(lines, drawn []string, h int) []string {
	lines = append(lines, drawn[:min(len(drawn), h)]...)
	for range h - len(drawn) {
		lines = append(lines, "")
	}
	return lines
}

func (a *App) rule() string {
	return a.theme.Paint(theme.Faint, strings.Repeat(a.theme.Spell("─"), a.w))
}

// statusLine says what is open, how it is followed and what the verdicts are. Where room
// is short the time goes first, then the number of files, then the name is cut;
// how it is followed and the counts always stay.
func (a *App) statusLine() string {
	snap := a.findings.Snap
	l := widget.NewLine(a.theme, a.w).Put(theme.Text, " ").Put(theme.Title, "scaledeck").Put(theme.Text, "  ")
	state, tok := watchState(snap, a.now)
	counts := a.countsWidth()
	room := a.w - l.Used() - counts - widget.Width(a.theme.Spell(state)) - 5
	stamp, files := "", ""
	if text := " as of " + snap.At.UTC().Format("15:04:05Z") + " "; !snap.At.IsZero() && room-len(text) >= widget.Width(snap.Label) {
		stamp, room = text, room-len(text)
	}
	if text := " · " + text.Counted(len(snap.Files), "file"); room-len(text) >= widget.Width(snap.Label) {
		files, room = text, room-len(text)
	}
	l.Put(theme.Text, widget.Ellipsis(a.theme, snap.Label, room)+files+" · ").Put(tok, state)
	l.To(a.w - counts - len(stamp))
	a.putCounts(l)
	return l.Put(theme.Muted, stamp).String()
}

// counted is the order in which verdicts are counted in the status line.
var counted = [...]analysis.Verdict{analysis.Fail, analysis.Undecided, analysis.Running, analysis.Pass}

func (a *App) countsWidth() int {
	w := 0
	for _, v := range counted {
		if n := a.findings.Counts[v]; n > 0 {
			w += len(strconv.Itoa(n)) + 1 + len(v.String()) + 2
		}
	}
	return w
}

func (a *App) putCounts(l *widget.Line) {
	for _, v := range counted {
		if n := a.findings.Counts[v]; n > 0 {
			l.Put(theme.Verdict(v), strconv.Itoa(n)+" "+v.String()).Put(theme.Text, "  ")
		}
	}
}

// tooSmall says so, in words that fit: the sizes are never cut.
func (a *App) tooSmall() string {
	for _, text := range []string{
		"scaledeck needs %d×%d, this terminal is %d×%d", "needs %d×%d, this is %d×%d", "%d×%d, not %d×%d",
	} {
		text = a.theme.Spell(fmt.Sprintf(text, minWidth, minHeight, a.w, a.h))
		if lines := view.Wrap(a.theme, text, a.w); len(lines) <= a.h {
			return strings.Join(lines, "\n")
		}
	}
	return widget.Fit("?", a.w)
}

// tabs returns the labels of the tab line and the blanks between them. Short
// ones are taken where the long do not fit; where those do not fit next to the
// counts either, only the active tab is named.
func (a *App) tabs() (names []string, gap string) {
	gap = "  "
	short := make([]string, len(a.specs))
	for i, s := range a.specs {
		names, short[i] = append(names, s.Title), s.Short
	}
	if !a.layout.Compact {
		if tabsWidth(names, gap) > a.w-len("? help ") {
			return short, gap
		}
		return names, gap
	}
	names, gap = short, " "
	if tabsWidth(names, gap)+a.summaryWidth() > a.w {
		for i := range names {
			if i != a.active {
				names[i] = ""
			}
		}
	}
	return names, gap
}

func tabsWidth(names []string, gap string) int {
	w := 1
	for _, n := range names {
		w += len("1") + len(gap)
		if n != "" {
			w += 1 + widget.Width(n)
		}
	}
	return w
}

// summaryWidth returns the cells of putSummary.
func (a *App) summaryWidth() int {
	state, _ := watchState(a.findings.Snap, a.now)
	return a.countsWidth() + widget.Width(a.theme.Spell(state)) + 1
}

// tabLine names the screens, the active one by colour and weight, and without
// colour by a mark. On a compact frame, which has no status line, it carries the
// counts and how current the files are too.
func (a *App) tabLine() string {
	l := widget.NewLine(a.theme, a.w).Put(theme.Text, " ")
	names, gap := a.tabs()
	for i, name := range names {
		tok, num := theme.Muted, theme.Key
		if i == a.active {
			tok, num = theme.Accent, theme.Accent
		}
		number := strconv.Itoa(i + 1)
		if i == a.active && a.theme.Name == "none" {
			number = "▶" + number
		}
		l.Put(num, number)
		if name != "" {
			l.Put(theme.Text, " ").Put(tok, name)
		}
		l.Put(theme.Text, gap)
	}
	if !a.layout.Compact {
		return l.Right(theme.Muted, "? help ").String()
	}
	if l.Left() >= a.summaryWidth() {
		state, tok := watchState(a.findings.Snap, a.now)
		l.To(a.w - a.summaryWidth())
		a.putCounts(l)
		l.Put(tok, state)
	}
	return l.String()
}

// footer shows the filter while it is typed, else the keys that work here, and
// at the right what happened last.
func (a *App) footer(c screen.Ctx) string {
	l := widget.NewLine(a.theme, a.w).Put(theme.Text, " ")
	if a.filter.editing || a.filter.typed != "" {
		l.Put(theme.Key, "/").Put(theme.Strong, a.filter.typed)
		if a.filter.editing {
			l.Put(theme.Accent, "▏").Put(theme.Muted, " enter keep  esc drop")
		} else {
			l.Put(theme.Muted, "  esc drop the filter")
		}
		return l.String()
	}
	notice := a.notice
	if n := len(a.findings.Issues); notice == "" && n > 0 {
		notice = text.Counted(n, "issue") + ": i"
	}
	room := a.w - 1
	if notice != "" {
		room -= min(widget.Width(a.theme.Spell(notice))+2, a.w*2/3)
	}
	for _, b := range a.hints(c) {
		h := b.Help()
		if l.Used()+widget.Width(a.theme.Spell(h.Key+" "+h.Desc))+2 > room {
			break
		}
		l.Put(theme.Key, h.Key).Put(theme.Muted, " "+h.Desc+"  ")
	}
	return l.Right(theme.Text, widget.Ellipsis(a.theme, notice, max(l.Left()-2, 0))+" ").String()
}

// hints are the bindings worth showing: moving as one, the screen's own, then
// the global few. Help has them all.
func (a *App) hints(c screen.Ctx) []key.Binding {
	if a.dialog != nil {
		return []key.Binding{view.Bind("esc", "close", "esc")}
	}
	var own []key.Binding
	moves := false
	for _, b := range a.screens[a.active].Keys(c) {
		if slices.ContainsFunc(b.Keys(), movement) {
			moves = moves || slices.Contains(b.Keys(), "down")
			continue
		}
		own = append(own, b)
	}
	if moves {
		own = append([]key.Binding{view.Bind("↑↓", "move", "down")}, own...)
	}
	return append(own, a.keys.Filter, a.keys.Copy, a.keys.Quit)
}

// movement reports whether a key only moves a selection.
func movement(k string) bool {
	return slices.Contains([]string{"up", "down", "pgup", "pgdown", "home", "end"}, k)
}
