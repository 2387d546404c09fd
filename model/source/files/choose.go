package files

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// choose makes entries of the candidates, of no file twice.
func (s *scanner) choose(ctx context.Context) {
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
