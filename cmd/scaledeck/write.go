package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// replaceFile writes a file next to name and moves it there once it is whole, so
// that a reader of name never sees half of one. A file that is replaced keeps its
// mode; what is not a regular file is refused.
func replaceFile(ctx context.Context, name string, write func(io.Writer) error) (err error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return fmt.Errorf("looking at %s: %w", name, err)
	case !info.Mode().IsRegular():
		return usagef("--out %s: is there and is no regular file", name)
	}
	file, err := unfinished(name)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	b := bufio.NewWriterSize(file, 1<<16)
	err = errors.Join(write(b), b.Flush())
	if info != nil {
		err = errors.Join(err, file.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err := os.Rename(file.Name(), name); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// unfinished creates a new file in the folder of name. Its name begins with a dot,
// so a console that follows the folder does not read it.
func unfinished(name string) (*os.File, error) {
	folder, base := filepath.Split(name)
	for n := range 100 {
		file, err := create(filepath.Join(folder, fmt.Sprintf(".%s.%d-%d", base, os.Getpid(), n)))
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return nil, fmt.Errorf("there are a hundred unfinished files next to it")
}

// writeNew writes a file in the current directory that did not exist, readable by
// its owner only, and returns its name: base and ending, with a number between
// them where that is taken. It never replaces a file nor follows a link.
func writeNew(base, ending string, write func(io.Writer) error) (string, error) {
	for n := range 100 {
		name := base + ending
		if n > 0 {
			name = fmt.Sprintf("%s-%d%s", base, n, ending)
		}
		file, err := create(name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("creating %s: %w", name, err)
		}
		if err := errors.Join(write(file), file.Close()); err != nil {
			return "", errors.Join(fmt.Errorf("writing %s: %w", name, err), os.Remove(name))
		}
		return name, nil
	}
	return "", fmt.Errorf("there are a hundred files named %s", base)
}

// create creates a file that did not exist, readable by its owner only. It
// follows no link.
func create(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
}

// stamped is a time as part of a file's name.
func stamped(t time.Time) string { return t.UTC().Format("20060102-150405") }
