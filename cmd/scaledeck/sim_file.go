package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"scaledeck/sim"
)

// replaceFile writes a file beside name and moves it there once it is whole, so
// that whoever follows name never sees half of one. Without force it replaces
// only what a simulation of ours wrote. A file that is replaced keeps its mode.
func replaceFile(ctx context.Context, name string, force bool, write func(io.Writer) error) (err error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return fmt.Errorf("looking at %s: %w", name, err)
	case !info.Mode().IsRegular():
		return usagef("--out %s: is there and is no regular file", name)
	case !force && !isOurs(name):
		return usagef("--out %s: is there and was not written by scaledeck sim; --force replaces it", name)
	}
	file, err := beside(name)
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

// beside creates a new file in the folder of name, under a name with a dot that
// a console which follows the folder passes over.
func beside(name string) (*os.File, error) {
	folder, base := filepath.Split(name)
	for n := range 100 {
		file, err := os.OpenFile(filepath.Join(folder, fmt.Sprintf(".%s.%d-%d", base, os.Getpid(), n)), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return nil, fmt.Errorf("a hundred unfinished files are beside it")
}

// headOfOurs bounds what is read of a file to tell whose it is.
const headOfOurs = 4 << 10

// isOurs reports whether a file begins as every document does that a simulation
// of ours wrote, however long it is: an object whose first key is the execution
// mode. A file that was written anew by something else is somebody else's.
func isOurs(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	d := json.NewDecoder(io.LimitReader(file, headOfOurs))
	for _, want := range []json.Token{json.Delim('{'), "execution_mode", sim.ExecutionMode} {
		if got, err := d.Token(); err != nil || got != want {
			return false
		}
	}
	return true
}

// readUnasked is the default of --max-size, in bytes.
const readUnasked = 64 << 20

// warnOfSize says so where a file is larger than the console reads by itself.
func warnOfSize(w io.Writer, name string) {
	info, err := os.Stat(name)
	if err != nil || info.Size() <= readUnasked {
		return
	}
	const mebibyte = 1 << 20
	whole := (info.Size() + mebibyte - 1) / mebibyte
	fmt.Fprintf(w, "%s has %d MiB, more than is read unasked: open it with --max-size %dMiB\n", name, whole, whole)
}

// writeLabRun writes the runs of the Lab to a new file in the current directory
// and returns its name. It never replaces a file nor follows a link.
func writeLabRun(d sim.Document, now time.Time) (name string, err error) {
	base := "scaledeck-lab-" + now.UTC().Format("20060102-150405")
	for n := range 100 {
		name = base + ".json"
		if n > 0 {
			name = fmt.Sprintf("%s-%d.json", base, n)
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("creating %s: %w", name, err)
		}
		if err := errors.Join(sim.WriteDocument(file, d), file.Close()); err != nil {
			return "", errors.Join(fmt.Errorf("writing %s: %w", name, err), os.Remove(name))
		}
		return name, nil
	}
	return "", fmt.Errorf("a hundred runs of %s are there already", base)
}
