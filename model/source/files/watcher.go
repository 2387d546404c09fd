package files

import (
	"context"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
)

// Watcher follows files and directories. Its Next and Close may be called from any
// goroutine.
type Watcher struct {
	*mailbox.Box
	options Options

	// What follows belongs to the goroutine that runs follow.
	tracker   *tracker
	notifier  *notifier // nil without events
	burst     coalescer
	poll      poller
	feed      model.Feed
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
		Box: mailbox.New(cancel), options: o,
		tracker: newTracker(o, false), burst: coalescer{quiet: o.Quiet, maxWait: o.MaxWait},
	}
	w.Start("following files", func() error { return w.follow(ctx, open) })
	return w, nil
}

// String returns what is followed as short text that is safe to print.
func (w *Watcher) String() string { return labelOf(w.options.Paths) }
