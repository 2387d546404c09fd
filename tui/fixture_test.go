package tui

import (
	"context"
	"fmt"
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/sim"
	"scaledeck/tui/internal/screentest"
)

// noon is the time of every test: frames that show a time are the same always.
var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// queue is a Source of fixed snapshots.
type queue struct{ snaps []*model.Snapshot }

func (q *queue) Next(context.Context) (*model.Snapshot, error) {
	if len(q.snaps) == 0 {
		return nil, io.EOF // instead of blocking
	}
	s := q.snaps[0]
	q.snaps = q.snaps[1:]
	return s, nil
}

// file decodes one document as a watched file.
func file(t testing.TB, name string, data []byte) model.File {
	t.Helper()
	doc, issues := format.Decode(name, data, format.Options{})
	f := model.File{Key: name, Name: name, Since: noon, Modified: noon.Add(-3 * time.Minute), Loaded: noon, Size: int64(len(data)), Doc: doc}
	if doc == nil {
		f.State, f.Issues = model.Unusable, issues
	}
	return f
}

// demoFiles are the demo's two documents as files.
func demoFiles(t testing.TB) []model.File {
	t.Helper()
	return []model.File{file(t, "autoscaling-canary.json", sim.DemoAutoscaling()), file(t, "multi-replica-scaling.json", sim.DemoScaleOut())}
}

// snapshot wraps files as a watched directory.
func snapshot(seq uint64, files ...model.File) *model.Snapshot {
	return &model.Snapshot{Seq: seq, At: noon, Label: "results/", Files: files, Feeds: []model.Feed{{Name: "results/", Mode: model.Events}}}
}

// never stands in for tea.Tick: tests send the messages of timers themselves.
func never(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }

// options are those of a console on the given snapshots at noon.
func options(snaps ...*model.Snapshot) Options {
	return Options{
		Source: &queue{snaps: snaps}, At: -1, Theme: "dark", after: never,
		Now: func() time.Time { return noon },
	}
}

// run starts a console of a size.
func run(t testing.TB, o Options, w, h int) *screentest.Runner {
	t.Helper()
	return screentest.New(t, newApp(context.Background(), o), w, h)
}

// demo starts a console on the demo's documents.
func demo(t testing.TB, w, h int) *screentest.Runner {
	t.Helper()
	return run(t, options(snapshot(1, demoFiles(t)...)), w, h)
}

// judged are the demo's findings.
func judged(t testing.TB) *analysis.Findings {
	t.Helper()
	return analysis.Judge(snapshot(1, demoFiles(t)...), analysis.Options{})
}

// sizes are the terminals that golden frames are kept for.
var sizes = []struct{ w, h int }{{60, 15}, {80, 24}, {120, 40}, {200, 60}}

func sizeName(w, h int) string { return fmt.Sprintf("%dx%d", w, h) }
