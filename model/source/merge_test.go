package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
)

// scripted is a source that brings what a test sends.
type scripted struct {
	*mailbox.Box
	name  string
	steps chan func(*scripted) error
	seq   uint64
}

func (s *scripted) String() string { return s.name }

func script(t *testing.T, name string) *scripted {
	ctx, cancel := context.WithCancel(t.Context())
	s := &scripted{Box: mailbox.New(cancel), name: name, steps: make(chan func(*scripted) error)}
	s.Start("following "+name, func() error {
		for {
			select {
			case step := <-s.steps:
				if err := step(s); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
	return s
}

// bring makes the source bring a snapshot of the files, named "key=NAME".
func (s *scripted) bring(at int64, keys ...string) {
	s.steps <- func(s *scripted) error {
		s.seq++
		snap := &model.Snapshot{Seq: s.seq, At: time.Unix(at, 0), Label: s.name, Feeds: []model.Feed{{Name: s.name, Mode: model.Events}}}
		for _, k := range keys {
			snap.Files = append(snap.Files, model.File{Key: k, Name: k})
		}
		s.Put(snap)
		return nil
	}
	synctest.Wait()
}

func (s *scripted) end(err error) {
	s.steps <- func(*scripted) error { return err }
	synctest.Wait()
}

// look returns the newest snapshot as one line: number, time, label, files, feeds,
// issues.
func look(t *testing.T, s Source) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	snap, err := s.Next(ctx)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d @%d %s:", snap.Seq, snap.At.Unix(), snap.Label)
	for _, f := range snap.Files {
		fmt.Fprintf(&b, " %s=%s", f.Key, f.Name)
	}
	for _, f := range snap.Feeds {
		fmt.Fprintf(&b, " [%s %d %s]", f.Name, f.State, f.Err)
	}
	for _, i := range snap.Issues {
		fmt.Fprintf(&b, " !%s", i.Message)
	}
	return b.String()
}

// The states of feeds, as look prints them.
const following, waiting, ended = model.Following, model.Waiting, model.Ended

func TestMerge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := script(t, "a"), script(t, "b")
		m := Merge(a, b)
		check := func(step, want string) {
			t.Helper()
			if got := look(t, m); got != want {
				t.Errorf("%s:\n got %s\nwant %s", step, got, want)
			}
		}
		b.bring(7, "y", "x")
		check("the second brings something first", fmt.Sprintf("1 @7 a, b: 1:x=x 1:y=y [a %d ] [b %d ]", waiting, following))
		a.bring(5, "x", "z")
		check("names that both have, in order", fmt.Sprintf("2 @7 a, b: x=x 1:x=x 1:y=y z=z [a %d ] [b %d ]", following, following))
		a.bring(8, "x")
		a.bring(9, "w")
		check("the newest wins", fmt.Sprintf("4 @9 a, b: w=w 1:x=x 1:y=y [a %d ] [b %d ]", following, following))
		b.end(errors.New("no\x1b answer"))
		check("one fails and keeps what it brought", fmt.Sprintf("5 @9 a, b: w=w 1:x=x 1:y=y [a %d ] [b %d no␛ answer] !b is no longer followed: no␛ answer", following, ended))
		a.bring(11, "v")
		check("the other goes on", fmt.Sprintf("6 @11 a, b: v=v 1:x=x 1:y=y [a %d ] [b %d no␛ answer] !b is no longer followed: no␛ answer", following, ended))
		a.end(io.EOF)
		check("it ends too", fmt.Sprintf("7 @11 a, b: v=v 1:x=x 1:y=y [a %d ] [b %d no␛ answer] !b is no longer followed: no␛ answer", ended, ended))
		check("nothing is left", "EOF")
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestMergeOfFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := script(t, "a"), script(t, "b")
		m := Merge(a, b)
		a.end(errors.New("one"))
		b.steps <- func(*scripted) error { panic("two") }
		synctest.Wait()
		_, err := m.Next(t.Context())
		var broke *PanicError
		if err == nil || !strings.HasPrefix(err.Error(), "a: one\nb: internal error") || !errors.As(err, &broke) {
			t.Errorf("error = %v", err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}

// broken is a source that panics where it is asked, in the goroutine that asks.
type broken struct{ *scripted }

func (broken) Next(context.Context) (*model.Snapshot, error) { panic("broken") }

// TestMergeEnds holds that no goroutine is left, whichever way it ends: synctest
// fails a test that leaves one.
func TestMergeEnds(t *testing.T) {
	t.Run("panic", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a := script(t, "a")
			m := Merge(a, broken{script(t, "b")})
			a.bring(1, "x")
			if got := look(t, m); !strings.Contains(got, "x=x") || !strings.Contains(got, "internal error while following a source: broken") {
				t.Errorf("got %s", got)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("closed", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			a, b := script(t, "a"), script(t, "b")
			m := Merge(a, b)
			a.bring(1, "x")
			if err := m.Close(); err != nil {
				t.Error(err)
			}
			for _, s := range []Source{m, a, b} {
				if _, err := s.Next(t.Context()); err != mailbox.ErrClosed {
					t.Errorf("error = %v, want ErrClosed", err)
				}
			}
		})
	})
	t.Run("cancelled", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			m := Merge(script(t, "a"), script(t, "b"))
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := m.Next(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("error = %v", err)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		})
	})
	t.Run("none", func(t *testing.T) {
		m := Merge()
		if _, err := m.Next(t.Context()); err != io.EOF {
			t.Errorf("error = %v, want io.EOF", err)
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
}
