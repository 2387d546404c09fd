package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"scaledeck/model"
)

// polling follows dir with the clock of a synctest bubble: polls cost no time.
func polling(t *testing.T, o Options) *Watcher {
	t.Helper()
	o.ForcePoll = true
	if o.Decode == nil {
		o.Decode = fakeDecode
	}
	w, err := Watch(t.Context(), o)
	must(t, err)
	return w
}

// next returns the next snapshot; the test fails where there is none for long.
func next(t *testing.T, w *Watcher) *model.Snapshot {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := w.Next(ctx)
	must(t, err)
	return s
}

func TestPolling(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "a.json")
		write(t, path, "ok:1")
		w := polling(t, Options{Paths: []string{dir}})
		s := next(t, w)
		wants(t, "first", s, "a.json: live 1")
		if want := (model.Watch{Mode: model.Polling, Interval: FastPoll}); s.Watch != want || s.Seq != 1 {
			t.Errorf("seq %d, watch %+v, want %+v", s.Seq, s.Watch, want)
		}

		write(t, path, "half")
		began := time.Now()
		wants(t, "cut", next(t, w), "a.json: incomplete, retrying 1")
		if d := time.Since(began); d > FastPoll {
			t.Errorf("noticed after %v, want within %v", d, FastPoll)
		}
		changed := time.Now()
		wants(t, "quiet", next(t, w), "a.json: stale 1 [incomplete]")
		if d := time.Since(changed); d != DefaultSettle {
			t.Errorf("an error after %v, want after %v", d, DefaultSettle)
		}

		must(t, os.RemoveAll(dir))
		s = next(t, w) // the path is missing at once, the file only when it is missed twice
		if i := issueAbout(t, s, filepath.Base(dir)); i.Code != model.CodeUnreadable {
			t.Errorf("issue = %+v", i)
		}
		wants(t, "gone", next(t, w), "a.json: gone 1")
		write(t, path, "ok:2")
		s = next(t, w)
		wants(t, "recreated", s, "a.json: live 2")
		if s.Seq != 6 || len(s.Issues) != 0 {
			t.Errorf("seq %d, want 6; issues %v", s.Seq, s.Issues)
		}
		must(t, w.Close())
	})
}

func TestNothingIsPublishedWhenNothingChanged(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(dir, "a.json")
		write(t, path, "ok:1")
		w := polling(t, Options{Paths: []string{dir}, Poll: 250 * time.Millisecond})
		next(t, w)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		// Between two polls: a write in two steps is not to be seen halfway.
		time.AfterFunc(10100*time.Millisecond, func() { _ = os.Chtimes(path, time.Now(), time.Now()) })
		time.AfterFunc(20100*time.Millisecond, func() { _ = os.WriteFile(path, []byte("ok:1"), 0o644) })
		if s, err := w.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("snapshot %+v, error %v; want to wait for ever", s, err)
		}
		must(t, w.Close())
	})
}

func TestNewestWins(t *testing.T) {
	m := newMailbox()
	for seq := range uint64(5) {
		m.put(&model.Snapshot{Seq: seq})
	}
	if s := <-m; s.Seq != 4 || len(m) != 0 {
		t.Errorf("seq %d, %d left; want the newest and no other", s.Seq, len(m))
	}
}

func TestPanicBecomesAnError(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "ok:1")
	var broken *PanicError
	synctest.Test(t, func(t *testing.T) {
		w := polling(t, Options{Paths: []string{dir}})
		next(t, w)
		write(t, filepath.Join(dir, "b.json"), "panic")
		for range 2 {
			if _, err := w.Next(t.Context()); !errors.As(err, &broken) {
				t.Fatalf("error = %v", err)
			}
		}
		if !strings.Contains(string(broken.Stack), "fakeDecode") || strings.Contains(broken.Error(), "\x1b") {
			t.Errorf("error %q, stack %s", broken, broken.Stack)
		}
		must(t, w.Close())
		if _, err := w.Next(t.Context()); err != ErrClosed {
			t.Errorf("error = %v, want ErrClosed", err)
		}
	})
	if _, err := Read(t.Context(), Options{Paths: []string{dir}, Decode: fakeDecode}); !errors.As(err, &broken) {
		t.Errorf("Read: %v", err)
	}
}

func TestEndOfContextEndsTheWatching(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		w, err := Watch(ctx, Options{Paths: []string{dir}, Decode: fakeDecode, ForcePoll: true})
		must(t, err)
		next(t, w)
		cancel()
		if _, err := w.Next(t.Context()); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v", err)
		}
		<-w.done
	})
}

func TestCloseDoesNotWaitForAStuckRead(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "ok:1")
	synctest.Test(t, func(t *testing.T) {
		release, stuck := make(chan struct{}), make(chan struct{})
		w := polling(t, Options{Paths: []string{dir}, Decode: func(string, []byte) (*model.Document, []model.Issue) {
			close(stuck)
			<-release
			return nil, nil
		}})
		<-stuck
		began := time.Now()
		if err := w.Close(); err == nil {
			t.Error("no error although a goroutine is left")
		}
		if d := time.Since(began); d >= time.Second {
			t.Errorf("closing took %v", d)
		}
		close(release)
	})
}

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
				if s.Watch.Mode != model.Polling || s.Watch.Interval != FastPoll || !strings.Contains(s.Watch.Reason, tt.want) {
					t.Errorf("watch = %+v, want polling because of %s", s.Watch, tt.want)
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
		if want := (model.Watch{Mode: model.Events, Interval: SlowPoll}); s.Watch != want {
			t.Errorf("watch = %+v, want %+v", s.Watch, want)
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
		if s.Watch.Mode != model.Polling || s.Watch.Reason != "the system sends no more file events" {
			t.Errorf("watch = %+v", s.Watch)
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

func TestCloseWhileFilesPourIn(t *testing.T) {
	before := runtime.NumGoroutine()
	dir := t.TempDir()
	w, err := Watch(t.Context(), Options{Paths: []string{dir}, Decode: fakeDecode})
	must(t, err)
	next(t, w)
	stop, stopped := make(chan struct{}), make(chan error, 1)
	go func() {
		for i := 0; i < MaxFiles; i++ {
			select {
			case <-stop:
				stopped <- nil
				return
			default:
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.json", i)), []byte("ok:1"), 0o644); err != nil {
				stopped <- err
				return
			}
		}
		<-stop
		stopped <- nil
	}()
	for s := next(t, w); len(s.Files) < 10; s = next(t, w) {
	}
	began := time.Now()
	must(t, w.Close())
	if d := time.Since(began); d > time.Second {
		t.Errorf("closing took %v", d)
	}
	close(stop)
	must(t, <-stopped)
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
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
