package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/theme"
)

// Options configure the console. Source is required; everything else has a
// usable zero value.
type Options struct {
	Source Source
	Judge  analysis.Options
	Screen string  // the screen to open on; "" is the board
	At     float64 // replay position in seconds; negative opens at the first breach
	Play   bool
	Speed  float64 // 0 is 1×
	Loop   bool
	Theme  string // "auto", "dark", "light" or "none"
	ASCII  bool
	Blocks bool   // draw charts with block elements: the font has no braille
	FPS    int    // 0 is DefaultFPS
	Sync   bool   // use synchronised output without asking the terminal
	Notice string // shown in the footer until the first key

	// WriteReport writes the findings to a new file and returns its name; nil
	// takes the write key away.
	WriteReport func(*analysis.Findings) (string, error)
	// SaveRun writes a run of the Lab to a new file and returns its name; nil
	// takes the Lab's save away.
	SaveRun func(sim.Document) (string, error)
	// BeforeSuspend is told that the terminal is about to be restored and the
	// process stopped; false refuses. Nil allows.
	BeforeSuspend func() bool
	// Now is the clock; nil is time.Now.
	Now func() time.Time

	after after // nil is tea.Tick
}

// DefaultFPS is the frame rate without a flag: enough for a replay, and cheap
// on a bastion.
const DefaultFPS = 20

// App is the console, the only tea.Model. Update dispatches by the type of the
// message; what a message does stands in the methods beside it.
type App struct {
	ctx     context.Context
	opts    Options
	keys    globalKeys
	theme   *theme.Theme
	screens []screen
	active  int
	dialog  dialog // nil where none is open
	filter  filterLine

	findings *analysis.Findings
	loaded   bool // at least one snapshot came
	now      time.Time
	layout   layout
	w, h     int

	notice      string    // the footer's right end
	interrupted time.Time // of the first ctrl+c that only warned
	mouse       bool
	suspended   time.Time // when the process was stopped; zero while it runs
	code        int       // exit code asked for by a key
	err         error     // why the console left by itself

	frame string // the last frame, valid while !dirty
	dirty bool
}

// newApp returns the console before its first message. ctx ends its commands.
func newApp(ctx context.Context, o Options) *App {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.after == nil {
		o.after = tea.Tick
	}
	a := &App{
		ctx: ctx, opts: o, keys: defaultGlobalKeys(), theme: themeFor(o, true), now: o.Now(),
		findings: &analysis.Findings{Snap: &model.Snapshot{}}, dirty: true, notice: o.Notice,
	}
	a.screens = newScreens(o)
	for i, s := range a.screens {
		if strings.EqualFold(s.title(), o.Screen) || strings.EqualFold(strings.ReplaceAll(s.title(), " ", ""), o.Screen) {
			a.active = i
		}
	}
	return a
}

// ScreenNames returns the names that Options.Screen takes.
func ScreenNames() []string {
	var names []string
	for _, s := range newScreens(Options{}) {
		names = append(names, strings.ToLower(strings.ReplaceAll(s.title(), " ", "")))
	}
	return names
}

// themeFor returns the theme the options ask for on a dark or light background.
func themeFor(o Options, dark bool) *theme.Theme {
	var t *theme.Theme
	switch {
	case o.Theme == "none":
		t = theme.None(o.ASCII)
	case o.Theme == "light", o.Theme != "dark" && !dark:
		t = theme.Light(o.ASCII)
	default:
		t = theme.Dark(o.ASCII)
	}
	t.Blocks = o.Blocks
	return t
}

// Init starts waiting for snapshots and asks for the background colour, whose
// answer is never waited for.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.opts.after.nextAge(), a.waitForSnapshot(), a.toScreen(shownMsg{})}
	if a.opts.Theme == "" || a.opts.Theme == "auto" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

func (a *App) waitForSnapshot() tea.Cmd {
	if a.opts.Source == nil {
		return nil
	}
	return nextFindings(a.ctx, a.opts.Source, a.opts.Judge)
}

// Update dispatches a message and notes that the frame has to be drawn anew.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	a.now = a.opts.Now()
	a.dirty = true
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h, a.layout = msg.Width, msg.Height, arrange(msg.Width, msg.Height)
		return a, nil
	case tea.KeyPressMsg:
		return a, a.pressed(msg)
	case tea.PasteMsg:
		a.filter.paste(msg.Content)
		return a, nil
	case tea.MouseMsg:
		return a, a.moused(msg)
	case tea.BackgroundColorMsg:
		return a, a.background(msg.IsDark())
	case tea.ColorProfileMsg:
		return a, a.profile(msg.Profile)
	case tea.ResumeMsg:
		return a, a.resumed()
	case findingsMsg:
		return a, a.loadedFindings(msg)
	case sourceEndedMsg:
		return a, a.sourceEnded(msg)
	case openMsg:
		return a, a.open(msg.key)
	case explainMsg:
		a.dialog = newExplain(msg.title, msg.details)
		return a, nil
	case textMsg:
		a.dialog = newTextDialog(msg.title, msg.lines)
		return a, nil
	case copiedMsg:
		a.notice = msg.notice
		a.dialog = newTextDialog("copied, or select it here", strings.Split(msg.text, "\n"))
		return a, nil
	case noticeMsg:
		a.notice = msg.text
		return a, nil
	case ageMsg:
		return a, a.opts.after.nextAge()
	case frameMsg, shownMsg, hiddenMsg:
		return a, a.toScreen(msg)
	default:
		a.dirty = false // nothing we know of changes what is shown
		return a, nil
	}
}

// toScreen hands a message to the active screen.
func (a *App) toScreen(msg tea.Msg) tea.Cmd {
	return a.screens[a.active].update(msg, a.ctxFor())
}

// ctxFor returns what the active screen may know.
func (a *App) ctxFor() Ctx {
	return Ctx{Snap: a.findings, Now: a.now, Area: a.layout.Screen, Theme: a.theme, Filter: a.filter.text()}
}

func (a *App) background(dark bool) tea.Cmd {
	if a.opts.Theme == "" || a.opts.Theme == "auto" {
		if a.theme.Name != "none" {
			a.theme = themeFor(a.opts, dark)
		}
	}
	return nil
}

func (a *App) loadedFindings(msg findingsMsg) tea.Cmd {
	if a.loaded {
		if text := changes(a.findings.Snap, msg.findings.Snap); text != "" {
			a.notice = text
		}
	}
	a.findings, a.loaded = msg.findings, true
	return tea.Batch(a.toScreen(msg), a.waitForSnapshot())
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
// nobody was watching.
func (a *App) resumed() tea.Cmd {
	if a.suspended.IsZero() {
		return a.toScreen(shownMsg{})
	}
	gap := a.now.Sub(a.suspended)
	a.suspended = time.Time{}
	for _, s := range a.screens {
		if r, ok := s.(interface {
			resume(now time.Time, gap time.Duration)
		}); ok {
			r.resume(a.now, gap)
		}
	}
	return a.toScreen(shownMsg{})
}

// open shows a finding on the screen that shows its kind.
func (a *App) open(k string) tea.Cmd {
	i, ok := a.findings.Find(k)
	if !ok {
		return nil
	}
	for n, s := range a.screens {
		if o, can := s.(opener); can && n != a.active && o.open(a.findings.List[i]) {
			return a.show(n)
		}
	}
	return nil
}

// show makes screen n the active one.
func (a *App) show(n int) tea.Cmd {
	if n < 0 || n >= len(a.screens) || n == a.active {
		return nil
	}
	hidden := a.toScreen(hiddenMsg{})
	a.active = n
	a.filter.clear()
	return tea.Batch(hidden, a.toScreen(shownMsg{}))
}

// pressed handles a key: the open dialog first, then the filter line, then the
// global keys, then the screen.
func (a *App) pressed(msg tea.KeyPressMsg) tea.Cmd {
	if a.notice != "" && !key.Matches(msg, a.keys.Interrupt) {
		a.notice = ""
	}
	switch {
	case key.Matches(msg, a.keys.Interrupt):
		return a.interrupt()
	case key.Matches(msg, a.keys.Suspend):
		return tea.Suspend
	case key.Matches(msg, a.keys.Redraw):
		return tea.ClearScreen
	case a.dialog != nil:
		if a.dialog.update(msg, a.ctxFor()) {
			a.dialog = nil
		}
		return nil
	case a.filter.editing:
		a.filter.press(msg)
		return nil
	}
	if cmd, done := a.global(msg); done {
		return cmd
	}
	return a.toScreen(msg)
}

// global handles the keys that work on every screen. A screen that binds one of
// the single letters itself is asked first.
func (a *App) global(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch k := a.keys; {
	case key.Matches(msg, k.Quit):
		return tea.Quit, true
	case key.Matches(msg, a.screens[a.active].keys(a.ctxFor())...):
		return nil, false
	case key.Matches(msg, k.Help):
		a.dialog = newHelp(a.screens[a.active], a.keys, a.ctxFor())
	case key.Matches(msg, k.Issues):
		a.dialog = newIssues(a.findings)
	case key.Matches(msg, k.Filter):
		a.filter.editing = true
	case key.Matches(msg, k.Back):
		if a.filter.text() == "" {
			return a.show(0), true
		}
		a.filter.clear()
	case key.Matches(msg, k.NextTab):
		return a.show((a.active + 1) % len(a.screens)), true
	case key.Matches(msg, k.PrevTab):
		return a.show((a.active + len(a.screens) - 1) % len(a.screens)), true
	case key.Matches(msg, k.Tabs):
		return a.show(int(msg.Code - '1')), true
	case key.Matches(msg, k.Copy):
		return a.copy(), true
	case key.Matches(msg, k.Write):
		return a.write(), true
	case key.Matches(msg, k.Mouse):
		a.mouse = !a.mouse
		a.notice = map[bool]string{true: "mouse on: hold shift to select text", false: "mouse off"}[a.mouse]
	default:
		return nil, false
	}
	return nil, true
}

func (a *App) copy() tea.Cmd {
	if c, ok := a.screens[a.active].(copier); ok {
		if text := c.copyText(a.ctxFor()); text != "" {
			return copyText(text)
		}
	}
	a.notice = "nothing to copy here"
	return nil
}

func (a *App) write() tea.Cmd {
	if s, ok := a.screens[a.active].(saver); ok {
		return s.save(a.ctxFor())
	}
	if a.opts.WriteReport == nil {
		a.notice = "reports cannot be written here"
		return nil
	}
	return writeReport(a.opts.WriteReport, a.findings)
}

// interruptGrace is how long a first ctrl+c that only warned counts.
const interruptGrace = 1500 * time.Millisecond

// interrupt quits with the code of a SIGINT. While a replay runs the first
// ctrl+c only warns: it is often meant as copy, and would end a live showing.
func (a *App) interrupt() tea.Cmd {
	if p, ok := a.screens[a.active].(interface{ playing(Ctx) bool }); ok && p.playing(a.ctxFor()) && a.now.Sub(a.interrupted) > interruptGrace {
		a.interrupted = a.now
		a.notice = "a replay is running: ctrl+c again to quit, y to copy"
		return nil
	}
	a.code = 130
	return tea.Quit
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
