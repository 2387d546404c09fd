package files

import (
	"path/filepath"
	"strconv"
	"strings"

	"scaledeck/model/text"
)

// hiddenName reports whether an entry of a directory is left out: hidden files,
// the ..data links of Kubernetes volumes, and what editors and atomic writers
// put next to the file they save.
func hiddenName(name string) bool {
	switch {
	case strings.HasPrefix(name, "."), strings.HasPrefix(name, "~$"), strings.HasSuffix(name, "~"):
		return true
	case strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#"):
		return true
	case name == "4913": // what Vim creates to see whether it may
		return true
	}
	switch strings.TrimRight(strings.ToLower(filepath.Ext(name)), "0123456789") {
	case ".swp", ".swo", ".swx", ".tmp", ".temp", ".bak", ".part":
		return true
	}
	return false
}

// rotatedFrom returns the name that a rotated copy such as run.json.1 had before,
// or "". A number behind a name without an ending, as in llama-3.1, is a part of it.
func rotatedFrom(name string) string {
	number := filepath.Ext(name)
	before := strings.TrimSuffix(name, number)
	if ending := filepath.Ext(before); !digits(number) || ending == "" || digits(ending) {
		return ""
	}
	return before
}

// digits reports whether an ending is a number.
func digits(ending string) bool {
	return len(ending) > 1 && strings.Trim(ending[1:], "0123456789") == ""
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
