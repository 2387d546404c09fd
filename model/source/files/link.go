package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"scaledeck/model"
)

// follow takes a symbolic link into the walk if it stays inside the root.
func (t *tree) follow(l directory) {
	info, err := t.folder.Stat(l.at)
	if err != nil {
		if inside, ok := absoluteInside(t.root, l.at); ok {
			l.at = inside
			info, err = t.folder.Stat(l.at)
		}
	}
	if err != nil {
		t.refuse(l, err)
		return
	}
	t.watchLink(filepath.Join(t.root.path, l.rel))
	switch {
	case info.IsDir():
		t.descend(l)
	case info.Mode().IsRegular():
		t.candidates = append(t.candidates, candidate{root: t.root, folder: t.folder, rel: l.rel, at: l.at, link: true})
	default:
		t.warn(t.nameIn(t.root, l.rel), model.CodeUnreadable, "it leads to "+kindOf(info.Mode())+" and was not opened")
	}
}

// refuse warns of a link that is not followed, in one line.
func (t *tree) refuse(l directory, err error) {
	name := t.nameIn(t.root, l.rel)
	switch {
	case errors.Is(err, syscall.ELOOP):
		t.warn(name, model.CodeUnreadable, "this symbolic link leads in a circle")
	case missing(err):
		t.warn(name, model.CodeUnreadable, "this symbolic link leads to nothing")
	case errors.Is(err, fs.ErrPermission):
		t.warn(name, model.CodeUnreadable, "this symbolic link cannot be followed: "+reasonOf(err))
	default:
		t.warn(name, model.CodeUnreadable, "this symbolic link leads out of the opened directory and was not followed")
	}
}

// absoluteInside returns where an absolute symbolic link leads, relative to the
// root, if that is inside it. os.Root refuses all absolute links.
func absoluteInside(r root, rel string) (string, bool) {
	target, err := os.Readlink(filepath.Join(r.path, rel))
	if err != nil || !filepath.IsAbs(target) {
		return "", false
	}
	base, err := filepath.EvalSymlinks(r.path)
	if err != nil {
		return "", false
	}
	target, err = filepath.EvalSymlinks(target)
	if err != nil {
		return "", false
	}
	below, err := filepath.Rel(base, target)
	if err != nil || below == ".." || strings.HasPrefix(below, ".."+string(filepath.Separator)) {
		return "", false
	}
	return below, true
}
