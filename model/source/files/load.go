package files

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"scaledeck/model"
	"scaledeck/model/format"
)

// load reads and decodes a file, or notes why it cannot be read.
func (t *tracker) load(ctx context.Context, f *tracked, e entry) error {
	is, found := format.Undecided, []model.Issue(nil)
	var enough func(head []byte, whole bool) bool
	if t.options.Sniff != nil {
		enough = func(head []byte, whole bool) bool {
			is, found = t.options.Sniff(f.file.Name, head, whole)
			return is != format.Undecided
		}
	}
	data, print, err := e.read(ctx, t.options.MaxBytes, t.buffer, enough)
	t.buffer, t.largest = data, max(t.largest, len(data))
	now := t.options.Now()
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("reading %s: %w", f.file.Name, ctx.Err())
	case missing(err):
		t.lose(f, nil, now)
		return nil
	case errors.Is(err, errHead) && is == format.Alien && e.folder != nil && f.file.Doc == nil:
		f.checked = now
		t.setAside(f, print, found[0])
		return nil
	}
	was := f.place
	switch {
	case !t.admit(f, e):
		return nil
	case errors.Is(err, errTooLarge):
		f.file.Size, f.file.Modified = print.size, time.Unix(0, print.written)
		f.print = fingerprint{}
		t.state(f, broken(f), now, tooLarge(f.file.Name, f.file.Size, t.options.MaxBytes))
		return nil
	case err != nil && !errors.Is(err, errHead):
		f.print = fingerprint{}
		t.state(f, model.Unreadable, now, refusal(f.file.Name, err))
		return nil
	}
	size := int64(len(data))
	if err != nil {
		size = print.size // data is only the beginning
	}
	sum := maphash.Bytes(t.seed, data)
	same := f.read && sum == f.sum && f.file.Size == size
	known := !f.file.Since.IsZero() || was == aside
	f.print, f.checked = print, now
	f.file.Size, f.file.Modified = size, time.Unix(0, print.written)
	if !same {
		if known {
			f.changed = now
		}
		f.sum, f.read = sum, true
		if err != nil {
			f.failed = slices.Clone(found)
		} else {
			t.decode(f, data, now)
		}
	}
	t.judge(f, now)
	return nil
}

// decode turns the bytes of a file into its document, or into what is wrong.
func (t *tracker) decode(f *tracked, data []byte, now time.Time) {
	doc, issues := t.options.Decode(f.file.Name, data)
	if doc.Empty() {
		if len(issues) == 0 && doc != nil {
			issues = doc.Issues
		}
		if len(issues) == 0 {
			issues = []model.Issue{{Severity: model.Error, Code: model.CodeUnrecognised, File: f.file.Name, Message: "nothing in it can be shown"}}
		}
		f.failed = slices.Clone(issues)
		return
	}
	f.failed = nil
	f.file.Doc, f.file.Loaded = doc, now
}
