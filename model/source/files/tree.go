package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scaledeck/model"
)

// listBatch is how many directory entries are taken at a time, so that a
// directory of millions cannot fill the memory.
const listBatch = 1024

// candidate is a name that may become an entry.
type candidate struct {
	root   root
	folder *os.Root
	rel    string // below the root, as it was found: what the key is made of
	at     string // below the root, as it is opened
	link   bool
}

// directory is one to list.
type directory struct {
	rel   string // as it was found
	at    string // as it is opened: another path only behind an absolute link
	depth int
}

// tree is the walk of one root.
type tree struct {
	*scanner
	root   root
	folder *os.Root
	queue  []directory
	links  []directory // symbolic links met, with the depth they would have
	deeper bool
}

// scanTree lists a root that is a directory, breadth first. It goes through
// os.Root, which never leaves it, however its entries are exchanged meanwhile.
func (s *scanner) scanTree(ctx context.Context, r root) {
	folder, err := os.OpenRoot(r.path)
	if err != nil {
		s.blind(r.prefix, r.given, err)
		s.watch[filepath.Dir(r.path)] = true
		return
	}
	s.found.folders = append(s.found.folders, folder)
	t := &tree{scanner: s, root: r, folder: folder, queue: []directory{{rel: ".", at: "."}}}
	t.drain(ctx)
	// Links come last: what has been seen under its own name is not seen again.
	for len(t.links) > 0 {
		l := t.links[0]
		t.links = t.links[1:]
		t.follow(l)
		t.drain(ctx)
	}
	if t.deeper {
		s.found.issues = append(s.found.issues, model.Issue{
			Severity: model.Note, Code: model.CodeTruncated, File: s.nameIn(r, "."),
			Message: fmt.Sprintf("directories more than %d levels down are not read", s.maxDepth)})
	}
}

// drain lists the directories that wait.
func (t *tree) drain(ctx context.Context) {
	for len(t.queue) > 0 && ctx.Err() == nil {
		d := t.queue[0]
		t.queue = t.queue[1:]
		if t.listed >= MaxDirectories {
			t.found.partial = true
			return
		}
		t.list(d)
	}
}

// list takes one directory's entries into the walk.
func (t *tree) list(d directory) {
	names, again, err := t.read(d)
	if again || (missing(err) && d.rel != ".") {
		return
	}
	t.watch[filepath.Join(t.root.path, d.rel)] = true
	if err != nil {
		t.blind(t.blindKey(d.rel), t.nameIn(t.root, d.rel), err)
	}
	for _, e := range names {
		if before := rotatedFrom(e.Name()); before != "" && !e.IsDir() && hasFile(names, before) {
			t.found.rotated = append(t.found.rotated, t.root.key(filepath.Join(d.rel, e.Name())))
			continue
		}
		t.take(d, e)
	}
}

// hasFile reports whether there is something of that name, and no directory, among
// the ascending entries.
func hasFile(entries []fs.DirEntry, name string) bool {
	at, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	return ok && !entries[at].IsDir()
}

// read returns the entries of a directory in ascending order, or again where it
// has been read before under another name.
func (t *tree) read(d directory) (names []fs.DirEntry, again bool, err error) {
	f, err := t.folder.Open(d.at)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if id, _ := systemStat(info); id != (identity{}) {
		if t.visited[id] {
			return nil, true, nil
		}
		t.visited[id] = true
	}
	t.listed++
	for {
		if t.looked >= maxEntries {
			t.found.partial = true
			break
		}
		batch, err := f.ReadDir(listBatch)
		t.looked += len(batch)
		names = append(names, batch...)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return names, false, err
		}
	}
	slices.SortFunc(names, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return names, false, nil
}

// take decides what one entry of a directory is to the walk.
func (t *tree) take(d directory, e fs.DirEntry) {
	name := e.Name()
	if hiddenName(name) {
		return
	}
	below := directory{rel: filepath.Join(d.rel, name), at: filepath.Join(d.at, name), depth: d.depth + 1}
	switch kind := e.Type(); {
	case kind.IsDir():
		t.descend(below)
	case kind&fs.ModeSymlink != 0:
		t.links = append(t.links, below)
	case kind.IsRegular():
		t.candidates = append(t.candidates, candidate{root: t.root, folder: t.folder, rel: below.rel, at: below.at})
	default:
		t.warn(t.nameIn(t.root, below.rel), model.CodeUnreadable, "it is "+kindOf(kind)+" and was not opened")
	}
}

// descend queues a directory unless it lies too deep.
func (t *tree) descend(d directory) {
	if d.depth > t.maxDepth {
		t.deeper = true
		return
	}
	t.queue = append(t.queue, d)
}

// blindKey returns the prefix of the keys of what is in a directory.
func (t *tree) blindKey(rel string) string {
	if rel == "." {
		return t.root.prefix
	}
	return t.root.key(rel)
}

// nameIn returns what a message calls something below a root: its path as the
// person at the terminal would type it.
func (s *scanner) nameIn(r root, rel string) string { return filepath.Join(r.given, rel) }
