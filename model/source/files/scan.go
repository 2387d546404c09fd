package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"scaledeck/model"
	"scaledeck/model/text"
)

// listing is what a scan found.
type listing struct {
	entries     []entry
	directories []string // to watch, absolute, ascending
	issues      []model.Issue
	blind       []blindSpot // what could not be looked into
	partial     bool        // a bound was reached: what is not found may still be there
	rotated     []string    // keys of the rotated copies that were left out
	folders     []*os.Root  // keeps the entries readable until close
}

// blindSpot is a directory, or a single file, that the system does not let us
// look at: what is in it is not known to be gone.
type blindSpot struct {
	prefix string // of keys; "" for all
	issue  model.Issue
}

// covers reports whether the file with the given key lies in the blind spot.
func (b blindSpot) covers(key string) bool {
	return b.prefix == "" || key == b.prefix || strings.HasPrefix(key, b.prefix+string(filepath.Separator))
}

// close ends the life of the listing's entries.
func (l *listing) close() {
	for _, f := range l.folders {
		// Nothing was written through it, so nothing can be lost.
		_ = f.Close()
	}
}

// entry is one regular file that is there.
type entry struct {
	key  string
	path string // absolute, as the system names it in an event

	folder *os.Root // to open it through; nil for a file that was named itself
	at     string   // below folder
	info   fs.FileInfo
	print  fingerprint
}

// scanner looks at what is there. It holds what a scan is bounded by and, while
// it runs, what it has found.
type scanner struct {
	roots    []root
	maxDepth int

	found      listing
	candidates []candidate
	visited    map[identity]bool
	watch      map[string]bool
	looked     int // directory entries, over all roots
	listed     int // directories, over all roots
}

// scan looks at every root once. Only the end of ctx is an error: whatever is
// wrong with a path is an issue of the listing. The listing must be closed.
func (s *scanner) scan(ctx context.Context) (*listing, error) {
	s.found, s.candidates = listing{}, nil
	s.visited, s.watch = make(map[identity]bool), make(map[string]bool)
	s.looked, s.listed = 0, 0
	for _, r := range s.roots {
		s.scanRoot(ctx, r)
	}
	s.choose(ctx)
	if n := len(s.found.rotated); n > 0 {
		s.found.issues = append(s.found.issues, model.Issue{Severity: model.Note, Code: model.CodeDuplicate,
			Message: fmt.Sprintf("rotated copies are left out, such as %s (%d in all): name one to read it", text.Name(s.found.rotated[0]), n)})
	}
	if s.found.partial {
		s.warn("", model.CodeTruncated, fmt.Sprintf(
			"more than %d directory entries or %d directories: the rest is not read; open a narrower path", maxEntries, MaxDirectories))
	}
	for d := range s.watch {
		s.found.directories = append(s.found.directories, d)
	}
	slices.Sort(s.found.directories)
	if err := ctx.Err(); err != nil {
		s.found.close()
		return nil, fmt.Errorf("looking for files: %w", err)
	}
	return &s.found, nil
}

// scanRoot looks at one path that was given.
func (s *scanner) scanRoot(ctx context.Context, r root) {
	info, err := os.Stat(r.path)
	switch {
	case missing(err):
		s.watch[nearestDirectory(r.path)] = true
		s.problem(r.given, "there is no such file or directory")
	case err != nil:
		s.watch[nearestDirectory(r.path)] = true
		s.blind(r.prefix, r.given, err)
	case info.IsDir():
		s.watchLink(r.path)
		s.scanTree(ctx, r)
	case info.Mode().IsRegular():
		s.watch[filepath.Dir(r.path)] = true
		s.watchLink(r.path)
		s.found.entries = append(s.found.entries, entry{
			key: r.key(""), path: r.path, info: info, print: fingerprintOf(info)})
	default:
		s.watch[filepath.Dir(r.path)] = true
		s.problem(r.given, "it is "+kindOf(info.Mode())+"; only regular files and directories are read")
	}
}

// watchLink has the directories watched that path leads through where it is a
// symbolic link: the one it is in and the one its target is in.
func (s *scanner) watchLink(path string) {
	if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return
	}
	s.watch[filepath.Dir(path)] = true
	if target, err := filepath.EvalSymlinks(path); err == nil {
		s.watch[filepath.Dir(target)] = true
	}
}

// nearestDirectory returns the closest directory above path that is there.
func nearestDirectory(path string) string {
	for {
		parent := filepath.Dir(path)
		if parent == path || isDirectory(parent) {
			return parent
		}
		path = parent
	}
}

// missing reports whether err says that there is nothing of that name.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// problem notes that a path cannot be read at all.
func (s *scanner) problem(name, message string) {
	s.found.issues = append(s.found.issues, model.Issue{
		Severity: model.Error, Code: model.CodeUnreadable, File: text.Name(name), Message: message})
}

// warn notes that something was left out.
func (s *scanner) warn(name string, code model.Code, message string) {
	s.found.issues = append(s.found.issues, model.Issue{
		Severity: model.Warning, Code: code, File: text.Name(name), Message: message})
}

// blind notes that the system refuses to show what is at the key.
func (s *scanner) blind(key, name string, err error) {
	issue := refusal(name, err)
	s.found.blind = append(s.found.blind, blindSpot{prefix: key, issue: issue})
	s.found.issues = append(s.found.issues, issue)
}

// refusal returns the issue of something that the system did not let us read.
func refusal(name string, err error) model.Issue {
	return model.Issue{Severity: model.Error, Code: model.CodeUnreadable, File: text.Name(name), Message: reasonOf(err)}
}

// reasonOf returns the system's message, without what was being done and the
// path it was done to: that is printed next to it, and cleaned.
func reasonOf(err error) string {
	var number syscall.Errno
	var pathError *fs.PathError
	switch {
	case errors.As(err, &number):
		err = number
	case errors.As(err, &pathError):
		err = pathError.Err
	}
	return text.Clean(err.Error())
}

// kindOf names what is not a regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m.IsDir():
		return "a directory"
	}
	return "a special file"
}
