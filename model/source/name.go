package source

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"scaledeck/model/text"
)

// resultEndings are how the names of JSON files end, with which package decode
// can do something, if only to say that JSON Lines are not supported.
var resultEndings = [...]string{".json", ".jsonl", ".ndjson"}

// resultName reports whether a file found in a directory can be a result by its
// name. A rotated copy such as runs.jsonl.1 is none: it would count twice.
func resultName(name string) bool {
	lower := strings.ToLower(name)
	ending := filepath.Ext(strings.TrimSuffix(lower, ".gz"))
	return slices.Contains(resultEndings[:], ending)
}

// hiddenName reports whether an entry of a directory is left out: hidden files,
// the ..data links of Kubernetes volumes, and what editors and atomic writers
// put beside the file they save.
func hiddenName(name string) bool {
	switch {
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "~$"), strings.HasSuffix(name, "~"):
		return true
	case strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"):
		return true
	case name == "4913": // what Vim creates to see whether it may
		return true
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".swp", ".swo", ".swx", ".tmp", ".temp", ".bak", ".part":
		return true
	}
	return false
}

// maxLabel is the longest path that a label shows whole, in bytes.
const maxLabel = 40

// labelOf returns what was opened as short text that is safe to print.
func labelOf(paths []string) string {
	if len(paths) != 1 {
		return strconv.Itoa(len(paths)) + " paths"
	}
	p := filepath.Clean(paths[0])
	if p == "." || p == ".." {
		if abs, err := filepath.Abs(p); err == nil {
			p = filepath.Base(abs)
		}
	}
	if len(p) > maxLabel {
		p = filepath.Join("…", filepath.Base(p))
	}
	const slash = string(filepath.Separator)
	if (strings.HasSuffix(paths[0], slash) || isDirectory(paths[0])) && !strings.HasSuffix(p, slash) {
		p += slash
	}
	return text.Name(p)
}
