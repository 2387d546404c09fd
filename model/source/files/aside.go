package files

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"scaledeck/model"
)

// place is what a file found in a directory is to the snapshot.
type place uint8

const (
	unseen  place = iota // not read yet
	shown                // one of its files
	aside                // no document, by its beginning: a line among the issues of the source
	waiting              // perhaps a document, but MaxFiles others came first
)

// setAside takes a file that is no document, and never was one since it is followed,
// out of the files. Its fingerprint is still compared: once it becomes a document
// it is read like any other.
func (t *tracker) setAside(f *tracked, print fingerprint, why model.Issue) {
	if f.place != aside || f.why != why {
		t.asidesChanged = true
	}
	f.place, f.why, f.print = aside, why, print
	f.read, f.failed = false, nil
	f.file.State, f.file.Since, f.file.Issues = model.Fresh, time.Time{}, nil
}

// admit makes the file of an entry one of those that are shown. It returns false
// where there are too many already: those stay, so that a newcomer never pushes
// out another. A path that was named itself is always shown.
func (t *tracker) admit(f *tracked, e entry) bool {
	if f.place == shown {
		return true
	}
	if f.place == aside {
		t.asidesChanged = true
	}
	if t.room <= 0 && e.folder != nil {
		f.place, f.print = waiting, fingerprint{}
		return false
	}
	t.room--
	f.place = shown
	return true
}

// countRoom sets how many more files may be shown: what is followed and still there
// keeps its place.
func (t *tracker) countRoom(entries []entry) {
	t.room = MaxFiles
	for _, e := range entries {
		if f := t.files[e.key]; f != nil && f.place == shown {
			t.room--
		}
	}
}

// tooMany returns the issue of the files that wait for a place, if any do.
func (t *tracker) tooMany(entries []entry) []model.Issue {
	left := 0
	for _, e := range entries {
		if f := t.files[e.key]; f != nil && f.place == waiting {
			left++
		}
	}
	if left == 0 {
		return nil
	}
	return []model.Issue{{Severity: model.Warning, Code: model.CodeTruncated, Message: fmt.Sprintf(
		"%d files found, the limit is %d: the rest is not read; open a narrower path", MaxFiles-t.room+left, MaxFiles)}}
}

// listAsides makes the lines of the files that are no documents, warnings first, and
// says how many more there are.
func (t *tracker) listAsides() {
	if !t.asidesChanged {
		return
	}
	t.asidesChanged = false
	var all []*tracked
	for _, f := range t.files {
		if f.place == aside {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b *tracked) int {
		return cmp.Or(cmp.Compare(b.why.Severity, a.why.Severity), strings.Compare(a.file.Key, b.file.Key))
	})
	t.asides = nil // snapshots share the old ones
	for _, f := range all[:min(len(all), maxAside)] {
		t.asides = append(t.asides, f.why)
	}
	if more := len(all) - maxAside; more > 0 {
		t.asides = append(t.asides, model.Issue{Severity: model.Note, Code: model.CodeTruncated,
			Message: fmt.Sprintf("%d more files that are no result documents are not listed", more)})
	}
}

// drop ends the following of a file.
func (t *tracker) drop(f *tracked) {
	if f.place == aside {
		t.asidesChanged = true
	}
	delete(t.files, f.file.Key)
}
