package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"scaledeck/analysis"
	"scaledeck/model"
)

// waitFinal follows the paths until the verdict is final. late says that the timeout
// passed first; the findings are then those of the moment, nil for none.
func waitFinal(ctx context.Context, o *opened, timeout time.Duration) (f *analysis.Findings, late bool, err error) {
	w, err := o.watch(ctx)
	if err != nil {
		return nil, false, err
	}
	defer w.Close()
	bounded, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	var memo analysis.Memo
	for {
		snap, err := w.Next(bounded)
		switch {
		case errors.Is(err, io.EOF) && f != nil: // nothing more comes
			return f, false, nil
		case err != nil && ctx.Err() == nil && errors.Is(bounded.Err(), context.DeadlineExceeded):
			return f, true, nil
		case err != nil:
			return nil, false, fmt.Errorf("following %s: %w", o.where, err)
		}
		if f = memo.Judge(snap, o.judge); final(f) {
			return f, false, nil
		}
	}
}

// final reports whether nothing that is still to come can change the verdict: a
// gate failed in a file that is complete, or there is nothing undecided or
// running left, every file is what it holds now, and every source has brought all.
// What is undecided is not final, for the missing figure may yet be written.
func final(f *analysis.Findings) bool {
	for _, fd := range f.List {
		if fd.Verdict == analysis.Fail && fd.File != nil && fd.File.State == model.Fresh {
			return true
		}
	}
	if f.Verdict > analysis.Pass || !f.Gated() {
		return false
	}
	if playing(f) {
		return false
	}
	for _, file := range f.Snap.Files {
		if file.State != model.Fresh && file.Doc != nil {
			return false
		}
	}
	return true
}

// playing reports whether a source has more to bring.
func playing(f *analysis.Findings) bool {
	return slices.ContainsFunc(f.Snap.Feeds, func(feed model.Feed) bool { return !feed.Final() })
}
