package source

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"scaledeck/model"
)

// closeTimeout bounds Close: a read from a dead network server can block in the
// kernel for ever, and nobody who quits wants to wait for it.
const closeTimeout = 800 * time.Millisecond

// Watcher follows files and directories. Its methods may be called from any
// goroutine.
type Watcher struct {
	options Options
	cancel  context.CancelFunc
	box     mailbox
	running atomic.Int32  // goroutines of ours
	done    chan struct{} // closed once none is left
	closing chan struct{} // closed by Close
	once    sync.Once

	failed  chan struct{} // closed once failure is set
	failure error
	fail    sync.Once

	// What follows belongs to the goroutine that runs follow.
	tracker   *tracker
	notifier  *notifier // nil without events
	burst     coalescer
	poll      poller
	watch     model.Watch
	published *model.Snapshot
}

// Watch follows the paths until ctx ends or Close is called. It returns at once:
// the first snapshot comes from Next as soon as everything was read. The only
// error is ErrNoPath.
func Watch(ctx context.Context, o Options) (*Watcher, error) {
	return watchWith(ctx, o, openEvents)
}

func watchWith(ctx context.Context, o Options, open func() (events, error)) (*Watcher, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &Watcher{
		options: o, cancel: cancel, box: newMailbox(), done: make(chan struct{}),
		closing: make(chan struct{}), failed: make(chan struct{}),
		tracker: newTracker(o, false), burst: coalescer{quiet: o.Quiet, maxWait: o.MaxWait},
	}
	w.start("following files", func() error { return w.follow(ctx, open) })
	return w, nil
}

// start runs f in a goroutine of the watcher and makes its error that of Next.
// After the first it is called only from a goroutine that it has started.
func (w *Watcher) start(doing string, f func() error) {
	w.running.Add(1)
	go func() {
		defer func() {
			if w.running.Add(-1) == 0 {
				close(w.done)
			}
		}()
		if err := guard(doing, f); err != nil {
			w.fail.Do(func() {
				w.failure = err
				close(w.failed)
			})
		}
	}()
}

// Next returns the newest snapshot that it has not returned yet, and waits for
// one where there is none. The error is ErrClosed after Close, the error of ctx,
// or what ended the watching: the end of its own context or a *PanicError.
func (w *Watcher) Next(ctx context.Context) (*model.Snapshot, error) {
	if err := w.ended(); err != nil {
		return nil, err
	}
	select {
	case s := <-w.box:
		if err := w.ended(); err != nil {
			return nil, err
		}
		return s, nil
	case <-w.closing:
		return nil, ErrClosed
	case <-w.failed:
		return nil, w.ended()
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a change: %w", ctx.Err())
	}
}

// ended returns why there will be no more snapshots, or nil.
func (w *Watcher) ended() error {
	select {
	case <-w.closing:
		return ErrClosed
	default:
	}
	select {
	case <-w.failed:
		return w.failure
	default:
		return nil
	}
}

// Close ends the watching. It returns within a second whatever happens; the
// error says that a goroutine is still stuck in the system by then.
func (w *Watcher) Close() error {
	w.once.Do(func() { close(w.closing) })
	w.cancel()
	timeout := time.NewTimer(closeTimeout)
	defer timeout.Stop()
	select {
	case <-w.done:
		return nil
	case <-timeout.C:
		return errors.New("closing the watcher: the system does not return from a file operation")
	}
}
