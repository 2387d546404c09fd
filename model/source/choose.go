package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"scaledeck/model"
)

// choose makes entries of the candidates: at most MaxFiles, those first that are
// already followed, and no file twice.
func (s *scanner) choose(ctx context.Context) {
	s.candidates = s.withinLimit(s.candidates, MaxFiles-len(s.found.entries))
	seen := make(map[string]bool, len(s.found.entries)+len(s.candidates))
	ids := make(map[identity]bool)
	for _, e := range s.found.entries {
		seen[e.path], ids[e.print.id] = true, true
	}
	for _, links := range []bool{false, true} {
		open := subfolder{}
		for _, c := range s.candidates {
			path := filepath.Join(c.root.path, c.rel)
			if c.link != links || seen[path] || ctx.Err() != nil {
				continue
			}
			e, ok := s.look(c, path, &open)
			id := e.print.id
			if !ok || (c.link && id != (identity{}) && ids[id]) {
				continue
			}
			seen[path], ids[id] = true, true
			s.found.entries = append(s.found.entries, e)
		}
		open.close()
	}
	slices.SortFunc(s.found.entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
}

// withinLimit returns at most limit of the candidates, known ones first, and
// says so where some were left out.
func (s *scanner) withinLimit(all []candidate, limit int) []candidate {
	limit = max(limit, 0)
	if len(all) <= limit {
		return all
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		switch x, y := s.known(a.root.key(a.rel)), s.known(b.root.key(b.rel)); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		}
		return 0
	})
	s.warn("", model.CodeTruncated, fmt.Sprintf(
		"%d files found, the limit is %d: the rest is not read; open a narrower path", len(s.found.entries)+len(all), MaxFiles))
	return all[:limit]
}

// look asks the system for the state of a candidate. ok is false where it is no
// longer a file that can be read.
func (s *scanner) look(c candidate, path string, open *subfolder) (e entry, ok bool) {
	e = entry{key: c.root.key(c.rel), path: path, folder: c.folder, at: c.at}
	var err error
	if c.link {
		e.info, err = c.folder.Stat(c.at)
	} else {
		e.info, err = open.lstat(c.folder, c.at)
	}
	switch {
	case missing(err):
		return e, false
	case err != nil:
		s.blind(e.key, s.nameIn(c.root, c.rel), err)
		return e, false
	case !e.info.Mode().IsRegular():
		return e, false // exchanged since it was listed; the next scan says for what
	}
	e.print = fingerprintOf(e.info)
	return e, true
}

// subfolder keeps the directory of the last file open: the candidates of one
// directory come one after the other, and walking down to each costs twice.
type subfolder struct {
	of   *os.Root
	name string
	root *os.Root
}

func (f *subfolder) lstat(folder *os.Root, at string) (os.FileInfo, error) {
	dir, base := filepath.Split(at)
	if dir == "" {
		return folder.Lstat(base)
	}
	if f.root == nil || f.of != folder || f.name != dir {
		f.close()
		opened, err := folder.OpenRoot(dir)
		if err != nil {
			return nil, err
		}
		f.of, f.name, f.root = folder, dir, opened
	}
	return f.root.Lstat(base)
}

func (f *subfolder) close() {
	if f.root != nil {
		_ = f.root.Close() // only looked through
		f.root = nil
	}
}
