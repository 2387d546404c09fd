package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"scaledeck/model"
)

// fakeEvents are events of which a test decides when they fail.
type fakeEvents struct {
	add     error
	adds    int
	removed []string
	changes chan fsnotify.Event
	errors  chan error
}

func newFakeEvents() *fakeEvents {
	return &fakeEvents{changes: make(chan fsnotify.Event), errors: make(chan error)}
}

func (e *fakeEvents) Add(string) error { e.adds++; return e.add }
func (e *fakeEvents) Remove(d string) error {
	e.removed = append(e.removed, d)
	return fsnotify.ErrNonExistentWatch
}
func (e *fakeEvents) Close() error                                  { close(e.changes); return nil }
func (e *fakeEvents) stream() (<-chan fsnotify.Event, <-chan error) { return e.changes, e.errors }

func TestLimitsOfTheSystemAreNamed(t *testing.T) {
	tests := []struct {
		name      string
		open, add error
		want      string
	}{
		{"watches", nil, syscall.ENOSPC, "fs.inotify.max_user_watches"},
		{"instances", syscall.EMFILE, nil, "fs.inotify.max_user_instances"},
		{"open files of the system", syscall.ENFILE, nil, "fs.file-max"},
		{"no events at all", syscall.ENOSYS, nil, "no file events: function not implemented"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "a.json"), "ok:1")
			synctest.Test(t, func(t *testing.T) {
				w, err := watchWith(t.Context(), Options{Paths: []string{dir}, Decode: fakeDecode}, func() (events, error) {
					if tt.open != nil {
						return nil, fmt.Errorf("opening: %w", tt.open)
					}
					e := newFakeEvents()
					e.add = tt.add
					return e, nil
				})
				must(t, err)
				s := next(t, w)
				if s.Feeds[0].Mode != model.Polling || s.Feeds[0].Every != FastPoll || !strings.Contains(s.Feeds[0].Reason, tt.want) {
					t.Errorf("feed = %+v, want polling because of %s", s.Feeds[0], tt.want)
				}
				write(t, filepath.Join(dir, "a.json"), "ok:2")
				wants(t, "by the poll", next(t, w), "a.json: live 2")
				must(t, w.Close())
			})
		})
	}
}

func TestEventsOnlyMeanLookAgain(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "ok:1")
	synctest.Test(t, func(t *testing.T) {
		e := newFakeEvents()
		w, err := watchWith(t.Context(), Options{Paths: []string{dir}, Decode: fakeDecode}, func() (events, error) { return e, nil })
		must(t, err)
		s := next(t, w)
		if want := (model.Feed{Name: s.Label, Mode: model.Events, Every: SlowPoll}); !s.Feeds[0].Same(want) {
			t.Errorf("feed = %+v, want %+v", s.Feeds[0], want)
		}
		time.Sleep(500 * time.Millisecond) // the look after the first watches were set is over
		write(t, filepath.Join(dir, "a.json"), "ok:2")
		began := time.Now()
		e.changes <- fsnotify.Event{Name: filepath.Join(dir, "..data"), Op: fsnotify.Create}
		wants(t, "an event that names something else", next(t, w), "a.json: live 2")
		if d := time.Since(began); d != DefaultQuiet {
			t.Errorf("noticed after %v, want %v", d, DefaultQuiet)
		}
		write(t, filepath.Join(dir, "a.json"), "ok:3")
		began = time.Now()
		e.errors <- fsnotify.ErrEventOverflow
		wants(t, "an overflow", next(t, w), "a.json: live 3")
		if d := time.Since(began); d != DefaultQuiet {
			t.Errorf("noticed after %v, want %v", d, DefaultQuiet)
		}
		write(t, filepath.Join(dir, "a.json"), "ok:4")
		began = time.Now()
		wants(t, "no event at all", next(t, w), "a.json: live 4")
		if d := time.Since(began); d > SlowPoll {
			t.Errorf("noticed after %v, want within %v", d, SlowPoll)
		}
		close(e.errors) // the system gives up
		s = next(t, w)
		if s.Feeds[0].Mode != model.Polling || s.Feeds[0].Reason != "the system sends no more file events" {
			t.Errorf("feed = %+v", s.Feeds[0])
		}
		must(t, w.Close())
	})
}

func TestWatchesAreGivenBack(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	must(t, os.Mkdir(sub, 0o755))
	e := newFakeEvents()
	n := newNotifier(e)
	for i, step := range []struct {
		directories []string
		grown       bool
	}{{[]string{dir, sub}, true}, {[]string{dir, sub}, false}, {[]string{dir}, false}, {[]string{dir, "/does/not/exist"}, false}} {
		if grown, err := n.follow(step.directories); err != nil || grown != step.grown {
			t.Errorf("step %d: grown %v, error %v", i, grown, err)
		}
	}
	if len(e.removed) != 1 || e.removed[0] != sub || e.adds != 6 {
		t.Errorf("removed %v, %d added", e.removed, e.adds)
	}
}

func TestSuspectsAreBounded(t *testing.T) {
	n := newNotifier(newFakeEvents())
	for i := range maxSuspects + 10 {
		n.suspect(fsnotify.Event{Name: fmt.Sprint(i), Op: fsnotify.Write})
	}
	n.suspect(fsnotify.Event{Name: "mode", Op: fsnotify.Chmod})
	if got := n.take(); len(got) != maxSuspects || got["mode"] {
		t.Errorf("%d suspects, want %d", len(got), maxSuspects)
	}
	if got := n.take(); len(got) != 0 {
		t.Errorf("%d suspects taken twice", len(got))
	}
}

func TestSilentFilesystemIsNamed(t *testing.T) {
	dir := t.TempDir()
	mounted := func(path string) string {
		if path == dir {
			return "NFS"
		}
		return ""
	}
	file := filepath.Join(dir, "not", "yet.json") // its nearest directory decides
	for given, want := range map[string]string{"results": "results is on NFS, which does not report every change", "re\x1bsults": "re␛sults is on NFS, which does not report every change"} {
		if got := silentRoot([]root{{given: "other", path: "/"}, {given: given, path: file}}, mounted); got != want {
			t.Errorf("reason = %q, want %q", got, want)
		}
	}
	if got := silentRoot([]root{{given: "other", path: "/"}}, mounted); got != "" {
		t.Errorf("reason = %q, want none", got)
	}
}
