package files

import (
	"context"
	"hash/maphash"
	"os"
	"slices"
	"time"

	"scaledeck/model"
	"scaledeck/model/text"
)

// tracker knows what became of every file: it is the one owner of that state
// and used by one goroutine.
type tracker struct {
	options Options
	scanner scanner
	final   bool // nothing is waited for: what does not decode now is an error now
	seed    maphash.Seed

	buffer  []byte // for the bytes of one file after the other
	largest int    // of the files that this refresh has read, in bytes

	files       map[string]*tracked // by key
	room        int                 // how many more of them may be shown
	asides      []model.Issue       // of those that are no documents
	issues      []model.Issue       // of the last scan
	directories []string            // to watch, by the last scan
	wake        time.Time           // when a file changes its state by itself; zero for never
	scanned     time.Duration       // what the last scan took, without any reading

	asidesChanged bool // since asides was made

	besides map[string]*evidenceDir // the evidence beside result files, by directory
}

// tracked is one file and what is remembered of it.
type tracked struct {
	file  model.File  // as it is published
	path  string      // absolute
	place place       // whether it is published
	why   model.Issue // what it is, where it was set aside
	print fingerprint // when it was last read; zero to have it read again
	sum   uint64      // of the bytes last decoded
	read  bool        // there were such bytes
	// failed says why the bytes last read give no document; nil where they do.
	failed  []model.Issue
	changed time.Time // when the bytes last changed, as far as is known
	checked time.Time // when the bytes were last compared
	missed  time.Time // when it was first not found; zero where it is there
}

func newTracker(o Options, final bool) *tracker {
	t := &tracker{options: o, final: final, seed: maphash.MakeSeed(), files: make(map[string]*tracked)}
	t.scanner = scanner{roots: rootsOf(o.Paths), maxDepth: o.MaxDepth}
	return t
}

// refresh looks at everything once and reads what changed. Files whose path is
// in suspects are read even if their fingerprint did not change, and with deep
// set so are some of the others, in turn. Only the end of ctx is an error. What
// changed stays to be seen by comparing snapshots.
func (t *tracker) refresh(ctx context.Context, suspects map[string]bool, deep bool) error {
	began := time.Now()
	found, err := t.scanner.scan(ctx)
	t.scanned = time.Since(began)
	if err != nil {
		return err
	}
	defer found.close()
	t.issues, t.directories = found.issues, found.directories
	var turn map[string]bool
	if deep {
		turn = t.recheck(found.entries)
	}
	t.countRoom(found.entries)
	present := make(map[string]bool, len(found.entries))
	var arrived []entry
	for _, e := range found.entries {
		present[e.key] = true
		if t.files[e.key] == nil {
			arrived = append(arrived, e)
		}
		if err := t.visit(ctx, e, suspects[e.path] || turn[e.key]); err != nil {
			return err
		}
	}
	t.issues = append(t.issues, t.tooMany(found.entries)...)
	for _, key := range found.rotated {
		if f := t.files[key]; f != nil {
			t.drop(f) // left out is not gone
		}
	}
	now := t.options.Now()
	for key, f := range t.files {
		switch {
		case present[key], found.partial && exists(f.path):
		case f.renamed(arrived):
			t.drop(f)
		default:
			t.lose(f, found.blind, now)
		}
	}
	t.settle(now)
	t.forget()
	t.lookBeside(ctx, suspects)
	t.listAsides()
	if t.largest < keptBuffer {
		t.buffer = nil // a large file is not being written any more
	}
	t.largest = 0
	return nil
}

// keptBuffer is the size of a file from which on its buffer is kept for the next
// refresh: while it grows, it is read several times a second.
const keptBuffer = 1 << 20

// visit reads the file of an entry if it may have changed.
func (t *tracker) visit(ctx context.Context, e entry, suspect bool) error {
	f := t.files[e.key]
	if f == nil {
		f = &tracked{path: e.path, file: model.File{Key: e.key, Name: text.Name(e.key)}}
		f.changed = earlier(lastTouched(e), t.options.Now())
		t.files[e.key] = f
	}
	back := !f.missed.IsZero() || f.file.State == model.Gone
	f.missed = time.Time{}
	if f.place == waiting && t.room <= 0 {
		return nil
	}
	if f.print == e.print && !suspect {
		if back && f.place == shown {
			t.judge(f, t.options.Now())
		}
		return nil
	}
	return t.load(ctx, f, e)
}

// judge sets the state of a file that was read: what its bytes are, and for how
// long they have been that.
func (t *tracker) judge(f *tracked, now time.Time) {
	switch {
	case f.failed == nil:
		t.state(f, model.Fresh, now)
	case t.final || now.Sub(f.changed) >= t.options.Settle:
		t.state(f, broken(f), now, f.failed...)
	default:
		t.state(f, model.Pending, now)
	}
}

// settle ends the patience with files that have been quiet for long enough, and
// notes when that of the next one ends.
func (t *tracker) settle(now time.Time) {
	t.wake = time.Time{}
	soon := func(at time.Time) {
		if t.wake.IsZero() || at.Before(t.wake) {
			t.wake = at
		}
	}
	for _, f := range t.files {
		if f.file.State == model.Pending {
			t.judge(f, now)
		}
		if f.file.State == model.Pending {
			soon(f.changed.Add(t.options.Settle))
		}
		if !f.missed.IsZero() && f.file.State != model.Gone {
			soon(f.missed.Add(t.options.Quiet))
		}
	}
}

// lose notes that a file was not found. It is gone only once it has been missed
// twice: between the two steps of a save it is not there either. A file in a
// blind spot is not known to be gone.
func (t *tracker) lose(f *tracked, blind []blindSpot, now time.Time) {
	for _, b := range blind {
		if b.covers(f.file.Key) {
			f.print, f.missed = fingerprint{}, time.Time{}
			if f.place == shown {
				t.state(f, model.Unreadable, now, b.issue)
			}
			return
		}
	}
	if f.missed.IsZero() {
		f.missed = now
	}
	if now.Sub(f.missed) < t.options.Quiet && f.file.State != model.Gone {
		return
	}
	if f.file.Doc == nil {
		t.drop(f)
		return
	}
	t.state(f, model.Gone, now)
}

// renamed reports whether one of the entries that have just arrived is this file
// under another name, as where a writer renames what it has written. Its number
// alone does not tell: the next file created can be given it again.
func (f *tracked) renamed(arrived []entry) bool {
	return f.print.id != (identity{}) && slices.ContainsFunc(arrived, func(e entry) bool {
		return e.print.id == f.print.id && e.print.size == f.print.size && e.print.written == f.print.written
	})
}

// forget drops the longest gone files where there are too many: a directory of
// ever new names must not fill the memory.
func (t *tracker) forget() {
	var gone []*tracked
	for _, f := range t.files {
		if f.file.State == model.Gone {
			gone = append(gone, f)
		}
	}
	if len(gone) <= maxGone {
		return
	}
	slices.SortFunc(gone, func(a, b *tracked) int { return a.file.Since.Compare(b.file.Since) })
	for _, f := range gone[:len(gone)-maxGone] {
		t.drop(f)
	}
}

// state puts a file into a state, with the issues of the bytes that are there.
func (t *tracker) state(f *tracked, s model.FileState, now time.Time, issues ...model.Issue) {
	if f.file.State != s || f.file.Since.IsZero() {
		f.file.State, f.file.Since = s, now
	}
	if !slices.Equal(f.file.Issues, issues) {
		f.file.Issues = slices.Clone(issues) // snapshots share the old ones
	}
}

// broken returns the state of a file whose bytes give no document.
func broken(f *tracked) model.FileState {
	if f.file.Doc != nil {
		return model.Stale
	}
	return model.Unusable
}

// lastTouched returns when the system last saw the file of an entry change.
func lastTouched(e entry) time.Time {
	return time.Unix(0, max(e.print.written, e.print.changed))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
