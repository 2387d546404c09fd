package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/screens"
	"scaledeck/tui/internal/theme"
)

// Options configure the console. Source is required; everything else has a
// usable zero value.
type Options struct {
	Source     Source
	Judge      analysis.Options
	Screen     string  // the screen to open on; "" is the board
	At         float64 // replay position in seconds; negative opens at the first breach
	Play       bool
	Speed      float64 // 0 is 1×
	Loop       bool
	Theme      string // "auto", "dark", "light" or "none"
	Background string // "dark", "light", or "" if unknown; the terminal is asked
	ASCII      bool
	Blocks     bool   // draw charts with block elements: the font has no braille
	FPS        int    // 0 is DefaultFPS
	Sync       bool   // use synchronised output without asking the terminal
	Notice     string // shown in the footer until the first key

	// WriteReport writes the findings to a new file and returns its name; nil
	// takes the write key away.
	WriteReport func(*analysis.Findings) (string, error)
	// SaveRun writes a run of the Lab to a new file and returns its name; nil
	// takes the Lab's save away.
	SaveRun func(sim.Document) (string, error)
	// BeforeSuspend is called when the terminal is about to be restored and the
	// process stopped; false refuses. Nil allows.
	BeforeSuspend func() bool
	// Now is the clock; nil is time.Now.
	Now func() time.Time

	after after         // nil is tea.Tick
	specs []screen.Spec // nil is the list of screens
}

// DefaultFPS is the frame rate without a flag: enough for a replay, cheap while
// idle, and the first frame comes within a tenth of a second: it waits for a tick.
const DefaultFPS = 16

// App is the console, the only tea.Model. Update dispatches by the type of the
// message; the methods below do what each asks for.
type App struct {
	ctx     context.Context
	opts    Options
	keys    globalKeys
	theme   *theme.Theme
	specs   []screen.Spec
	screens []screen.Screen // one for each of specs
	active  int
	dialog  dialog // nil where none is open
	filter  filterLine

	memo     analysis.Memo // for the one command that waits for a snapshot
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
	leave       func()    // ends the program from a View that broke; nil in tests

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
		ctx: ctx, opts: o, theme: themeFor(o, o.known()), now: o.Now(),
		findings: &analysis.Findings{Snap: &model.Snapshot{}}, dirty: true, notice: o.Notice,
	}
	if a.specs = o.specs; a.specs == nil {
		a.specs = screens.All()
	}
	a.keys = defaultGlobalKeys(len(a.specs))
	for i, s := range a.specs {
		a.screens = append(a.screens, s.New(o.deps()))
		if strings.EqualFold(s.ID, o.Screen) || strings.EqualFold(s.Title, o.Screen) {
			a.active = i
		}
	}
	return a
}

// ScreenNames returns the names that Options.Screen takes.
func ScreenNames() []string {
	var names []string
	for _, s := range screens.All() {
		names = append(names, s.ID)
	}
	return names
}

// deps returns what screens are made from.
func (o Options) deps() screen.Deps {
	d := screen.Deps{Judge: o.Judge, Start: screen.Start{At: o.At, Play: o.Play, Speed: o.Speed, Loop: o.Loop}, FPS: o.FPS, After: o.after, SaveRun: o.SaveRun}
	if d.FPS <= 0 {
		d.FPS = DefaultFPS
	}
	return d
}

// background is what is known of the terminal's background colour.
type background uint8

const (
	unknownBackground background = iota
	darkBackground
	lightBackground
)

// themeFor returns the theme the options ask for on a background.
func themeFor(o Options, on background) *theme.Theme {
	switch o.Theme {
	case "none", "dark", "light":
	default:
		o.Theme = [...]string{unknownBackground: "neutral", darkBackground: "dark", lightBackground: "light"}[on]
	}
	themes := map[string]func(bool) *theme.Theme{"none": theme.None, "dark": theme.Dark, "light": theme.Light, "neutral": theme.Neutral}
	t := themes[o.Theme](o.ASCII)
	t.Blocks = o.Blocks
	return t
}

// known returns what the options say of the background.
func (o Options) known() background {
	switch o.Background {
	case "dark":
		return darkBackground
	case "light":
		return lightBackground
	default:
		return unknownBackground
	}
}

// Init starts waiting for snapshots and asks for the background colour, whose
// answer is never waited for.
func (a *App) Init() tea.Cmd {
	cmds := []tea.Cmd{a.opts.after.nextAge(), a.waitForSnapshot(), a.toScreen(screen.Shown{})}
	if a.opts.Theme == "" || a.opts.Theme == "auto" {
		cmds = append(cmds, tea.RequestBackgroundColor)
	}
	return tea.Batch(cmds...)
}

// Update dispatches a message and notes that the frame has to be redrawn.
func (a *App) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	defer func() {
		if a.broke("handling a message", recover()) {
			m, cmd = a, tea.Quit
		}
	}()
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
		return a, a.restyle(msg.IsDark())
	case tea.ColorProfileMsg:
		return a, a.profile(msg.Profile)
	case tea.ResumeMsg:
		return a, a.resumed()
	case findingsMsg:
		return a, a.loadedFindings(msg)
	case sourceEndedMsg:
		return a, a.sourceEnded(msg)
	case brokeMsg:
		a.err = msg.err
		return a, tea.Quit
	case copiedMsg:
		a.notice = msg.notice
		a.dialog = newTextDialog("the text, to select here if the terminal did not take it", strings.Split(msg.text, "\n"))
		return a, nil
	case noticeMsg:
		a.notice = msg.text
		return a, nil
	case ageMsg:
		return a, a.opts.after.nextAge()
	case screen.Frame:
		return a, a.toScreen(msg)
	default:
		a.dirty = false // nothing we know of changes what is shown
		return a, nil
	}
}

// toScreen hands a message to the active screen.
func (a *App) toScreen(msg tea.Msg) tea.Cmd {
	return a.do(a.screens[a.active].Update(msg, a.ctxFor()))
}

// do carries out what a screen wants done.
func (a *App) do(x screen.Action) tea.Cmd {
	cmd := x.Cmd
	if x.Notice != "" {
		a.notice = x.Notice
	}
	if x.Dialog != nil {
		a.dialog = newExplain(x.Dialog.Title, x.Dialog.Details)
	}
	if x.Open != "" {
		cmd = tea.Batch(cmd, a.open(x.Open))
	}
	if x.Copy != "" {
		cmd = tea.Batch(cmd, copyText(x.Copy))
	}
	if x.Save != nil {
		cmd = tea.Batch(cmd, save(x.Save))
	}
	return cmd
}

// ctxFor returns what the active screen may know.
func (a *App) ctxFor() screen.Ctx {
	return screen.Ctx{Snap: a.findings, Now: a.now, Area: a.layout.Screen, Theme: a.theme, Filter: a.filter.text()}
}

// restyle takes the answer of the terminal; a theme that was asked for stays.
func (a *App) restyle(dark bool) tea.Cmd {
	on := lightBackground
	if dark {
		on = darkBackground
	}
	if a.theme.Name != "none" {
		a.theme = themeFor(a.opts, on)
	}
	return nil
}

// open shows a finding on the screen that shows its kind.
func (a *App) open(k string) tea.Cmd {
	i, ok := a.findings.Find(k)
	if !ok {
		return nil
	}
	f := &a.findings.List[i]
	for n, s := range a.specs {
		if n != a.active && s.Shows != nil && s.Shows(f) {
			opened := a.do(a.screens[n].Update(screen.Open{Finding: *f}, a.ctxFor()))
			return tea.Batch(opened, a.show(n))
		}
	}
	return nil
}

// show makes screen n the active one.
func (a *App) show(n int) tea.Cmd {
	if n < 0 || n >= len(a.screens) || n == a.active {
		return nil
	}
	hidden := a.toScreen(screen.Hidden{})
	a.active = n
	a.filter.clear()
	return tea.Batch(hidden, a.toScreen(screen.Shown{}))
}
