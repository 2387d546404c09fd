package files

import (
	"slices"
	"time"

	"scaledeck/model/format"
)

// What one poll compares by content: enough for a handful of results at every
// poll, and for a thousand of them in turn at a few milliseconds each.
const (
	recheckSize  = 1 << 20 // bytes; larger files are told by their fingerprint alone
	recheckBytes = 2 << 20 // bytes of all files together
	recheckFiles = 128
	// clockGrain is how coarse the times of a file can be. A write within it of
	// the last reading may have left the fingerprint as it was.
	clockGrain = 2 * time.Second
)

// recheck returns the keys of the files whose content is compared although
// their fingerprint is the same: those read right after a write first, then
// those that have waited longest.
func (t *tracker) recheck(entries []entry) map[string]bool {
	type turn struct {
		entry
		at   time.Time
		size int64
	}
	var due []turn
	for _, e := range entries {
		f := t.files[e.key]
		if f == nil || f.print != e.print || bytesToCheck(f, e) > recheckSize {
			continue
		}
		at := f.checked
		if f.checked.Sub(lastTouched(e)) < clockGrain {
			at = time.Time{}
		} else if f.place == aside {
			continue // only documents are worth a turn
		}
		due = append(due, turn{entry: e, at: at, size: bytesToCheck(f, e)})
	}
	slices.SortStableFunc(due, func(a, b turn) int { return a.at.Compare(b.at) })
	keys, left := make(map[string]bool), int64(recheckBytes)
	for _, d := range due {
		if left -= d.size; left < 0 || len(keys) == recheckFiles {
			break
		}
		keys[d.key] = true
	}
	return keys
}

// bytesToCheck returns how much of a file is read to see whether it has changed.
func bytesToCheck(f *tracked, e entry) int64 {
	if f.place == aside {
		return min(e.print.size, format.SniffLen)
	}
	return e.print.size
}
