package lab

import (
	"errors"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/sim"
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/screentest"
	"scaledeck/tui/internal/theme"
)

// noon is the time of every test.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

func file(t testing.TB, name string, data []byte) model.File {
	t.Helper()
	doc, issues := format.Decode(name, data, format.Options{})
	if doc == nil {
		t.Fatalf("%s: %v", name, issues)
	}
	return model.File{Key: name, Name: name, Since: noon, Modified: noon, Loaded: noon, Doc: doc}
}

func demoFiles(t testing.TB) []model.File {
	t.Helper()
	return []model.File{file(t, "autoscaling-canary.json", sim.DemoAutoscaling())}
}

// sharedResults reads the real timelines, or skips the test where the shared
// material is not there.
func sharedResults(t testing.TB) []model.File {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "..", "shared", "results", "autoscaling-canary.json")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not here: the real result files are not part of the repository", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	return []model.File{file(t, "autoscaling-canary.json", data)}
}

func findings(files ...model.File) *analysis.Findings {
	return analysis.Judge(&model.Snapshot{Seq: 1, At: noon, Label: "results/", Files: files}, analysis.Options{})
}

// host gives the Lab what the console does: an area, a filter, a line for its
// notice, and its keys.
type host struct {
	lab    *lab
	ctx    screen.Ctx
	files  []model.File
	save   func(sim.Document) (string, error)
	w, h   int
	notice string
	filter *string // typed so far; nil while no filter is typed
}

func hosted(files ...model.File) *host {
	return &host{files: files, ctx: screen.Ctx{Theme: theme.Dark(false), Now: noon}}
}

// openLab starts the Lab in a host of a size.
func openLab(t testing.TB, h *host, width, height int) (*screentest.Runner, *lab) {
	t.Helper()
	h.ctx.Snap = findings(h.files...)
	h.lab = newLab(h.save)
	return screentest.New(t, h, width, height), h.lab
}

func (h *host) Init() tea.Cmd { return nil }

func (h *host) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		h.w, h.h = msg.Width, msg.Height
		around := 5 // lines of the frame around a screen
		if h.w < 80 || h.h < 24 {
			around = 2
		}
		h.ctx.Area = image.Rect(0, 0, h.w, h.h-around)
	case tea.KeyPressMsg:
		h.notice = ""
		h.press(msg)
	}
	return h, nil
}

func (h *host) press(msg tea.KeyPressMsg) {
	switch k := msg.String(); {
	case h.filter != nil && k == "enter":
		h.filter = nil
	case h.filter != nil:
		*h.filter += msg.Text
	case k == "/" && !h.lab.typing:
		h.ctx.Filter = ""
		h.filter = &h.ctx.Filter
	case k == "esc" && h.ctx.Filter != "" && !h.lab.typing:
		h.ctx.Filter = ""
	default:
		x := h.lab.Update(msg, h.ctx)
		h.notice = x.Notice
		if x.Save != nil {
			name, err := x.Save.Write()
			if h.notice = x.Save.Done + " " + name; err != nil {
				h.notice = x.Save.Failed + ": " + err.Error()
			}
		}
	}
}

func (h *host) View() tea.View {
	lines := h.lab.View(h.ctx)
	lines = append(lines[:min(len(lines), h.ctx.Height())], h.notice)
	return tea.NewView(strings.Join(lines, "\n"))
}

// now returns the Lab's run as it is.
func (l *lab) now(r *screentest.Runner) *labRun { return l.run(r.Model().(*host).ctx) }

// plain is text in which no blank, and no arrow around a selected number, counts.
func plain(s string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("◀", "", "▶", "").Replace(s)), " ")
}

func has(t *testing.T, r *screentest.Runner, texts ...string) {
	t.Helper()
	frame := plain(r.Frame())
	for _, text := range texts {
		if !strings.Contains(frame, plain(text)) {
			t.Errorf("not on screen: %q\n%s", text, r.Frame())
		}
	}
}

func lacks(t *testing.T, r *screentest.Runner, texts ...string) {
	t.Helper()
	frame := plain(r.Frame())
	for _, text := range texts {
		if strings.Contains(frame, plain(text)) {
			t.Errorf("on screen: %q\n%s", text, r.Frame())
		}
	}
}
