package mailbox

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"

	"scaledeck/model"
)

// filled returns a box whose goroutine puts n snapshots and ends with err.
func filled(ctx context.Context, n uint64, err error) *Box {
	ctx, cancel := context.WithCancel(ctx)
	b := New(cancel)
	b.Start("filling", func() error {
		for seq := range n {
			b.Put(&model.Snapshot{Seq: seq + 1})
		}
		if err == nil {
			<-ctx.Done()
			err = ctx.Err()
		}
		return err
	})
	return b
}

func TestNewestWins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := filled(t.Context(), 5, nil)
		synctest.Wait()
		if s, err := b.Next(t.Context()); err != nil || s.Seq != 5 {
			t.Errorf("got %+v and %v, want the fifth snapshot", s, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if s, err := b.Next(ctx); s != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("got %+v and %v, want the end of the context", s, err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		if _, err := b.Next(t.Context()); err != ErrClosed {
			t.Errorf("after Close: %v", err)
		}
	})
}

// A source that comes to its end still yields its last snapshot; one that breaks
// does not, since what is in the box may be half of what there is.
func TestEnd(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		end  error
		last bool
	}{{io.EOF, true}, {broken, false}} {
		synctest.Test(t, func(t *testing.T) {
			b := filled(t.Context(), 2, tt.end)
			synctest.Wait()
			if tt.last {
				if s, err := b.Next(t.Context()); err != nil || s.Seq != 2 {
					t.Errorf("got %+v and %v, want the last snapshot", s, err)
				}
			}
			for range 2 {
				if s, err := b.Next(t.Context()); s != nil || err != tt.end {
					t.Errorf("got %+v and %v, want %v", s, err, tt.end)
				}
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOnce(t *testing.T) {
	refused := errors.New("refused")
	synctest.Test(t, func(t *testing.T) {
		b := Once(t.Context(), "reading", func(context.Context) (*model.Snapshot, error) { return &model.Snapshot{Seq: 1}, nil })
		if s, err := b.Next(t.Context()); err != nil || s.Seq != 1 {
			t.Errorf("got %+v and %v", s, err)
		}
		if _, err := b.Next(t.Context()); err != io.EOF {
			t.Errorf("second: %v, want io.EOF", err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
		b = Once(t.Context(), "reading", func(context.Context) (*model.Snapshot, error) { return nil, refused })
		if _, err := b.Next(t.Context()); err != refused {
			t.Errorf("refused: %v", err)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
}
