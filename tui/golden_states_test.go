package tui

import (
	"strings"
	"testing"
	"time"

	"scaledeck/model"
)

// states are the screens in what a key brings them into, beyond how they open.
var states = []struct{ name, screen, keys string }{
	{"board-last", "Board", "G"},
	{"board-explain", "Board", "down e"},
	{"board-filter", "Board", "/ f p 8"},
	{"replay-single", "Replay", "j o n n"},
	{"replay-zoom", "Replay", "z z ] ] l s"},
	{"replay-plots", "Replay", "v j o u n n"},
	{"replay-hidden", "Replay", "] f"},
	{"replay-end", "Replay", "G"},
	{"replay-explain", "Replay", "n enter"},
	{"canary-promoted", "Canary", "down left"},
	{"canary-story", "Canary", "space space space"},
	{"canary-story-start", "Canary", "space"},
	{"canary-what-if", "Canary", "e 2 0 enter down down . 0 3"},
	{"canary-what-if-stopped", "Canary", "e 2 left"},
	{"topologies-right", "Topologies", "right down down"},
	{"topologies-explain", "Topologies", "down down right right enter"},
	{"topologies-compare", "Topologies", "c"},
	{"cold-start-next", "Cold start", "down right enter"},
	{"lab-changed", "Lab", "e 2 2 enter down right p"},
	{"lab-typing", "Lab", "e 2"},
	{"lab-ablation", "Lab", "a"},
	{"lab-ablation-end", "Lab", "a enter G"},
	{"audit-filter", "Audit", "down down down enter"},
	{"audit-last", "Audit", "G"},
	{"help", "Replay", "?"},
	{"issues", "Board", "i"},
	{"copy", "Canary", "y"},
}

// stateFiles are the demo's documents with one that has gaps, and one that is gone.
func stateFiles(t testing.TB) []model.File {
	t.Helper()
	files := append(demoFiles(t), file(t, "gaps.json", []byte(blocked)), file(t, "hole.json", []byte(oneMissing)))
	files[2].State, files[2].Since = model.Gone, noon.Add(-2*time.Hour)
	return files
}

// TestGoldenStates keeps those states at sizes between those of the screens, and
// once with their colours.
func TestGoldenStates(t *testing.T) {
	for _, s := range states {
		t.Run(s.name, func(t *testing.T) {
			r := run(t, options(snapshot(1, stateFiles(t)...)), 120, 40)
			r.Press(tabOf(t, s.screen))
			r.Press(strings.Fields(s.keys)...)
			var b strings.Builder
			for _, size := range []struct{ w, h int }{{48, 12}, {72, 20}, {100, 30}, {170, 50}} {
				r.Resize(size.w, size.h)
				b.WriteString("== " + sizeName(size.w, size.h) + "\n" + r.Frame())
			}
			golden(t, "states/"+s.name, b.String())
			r.Resize(120, 40)
			golden(t, "states/"+s.name+"-colours", r.Raw()+"\n")
		})
	}
}
