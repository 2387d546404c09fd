package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"scaledeck/analysis"
	"scaledeck/analysis/requests"
	"scaledeck/model"
	"scaledeck/model/text"
)

// withRequests checks every scale-out analysis against the raw records in its
// directory, if there are any, and returns notes on records that could not be used.
func withRequests(ctx context.Context, f *analysis.Findings, paths []string) (*analysis.Findings, []string, error) {
	var notes []string
	computed := make(map[string][]analysis.Evidence)
	for i := range f.Snap.Files {
		file := &f.Snap.Files[i]
		if file.Doc == nil || file.Doc.Comparison() == nil {
			continue
		}
		dir := filepath.Dir(pathOf(file.Key, paths))
		tables, known := computed[dir]
		if !known {
			var found []string
			var err error
			if tables, found, err = recomputed(ctx, dir); err != nil {
				return nil, nil, err
			}
			computed[dir] = tables
			for _, s := range found {
				notes = append(notes, fmt.Sprintf("next to %s: %s", file.Name, s))
			}
		}
		if len(tables) > 0 {
			f = f.WithEvidence(file.Doc.File, tables)
		}
	}
	return f, notes, nil
}

// recomputed returns what the raw records of a directory give. A directory without
// any is normal; the error is the end of ctx.
func recomputed(ctx context.Context, dir string) (tables []analysis.Evidence, notes []string, err error) {
	result, err := requests.Analyze(ctx, dir, requests.Options{})
	switch {
	case ctx.Err() != nil:
		return nil, nil, context.Cause(ctx)
	case errors.Is(err, requests.ErrNoRequests):
		return nil, nil, nil
	case err != nil:
		return nil, []string{"its requests are not used: " + text.Clean(err.Error())}, nil
	}
	for _, n := range result.Notes {
		// Differences from a table are checks already, and values taken from one are not used.
		if n.Severity != model.Note && n.Code != model.CodeClaim && !slices.Contains(result.Taken, n.Message) {
			notes = append(notes, text.Clean(n.String()))
		}
	}
	return result.Evidence(), notes, nil
}

// pathOf returns the path of the file with the given key: keys are relative to the
// path that was opened if there is only one.
func pathOf(key string, paths []string) string {
	if len(paths) != 1 {
		return key
	}
	if info, err := os.Stat(paths[0]); err == nil && info.IsDir() {
		return filepath.Join(paths[0], key)
	}
	return paths[0]
}
