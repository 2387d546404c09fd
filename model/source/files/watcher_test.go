package files

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
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
		if want := (model.Feed{Name: s.Label, Mode: model.Polling, Every: FastPoll}); !s.Feeds[0].Same(want) || s.Feeds[0].Last != s.At || s.Seq != 1 {
			t.Errorf("seq %d, feeds %+v, want %+v", s.Seq, s.Feeds, want)
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

func TestPanicBecomesAnError(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), "ok:1")
	var broken *mailbox.PanicError
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
		if _, err := w.Next(t.Context()); err != mailbox.ErrClosed {
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
		<-w.Done()
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
