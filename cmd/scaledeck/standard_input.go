package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"scaledeck/model"
	"scaledeck/model/format"
)

// dash is the path that means standard input, and inputName how reports call it.
const (
	dash      = "-"
	inputName = "standard input"
)

// onlyInput reports whether the paths are standard input alone; it cannot be read
// together with files.
func onlyInput(paths []string) (bool, error) {
	switch {
	case !slices.Contains(paths, dash):
		return false, nil
	case len(paths) > 1:
		return false, usagef("- is standard input: expected no other path with it")
	}
	return true, nil
}

// readInput reads one document of at most limit bytes from standard input, as if
// it were a file that does not change.
func readInput(ctx context.Context, in io.Reader, limit int64) (*model.Snapshot, error) {
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("reading %s: %w", inputName, err)
	}
	now := time.Now()
	file := model.File{Key: inputName, Name: inputName, Since: now, Modified: now, Size: int64(len(data))}
	if int64(len(data)) > limit {
		file.State, file.Issues = model.Unusable, []model.Issue{{Severity: model.Error, Code: model.CodeTooLarge, File: inputName,
			Message: fmt.Sprintf("more than %d bytes: --max-size takes a larger limit", limit)}}
	} else if doc, issues := format.Decode(inputName, data, format.Options{}); doc.Empty() {
		if doc != nil {
			issues = doc.Issues
		}
		file.State, file.Issues = model.Unusable, issues
	} else {
		file.Doc, file.Loaded = doc, now
	}
	return &model.Snapshot{Seq: 1, At: now, Label: inputName, Files: []model.File{file}}, nil
}
