package files

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// maxSuspects bounds the names remembered between two looks. Beyond it the
// fingerprints alone have to tell what changed.
const maxSuspects = 4096

// events is what a notifier needs of the system's file events.
type events interface {
	Add(directory string) error
	Remove(directory string) error
	Close() error
	stream() (<-chan fsnotify.Event, <-chan error)
}

type systemEvents struct{ *fsnotify.Watcher }

func (e systemEvents) stream() (<-chan fsnotify.Event, <-chan error) { return e.Events, e.Errors }

// openEvents asks the system for file events.
func openEvents() (events, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("opening file events: %w", err)
	}
	return systemEvents{w}, nil
}

// notifier learns from the system that something changed, and nothing else. Its
// drain is the only reader of events and does nothing but read: adding a watch
// from there would wait for a lock whose holder waits for an event to be read.
type notifier struct {
	events events
	kick   chan struct{} // holds one: something changed since it was last taken
	lost   chan struct{} // closed once no more events come

	mu       sync.Mutex
	suspects map[string]bool // paths named by events since they were last taken

	watched map[string]identity // by the goroutine that calls follow
}

func newNotifier(e events) *notifier {
	return &notifier{events: e, kick: make(chan struct{}, 1), lost: make(chan struct{}),
		suspects: make(map[string]bool), watched: make(map[string]identity)}
}

// drain reads events until there are no more.
func (n *notifier) drain() error {
	defer close(n.lost)
	changes, failures := n.events.stream()
	for {
		select {
		case e, ok := <-changes:
			if !ok {
				return nil
			}
			n.suspect(e)
		case _, ok := <-failures:
			// Whatever it was, an overflowing queue for one, something may have
			// been missed, and looking at everything is the answer.
			if !ok {
				return nil
			}
		}
		select {
		case n.kick <- struct{}{}:
		default:
		}
	}
}

// suspect remembers the path of a write: where it leaves the fingerprint as it
// was, the content still has to be compared.
func (n *notifier) suspect(e fsnotify.Event) {
	if !e.Has(fsnotify.Write) && !e.Has(fsnotify.Create) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if len(n.suspects) < maxSuspects {
		n.suspects[e.Name] = true
	}
}

// take returns the paths named since it was last called.
func (n *notifier) take() map[string]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	taken := n.suspects
	n.suspects = make(map[string]bool)
	return taken
}

// follow has exactly the given directories watched. grown reports that there are
// new ones among them, in which something may have changed before the watch was
// set. An error means that the system has reached a limit.
//
// Every directory is added again each time, which costs one system call: a watch
// ends by itself when its directory is deleted, and nothing tells it from the one
// that was created in its place.
func (n *notifier) follow(directories []string) (grown bool, err error) {
	watched := make(map[string]identity, len(directories))
	for _, d := range directories {
		info, err := os.Stat(d)
		if err != nil {
			continue // gone since it was listed
		}
		id, _ := systemStat(info)
		if err := n.events.Add(d); isLimit(err) {
			return false, fmt.Errorf("watching a directory: %w", err)
		} else if err != nil {
			continue // gone, or not ours to watch: the poll looks there
		}
		if old, ok := n.watched[d]; !ok || old != id {
			grown = true
		}
		watched[d] = id
	}
	for _, d := range slices.Sorted(maps.Keys(n.watched)) {
		if _, ok := watched[d]; !ok {
			// An error only says that the system has dropped it already.
			_ = n.events.Remove(d)
		}
	}
	n.watched = watched
	return grown, nil
}

// isLimit reports whether err says that the system has no more to give, or gives
// no events at all.
func isLimit(err error) bool {
	for _, limit := range []error{syscall.ENOSPC, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOSYS} {
		if errors.Is(err, limit) {
			return true
		}
	}
	return errors.Is(err, fsnotify.ErrClosed)
}
