package files

import (
	"time"

	"scaledeck/model"
	"scaledeck/model/text"
)

// begin chooses how changes are noticed.
func (w *Watcher) begin(open func() (events, error)) {
	o := w.options
	w.feed = model.Feed{Name: labelOf(o.Paths), Mode: model.Events}
	interval := SlowPoll
	if o.ForcePoll {
		w.feed.Mode, interval = model.Polling, FastPoll
	}
	if reason := silentRoot(w.tracker.scanner.roots, silentFilesystem); reason != "" && !o.ForcePoll {
		w.feed.Mode, w.feed.Reason = model.Polling, reason
		interval = FastPoll
	}
	if o.Poll > 0 {
		interval = o.Poll
	}
	w.setInterval(interval)
	if o.ForcePoll {
		return
	}
	e, err := open()
	if err != nil {
		w.withoutEvents(limitReason(err))
		return
	}
	n := newNotifier(e)
	w.notifier = n
	w.Start("reading file events", n.drain)
}

// silentRoot says which root lies on a file system that does not report every
// change, or "". Its events are still taken: the changes made on this machine
// are among them.
func silentRoot(roots []root, filesystem func(path string) string) string {
	for _, r := range roots {
		if name := filesystem(existing(r.path)); name != "" {
			return text.Name(r.given) + " is on " + name + ", which does not report every change"
		}
	}
	return ""
}

// existing returns path, or the nearest directory above it that is there.
func existing(path string) string {
	if isDirectory(path) {
		return path
	}
	return nearestDirectory(path)
}

// setInterval sets how often the poll looks.
func (w *Watcher) setInterval(d time.Duration) {
	w.poll = newPoller(d)
	w.feed.Every = d
}

// withoutEvents goes on by polling alone and gives back what watches there are:
// other programs of the same user share the limit.
func (w *Watcher) withoutEvents(reason string) {
	w.endEvents()
	interval := w.options.Poll
	if interval <= 0 {
		interval = FastPoll
	}
	w.feed.Mode, w.feed.Reason = model.Polling, reason
	w.setInterval(interval)
}

// endEvents closes the source of events. It is called by follow only, while drain
// still reads, so that closing waits for nothing.
func (w *Watcher) endEvents() {
	if w.notifier != nil {
		// The descriptor was only read from: nothing is lost.
		_ = w.notifier.events.Close()
		w.notifier = nil
	}
}
