package tui

import (
	"strings"
	"testing"
	"time"

	"scaledeck/analysis"
	"scaledeck/model"
)

// played returns the demo's timelines with the samples up to n, in a file that grows
// or has ended.
func played(t *testing.T, n int, grows bool) *model.Snapshot {
	t.Helper()
	f := demoFiles(t)[0]
	set := *f.Doc.Timelines()
	set.Timelines = []model.Timeline{set.Timelines[0].First(n), set.Timelines[1].First(n)}
	doc := *f.Doc
	doc.Parts = []model.Part{&set}
	f.Doc, f.Grows, f.Loaded = &doc, grows, noon.Add(time.Duration(n)*time.Second)
	s := snapshot(uint64(n), f)
	s.Feeds[0].Mode = model.Recorded
	if !grows {
		s.Feeds[0].State = model.Ended
	}
	return s
}

// TestReplayFollows holds that Replay stays at the latest sample of a file that
// grows, to its last, that a position left by hand stays, and that its growing is no
// news. The demo has a sample every 20 s.
func TestReplayFollows(t *testing.T) {
	r := run(t, options(played(t, 2, true)), 120, 40)
	r.Press(tabOf(t, "Replay"))
	grow := func(n int, grows bool, at, state string) {
		t.Helper()
		r.Send(findingsMsg{findings: analysis.Judge(played(t, n, grows), analysis.Options{})})
		if got := side(r, "at "); !strings.HasPrefix(got, "at "+at+" ") {
			t.Errorf("%d samples: at %q, want %s", n, got, at)
		}
		wants(t, r.Frame(), state)
		if strings.Contains(r.Frame(), "reloaded") {
			t.Errorf("%d samples: its growing is shown as news", n)
		}
	}
	r.Press("v")
	if got := side(r, "at "); !strings.HasPrefix(got, "at 20 s ") {
		t.Errorf("opened at %q, want the latest sample", got)
	}
	grow(3, true, "40 s", "recording ▶")
	grow(6, true, "100 s", "recording ▶")
	r.Press("left")
	grow(7, true, "80 s", "recording ▶")
	r.Press("end")
	grow(8, false, "140 s", "recording ended")
}
