package files

import (
	"os"
	"path/filepath"
)

// root is one path that was given.
type root struct {
	given  string // as given, cleaned: for messages and keys
	path   string // absolute where the system can tell
	prefix string // of the keys of what is in it; "" where it is the only one
}

// rootsOf returns the roots of the given paths, each once.
func rootsOf(paths []string) []root {
	var roots []root
	seen := make(map[string]bool)
	for _, p := range paths {
		r := root{given: filepath.Clean(p), path: filepath.Clean(p)}
		if abs, err := filepath.Abs(p); err == nil {
			r.path = abs
		}
		if seen[r.path] {
			continue
		}
		seen[r.path] = true
		if len(paths) > 1 {
			r.prefix = r.given
		}
		roots = append(roots, r)
	}
	return roots
}

// key returns the key of a file below the root, or of the root itself where it
// is a file and rel is "".
func (r root) key(rel string) string {
	switch {
	case r.prefix == "" && rel == "":
		return filepath.Base(r.path)
	case r.prefix == "":
		return rel
	}
	return filepath.Join(r.prefix, rel)
}

func isDirectory(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
