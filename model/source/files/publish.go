package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"scaledeck/model"
	"scaledeck/model/source/mailbox"
)

// Read reads everything once, as for a report. Nothing is pending in it: a file
// that ends in the middle is unusable. The error is ErrNoPath or the end of ctx;
// what is wrong with files and paths is in the snapshot.
func Read(ctx context.Context, o Options) (*model.Snapshot, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	t := newTracker(o, true)
	err = mailbox.Guard("reading files", func() error { return t.refresh(ctx, nil, false) })
	if err != nil {
		return nil, err
	}
	s := t.snapshot()
	s.Seq, s.At = 1, o.Now()
	s.Feeds = []model.Feed{{Name: s.Label, Last: s.At}}
	return s, nil
}

// publish puts a snapshot into the mailbox if anything visible changed.
func (w *Watcher) publish() {
	s := w.tracker.snapshot()
	s.Feeds = []model.Feed{w.feed}
	if w.published != nil {
		if sameView(s, w.published) {
			return
		}
		s.Seq = w.published.Seq
	}
	s.Seq++
	s.At = w.options.Now()
	s.Feeds[0].Last = s.At
	w.published = s
	w.Put(s)
}

// sameView reports whether two snapshots look the same.
func sameView(a, b *model.Snapshot) bool {
	return a.Label == b.Label && slices.EqualFunc(a.Feeds, b.Feeds, model.Feed.Same) && slices.Equal(a.Issues, b.Issues) &&
		slices.EqualFunc(a.Files, b.Files, func(x, y model.File) bool {
			return x.Key == y.Key && x.State == y.State && x.Doc == y.Doc && x.Beside == y.Beside && slices.Equal(x.Issues, y.Issues)
		})
}

// snapshot returns what is known now; Seq, At and Feeds are the caller's.
func (t *tracker) snapshot() *model.Snapshot {
	s := &model.Snapshot{Label: labelOf(t.options.Paths), Issues: append(bounded(t.issues), t.asides...)}
	for _, f := range t.files {
		if f.file.Since.IsZero() {
			continue // found, and lost again before it was read
		}
		s.Files = append(s.Files, f.file)
	}
	slices.SortFunc(s.Files, func(a, b model.File) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(a.Key, b.Key)
	})
	return s
}

// bounded returns at most maxIssues of the issues, and says so.
func bounded(issues []model.Issue) []model.Issue {
	if len(issues) <= maxIssues {
		return slices.Clone(issues)
	}
	return append(slices.Clone(issues[:maxIssues]), model.Issue{Severity: model.Note, Code: model.CodeTruncated,
		Message: fmt.Sprintf("%d more of the same kind are not listed", len(issues)-maxIssues)})
}
