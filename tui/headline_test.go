package tui

import (
	"strings"
	"testing"
	"time"

	"scaledeck/model"
	"scaledeck/tui/internal/theme"
)

// ageing are the demo's files of which one was last seen five minutes ago.
func ageing(t testing.TB, name string, state model.FileState) []model.File {
	t.Helper()
	files := demoFiles(t)
	for i := range files {
		if files[i].Name == name {
			files[i].State, files[i].Since = state, noon.Add(-5*time.Minute)
		}
	}
	return files
}

// TestScreensSayWhatIsNotFresh: figures that are not what their file holds now are
// said to be old on the first line of every screen that shows them, at every size
// and without the frame's help, and a full terminal names the file.
func TestScreensSayWhatIsNotFresh(t *testing.T) {
	shows := map[string]string{
		"Canary": "autoscaling-canary.json", "Cold start": "autoscaling-canary.json", "Lab": "autoscaling-canary.json",
		"Topologies": "multi-replica-scaling.json", "Audit": "multi-replica-scaling.json",
	}
	for title, name := range shows {
		for state, want := range map[model.FileState]string{model.Gone: "GONE 5 m", model.Stale: "STALE 5 m"} {
			for _, size := range append(sizes, struct{ w, h int }{40, 10}, struct{ w, h int }{56, 12}, struct{ w, h int }{100, 30}) {
				for _, ascii := range []bool{false, true} {
					o := options(snapshot(1, ageing(t, name, state)...))
					o.ASCII = ascii
					r := run(t, o, size.w, size.h)
					r.Press(tabOf(t, title))
					app := r.Model().(*App)
					lines := strings.Split(r.Raw(), "\n")
					head := lines[app.ctxFor().Area.Min.Y]
					at := strings.Index(head, want)
					if at < 0 {
						t.Errorf("%s, %dx%d, ASCII %v: the head line does not say %s:\n%s", title, size.w, size.h, ascii, want, r.Frame())
						continue
					}
					if !strings.HasSuffix(head[:at], theme.Dark(ascii).Open(theme.Undecided)) {
						t.Errorf("%s, %dx%d: %s is not painted as undecided: %q", title, size.w, size.h, want, head)
					}
					part := name[:4]
					if size.w >= 120 && !strings.Contains(head[at:], part) {
						t.Errorf("%s, %dx%d: which file is not said: %q", title, size.w, size.h, head[at:])
					}
				}
			}
		}
		r := onScreen(t, title, 80, 24, demoFiles(t)...)
		lacks(t, r.Frame(), "GONE", "STALE")
		// The other file of the two is no matter of this screen.
		other := map[bool]string{true: "multi-replica-scaling.json", false: "autoscaling-canary.json"}[name == "autoscaling-canary.json"]
		if r = onScreen(t, title, 80, 24, ageing(t, other, model.Gone)...); title != "Audit" {
			lacks(t, r.Frame(), "GONE")
		}
	}
}

// TestComparedSaysWhatIsNotFresh: of two compared files either may be old.
func TestComparedSaysWhatIsNotFresh(t *testing.T) {
	for _, size := range append(sizes, struct{ w, h int }{40, 10}) {
		files := ageing(t, "multi-replica-scaling.json", model.Gone)
		second := demoFiles(t)[1]
		second.Key, second.Name = "b.json", "b.json"
		r := onScreen(t, "Topologies", size.w, size.h, append(files, second)...)
		r.Press("c")
		wants(t, r.Frame(), "GONE 5 m")
	}
}
