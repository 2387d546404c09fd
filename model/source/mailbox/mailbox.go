// Package mailbox is what every source has in common: a slot for one snapshot, of
// which the newest wins, the goroutines that fill it, and their end.
package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"scaledeck/model"
)

// ErrClosed is what Next returns once the source is closed.
var ErrClosed = errors.New("the source is closed")

// closeTimeout bounds Close: a read from a dead network server can block in the
// kernel for ever, and quitting must not wait for it.
const closeTimeout = 800 * time.Millisecond

// Box holds one snapshot, the newest: a reader that is late never sees the ones it
// missed, and a writer never waits. Its methods may be called from any goroutine,
// Put from one at a time.
type Box struct {
	slot    chan *model.Snapshot
	cancel  context.CancelFunc
	running atomic.Int32  // goroutines that Start began
	done    chan struct{} // closed once none is left
	closing chan struct{} // closed by Close
	once    sync.Once

	failed  chan struct{} // closed once failure is set
	failure error
	fail    sync.Once
}

// New returns an empty box. Close calls cancel, which ends the context of the
// goroutines that fill the box.
func New(cancel context.CancelFunc) *Box {
	return &Box{
		slot: make(chan *model.Snapshot, 1), cancel: cancel,
		done: make(chan struct{}), closing: make(chan struct{}), failed: make(chan struct{}),
	}
}

// Put replaces what is in the box.
func (b *Box) Put(s *model.Snapshot) {
	for {
		select {
		case b.slot <- s:
			return
		default:
		}
		select {
		case <-b.slot:
		default:
		}
	}
}

// Start runs f in a goroutine of the box and makes its error that of Next; io.EOF
// means that the snapshot in the box is the last. After the first it is called only
// from a goroutine that it has started.
func (b *Box) Start(doing string, f func() error) {
	b.running.Add(1)
	go func() {
		defer func() {
			if b.running.Add(-1) == 0 {
				close(b.done)
			}
		}()
		if err := Guard(doing, f); err != nil {
			b.fail.Do(func() {
				b.failure = err
				close(b.failed)
			})
		}
	}()
}

// Next returns the newest snapshot that it has not returned yet, and waits for
// one where there is none. The error is ErrClosed after Close, the error of ctx,
// io.EOF after the last snapshot of a source that has an end, or what broke the
// source: the end of its own context or a *PanicError.
func (b *Box) Next(ctx context.Context) (*model.Snapshot, error) {
	if err := b.ended(); err != nil {
		return b.last(err)
	}
	select {
	case s := <-b.slot:
		if err := b.ended(); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		return s, nil
	case <-b.closing:
		return nil, ErrClosed
	case <-b.failed:
		return b.last(b.ended())
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a change: %w", ctx.Err())
	}
}

// last returns what is left in the box of a source that came to its end, else err.
func (b *Box) last(err error) (*model.Snapshot, error) {
	if errors.Is(err, io.EOF) {
		select {
		case s := <-b.slot:
			return s, nil
		default:
		}
	}
	return nil, err
}

// ended returns why there will be no more snapshots, or nil.
func (b *Box) ended() error {
	select {
	case <-b.closing:
		return ErrClosed
	default:
	}
	select {
	case <-b.failed:
		return b.failure
	default:
		return nil
	}
}

// Done is closed once no goroutine of the box is left.
func (b *Box) Done() <-chan struct{} { return b.done }

// Close ends the source. It returns within a second whatever happens; the
// error says that a goroutine is still stuck in the system by then.
func (b *Box) Close() error {
	b.once.Do(func() { close(b.closing) })
	b.cancel()
	timeout := time.NewTimer(closeTimeout)
	defer timeout.Stop()
	select {
	case <-b.done:
		return nil
	case <-timeout.C:
		return errors.New("closing the source: the system does not return from an operation")
	}
}
