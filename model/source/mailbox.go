package source

import "scaledeck/model"

// mailbox holds one snapshot, the newest: a reader that is late never sees the
// ones it missed, and a writer never waits. One goroutine may put.
type mailbox chan *model.Snapshot

func newMailbox() mailbox { return make(mailbox, 1) }

// put replaces what is in the mailbox.
func (m mailbox) put(s *model.Snapshot) {
	for {
		select {
		case m <- s:
			return
		default:
		}
		select {
		case <-m:
		default:
		}
	}
}
