package files

import (
	"context"
	"fmt"
	"time"
)

// follow is the life of the watcher: it alone looks, reads and publishes.
func (w *Watcher) follow(ctx context.Context, open func() (events, error)) error {
	w.begin(open)
	defer func() { w.endEvents() }()
	timer := time.NewTimer(0)
	defer timer.Stop()
	var polled time.Time // zero: the first look is due at once
	for {
		select {
		case <-ctx.Done():
			return fmt.Errorf("following files: %w", ctx.Err())
		case <-w.changes():
			w.burst.note(time.Now())
		case <-w.eventsLost():
			w.withoutEvents("the system sends no more file events")
		case <-timer.C:
		}
		now := time.Now()
		deep := polled.IsZero() || now.Sub(polled) >= w.poll.interval
		at, due := w.burst.deadline()
		wake := w.tracker.wake
		if deep || (due && !at.After(now)) || (!wake.IsZero() && !wake.After(w.options.Now())) {
			if err := w.look(ctx, deep && !polled.IsZero()); err != nil {
				return err
			}
			if deep {
				polled = time.Now()
			}
		}
		timer.Reset(w.untilNext(polled))
	}
}

// changes returns the channel on which events arrive, nil without events.
func (w *Watcher) changes() <-chan struct{} {
	if w.notifier == nil {
		return nil
	}
	return w.notifier.kick
}

func (w *Watcher) eventsLost() <-chan struct{} {
	if w.notifier == nil {
		return nil
	}
	return w.notifier.lost
}

// untilNext returns how long nothing is to be done.
func (w *Watcher) untilNext(polled time.Time) time.Duration {
	wait := time.Until(polled.Add(w.poll.interval))
	if at, due := w.burst.deadline(); due {
		wait = min(wait, time.Until(at))
	}
	if wake := w.tracker.wake; !wake.IsZero() {
		wait = min(wait, wake.Sub(w.options.Now()))
	}
	return max(wait, time.Millisecond)
}

// look refreshes everything and publishes what came of it.
func (w *Watcher) look(ctx context.Context, deep bool) error {
	var suspects map[string]bool
	if w.notifier != nil {
		suspects = w.notifier.take()
	}
	began := time.Now()
	if err := w.tracker.refresh(ctx, suspects, deep); err != nil {
		return err
	}
	w.burst.done(w.options, time.Since(began))
	w.poll.took(w.tracker.scanned)
	w.feed.Every = w.poll.interval
	if w.notifier != nil {
		grown, err := w.notifier.follow(w.tracker.directories)
		switch {
		case err != nil:
			w.withoutEvents(limitReason(err))
		case grown:
			w.burst.note(time.Now())
		}
	}
	w.publish()
	return nil
}
