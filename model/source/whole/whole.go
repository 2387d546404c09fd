// Package whole reads one input to its end as one file of a snapshot: standard
// input, a recording.
package whole

import (
	"context"
	"fmt"
	"io"
	"time"

	"scaledeck/model"
	"scaledeck/model/format"
	"scaledeck/model/text"
)

// Read reads one document of at most limit bytes. What it cannot read as one is a
// file too, with the issues that say why; the error is one of in or the end of ctx.
func Read(ctx context.Context, in io.Reader, name string, limit int64, now time.Time) (model.File, error) {
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case ctx.Err() != nil:
		return model.File{}, context.Cause(ctx)
	case err != nil:
		return model.File{}, err
	}
	shown := text.Name(name)
	file := model.File{Key: name, Name: shown, Since: now, Modified: now, Size: int64(len(data))}
	if int64(len(data)) > limit {
		file.State, file.Issues = model.Unusable, []model.Issue{{Severity: model.Error, Code: model.CodeTooLarge, File: shown,
			Message: fmt.Sprintf("more than %d bytes: --max-size takes a larger limit", limit)}}
	} else if doc, issues := format.Decode(name, data, format.Options{MaxBytes: limit}); doc.Empty() {
		if doc != nil {
			issues = doc.Issues
		}
		file.State, file.Issues = model.Unusable, issues
	} else {
		file.Doc, file.Loaded = doc, now
	}
	return file, nil
}
