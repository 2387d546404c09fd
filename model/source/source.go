// Package source opens whatever the console follows and the reports read: files
// and directories, recordings. Each kind of source is a folder, and Open has one
// case for each.
//
// A source yields immutable snapshots. Merge makes one source of several; how each
// of them is doing is a model.Feed of its snapshots.
package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"scaledeck/model"
	"scaledeck/model/source/files"
	"scaledeck/model/source/mailbox"
	"scaledeck/model/source/recording"
	"scaledeck/model/source/whole"
)

// Source yields snapshots of what is followed.
type Source interface {
	// Next returns the newest snapshot that it has not returned yet, and waits for
	// one where there is none. After the last one the error is io.EOF.
	Next(context.Context) (*model.Snapshot, error)
	// Close ends the source. It returns within a second or so.
	Close() error
}

// PanicError is a panic in a goroutine of a source.
type PanicError = mailbox.PanicError

// ErrNoTarget means that there was nothing to open.
var ErrNoTarget = errors.New("nothing to open was given")

// Options say how targets are followed. Zero values mean the defaults.
type Options struct {
	Once  bool          // read everything once and end, as for a report
	Files files.Options // of files and directories, their paths left out
	Input io.Reader     // what a target of - reads
	Pace  float64       // how many times as fast as it was recorded a recording plays; 0 for once
}

// Defaults returns the options with their defaults filled in.
func Defaults() Options { return Options{Files: files.Defaults()} }

// Open opens the targets as one source, which ends when ctx does. An error is about
// a target that can never be opened; what is wrong with one that may yet come is in
// the snapshots.
func Open(ctx context.Context, targets []string, o Options) (Source, error) {
	if len(targets) == 0 || slices.Contains(targets, "") {
		return nil, ErrNoTarget
	}
	var sources []Source
	if o.Files.MaxBytes <= 0 {
		o.Files.MaxBytes = files.DefaultMaxBytes
	}
	if o.Files.Paths = Paths(targets); len(o.Files.Paths) > 0 {
		s, err := openFiles(ctx, o)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	for _, t := range targets {
		open, _ := opener(t, o)
		if open == nil {
			continue
		}
		s, err := open(ctx)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("opening %s: %w", t, err), Merge(sources...).Close())
		}
		sources = append(sources, s)
	}
	return Merge(sources...), nil
}

// InputName is how messages call standard input.
const InputName = "standard input"

// opener returns what opens a target that is no path, and the file that has to be
// there for it, "" for none. For a path, what opens it is nil: all paths are one
// source. A path that begins like another kind of target is written ./replay:x.
func opener(target string, o Options) (open func(context.Context) (Source, error), file string) {
	scheme, rest, _ := strings.Cut(target, ":")
	switch {
	case target == "-":
		return func(ctx context.Context) (Source, error) { return openInput(ctx, o), nil }, ""
	case scheme == "replay" && rest != "":
		return func(ctx context.Context) (Source, error) {
			return recording.Open(ctx, rest, recording.Options{MaxBytes: o.Files.MaxBytes, Once: o.Once, Pace: o.Pace}), nil
		}, rest
	}
	return nil, target
}

// openInput reads one document from standard input, as if it were a file that does
// not change.
func openInput(ctx context.Context, o Options) Source {
	return mailbox.Once(ctx, "reading "+InputName, func(ctx context.Context) (*model.Snapshot, error) {
		now := time.Now()
		file, err := whole.Read(ctx, o.Input, InputName, o.Files.MaxBytes, now)
		if err != nil {
			return nil, err
		}
		return &model.Snapshot{Seq: 1, At: now, Label: InputName, Files: []model.File{file}, Feeds: []model.Feed{{Name: InputName, Last: now}}}, nil
	})
}

func openFiles(ctx context.Context, o Options) (Source, error) {
	if o.Once {
		return mailbox.Once(ctx, "reading files", func(ctx context.Context) (*model.Snapshot, error) {
			return files.Read(ctx, o.Files)
		}), nil
	}
	return files.Watch(ctx, o.Files)
}

// Paths returns the targets that are files and directories.
func Paths(targets []string) []string {
	var paths []string
	for _, t := range targets {
		if open, _ := opener(t, Options{}); open == nil {
			paths = append(paths, t)
		}
	}
	return paths
}

// File returns the file or directory that a target reads, "" for none.
func File(target string) string {
	_, file := opener(target, Options{})
	return file
}

// Read reads all targets once, as for a report.
func Read(ctx context.Context, targets []string, o Options) (*model.Snapshot, error) {
	o.Once = true
	s, err := Open(ctx, targets, o)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // everything was read, or ctx has ended
	var last *model.Snapshot
	for {
		switch snap, err := s.Next(ctx); {
		case errors.Is(err, io.EOF) && last != nil:
			return last, nil
		case err != nil:
			return nil, err
		default:
			last = snap
		}
	}
}
